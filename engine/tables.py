"""Typed tables: packaged TOML decoded into frozen structs when the rule set is imported."""

from collections import Counter
from collections.abc import Collection, Iterable
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")
Basis = Literal["source", "public", "decision"]
"""Whether the rules a set is written from say it, public rules of the family define it, or it is our reading."""


class TableError(Exception):
    """A packaged table does not fit its type. Says which file and what is wrong in it."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers of a table, and the rule that justifies them."""

    rule: str


class ListedRow(Row, frozen=True, kw_only=True):
    """A thing of a list, which a sheet may name by its id."""

    id: str
    name: str
    basis: Basis


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in a file: tables of one row or of several."""

    def rows(self) -> Iterable[Row]:
        """Every row of every table."""
        for name in self.__struct_fields__:
            table = getattr(self, name)
            yield from table if isinstance(table, tuple) else (table,)


Shape = TypeVar("Shape", bound=TableFile)


def read_rows(package: str, name: str, shape: type[Shape], rules: Collection[str]) -> Shape:
    """A packaged file of tables whose rows are held to the rules in force, and whose lists have no id twice.

    Raises:
        TableError: the file does not fit the shape, names other rules, or has an id twice.
    """
    tables = read_table(package, name, shape)
    refuse_unknown_rules(tables.rows(), rules, f"{package}/{name}")
    refuse_doubles(tables.rows(), f"{package}/{name}")
    return tables


def refuse_unknown_rules(rows: Iterable[Row], rules: Collection[str], file: str) -> None:
    """Hold the rows of a table to the rulebook.

    Raises:
        TableError: a row names a rule that is not in force.
    """
    unknown = {row.rule for row in rows} - set(rules)
    if unknown:
        raise TableError(f"{file} names rules that are not in the rulebook: {', '.join(sorted(unknown))}")


def refuse_doubles(rows: Iterable[Row], file: str) -> None:
    """Hold lists to their ids.

    Raises:
        TableError: two things have the same id.
    """
    ids = Counter(row.id for row in rows if isinstance(row, ListedRow))
    twice = sorted(one for one, times in ids.items() if times > 1)
    if twice:
        raise TableError(f"{file} has an id twice: {', '.join(twice)}")


def read_table(package: str, name: str, shape: type[T]) -> T:
    """The packaged TOML file `name` of `package` as a `shape`; keys that the shape does not know are refused.

    Raises:
        TableError: the file is missing, is no TOML, or does not fit the shape.
    """
    try:
        return parse_table(files(package).joinpath(name).read_bytes(), shape)
    except (OSError, ModuleNotFoundError) as missing:
        raise TableError(f"{package}: there is no {name} in this package") from missing
    except TableError as wrong:
        raise TableError(f"{package}/{name}: {wrong}") from wrong


def parse_table(content: bytes, shape: type[T]) -> T:
    """TOML as a `shape`.

    Raises:
        TableError: it is no TOML, or does not fit the shape.
    """
    try:
        return msgspec.toml.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise TableError(str(wrong)) from wrong
