"""A wire that is cut: a proxy in front of a server that drops the connection around chosen commands."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

Where = Literal["before the command arrives", "before the reply", "within the reply"]


class Scissors:
    """Cuts the next `left` connections that carry `word`, at the place `where`."""

    def __init__(self, word: bytes, left: int, where: Where) -> None:
        self.word, self.left, self.where = word, left, where
        self.cuts = 0

    def due(self, words: bytes) -> bool:
        return self.left > 0 and self.word in words

    def cut(self) -> None:
        self.left -= 1
        self.cuts += 1


@asynccontextmanager
async def cutting(server_url: str, folder: Path, scissors: Scissors) -> AsyncIterator[str]:
    """The address of a proxy in front of a server on a unix socket."""

    async def serve(client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        server_in, server_out = await asyncio.open_unix_connection(server_url.removeprefix("unix://"))
        try:
            while words := await client_in.read(1 << 20):
                due = scissors.due(words)
                if due:
                    scissors.cut()
                    if scissors.where == "before the command arrives":
                        break
                server_out.write(words)
                reply = await server_in.read(1 << 20)
                if due and scissors.where == "before the reply":
                    break
                client_out.write(reply[: len(reply) // 2] if due else reply)
                if due:
                    break
        finally:
            for line in (client_out, server_out):
                line.close()
                with suppress(OSError):
                    await line.wait_closed()

    path = folder / "cut"
    proxy = await asyncio.start_unix_server(serve, path)
    try:
        yield f"unix://{path}"
    finally:
        proxy.close()
        await proxy.wait_closed()
