"""Who promises a head or a body and does not send it is told so and let go; nobody waits for them."""

import asyncio
from typing import Any

import pytest

from tests.api.people import Seat
from tests.live.serving import Served

HEAD = b"POST /v1/tables/t/commands HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request has half a second."""
    monkeypatch.setattr("api.web.heads.PATIENCE", 0.5)


async def answered(service: Served, *pieces: bytes) -> bytes:
    """What somebody hears, until the end, who sends this and then nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    async with asyncio.timeout(60):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        said = await reader.read()
        writer.close()
        await writer.wait_closed()
    return said


async def until_nobody_is_left(service: Served) -> None:
    """Return when the web server holds nothing of anybody."""
    state = service.server.server_state
    async with asyncio.timeout(60):
        while state.tasks:  # noqa: ASYNC110 (the web server tells nobody)
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("length", [b"content-length: 100", b"content-length: 99999999", b"transfer-encoding: chunked"])
@pytest.mark.parametrize("path", ["commands", "odds", "simulate", "encounters"])
async def test_a_body_that_does_not_come_is_waited_for_no_longer(
    gm: Seat, service: Served, length: bytes, path: str
) -> None:
    address = f"POST /v1/tables/{gm.table}/{path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head = address.encode() + f"authorization: Bearer {gm.token}\r\n".encode() + length + b"\r\n\r\n"
    said = await answered(service, head, b'5\r\n{"id"\r\n' if b"chunked" in length else b'{"id"')
    assert said.startswith(b"HTTP/1.1 408 ") and b"connection: close" in said
    assert b"too-slow" in said
    await gm.give("note", text="still here")
    await until_nobody_is_left(service)


@pytest.mark.parametrize("path", ["/seats/token", "/v1/tables", "/v1/tables/import"])
async def test_nor_is_it_where_nobody_has_a_seat(service: Served, path: str) -> None:
    kind = "application/jsonl" if path.endswith("import") else "application/json"
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: 100\r\n\r\n"
    assert (await answered(service, head.encode(), b"{")).startswith(b"HTTP/1.1 408 ")
    await until_nobody_is_left(service)


async def test_a_get_that_promises_a_body_is_answered_and_let_go(gm: Seat, service: Served) -> None:
    head = b"GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n"
    assert (await answered(service, head)).startswith(b"HTTP/1.1 200 ")
    await until_nobody_is_left(service)


@pytest.mark.parametrize("sent", [b"", b"GET / HT", HEAD, HEAD + b"x-a: b"])
async def test_a_head_that_does_not_come_ends_the_connection(service: Served, sent: bytes) -> None:
    said = await answered(service, *([sent] if sent else []))
    assert said.startswith(b"HTTP/1.1 408 ")


async def test_nor_does_the_next_one_on_a_connection(service: Served) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    async with asyncio.timeout(60):
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        writer.write(b"GET /he")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
    writer.close()


async def test_who_takes_their_time_within_it_is_heard(gm: Seat, service: Served) -> None:
    body = b'{"id":"slow","command":{"type":"note","text":"in pieces"}}'
    head = (
        f"POST /v1/tables/{gm.table}/commands HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        f"authorization: Bearer {gm.token}\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    assert (await answered(service, head.encode(), body[:9], body[9:])).startswith(b"HTTP/1.1 200 ")


async def test_a_file_that_is_brought_in_has_as_long_for_each_piece(service: Served, monkeypatch: Any) -> None:
    monkeypatch.setattr("api.web.heads.PATIENCE", 3_600.0)  # here it is over when the test says so
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    kind = b"content-type: application/jsonl\r\ncontent-length: 1000\r\n\r\n"
    writer.write(b"POST /v1/tables/import HTTP/1.1\r\nhost: localhost\r\n" + kind + b"{")
    async with asyncio.timeout(60):
        while not service.server.server_state.tasks:  # noqa: ASYNC110 (the web server tells nobody)
            await asyncio.sleep(0.01)
        (one,) = service.server.server_state.connections
        one._give_up()  # type: ignore[union-attr]
        assert not one.transport.is_closing(), "something had come"
        one._give_up()  # type: ignore[union-attr]
        assert (await reader.read()).startswith(b"HTTP/1.1 408 "), "and then nothing more"
    writer.close()
    await until_nobody_is_left(service)
