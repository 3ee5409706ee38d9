"""What can be wrong with an export: one word for each kind, with the first version it shows at."""

from typing import Literal

import msgspec

Kind = Literal[
    "header",
    "line",
    "hole",
    "unreadable",
    "bytes",
    "version",
    "table",
    "opening",
    "hash",
    "clock",
    "command",
    "epoch",
    "entropy",
    "reveal",
    "key-head",
    "roll-epoch",
    "address",
    "face",
    "reference",
    "cut",
    "count",
    "head",
    "after-the-end",
    "receipt",
]
"""A closed list; `docs/receipts.md` says what each means."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong: the version, the kind, and a sentence for people."""

    version: int
    kind: Kind
    sentence: str


class Broken(Exception):
    """Ends the reading: nothing after this point could be believed."""

    def __init__(self, version: int, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = Fault(version, kind, sentence)
