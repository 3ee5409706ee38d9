"""The one explicit list of rule sets. A rule set says only how it differs; the machinery knows none by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.ruleset import RuleSet
from engine.rulesets.firefight.firefight import FIREFIGHT
from engine.rulesets.interlock.interlock import INTERLOCK
from engine.rulesets.table_options import with_table_options
from engine.rulesets.unisystem.unisystem import UNISYSTEM


def playable(*rulesets: RuleSet) -> Mapping[str, RuleSet]:
    """Rule sets that tables can be opened under, by id, with the options that every table has."""
    return MappingProxyType({ruleset.id: with_table_options(ruleset) for ruleset in rulesets})


RULESETS: Final = playable(UNISYSTEM, FIREFIGHT, INTERLOCK)
"""Every rule set that a table can be opened under, by id."""
