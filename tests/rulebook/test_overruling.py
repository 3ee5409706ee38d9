"""What a rule refuses the GM may do anyway, with a reason, and the log says which rule was overruled."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import engine.rulesets
from api.scenarios import runner
from api.scenarios.dice import ScriptedDice
from api.scenarios.memory import MemoryTable, Move, read_command
from api.scenarios.reading import Written
from engine.refusals import CODES, FORCEABLE, Refusal
from engine.rulesets import RULESETS
from events.play import RuleOverruled
from tests.scenarios.shelf import readable

REASON: Final = "the table wants it so"
NEVER: Final = {("dodging", "FIRE-DODGE-4"), ("cannot-act", "INT-INIT-7")}
"""Refusals that stand there for mutants of their rules alone: the rules themselves allow the thing."""


IMPOSSIBLE: Final = {
    "unauthorized", "unknown-id", "not-yours", "waiting", "already-answered", "no-such-weapon", "location-lost",
    "already-dead", "nobody-able", "moved", "rules-changed", "limit-exceeded", "invalid",
}  # fmt: skip
"""What no reason makes possible, and what is badly formed: `against_the_rules` alone makes an `invalid` forceable."""
RULE_ID: Final = re.compile(r"(UNI|FIRE|INT)-[A-Z]+-[0-9]+")
SAID_BY: Final = {
    "forbidden": ("may_fire",),
    "because": ("_rounds_to_come",),
    "disabled[1]": ("_disabled",),
    "loaded.rule": ("_with_bullets", "_with_load"),
}
"""Functions that say which rule it is, by how a refusal writes that down, where it does not say so by itself."""

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
def shown() -> frozenset[tuple[str, str, bool]]:
    """Codes and rules that scenarios show being refused, and which can be overruled; each of those is, on the way."""
    pairs: set[tuple[str, str, bool]] = set()
    for written in readable():
        if all(not step.expect.refused for step in written.scenario.steps):
            continue
        for table, command, refused in refusals_of(written):
            pairs.add((refused.code, refused.rule, refused.forceable))
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


def modules() -> Iterator[tuple[ModuleType, ast.Module]]:
    """Every module of the rule sets, with its source."""
    for folder in engine.rulesets.__path__:
        for file in Path(folder).rglob("*.py"):
            parts = (*file.relative_to(folder).with_suffix("").parts,)
            name = ".".join(("engine.rulesets", *(part for part in parts if part != "__init__")))
            yield import_module(name), ast.parse(file.read_text(encoding="utf-8"))


def written_in_the_rules() -> set[tuple[str, str]]:
    """Codes and rules of all rule refusals that stand in the sources of the rule sets.

    Raises:
        AssertionError: it is nowhere to be read which rule stands behind one.
    """
    sources = tuple(modules())
    said: dict[str, set[str]] = defaultdict(set)
    for node in (node for _, tree in sources for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            said[node.name] |= _ids_in(node)
    pairs: set[tuple[str, str]] = set()
    for module, tree in sources:
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                pairs |= {(code, rule) for code, by in _refused_in(call) for rule in _rules(by, module, function, said)}
    return pairs


def _refused_in(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """The code of a rule refusal, and what stands there for the rule; nothing for any other call."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    match call:
        case ast.Call(func=ast.Name(id="refusal"), args=[code, _, *rest]) if rest or "rule" in named:
            assert isinstance(code, ast.Constant), ast.unparse(call)
            yield str(code.value), rest[0] if rest else named["rule"]
        case ast.Call(func=ast.Name(id="against_the_rules"), args=[_, rule]):
            yield "invalid", rule
        case ast.Call(func=ast.Name(id="Refusal" | "against_the_rules" | "refusal"), args=[_]):
            raise AssertionError(f"a refusal is made by `refusal` or `against_the_rules`: {ast.unparse(call)}")
        case _:
            pass


def _rules(by: ast.expr, module: ModuleType, function: ast.FunctionDef, said: dict[str, set[str]]) -> set[str]:
    """Which rules an expression may name: itself, a constant of the module, or ids that the function goes through."""
    if isinstance(by, ast.Constant):
        return {str(by.value)}
    written = ast.unparse(by)
    constant = getattr(module, written, None)
    if isinstance(constant, str):
        return {constant}
    ids = set[str]().union(*(said[name] for name in SAID_BY.get(written, ()))) or _ids_in(function)
    assert ids, f"{module.__name__}: which rule is {written} in {function.name}?"
    return ids


def _ids_in(function: ast.FunctionDef) -> set[str]:
    """The ids of rules that a function's body assigns, goes through or returns; what it gives away in calls is not."""
    given = {id(arg) for node in ast.walk(function) if isinstance(node, ast.Call) for arg in node.args}
    body = [node for line in function.body for node in ast.walk(line)]
    ids = {str(one.value) for one in body if isinstance(one, ast.Constant) and id(one) not in given}
    ways = {one.attr for one in body if isinstance(one, ast.Attribute) and one.attr.endswith("_rule")}
    ids |= {getattr(rules.ways, way) for way in ways for rules in RULESETS.values() if hasattr(rules.ways, way)}
    return set(filter(RULE_ID.fullmatch, ids))


def test_every_rule_refusal_that_scenarios_show_can_be_overruled() -> None:
    can_be = {(code, rule) for code, rule, forceable in shown() if forceable}
    assert len(can_be) > 25
    assert not can_be - OVERRULED, sorted(can_be - OVERRULED)


def test_whatever_has_a_rule_behind_it_and_is_not_impossible_can_be_forced() -> None:
    for code, rule, forceable in shown():
        assert code == "invalid" or forceable == (bool(rule) and code in FORCEABLE), (code, rule)


def test_every_code_that_can_be_forced_is_overruled_somewhere() -> None:
    assert shown()
    assert not FORCEABLE - {code for code, _ in OVERRULED}, sorted(FORCEABLE - {code for code, _ in OVERRULED})


def test_every_rule_refusal_of_the_rule_sets_is_shown() -> None:
    written = written_in_the_rules()
    assert len(written) > 40
    missing = written - {(code, rule) for code, rule, _ in shown()} - NEVER
    assert not missing, sorted(missing)


def test_all_but_what_is_impossible_or_malformed_can_be_forced() -> None:
    assert set(CODES) - FORCEABLE == IMPOSSIBLE
