"""Several processes that serve the same tables at one socket: started together, replaced one by one, ended together."""

import asyncio
import multiprocessing
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic
from typing import Final

from api.lines import say
from api.metrics import ended, share
from api.settings import Settings
from events.log.errors import LogError

PATIENCE: Final = 15.0
"""Seconds that the processes have to end in good order, once they are told to."""

_QUICK: Final = 5.0
"""A process that ends within so many seconds of its start is not replaced at once."""

_LONGEST_PAUSE: Final = 30.0

_spawn: Final = multiprocessing.get_context("spawn")


class CrewFailed(LogError):
    """The processes did not come up."""


class _Worker:
    """One process, from its start to its end."""

    def __init__(self, settings: Settings, opened: socket.socket, number: int) -> None:
        from api.cli.worker import work

        self.number = number
        self.began = monotonic()
        self.up = asyncio.Event()
        self.ended = asyncio.Event()
        told, self._tells = _spawn.Pipe(duplex=False)
        self.process: SpawnProcess = _spawn.Process(
            target=work, args=(settings, opened, self._tells, number), name=f"fracas worker {number}"
        )
        self.process.start()
        self._tells.close()
        self._listen(told)

    def _listen(self, told: Connection) -> None:
        loop = asyncio.get_running_loop()

        def hear() -> None:
            loop.remove_reader(told.fileno())
            try:
                told.recv()
                self.up.set()
            except (EOFError, OSError):
                pass  # it has ended
            told.close()

        def gone() -> None:
            loop.remove_reader(self.process.sentinel)
            self.process.join()
            self.ended.set()

        loop.add_reader(told.fileno(), hear)
        loop.add_reader(self.process.sentinel, gone)

    def tell(self, what: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if not self.ended.is_set() and self.process.pid is not None:
            self.process.kill() if what is signal.SIGKILL else self.process.terminate()


class Crew:
    """The processes of one `fracas serve --workers N`.

    They share the listening socket: whichever is free takes the next connection, and while one is replaced the others
    go on. `should_exit` ends them in good order, `force_exit` at once.
    """

    def __init__(self, settings: Settings, opened: socket.socket, workers: int) -> None:
        self._settings, self._opened, self._size = settings, opened, workers
        self._counts = tempfile.TemporaryDirectory(prefix="fracas-counts-")
        share(Path(self._counts.name))
        self._workers: dict[int, _Worker] = {}
        self._leaving, self._hurry = asyncio.Event(), asyncio.Event()

    @property
    def should_exit(self) -> bool:
        """Whether it was told to end."""
        return self._leaving.is_set()

    @should_exit.setter
    def should_exit(self, wanted: bool) -> None:
        if wanted:
            self._leaving.set()

    @property
    def force_exit(self) -> bool:
        """Whether it was told to end at once."""
        return self._hurry.is_set()

    @force_exit.setter
    def force_exit(self, wanted: bool) -> None:
        if wanted:
            self._hurry.set()

    async def serve(self, up: Callable[[], Awaitable[None]]) -> None:
        """Serve until told to end; `up` is called when all have begun.

        Raises:
            CrewFailed: a process ended before it had begun.
        """
        keeping: list[asyncio.Task[None]] = []
        try:
            for number in range(1, self._size + 1):
                self._workers[number] = _Worker(self._settings, self._opened, number)
            await asyncio.gather(*(self._begun(one) for one in tuple(self._workers.values())))
            keeping = [asyncio.create_task(self._keep(number)) for number in self._workers]
            if not self.should_exit:
                await up()
            await self._leaving.wait()
        finally:
            for one in keeping:
                one.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            await self._end()

    async def _begun(self, worker: _Worker) -> None:
        await _first(worker.up, worker.ended, self._leaving)
        if worker.ended.is_set() and not worker.up.is_set() and not self.should_exit:
            raise CrewFailed(f"a process of the service ended at its start, with code {worker.process.exitcode}")

    async def _keep(self, number: int) -> None:
        """Another one for each that ends; with a longer and longer pause where they end at once."""
        pause = 0.0
        while True:
            worker = self._workers[number]
            await worker.ended.wait()
            ended(worker.process.pid or 0, Path(self._counts.name))
            say("worker ended", 40, worker=number, pid=worker.process.pid, code=worker.process.exitcode)
            quick = monotonic() - worker.began < _QUICK
            pause = min(_LONGEST_PAUSE, 2 * pause or 0.5) if quick else 0.0
            await asyncio.sleep(pause)
            self._workers[number] = _Worker(self._settings, self._opened, number)

    async def _end(self) -> None:
        # Nobody is let in any more: whoever knocks now should hear at once that nobody is there.
        self._opened.close()
        for one in self._workers.values():
            one.tell(signal.SIGTERM)
        all_gone = asyncio.create_task(_all(one.ended for one in self._workers.values()))
        hurry = asyncio.create_task(self._hurry.wait())
        await asyncio.wait((all_gone, hurry), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for one in self._workers.values():
            one.tell(signal.SIGKILL)
        hurry.cancel()
        await all_gone
        self._counts.cleanup()


async def _first(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


async def _all(events: Iterable[asyncio.Event]) -> None:
    for event in tuple(events):
        await event.wait()
