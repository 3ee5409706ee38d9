"""The log itself: one stream per table, appended to by one call that decides."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, Final, Self
from urllib.parse import urlsplit

from events.chain import Sealed, first_break
from events.log import index, keys
from events.log.acked import Acked
from events.log.answers import EMPTY, Answer, Appended, Head, Known, Landed, Landing, Moved
from events.log.cluster import SCHEMES, Cluster
from events.log.errors import LogBroken, LogError, LogForked, LogFull, LogRefused, LogUnavailable
from events.log.fitness import check_group
from events.log.pages import unpack
from events.log.scripts import script
from events.log.server import Server, look_at, together
from events.log.wire import Disk, Revive, Wire

PAGE: Final = 500
"""Most entries that one call to the server hands back, so that no table waits long for another."""

ADDRESSES: Final = ("redis://", "rediss://", "unix://", "redis+cluster://", "rediss+cluster://")
"""How the address of a log may begin."""

_REBUILDS: Final = 8


class Log:
    """Every table's log on one server. The only store there is."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._acked = Acked(wire)

    async def append(
        self,
        table: str,
        expected_version: int,
        commands: Sequence[Landing],
        *,
        expected_hash: bytes | None = None,
    ) -> Answer:
        """Add a group of commands right after `expected_version`, all or nothing; at 0 this makes the table.

        May be called again with the same group after any failure: it lands once, and the answer is the same.
        With `expected_hash` a log that is another one than the caller has read is noticed.

        Raises:
            UnfitGroup: the group would break the log. Nothing was sent.
            LogForked: the log does not contain what was expected; read it anew.
            LogBroken: what is stored is no log.
            LogUnavailable: no answer; whether it landed is unknown until the same call is made again.
            LogRefused: the server will not write.
        """
        check_group(table, expected_version, commands, expected_hash)
        arguments = _arguments(expected_version, expected_hash, commands)
        answer, acked = await self._decided(table, arguments)
        if isinstance(answer, int) and acked:
            self._acked.note(table, answer)
        else:
            await self.confirm(table, answer if isinstance(answer, int) else answer[1])
        return await self._answer(table, expected_version, commands, answer)

    async def confirm(self, table: str, version: int) -> None:
        """Return when as many replicas as are wanted have the table's entries up to a version; nobody is told more.

        Raises:
            LogUnavailable: they do not take them in time.
        """
        await self._acked.confirm(table, version)

    async def read(self, table: str, after: int = 0, limit: int = PAGE) -> tuple[Sealed, ...]:
        """At most `limit` entries after a version, in order; none when there are no more.

        Raises:
            LogBroken: the very next entry is missing or none of ours. (Hashes are checked by `walk`.)
        """
        found: list[Sealed] = []
        while len(found) < limit:
            page = await self._page(table, after + len(found), min(PAGE, limit - len(found)), bool(found))
            found += page
            if not page:
                break
        return tuple(found)

    async def walk(self, table: str, after: Head = EMPTY) -> AsyncIterator[tuple[Sealed, ...]]:
        """Everything after `after`, page by page, each checked against the chain before it is handed out.

        Raises:
            LogBroken: names the first version that cannot be believed.
        """
        coming = asyncio.ensure_future(self.read(table, after.version))
        try:
            while page := await coming:
                # The server packs the next page while this one is checked and folded.
                coming = asyncio.ensure_future(self.read(table, page[-1].version))
                await asyncio.sleep(0)
                broken = first_break(after.hash, after.version, page)
                if broken:
                    raise LogBroken(table, broken.version, f"the chain shows a {broken.why} that does not fit")
                yield page
                after = Head(page[-1].version, page[-1].hash)
        finally:
            coming.cancel()
            with suppress(asyncio.CancelledError, LogError):
                await coming

    async def head(self, table: str) -> Head:
        """How far the table's log goes. EMPTY when there is no such table."""
        reply = await self.wire.run(script("head", writes=False), [keys.log_key(table)], [])
        if reply[0] < 0 or len(reply[1]) != 32:
            raise LogBroken(table, abs(reply[0]), "its newest entry is none of ours")
        return Head(reply[0], reply[1])

    async def exists(self, table: str) -> bool:
        """Whether the table has been opened."""
        return (await self.head(table)).version > 0

    async def entry(self, table: str, version: int) -> Sealed | None:
        """One entry, or None when the log does not go that far."""
        page = await self.read(table, version - 1, 1)
        return page[0] if page else None

    async def landed(self, table: str, key: str) -> Landed | None:
        """Where the command `seat/command-id` stands in the log; None when it was never accepted."""
        names = [keys.log_key(table), keys.ids_key(table)]
        for _ in range(_REBUILDS):
            covered, found = await self.wire.run(script("landed", writes=False), names, [key])
            if covered:
                with suppress(ValueError):  # spoilt: made anew
                    return index.parse(found) if found else None
            await self.reindex(table)
        raise LogRefused(f"The index of table {table} is changed by somebody else again and again.")

    async def tables(self) -> tuple[str, ...]:
        """The names of all tables, in alphabetical order."""
        found = await self._keys(keys.ALL_LOGS, "stream")
        return tuple(sorted({table for key in found if (table := keys.table_of(key))}))

    async def size(self, table: str) -> int:
        """The bytes that the server spends on a table's log; 0 where there is none."""
        key = keys.log_key(table)
        return int(await self.wire.call(key, "MEMORY", "USAGE", key) or 0)

    async def delete(self, table: str) -> int:
        """Take a table off the server with everything that was kept of it; how many keys it had.

        Nothing brings it back, also no failover where replicas are waited for. Whoever still has it open finds no log
        the next time.
        """
        self._acked.forget(table)
        log, asked = keys.log_key(table), keys.asked_key(table)
        found = await self._keys(keys.all_of(table))
        # The log goes last: whoever is interrupted here finds a table that is there as before, and tries again.
        gone = [("UNLINK", key) for key in sorted(found, key=lambda key: key == log.encode())]
        await self.wire.change(log, ("SET", asked, "gone"), *gone, ("UNLINK", asked))
        return len(found)

    async def reindex(self, table: str) -> None:
        """Make the index of accepted commands anew from the log. Done unasked when the two do not fit."""
        await index.rebuild(self.wire, table, lambda after: self.read(table, after))

    async def ping(self) -> None:
        """Return when the server answers."""

        async def ask() -> None:
            for client in await self.wire.clients():
                await client.ping()

        await self.wire.persist(ask)

    async def ready(self) -> Server:
        """What the server is and how durable it is set up to be.

        Raises:
            LogTooOld: older than Redis 7.
        """

        async def ask() -> Server:
            return together([await look_at(client) for client in await self.wire.clients()])

        return await self.wire.persist(ask)

    async def takes_more(self) -> Server:
        """What the server is, if what is appended now would be acknowledged.

        Raises:
            LogFull: its disk or memory is full. LogUnavailable: it has fewer replicas than are waited for.
        """
        found = await self.ready()
        if found.full:
            raise LogFull(f"The log takes nothing more: {found.full}. Make room; what it has stays.")
        await self.wire.must_have_room()
        if found.replicas < self.wire.replicas:
            raise LogUnavailable(f"The log has {found.replicas} replicas, and {self.wire.replicas} are waited for.")
        return found

    async def aclose(self) -> None:
        """Close the connections."""
        await self._acked.aclose()
        await self.wire.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _keys(self, pattern: str, kind: str | None = None) -> set[bytes]:
        """The keys of a pattern, on all servers."""

        async def scan() -> set[bytes]:
            found: set[bytes] = set()
            for client in await self.wire.clients():
                found |= {key async for key in client.scan_iter(match=pattern, count=1000, _type=kind)}
            return found

        return await self.wire.persist(scan)

    async def _page(self, table: str, after: int, limit: int, lenient: bool) -> list[Sealed]:
        reply = await self.wire.run(script("read", writes=False), [keys.log_key(table)], [after, limit])
        page = unpack(table, after, reply, lenient)
        if page:
            await self.confirm(table, page[-1].version)
        return page

    async def _decided(self, table: str, arguments: list[bytes | str | int]) -> tuple[int | list[Any], bool]:
        names = [keys.log_key(table), keys.ids_key(table)]
        for _ in range(_REBUILDS):
            answer, acked = await self.wire.write(script("append", writes=True), names, arguments)
            if isinstance(answer, int) or (answer[0] != b"unindexed" and _reads(answer)):
                return answer, acked
            await self.reindex(table)
        raise LogRefused(f"The index of table {table} is changed by somebody else again and again.")

    async def _answer(self, table: str, expected: int, commands: Sequence[Landing], answer: int | list[Any]) -> Answer:
        if isinstance(answer, int):
            return Appended(Head(answer, commands[-1].entries[-1].hash))
        head = Head(answer[1], answer[2])
        match answer[0]:
            case b"moved":
                return Moved(head, tuple(unpack(table, expected, answer[4], lenient=False)))
            case b"known":
                missed = tuple(unpack(table, expected, answer[4], lenient=True))
                return await self._ours(table, commands) or Known(head, index.pairs(answer[3]), missed)
            case b"forked":
                raise LogForked(table, head.version)
            case _:
                raise LogBroken(table, head.version, "its newest entry is none of ours")

    async def _ours(self, table: str, commands: Sequence[Landing]) -> Appended | None:
        """The answer that was lost, if this very group has landed: the hash at its end vouches for it all."""
        last = commands[-1].entries[-1]
        there = await self.entry(table, last.version)
        return Appended(Head(last.version, last.hash)) if there and there.hash == last.hash else None


def open_log(
    url: str, *, patience: float = 10.0, revive: Revive | None = None, replicas: int = 0, disk: Disk | None = None
) -> Log:
    """The log on the server at a redis://, rediss:// or unix:// address. Connects at the first call.

    redis+cluster:// and rediss+cluster:// name servers of a Redis Cluster, separated by commas.
    `patience`: seconds that a call keeps trying through lost connections before it gives up. `replicas`: so many must
    have an entry before it is acknowledged, or told to anybody. `disk`: what is known of the server's.
    """
    if not url.startswith(ADDRESSES):
        raise ValueError(f"The address of the log must begin with {', '.join(ADDRESSES)}")
    if urlsplit(url).scheme in SCHEMES:
        return Log(Cluster(url, patience=patience, replicas=replicas))
    return Log(Wire(url, patience=patience, revive=revive, replicas=replicas, disk=disk))


def _reads(answer: list[Any]) -> bool:
    """Whether what the index said of known commands reads; a spoilt one is made anew."""
    try:
        return answer[0] != b"known" or bool(index.pairs(answer[3]))
    except ValueError:
        return False


def _arguments(expected: int, expected_hash: bytes | None, commands: Sequence[Landing]) -> list[bytes | str | int]:
    arguments: list[bytes | str | int] = [expected, expected_hash or b"", PAGE, len(commands)]
    for command in commands:
        arguments += (command.key, command.digest, len(command.entries))
        for entry in command.entries:
            arguments += (entry.body, entry.salt, entry.hash)
    return arguments
