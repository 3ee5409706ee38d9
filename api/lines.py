"""Log lines: one JSON object each, with the table and the command they are about, and never a token, link or key."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO

import msgspec

from api.clock import Clock, now

LOGGER: Final = logging.getLogger("fracas")

_encoder: Final = msgspec.json.Encoder(enc_hook=str)


def say(event: str, level: int = logging.INFO, /, **fields: Any) -> None:
    """Write a line: what happened, and its fields."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, event, extra={"fields": fields})


@contextmanager
def hushed() -> Iterator[None]:
    """Nothing less than a warning is written meanwhile."""
    level = LOGGER.level
    LOGGER.setLevel(max(level, logging.WARNING))
    try:
        yield
    finally:
        LOGGER.setLevel(level)


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def __init__(self, clock: Clock = now, worker: int | None = None) -> None:
        super().__init__()
        self._clock = clock
        self._always: dict[str, Any] = {} if worker is None else {"worker": worker}

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, Any] = {
            "time": self._clock(),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **self._always,
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            # The traceback's code lines, not the values in them: those may be somebody's secret.
            said["error"] = record.exc_info[0].__name__
            said["trace"] = self.formatException(record.exc_info)
        return _encoder.encode(said).decode()


def set_up(stream: TextIO = sys.stderr, level: int = logging.INFO, worker: int | None = None) -> None:
    """Send everything, the web server's lines too, to a stream in this form; each names its `worker`, if there are."""
    lines = logging.StreamHandler(stream)
    lines.setFormatter(Lines(worker=worker))
    for name in ("fracas", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [lines]
        logger.propagate = False
        logger.setLevel(level)
    access = logging.getLogger("uvicorn.access")
    access.handlers[:] = []
    access.propagate = False
