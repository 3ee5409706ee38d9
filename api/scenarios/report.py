"""How a result is told to a person: what was expected beside what came, the step, and the whole explanation."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from api.scenarios.outcome import Mismatch, Result

WIDEST: Final = 60
"""Characters of an expected value up to which what came stands beside it; a longer one has it below."""


def headline(result: Result) -> str:
    """One line for a scenario: whether it passed, where it stands, its title."""
    word = "passed" if result.passed else "FAILED"
    return f"{word}  {result.file}:{result.line}  {result.title}".rstrip()


def report(result: Result) -> tuple[str, ...]:
    """The lines about a scenario: its headline and, where it failed, everything there is to know."""
    if result.problem is None:
        return (headline(result),)
    return (headline(result), *(f"  {line}".rstrip() for line in _failure(result)))


def _failure(result: Result) -> Iterator[str]:
    assert result.problem is not None
    if result.step:
        yield f"step {result.step} of {result.steps} (line {result.step_line}): {result.command}"
    first, *more = result.problem.sentence.splitlines()
    yield f"{result.problem.kind}: {first}"
    yield from (f"  {line}" for line in more)
    yield from _beside(result.problem.mismatches)
    if result.told:
        yield "what happened in this step:"
        yield from (f"  {line}" for line in result.told)


def _beside(mismatches: tuple[Mismatch, ...]) -> Iterator[str]:
    """Expected and got in columns; what is too long for a column stands in lines of its own."""
    rows = [(one.what, shown(one.expected), shown(one.got)) for one in mismatches]
    short = [row for row in rows if len(row[1]) <= WIDEST]
    if short:
        what = max(4, *(len(row[0]) for row in short))
        expected = max(8, *(len(row[1]) for row in short))
        yield f"  {'':<{what}}  {'expected':<{expected}}  got"
        yield from (f"  {row[0]:<{what}}  {row[1]:<{expected}}  {row[2]}" for row in short)
    for row in rows:
        if row not in short:
            yield from (f"  {row[0]}", f"    expected  {row[1]}", f"    got       {row[2]}")


def shown(value: Any) -> str:
    """A value as it would stand in a scenario file."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return value or '""'
        case dict():
            return f"{{{', '.join(f'{name}: {shown(one)}' for name, one in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(shown, value))}]"
        case msgspec.Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return shown({name: one for name, one in fields if one is not msgspec.UNSET})
        case _:
            return str(value)
