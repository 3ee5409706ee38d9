"""Every sentence with which the engine refuses a command, as it stands in the code: `{}` stands for what is put in."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ENGINE: Final = Path(__file__).resolve().parents[2] / "engine"
FLOORS: Final = ("engine", "projections")
AT_THE_TABLE: Final = frozenset(
    {
        "cannot-act", "wrong-phase", "not-your-turn", "waiting", "weapon-unusable", "out-of-ammunition",
        "not-enough-rounds", "over-rate-of-fire", "out-of-range", "dodging", "in-cover", "needs-grapple", "needs-hold",
        "location-lost", "rules-changed",
    }
)  # fmt: skip
"""Codes that people meet who play with what the page offers; others tell of what it does not offer, or seldom."""
SELDOM: Final = frozenset({"this would reach an action that waits for {}"})
"""Sentences with these codes that few ever meet."""
STATES: Final = {
    "{} is {}": ("dead", "doomed", "unconscious", "stunned", "jammed", "dropped"),
}
"""What stands in the last hole of a sentence that is nothing without it."""


def refusals() -> set[str]:
    """The sentences with these codes, and those that only a rule speaks against."""
    found = set[str]()
    for path in ENGINE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                found |= set(_in(function))
    whole = {one for one in found if one not in STATES}
    whole |= {one.replace("is {}", f"is {state}") for one in found & STATES.keys() for state in STATES[one]}
    return whole - SELDOM


def sentences() -> set[str]:
    """Every text that stands in the code, with what is put in as `{}`."""
    trees = [ast.parse(path.read_text()) for folder in FLOORS for path in (ENGINE.parent / folder).rglob("*.py")]
    found = {said for tree in trees for node in ast.walk(tree) if isinstance(node, ast.expr) for said in _plain(node)}
    return found | {one.replace("is {}", f"is {state}") for one, states in STATES.items() for state in states}


def _plain(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield from _sentences(node, {})


def _in(function: ast.FunctionDef) -> Iterator[str]:
    said = {
        target.id: list(_sentences(node.value, {}))
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="refusal"), args=[ast.Constant(value=code), sentence, *_]):
                if code in AT_THE_TABLE:
                    yield from _sentences(sentence, said)
            case ast.Call(func=ast.Name(id="against_the_rules"), args=[sentence, *_]):
                yield from _sentences(sentence, said)
            case _:
                pass


def _sentences(node: ast.expr, said: dict[str, list[str]]) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(_part(one) for one in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_sentences(one, said), *_sentences(other, said))
        case ast.Name(id=name) if name in said:
            yield from said[name]
        case _:
            pass


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    quoted = isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
    return "'{}'" if quoted else "{}"
