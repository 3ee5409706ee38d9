"""Work that many ask for at once: done once for all who asked before it began."""

import asyncio
from collections.abc import Awaitable, Callable


class Once:
    """Something to be done anew whenever somebody asks; who asks while it is under way waits for the next time."""

    def __init__(self) -> None:
        self._under_way: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    async def done(self, work: Callable[[], Awaitable[None]]) -> None:
        """Return when the work has been done from beginning to end since now; it is the same for all who ask.

        Raises:
            Exception: whatever the work raises.
        """
        if self._next is None:
            self._next = asyncio.create_task(self._after(self._under_way, work))
            self._next.add_done_callback(_noted)
        await asyncio.shield(self._next)

    async def _after(self, other: "asyncio.Task[None] | None", work: Callable[[], Awaitable[None]]) -> None:
        if other is not None and not other.done():
            await asyncio.wait((other,))
        self._under_way, self._next = self._next, None
        await work()


def _noted(task: "asyncio.Task[None]") -> None:
    """Whoever asked may have gone away; then nobody else takes note of what went wrong."""
    if not task.cancelled():
        task.exception()
