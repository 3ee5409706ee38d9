"""The client of the page, in a Node of its own, as a test drives it."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).with_name("following.mjs")
Told = dict[str, Any]


class Page:
    """A page that is open."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._told: list[Told] = []

    def do(self, what: str, **given: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": what, **given}).encode() + b"\n")

    async def until(self, **fields: Any) -> Told:
        """What it says, or has said and nobody has listened to, when it is that."""
        assert self._process.stdout is not None
        found = next((one for one in self._told if fields.items() <= one.items()), None)
        while found is None:
            line = await asyncio.wait_for(self._process.stdout.readline(), 60)
            assert line, f"the page has come to an end after {self._told}"
            self._told.append(json.loads(line))
            found = self._told[-1] if fields.items() <= self._told[-1].items() else None
        self._told.remove(found)
        return found

    async def answer(self, command: str) -> Told:
        """What became of a command."""
        return await self.until(answered=command)

    async def seen(self) -> Told:
        """What it holds: by audience, and the numbers it was told one after the other."""
        self.do("seen")
        return await self.until(said="seen")

    async def up_to(self, number: int, audience: str = "gm") -> Told:
        """What it holds of an audience once it holds this number."""
        self.do("up_to", number=number, audience=audience)
        held: Told = (await self.until(audience=audience))["held"]
        return held

    async def kill(self) -> None:
        """As when the battery is empty."""
        self._process.kill()
        await self._process.wait()


@asynccontextmanager
async def page() -> AsyncIterator[Page]:
    """A page, closed in the end whatever it does."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(node, PROGRAM, stdin=pipe, stdout=pipe, limit=1 << 24)
    try:
        yield Page(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
