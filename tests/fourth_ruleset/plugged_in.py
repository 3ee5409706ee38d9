"""The rule sets of the house and a fourth one, which stands in one folder and is plugged in with one line."""

from typing import Final

from engine.rulesets import RULESETS, playable
from tests.fourth_ruleset.brawl.brawl import BRAWL

PLAYABLE: Final = {**RULESETS, **playable(BRAWL)}
