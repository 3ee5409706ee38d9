"""What a rule refuses the GM may do anyway, with a reason, and the log says which rule was overruled."""

import ast
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Final

import engine.rulesets
from api.scenarios import runner
from api.scenarios.dice import ScriptedDice
from api.scenarios.memory import MemoryTable, Move, read_command
from api.scenarios.reading import Written
from engine.refusals import FORCEABLE, Refusal
from engine.rulesets import RULESETS
from events.play import RuleOverruled
from tests.scenarios.shelf import readable

REASON: Final = "the table wants it so"
NEVER: Final = {("dodging", "FIRE-DODGE-4"), ("cannot-act", "INT-INIT-7")}
"""Refusals that stand there for mutants of their rules alone: the rules themselves allow the thing."""


OVERRULED: set[tuple[str, str]] = set()
"""What has been overruled on the way."""


def refusals_of(written: Written) -> Iterator[tuple[MemoryTable, dict[str, object], Refusal]]:
    """Every command of the GM that a scenario expects to be refused, with the table as it stands before it."""
    table = MemoryTable(RULESETS[written.scenario.ruleset])
    runner._set_up(table, written.scenario)
    for number, step in enumerate(written.scenario.steps, start=1):
        name = written.scenario.step_id(number)
        if step.expect.refused:
            try:
                verdict = table.give(read_command(step.do), runner._move(step, name))
            except ValueError:
                continue
            if isinstance(verdict, Refusal) and step.seat == "gm":
                yield table, step.do, verdict
            continue
        runner._take(table, step, name)


@cache
def shown() -> frozenset[tuple[str, str]]:
    """Codes and rules that scenarios show being refused; each that can be is overruled on the way."""
    pairs: set[tuple[str, str]] = set()
    for written in readable():
        if all(not step.expect.refused for step in written.scenario.steps):
            continue
        for table, command, refused in refusals_of(written):
            pairs.add((refused.code, refused.rule))
            if refused.forceable:
                overrule(table, command, refused)
    return frozenset(pairs)


def overrule(table: MemoryTable, command: dict[str, object], refused: Refusal) -> None:
    """Do it anyway: its first facts say what was overruled and why, unless it is impossible besides."""
    other = copy(table)
    other.bodies, other.dice = list(table.bodies), ScriptedDice(without_end=True)
    verdict = other.give(read_command(command), Move("anyway", force=REASON))
    if isinstance(verdict, Refusal):
        assert not verdict.forceable, (command, refused, verdict)
        return
    overruled = [entry.fact for entry in verdict.entries if isinstance(entry.fact, RuleOverruled)]
    assert RuleOverruled(refused.code, refused.rule, REASON) in overruled, (command, refused, overruled)
    OVERRULED.add((refused.code, refused.rule))


def written_in_the_rules() -> set[tuple[str, str]]:
    """Codes and rules of the rule refusals that stand in the sources of the rule sets, where both are named."""
    pairs: set[tuple[str, str]] = set()
    for folder in engine.rulesets.__path__:
        for file in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Name(id="refusal"),
                        args=[ast.Constant(value=str(code)), _, ast.Constant(value=str(rule)), *_],
                    ):
                        pairs.add((code, rule))
                    case ast.Call(func=ast.Name(id="against_the_rules"), args=[_, ast.Constant(value=str(rule))]):
                        pairs.add(("invalid", rule))
                    case _:
                        pass
    return pairs


def test_every_rule_refusal_that_scenarios_show_can_be_overruled() -> None:
    can_be = {one for one in shown() if one[0] in FORCEABLE and one[1]}
    assert len(can_be) > 25
    assert not can_be - OVERRULED, sorted(can_be - OVERRULED)


def test_every_rule_refusal_of_the_rule_sets_is_shown() -> None:
    missing = written_in_the_rules() - shown() - NEVER
    assert not missing, sorted(missing)


def test_what_is_impossible_cannot_be_forced() -> None:
    assert not {"unknown-id", "already-dead", "location-lost", "nobody-able", "waiting", "moved"} & FORCEABLE
