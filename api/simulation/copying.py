"""Makes the file of one run beside the event loop: the table's log is copied page by page, then the run is played."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from tempfile import SpooledTemporaryFile
from threading import Event
from time import monotonic
from typing import IO, Final

from msgspec.structs import replace

from api.limits import FIGHTING
from api.proof.capsules import line_of, written
from api.proof.verify import FORMAT, Header, Trailer
from api.simulation.arena import GLANCE, Gone
from api.simulation.kept import Renamed, goes_on
from api.simulation.many import Fights, GivenUp, dice_of
from api.simulation.written import Secret, Written
from api.thinking import Thinking
from engine.history import History
from engine.playing import Face
from events.chain import Sealed
from events.log.errors import LogForked
from events.log.stream import Log

_IN_MEMORY: Final = 8 * 1024 * 1024
_PART: Final = 256 * 1024


class Copying:
    """A table's log under another name, up to the head of a history that is apart."""

    def __init__(
        self,
        log: Log,
        thinking: Thinking,
        table: str,
        history: History,
        secret: Secret,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._clock = clock
        self._log, self._thinking, self._table, self._history, self._secret = log, thinking, table, history, secret
        self._name = secret("name").hex()[:20]

    async def with_run(self, fights: Fights, run: int, gone: Gone, longest: float = FIGHTING) -> IO[bytes] | None:
        """The file with the run at its end; None: whoever asked is gone. The fight is given `longest` seconds.

        Raises:
            GivenUp: it took longer. Refused: the table forbids something of it, for it is closed.
            LogError: the log does not answer, or no longer holds what this history was read from.
        """
        file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
        try:
            whole = await self._written(file, fights, run, gone, longest)
        except BaseException:
            file.close()
            raise
        if not whole:
            file.close()
            return None
        file.seek(0)
        return file

    async def _written(self, file: IO[bytes], fights: Fights, run: int, gone: Gone, longest: float) -> bool:
        renamed, head = Renamed(self._table, self._name, self._secret), self._history.head
        file.write(line_of(Header(FORMAT, self._name, fights.ruleset)))
        async for page in self._log.walk(self._table):
            await asyncio.to_thread(_write, file, renamed, [one for one in page if one.version <= head])
            if page[-1].version >= head:
                break
            if await gone():
                return False
        if renamed.reached != self._history.hash:
            raise LogForked(self._table, renamed.version)
        begins = replace(self._history, hash=renamed.hash)
        given_up = Event()

        def play() -> Written:
            over = self._clock() + longest  # once it is its turn
            face = self._until(given_up, over, dice_of(fights.seed, run))
            return goes_on(self._name, begins, self._secret, fights, run, face)

        log = await _unless_gone(self._thinking.about(play), given_up, gone)
        if log is None:
            return False
        file.write(b"".join(line_of(written(one)) for one in log.sealed))
        file.write(line_of(Trailer(log.history.head, log.history.hash.hex())))
        return True

    def _until(self, given_up: Event, over: float, face: Face) -> Face:
        def thrown(sides: int) -> int:
            if given_up.is_set() or self._clock() > over:
                raise GivenUp
            return face(sides)

        return thrown


def _write(file: IO[bytes], renamed: Renamed, entries: list[Sealed]) -> None:
    file.write(b"".join(line_of(written(one)) for one in renamed.page(entries)))


async def _unless_gone(playing: Awaitable[Written], given_up: Event, gone: Gone) -> Written | None:
    """What is being played, unless whoever asked goes away: then the fight ends at its next die."""
    task = asyncio.ensure_future(playing)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=GLANCE)
            if not task.done() and await gone():
                return None
        return task.result()
    finally:
        given_up.set()
        task.cancel()


async def parts_of(file: IO[bytes]) -> AsyncIterator[bytes]:
    """A file in parts; it is closed after them."""
    with file:
        while part := await asyncio.to_thread(file.read, _PART):
            yield part
