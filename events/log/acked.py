"""How far replicas are known to have each table: nobody is told more, so that a failover takes back nothing told."""

import asyncio
from contextlib import suppress

from events.log import keys
from events.log.errors import LogError
from events.log.refusals import TooFewReplicas
from events.log.scripts import script
from events.log.wire import Wire


class Acked:
    """The versions that enough replicas have, as far as this process has made sure.

    What was made sure of holds while no connection is lost: after a failover versions may stand for other entries. The
    mark that outside readers find beside the log is written afterwards; it may lag behind, and never runs ahead.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._upto: dict[str, int] = {}
        self._losses = 0
        self._marks: dict[str, int] = {}
        self._marking: asyncio.Task[None] | None = None

    def note(self, table: str, version: int) -> None:
        """Replicas have it: the answer to writing it said so."""
        if not self._wire.replicas:
            return
        self._see_losses()
        self._upto[table] = max(version, self._upto.get(table, 0))
        self._marks[table] = self._upto[table]
        if self._marking is None or self._marking.done():
            self._marking = asyncio.create_task(self._mark())

    async def confirm(self, table: str, version: int) -> None:
        """Return when replicas have it.

        Raises:
            LogUnavailable: they do not take it in time.
        """
        if not self._wire.replicas:
            return
        self._see_losses()
        if version > self._upto.get(table, 0):
            await self._wire.persist(lambda: self._ask(table))

    def forget(self, table: str) -> None:
        """It was deleted: a table that is brought in under its name begins anew."""
        self._upto.pop(table, None)
        self._marks.pop(table, None)

    async def aclose(self) -> None:
        """Write the marks that are left."""
        if self._marking is not None:
            await asyncio.wait((self._marking,))

    async def _ask(self, table: str) -> None:
        """Replicas take writes in order: who has one that was made just now has all before it."""
        names = [keys.log_key(table), keys.asked_key(table)]
        losses = self._wire.losses
        head, acked = await self._wire.write(script("probe", writes=True), names, [])
        if not acked:
            raise TooFewReplicas(f"Fewer than {self._wire.replicas} replicas have the newest entries of table {table}")
        if losses == self._wire.losses:
            self.note(table, head)

    async def _mark(self) -> None:
        while self._marks:
            table, version = self._marks.popitem()
            with suppress(LogError):
                await self._wire.call(keys.acked_key(table), "SET", keys.acked_key(table), version)

    def _see_losses(self) -> None:
        if self._losses != self._wire.losses:
            self._losses = self._wire.losses
            self._upto.clear()
