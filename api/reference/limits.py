"""docs/reference/limits.md: how much of everything."""

from collections.abc import Iterator

from api.limits import LIMITS


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Limits"
    yield ""
    yield "One table in code (`api/limits.py`), enforced where each one bites. Nothing of a command beyond a limit"
    yield "is kept."
    yield ""
    yield "| limit | at most | of what | beyond it |"
    yield "|---|---|---|---|"
    for limit in LIMITS:
        yield f"| {limit.name} | {limit.most} | {limit.unit} | {limit.beyond} |"
