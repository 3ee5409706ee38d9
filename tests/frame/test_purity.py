"""What import contracts cannot see: built-ins that reach outside, broken dice, rule sets named in passing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULE_SETS = {"unisystem", "firefight", "interlock"} | {
    folder.name for folder in (ROOT / "engine" / "rulesets").glob("[a-z]*") if folder.is_dir()
}
REACH_OUTSIDE = {"open", "eval", "exec", "compile", "input", "print", "breakpoint", "__import__"}
DICE = {"die", "dice", "face", "faces", "sides", "count", "counts"}


def pure_modules() -> list[Path]:
    """The modules of events (the log apart), engine and projections."""
    modules = [path for floor in ("events", "engine", "projections") for path in (ROOT / floor).rglob("*.py")]
    return sorted(path for path in modules if not path.is_relative_to(ROOT / "events" / "log"))


def machinery() -> list[Path]:
    """The pure modules that belong to no rule set."""
    return [path for path in pure_modules() if not path.is_relative_to(ROOT / "engine" / "rulesets")]


def calls_outside(tree: ast.Module) -> Iterator[str]:
    """Calls of built-ins that read, write or run something, and imports by name at run time."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in REACH_OUTSIDE:
                yield f"line {node.lineno}: {name}()"
            case ast.Call(func=ast.Attribute(attr="import_module")):
                yield f"line {node.lineno}: import_module()"
            case ast.ImportFrom(module="importlib", names=names) if any(n.name == "import_module" for n in names):
                yield f"line {node.lineno}: import_module"
            case _:
                pass


def floating_dice(tree: ast.Module) -> Iterator[str]:
    """Fields, arguments and variables that hold dice or faces and are annotated as floats."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.arg(arg=name, annotation=ast.expr() as said)
                | ast.AnnAssign(target=ast.Name(id=name), annotation=said)
            ):
                names = {inner.id for inner in ast.walk(said) if isinstance(inner, ast.Name)}
                if name in DICE and names & {"float", "Fraction", "Decimal"}:
                    yield f"line {said.lineno}: {name}: {ast.unparse(said)}"
            case _:
                pass


def named_rule_sets(tree: ast.Module) -> Iterator[str]:
    """String literals, docstrings apart, that contain a rule set's name."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            words = {name for name in RULE_SETS if name in node.value.lower()}
            if words:
                yield f"line {node.lineno}: {node.value!r}"


def offences(paths: list[Path], look: object) -> list[str]:
    """What `look` finds in the modules, each with its file."""
    assert callable(look)
    return [f"{path.relative_to(ROOT)} {finding}" for path in paths for finding in look(ast.parse(path.read_text()))]


def test_pure_modules_call_nothing_that_reaches_outside() -> None:
    assert offences(pure_modules(), calls_outside) == []


def test_dice_and_faces_are_whole_numbers() -> None:
    assert offences(pure_modules(), floating_dice) == []


def test_machinery_has_no_rule_sets_name_in_a_string() -> None:
    assert offences(machinery(), named_rule_sets) == []


def test_each_pure_floor_is_looked_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in machinery()} == {"events", "engine", "projections"}


@pytest.mark.proof
@pytest.mark.parametrize(
    ("look", "source"),
    [
        (calls_outside, "def read() -> str:\n    return open('x').read()"),
        (calls_outside, "value = eval('1')"),
        (calls_outside, "exec('x = 1')"),
        (calls_outside, "import importlib\nclock = importlib.import_module('time')"),
        (calls_outside, "from importlib import import_module"),
        (floating_dice, "def read(faces: tuple[float, ...]) -> int: ..."),
        (floating_dice, "class Rolled:\n    faces: list[float]"),
        (named_rule_sets, "if ruleset == 'unisystem':\n    pass"),
        (named_rule_sets, "where = 'engine.rulesets.interlock'"),
    ],
)
def test_a_planted_offence_is_found(look: object, source: str) -> None:
    assert callable(look)
    assert list(look(ast.parse(source)))


def test_a_docstring_may_name_a_rule_set() -> None:
    assert list(named_rule_sets(ast.parse('"""As unisystem does it."""'))) == []
