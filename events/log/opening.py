"""Opening a table: the newest snapshot that can be believed and what followed, both held to the chain."""

import msgspec

from events.chain import Sealed, first_break
from events.log.answers import EMPTY, Head
from events.log.errors import LogBroken
from events.log.snapshots import Snapshot, stored
from events.log.stream import PAGE, Log


class Opened(msgspec.Struct, frozen=True):
    """A table as found: where to start folding (None: the empty state) and the checked entries after it."""

    snapshot: Snapshot | None
    tail: tuple[Sealed, ...]

    @property
    def head(self) -> Head:
        """How far the log goes. EMPTY when there is no such table."""
        if self.tail:
            return Head(self.tail[-1].version, self.tail[-1].hash)
        return self.snapshot.head if self.snapshot else EMPTY


async def open_table(log: Log, table: str, fingerprint: str, mac_key: bytes) -> Opened:
    """The table's snapshot, if one fits, and every entry after it.

    The snapshot is believed only if the log holds its very hash at its version, and the tail only if it goes
    on from there link by link. Without a snapshot the whole log is checked.

    Raises:
        LogBroken: names the first version that cannot be believed.
    """
    found = await stored(log, table, fingerprint, mac_key)
    if found is not None:
        tail = await _tail(log, table, found.head)
        if tail is not None:
            return Opened(found, tail)
    entries: list[Sealed] = []
    async for page in log.walk(table):
        entries += page
    return Opened(None, tuple(entries))


async def _tail(log: Log, table: str, head: Head) -> tuple[Sealed, ...] | None:
    """What follows `head`, which is read along to see that it is there; None when it is not."""
    try:
        first = await log.read(table, head.version - 1, PAGE + 1)
    except LogBroken:
        return None  # the walk from the start names the version
    if not first or first[0].hash != head.hash:
        return None
    entries, end = list(first[1:]), first[-1]
    broken = first_break(head.hash, head.version, entries)
    if broken:
        raise LogBroken(table, broken.version, f"the chain shows a {broken.why} that does not fit")
    if len(first) > PAGE:
        async for page in log.walk(table, Head(end.version, end.hash)):
            entries += page
    return tuple(entries)
