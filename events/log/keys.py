"""The names of a table's keys. They share a hash tag, so that a cluster keeps a table's keys together."""

import re
from typing import Final

ALL_LOGS: Final = "fracas:{*}:log"

_TABLE: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
_LOG: Final = re.compile(r"fracas:\{([A-Za-z0-9-]{1,40})\}:log")


def all_of(table: str) -> str:
    """The pattern of every key of a table."""
    return f"fracas:{{{_fit(table)}}}:*"


def log_key(table: str) -> str:
    """The stream that holds the table's entries."""
    return f"fracas:{{{_fit(table)}}}:log"


def ids_key(table: str) -> str:
    """The index of accepted commands: a cache, made again from the stream when it is missing."""
    return f"fracas:{{{_fit(table)}}}:ids"


def acked_key(table: str) -> str:
    """Up to which version replicas have the log, where they are waited for; the log may be further."""
    return f"fracas:{{{_fit(table)}}}:acked"


def asked_key(table: str) -> str:
    """What is written only to see that replicas take it."""
    return f"fracas:{{{_fit(table)}}}:asked"


def here_key(table: str) -> str:
    """How many follow the table in which process: told again and again, forgotten soon."""
    return f"fracas:{{{_fit(table)}}}:here"


def snapshot_key(table: str, fingerprint: str) -> str:
    """A folded state of the table, for one version of the software that folds."""
    return f"fracas:{{{_fit(table)}}}:snapshot:{fingerprint}"


def table_of(key: bytes) -> str | None:
    """The table whose log has this key; None for any other key."""
    found = _LOG.fullmatch(key.decode("utf-8", "replace"))
    return found[1] if found else None


def _fit(table: str) -> str:
    if not _TABLE.fullmatch(table):
        raise ValueError(f"{table!r} is no name of a table: 1 to 40 letters, digits and hyphens")
    return table
