"""A request's head has a limit: nobody fills the memory of the service with headers."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from api.web.heads import MOST, BoundedHeads


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    said = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(said))]})
    await send({"type": "http.response.body", "body": said})


class Announced(uvicorn.Server):
    """A server that says when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@pytest.fixture
async def port() -> AsyncIterator[int]:
    server = Announced(uvicorn.Config(echo, http=BoundedHeads, lifespan="off", log_config=None))
    with socket.create_server(("127.0.0.1", 0)) as opened:
        serving = asyncio.create_task(server.serve(sockets=[opened]))
        await server.up.wait()
        yield opened.getsockname()[1]
        server.should_exit = True
        await serving


async def ask(port: int, *pieces: bytes) -> bytes:
    """What comes back, also from a server that hangs up before it has heard all of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = asyncio.create_task(everything(reader))
    with suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        writer.write_eof()
    found = await asyncio.wait_for(answer, 10)
    writer.close()
    return found


async def everything(reader: asyncio.StreamReader) -> bytes:
    found = b""
    with suppress(ConnectionError):
        while part := await reader.read(1 << 16):
            found += part
    return found


def post(body: bytes, *headers: bytes) -> bytes:
    lines = [b"POST / HTTP/1.1", b"Host: x", b"Content-Length: %d" % len(body), *headers, b"", b""]
    return b"\r\n".join(lines) + body


async def test_a_head_without_end_is_cut_off(port: int) -> None:
    endless = [b"GET / HTTP/1.1\r\nHost: x\r\n", *[b"X-%d: %s\r\n" % (n, b"y" * 1000) for n in range(100)]]
    assert (await ask(port, *endless)).startswith(b"HTTP/1.1 431 ")


async def test_one_header_without_end_is_cut_off(port: int) -> None:
    assert (await ask(port, b"GET / HTTP/1.1\r\nX: ", *[b"y" * 10_000] * 10)).startswith(b"HTTP/1.1 431 ")


async def test_a_long_body_and_many_requests_on_one_connection_are_no_long_head(port: int) -> None:
    long = post(b"z" * (3 * MOST))
    answer = await ask(port, long, post(b"a", b"X: " + b"y" * 2000), long)
    assert answer.count(b"HTTP/1.1 200 OK") == 3


async def test_an_answers_head_and_body_leave_together(port: int) -> None:
    """One piece is one waking of whoever reads."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(post(b"abc"))
    first = await asyncio.wait_for(reader.read(1 << 16), 10)
    writer.close()
    assert first.startswith(b"HTTP/1.1 200 OK")
    assert first.endswith(b"\r\n\r\n3")
