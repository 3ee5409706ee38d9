"""Everything that has a fixed name on the page: what rules, lists, options, commands and fields call by a code."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from engine.commands import COMMANDS, wire_name
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from engine.samples import Gear, Template
from events.flow import Phase
from events.play import Level, Outcome
from events.roster import DiceHabit, Status
from events.table import SeatKind
from projections.legal.forms import fields_of, words_of

NEVER_ASKED: Final = frozenset(
    {
        "action", "changes", "character", "claim", "device", "dispute", "entropy", "epoch", "link_digest", "more",
        "question", "rejudge", "remedy", "sheet", "speaks_for", "version",
    }
)  # fmt: skip
"""Fields that no form of the page has: what is in them is chosen otherwise."""

QUIET: Final = frozenset({"rule", "id", "basis", "notes", "dice", "capacity", "kind", "class", "variants", "model"})
"""Fields of the lists that no line of a weapon says, by `armoury.js`."""

ENGINE: Final = Path(__file__).resolve().parents[2] / "engine"

CHOSEN_OTHERWISE: Final = {"defense", "friend"}
"""Choices between what is worked out: reactions, which are words of the rule set, and people, who have names."""

_TABLES: Final = (Phase, Level, Outcome, DiceHabit, Status, SeatKind)
_IN_NUMBERS: Final = frozenset("0123456789.-d+")


def fields() -> set[str]:
    """Every field that a form of the page can ask for."""
    kinds = [action.fields for ruleset in RULESETS.values() for action in ruleset.actions.values()]
    return {one.encode_name for kind in (*kinds, *COMMANDS) for one in fields_of(kind)} - NEVER_ASKED - {"type"}


def codes() -> set[str]:
    """Every word that the page can say for a code."""
    kinds = [action.fields for ruleset in RULESETS.values() for action in ruleset.actions.values()]
    found = {word for table in _TABLES for word in get_args(table)}
    found |= {word for kind in (*kinds, *COMMANDS) for words in words_of(kind).values() for word in words}
    found |= {wire_name(one) for one in COMMANDS}
    found |= {word for ruleset in RULESETS.values() for word in _of(ruleset)}
    return {one for one in found if not _IN_NUMBERS.issuperset(one)}


def titles() -> set[str]:
    """The titles of ready people, gear, armor and readings of the rules."""
    found = {one.title for ruleset in RULESETS.values() for one in (*_samples(ruleset), *ruleset.rulebook.presets)}
    return found | {row["name"] for ruleset in RULESETS.values() for row in _rows(ruleset, "armor")}


def choices() -> set[tuple[str, str]]:
    """Options with each of their values that is a word."""
    options = (one for ruleset in RULESETS.values() for one in ruleset.rulebook.options)
    return {(one.name, value) for one in options for value in one.values if isinstance(value, str)}


def asked() -> tuple[set[str], set[str]]:
    """What people are asked to choose for and between, wherever rules ask, and for what that is worked out first."""
    words, otherwise = set[str](), set[str]()
    for path in ENGINE.rglob("*.py"):
        for call in _calls_of("Choose", ast.parse(path.read_text())):
            purpose, options = call.args[1:3]
            assert isinstance(purpose, ast.Constant), f"{path}: a choice says in one word what it is for"
            words.add(str(purpose.value))
            for option in options.elts if isinstance(options, ast.Tuple) else (options,):
                found = _text(option, path)
                words |= {found} if found else set()
                otherwise |= set() if found else {str(purpose.value)}
    return words, otherwise


def _calls_of(name: str, tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def _text(node: ast.expr, path: Path) -> str:
    """A text that is written in a module, or that a constant of it is; empty: it is worked out."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    module = import_module(".".join(("engine", *path.relative_to(ENGINE).with_suffix("").parts)))
    found = getattr(module, node.id, "") if isinstance(node, ast.Name) else ""
    return found if isinstance(found, str) else ""


def _samples(ruleset: RuleSet) -> tuple[Gear | Template, ...]:
    return (*ruleset.samples.templates, *ruleset.samples.gear)


def _of(ruleset: RuleSet) -> Iterator[str]:
    yield from (*ruleset.reactions, *ruleset.lights, *ruleset.activities, *ruleset.bands, *ruleset.damage_kinds)
    yield from (*ruleset.actions, *ruleset.locations)
    yield from (one.name for one in ruleset.rulebook.options)
    for sample in _samples(ruleset):
        for name in ("attributes", "stats", "skills", "weapons", "initiative"):
            yield from sample.sheet.get(name, ())
    for name in ruleset.armoury:
        for row in _rows(ruleset, name):
            yield from _said(row)


def _rows(ruleset: RuleSet, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = msgspec.to_builtins(ruleset.armoury.get(name, ()))
    return rows


def _said(row: dict[str, Any]) -> Iterator[str]:
    """The fields of a row of the lists that are told, and their words."""
    for name, value in row.items():
        if name not in QUIET | {"name"} and not name.endswith(
            ("_basis", "_rules", "_modes", "_kind", "_alternatives", "_alternative", "c_capacity")
        ):
            yield name
            if isinstance(value, str):
                yield value
