"""A toy rule set with just enough for every key of a scenario, and one scenario that uses them all."""

from collections.abc import Mapping
from typing import Any

import msgspec
import yaml
from msgspec.structs import replace

from api.scenarios.outcome import Result
from api.scenarios.reading import read_text
from api.scenarios.runner import run
from engine.rulebook import Rule, Rulebook
from engine.ruleset import Entrance, RuleSet
from engine.state import Combatant, State
from events.roster import Pool
from tests.engine.toy import OPTIONS, TOY, ToySheet


def entrance(sheet: ToySheet) -> Entrance:
    return Entrance({"life": Pool(sheet.life, sheet.life)}, {"sling": 3})


def wound_word(state: State, combatant: Combatant) -> str:
    return "hurt" if combatant.pools["life"].now < combatant.pools["life"].full else "unhurt"


RULES = tuple(
    Rule(rule, title, f"{title}.", "source")
    for rule, title in (
        ("TOY-HIT-1", "A blow"),
        ("TOY-FALL-1", "Falling down"),
        ("TOY-SWEEP-1", "Sweeping"),
        ("TOY-TURN-1", "Turns"),
        ("TOY-INIT-1", "Initiative"),
    )
)

PLAYGROUND: RuleSet = replace(
    TOY,
    rulebook=Rulebook("toy", "Toy", "", RULES, OPTIONS, ()),
    entrance=entrance,
    wound_word=wound_word,
    stats=lambda ctx, combatant: {"skill": ctx.sheet(combatant).skill},
)
RULESETS: Mapping[str, RuleSet] = {"toy": PLAYGROUND}

SITUATION = """\
title: A blow
ruleset: toy
rules: [TOY-HIT-1]
combatants:
  ann: {skill: 3}
  bob: {life: 8}
players: {ana: [ann]}
start: {order: [ann, bob]}
"""


def outcome(text: str, rulesets: Mapping[str, RuleSet] = RULESETS) -> Result:
    """What running the first scenario of a text comes to."""
    return run(read_text(text, "some.yaml")[0], rulesets)


def played(steps: str, situation: str = SITUATION) -> Result:
    """What running these steps comes to; they are written without indentation."""
    return outcome(situation + "steps:\n" + steps)


def blow(expect: Mapping[str, Any], **more: Any) -> Result:
    """Ann strikes Bob: she throws 4, hits with 7, and does 5 points."""
    action = {"kind": "strike", "target": "bob"}
    step = {"do": {"type": "act", "combatant": "ann", "action": action}, "dice": [4, 5], "expect": dict(expect)}
    return with_steps([{**step, **more}])


def with_steps(steps: list[dict[str, Any]], **more: Any) -> Result:
    """What running these steps in the common situation comes to."""
    scenario = {**yaml.safe_load(SITUATION), "steps": steps, **more}
    return outcome(msgspec.json.encode(scenario).decode())


def whats(result: Result) -> list[str]:
    """What came out otherwise than expected."""
    return [one.what for one in result.problem.mismatches] if result.problem else []


def kind(result: Result) -> str | None:
    """What sort of failure it is, if it failed."""
    return result.problem.kind if result.problem else None


def sentence(result: Result) -> str:
    """The sentence of a failure."""
    assert result.problem is not None, "it passed"
    return result.problem.sentence
