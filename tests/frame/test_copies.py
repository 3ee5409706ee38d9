"""No rule set copies what another one has: what is the same in two of them stands in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULE_SETS = ROOT / "engine" / "rulesets"
SMALLEST = 24
"""Parts of a function's body from which on it counts as one that could be copied: two or three lines."""


class Plain(ast.NodeTransformer):
    """A function without what a copy would change first: its own variables, strings, numbers and annotations."""

    def __init__(self, function: ast.FunctionDef) -> None:
        arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        stored = (
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        names = dict.fromkeys([*(one.arg for one in arguments), *stored])
        self.own = {name: f"own{place}" for place, name in enumerate(names)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.own.get(node.id, node.id), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(type(node.value).__name__)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return self.generic_visit(ast.Assign([node.target], node.value) if node.value else ast.Pass())


def body_of(function: ast.FunctionDef) -> str:
    """What a function does, in one line that a copy of it has too; empty where there is too little to copy."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if sum(1 for statement in body for _ in ast.walk(statement)) < SMALLEST:
        return ""
    plain = Plain(function)
    return "; ".join(ast.dump(plain.visit(statement)) for statement in body)


def functions_of(folder: Path) -> Iterator[tuple[str, str]]:
    """Each function below a folder: where it stands, and what it does."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and (body := body_of(node)):
                yield f"{path.relative_to(folder.parent)}:{node.name}", body


def copies(folders: list[Path]) -> list[str]:
    """Functions that do the same in different folders."""
    seen: dict[str, dict[str, str]] = {}
    for folder in folders:
        for where, body in functions_of(folder):
            seen.setdefault(body, {}).setdefault(folder.name, where)
    return sorted(" = ".join(places.values()) for places in seen.values() if len(places) > 1)


def places() -> list[Path]:
    """The folders of the rule sets, and what they share."""
    return [*(path for path in sorted(RULE_SETS.glob("[a-z]*")) if path.is_dir()), ROOT / "engine" / "procedures"]


def test_no_rule_set_has_what_another_one_or_the_shared_procedures_have() -> None:
    assert copies(places()) == []


def test_every_rule_set_is_looked_at() -> None:
    assert {"firefight", "interlock", "procedures", "unisystem"} <= {path.name for path in places()}
    assert all(sum(1 for _ in functions_of(path)) > 5 for path in places() if path.name != "procedures")


COPIED = '''
def best(ctx, actor, targets):
    """Who is hurt worst."""
    worst: int = 10
    for one in targets:
        if ctx.combatant(one).pools["life"].now < worst:
            worst = ctx.combatant(one).pools["life"].now
    return worst
'''
RENAMED = COPIED.replace("best", "gravest").replace("worst", "least").replace('"life"', '"wounds"').replace(": int", "")


@pytest.mark.proof
@pytest.mark.parametrize("copy", [COPIED, RENAMED])
def test_a_planted_copy_is_found_also_under_other_names(tmp_path: Path, copy: str) -> None:
    for name, source in (("one", COPIED), ("other", copy)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text(source)
    (found,) = copies([tmp_path / "one", tmp_path / "other"])
    assert found.startswith("one/rules.py:best = other/rules.py:")


def test_what_does_something_else_is_no_copy(tmp_path: Path) -> None:
    for name, source in (("one", COPIED), ("other", COPIED.replace(".now < ", ".full < "))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text(source)
    assert copies([tmp_path / "one", tmp_path / "other"]) == []
