"""The time, asked for in one place."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Gives milliseconds since 1970."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
