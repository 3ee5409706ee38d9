"""Locks on files that the kernel lets go of when their holder dies, however it dies."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.log.errors import EmbeddedFailed

_PAUSE: Final = 0.02


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """An open descriptor that holds the lock, or None when somebody else does. Closing it lets go."""
    held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if upgrade(held, shared=shared):
        return held
    os.close(held)
    return None


def upgrade(held: int, *, shared: bool = False) -> bool:
    """Make the lock on an open descriptor exclusive (or shared), if nobody is in the way."""
    try:
        fcntl.flock(held, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def alone(path: Path, patience: float) -> Iterator[None]:
    """Be the only one in here, on this machine.

    Raises:
        EmbeddedFailed: somebody else was in here for all of `patience` seconds.
    """
    deadline = time.monotonic() + patience
    while (held := try_lock(path)) is None:
        if time.monotonic() > deadline:
            raise EmbeddedFailed(
                f"Another process has been starting or stopping the log's server in {path.parent} for "
                f"{patience:.0f} seconds. Wait for it or end it, then try again."
            )
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        os.close(held)
