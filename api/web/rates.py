"""How often somebody may ask: a bucket that fills at a steady rate, one per seat or address."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from api.web.problems import problem

_REMEMBERED: Final = 10_000
"""Most buckets that are kept; who was forgotten begins with a full one."""

Seconds = Callable[[], float]


class Rates:
    """Buckets of `burst` drops that fill by `rate` drops per second."""

    def __init__(self, rate: float, burst: int, seconds: Seconds = monotonic) -> None:
        self._rate, self._burst, self._seconds = rate, burst, seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def change(self, rate: float, burst: int) -> None:
        """Other rates from now on, with full buckets."""
        self._rate, self._burst = rate, burst
        self._buckets.clear()

    def take(self, name: str, drops: int = 1) -> None:
        """Take from a bucket.

        Raises:
            Problem: it is empty; says in how many seconds to try again.
        """
        now = self._seconds()
        level, at = self._buckets.get(name, (float(self._burst), now))
        level = min(float(self._burst), level + (now - at) * self._rate)
        if level < drops:
            wait = max(1, round((drops - level) / self._rate + 0.5))
            raise problem("too-many", f"too many requests; try again in {wait} s", headers={"Retry-After": str(wait)})
        self._buckets[name] = (level - drops, now)
        self._buckets.move_to_end(name)
        while len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
