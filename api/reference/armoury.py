"""The lists of an armoury as tables: a column for each field that any entry of the list has."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {}, False)
_FIRST: Final = ("id", "name")


def armoury_tables(lists: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """The armoury, list by list."""
    yield ""
    yield "## Armoury"
    yield ""
    yield "What a sheet may name by `model` or wear, and what weapons are loaded with. `basis` says of each entry where"
    yield "its numbers come from, as for the rules."
    for name, entries in lists.items():
        yield ""
        yield f"### Armoury: {name}"
        yield ""
        yield from _table([msgspec.to_builtins(entry) for entry in entries])


def _table(entries: list[dict[str, Any]]) -> Iterator[str]:
    used = dict.fromkeys(field for entry in entries for field, value in entry.items() if value not in _NOTHING)
    columns = (*_FIRST, *(field for field in used if field not in (*_FIRST, "rule")), "rule")
    yield f"| {' | '.join(column.replace('_', ' ') for column in columns)} |"
    yield f"|{'---|' * len(columns)}"
    for entry in entries:
        yield f"| {' | '.join(_cell(column, entry.get(column)) for column in columns)} |"


def _cell(column: str, value: Any) -> str:
    if value in _NOTHING:
        return ""
    if column == "id":
        return f"`{value}`"
    if column == "rule":
        return f"[{value}](#{str(value).lower()})"
    return _plain(value)


def _plain(value: Any) -> str:
    match value:
        case True:
            return "yes"
        case dict():
            return " ".join(_plain(one) for one in value.values() if one not in _NOTHING)
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case _:
            return str(value).replace("|", "\\|")
