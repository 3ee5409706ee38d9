"""Signals: the first one ends in good order what runs, the second one at once."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Ends(Protocol):
    """What can be told to end: in good order, and then at once."""

    should_exit: bool
    force_exit: bool


class Stop:
    """What a signal does: ends the server in good order; the second time, at once."""

    def __init__(self, task: "asyncio.Task[None]") -> None:
        self.server: Ends | None = None
        self._task = task

    def __call__(self) -> None:
        """A signal has come."""
        if self.server is None:
            self._task.cancel()
        elif self.server.should_exit:
            self.server.force_exit = True
        else:
            self.server.should_exit = True


@contextmanager
def stopping(*only: signal.Signals) -> Iterator[Stop]:
    """Signals (SIGINT and SIGTERM, unless others are named) end in good order what runs meanwhile."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    stop = Stop(task)
    signals = only or (signal.SIGINT, signal.SIGTERM)
    for one in signals:
        loop.add_signal_handler(one, stop)
    try:
        yield stop
    finally:
        for one in signals:
            loop.remove_signal_handler(one)
