"""Exports for tests: a short honest game as JSON lines, and the tools of a forger."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.commands import (
    AddEntropy,
    BeginCombat,
    Done,
    EndCombat,
    FreeRoll,
    NextTurn,
    Note,
    OpenClosedKey,
    RollInitiative,
    Undo,
)
from events.chain import GENESIS, seal
from events.codec import decode
from events.envelope import Entry
from events.play import Rolled
from tests.engine.toy import TOY
from tests.tables import MemoryTable

Document = dict[str, Any]
Twist = Callable[[Document], None]


def played() -> MemoryTable:
    """Two turns with open rolls, a hidden roll, real dice, entropy, an undo, and keys revealed."""
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("ann", controller="ana")
    table.enter("bob", controller="ana")
    table.must(AddEntropy(entropy="9f86d081"))
    table.must(BeginCombat(title="In the yard"))
    table.must(RollInitiative())
    fight = table.state.fight
    assert fight is not None
    up = fight.up
    assert up is not None
    other = "bob" if up == "ann" else "ann"
    table.must(FreeRoll(dice="3d6+1", combatant=up))
    table.act(up, kind="strike", target=other, blows=3)
    table.must(FreeRoll(dice="2d6", level="gm"))
    table.must(FreeRoll(dice="d10"), faces=(7,))
    table.must(Undo())
    table.must(Done(combatant=up))
    table.must(Done(combatant=other))
    table.must(NextTurn())
    table.must(OpenClosedKey(epoch=2))
    table.must(Note(text="The gate is open."))
    table.must(FreeRoll(dice="d20"))
    table.must(EndCombat())
    return table


class Export:
    """The lines of an export as documents that can be twisted, and written again."""

    def __init__(self, table: MemoryTable) -> None:
        self.header: Document = {"fracas": 1, "table": "t1", "ruleset": table.ruleset.id}
        self.bodies = list(table.bodies)
        self.salts = [bytes(16)] * len(self.bodies)
        self.hashes: list[bytes] = []
        self.rechain()

    def rechain(self, start: int = 1) -> None:
        """Work out hashes and trailer anew from a version on: what somebody can do who rewrites a log."""
        del self.hashes[start - 1 :]
        for version in range(start, len(self.bodies) + 1):
            before = self.hashes[-1] if self.hashes else GENESIS
            sealed = seal(before, version, self.bodies[version - 1], self.salts[version - 1])
            self.hashes.append(sealed.hash)
        self.trailer: Document = {"count": len(self.bodies), "head": self.hashes[-1].hex()}

    def lines(self) -> list[bytes]:
        """The export as it stands in a file."""
        return [
            msgspec.json.encode(self.header) + b"\n",
            *(self.line(version) for version in range(1, len(self.bodies) + 1)),
            msgspec.json.encode(self.trailer) + b"\n",
        ]

    def line(self, version: int) -> bytes:
        """One entry's line."""
        salt, hashed = self.salts[version - 1].hex(), self.hashes[version - 1].hex()
        head = f'{{"version":{version},"salt":"{salt}","hash":"{hashed}","entry":'
        return head.encode() + self.bodies[version - 1] + b"}\n"

    def entries(self) -> list[Entry]:
        """The entries as the program reads them."""
        return [decode(body) for body in self.bodies]

    def twist(self, version: int, twist: Twist, *, rechain: bool = True) -> None:
        """Change one entry, and hide it behind a new chain unless told otherwise."""
        document = msgspec.json.decode(self.bodies[version - 1])
        twist(document)
        self.bodies[version - 1] = msgspec.json.encode(document)
        if rechain:
            self.rechain(version)

    def versions(self, kind: type[Any]) -> list[int]:
        """Where facts of a type stand."""
        return [entry.version for entry in self.entries() if isinstance(entry.fact, kind)]

    def rolls(self, **fields: Any) -> list[int]:
        """Where rolls with these fields stand."""
        return [
            entry.version
            for entry in self.entries()
            if isinstance(entry.fact, Rolled) and all(getattr(entry.fact, k) == v for k, v in fields.items())
        ]


def another_face(document: Document) -> None:
    """Turn a roll's first face to another one of a d6 or bigger, total and all."""
    fact = document["fact"]
    old = fact["faces"][0]
    new = 1 if old != 1 else 2
    fact["faces"][0] = fact["counts"][0] = new
    fact["total"] += new - old
