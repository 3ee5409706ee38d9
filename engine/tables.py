"""Typed tables: packaged TOML decoded into frozen structs when the rule set is imported."""

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


class TableError(Exception):
    """A packaged table does not fit its type. Says which file and what is wrong in it."""


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
