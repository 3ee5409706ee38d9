"""What bad clients send on a live connection: they are closed with a reason, and nobody else at the table feels it."""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

import pytest
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from api.routes.live import JOIN
from api.web.heads import TRANSPORT
from api.web.problems import unauthorized
from tests.api.people import Seat, problem_of
from tests.live.ears import by_socket, live_path, socket
from tests.live.serving import Served
from tests.reps import repetitions

EACH = repetitions(ci=12, soak=1_000)
CLOSED = {1001, 1002, 1003, 1007, 1008, 1009, 1011, 1013}
JSON = (
    b"{}", b"[]", b"null", b'"join"', b"[" * 15_000, b'{"a":' * 3_000, b'{"type":"join"}',
    b'{"type":"join","token":7}', b'{"type":"join","token":"\\ud800"}', b'{"type":"join","token":"\xff"}',
    b'{"type":"join","token":"' + "\u0663.\u00e9".encode() + b'"}', b'{"type":"join","token":"..","as":[null]}',
    b'{"type":"join","token":"x","token":"y","from":["gm:1:2"]}', b'{"type":"leave"}', b"NaN", b"9" * 9_000,
)  # fmt: skip


def anything(rng: random.Random) -> bytes:
    """A message as nobody should send it."""
    ways: list[Callable[[], bytes]] = [
        lambda: rng.choice(JSON),
        lambda: rng.randbytes(rng.randrange(200)),
        lambda: "".join(chr(rng.randrange(0x20, 0xD7FF)) for _ in range(rng.randrange(100))).encode(),
        lambda: b"x" * rng.choice([16 * 1024, 16 * 1024 + 1, 200_000]),
    ]
    return rng.choice(ways)()


async def sent(rng: random.Random, one: ClientConnection) -> None:
    """Some frames, whole or broken off, of whatever kind, all at once or in many pieces."""
    for _ in range(rng.choice([1, 1, 2, 300])):
        opcode = rng.choice([Opcode.TEXT, Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING])
        body = anything(rng) if opcode is not Opcode.PING else rng.randbytes(rng.randrange(125))
        raw = bytearray(Frame(opcode, body, fin=opcode is Opcode.PING or rng.random() < 0.9).serialize(mask=True))
        if rng.random() < 0.1:
            raw[rng.randrange(min(4, len(raw)))] ^= 1 << rng.randrange(8)
        one.transport.write(bytes(raw))
    if rng.random() < 0.3:
        one.transport.abort()


async def until_closed(one: ClientConnection) -> None:
    """Read what comes until the end; a ping or half a message alone ends nothing, so the rest of a message follows."""
    with suppress(ConnectionClosed, OSError):
        await one.send("and not a word more")
    with suppress(ConnectionClosed):
        async with asyncio.timeout(60):
            while True:
                await one.recv(decode=False)


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("joining", [False, True], ids=["seated", "joining"])
async def test_whatever_a_client_sends_it_alone_is_closed_and_told_why(
    gm: Seat, service: Served, joining: bool, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(joining)
    address = f"ws://127.0.0.1:{service.port}{live_path(gm)}"
    async with by_socket(gm) as ear:
        for turn in range(EACH):
            calling = (
                connect(address, subprotocols=[JOIN], compression=None, proxy=None)  # type: ignore[list-item]
                if joining
                else socket(gm, live_path(gm))
            )
            async with calling as one:
                await sent(rng, one)
                await until_closed(one)
                assert one.close_code in CLOSED | {1006}, f"{turn}: {one.close_code}"
            await gm.give("note", text=f"turn {turn}")
            await ear.up_to((await gm.look())["number"])
    await service.stop()
    assert not faults(caplog)


@pytest.mark.parametrize("body", JSON, ids=range(len(JSON)))
async def test_a_join_that_is_none_has_a_goodbye_with_its_reason(
    gm: Seat, service: Served, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"ws://127.0.0.1:{service.port}{live_path(gm)}"
    async with connect(address, subprotocols=[JOIN], compression=None, proxy=None) as one:  # type: ignore[list-item]
        await one.send(body)
        said = await one.recv()
        assert '"type":"goodbye"' in str(said)
        await one.wait_closed()
    assert (one.close_code, one.close_reason) in {(1008, "not-understood"), (1008, "no-token")}
    assert not faults(caplog)


def seen(header: bytes) -> bytes:
    """Without what no header may hold: the web server itself turns such requests away."""
    return header.translate(None, bytes([*range(0x20), 0x7F])).strip() or b"x"


def a_word(rng: random.Random) -> str:
    """What may stand in a query or header."""
    kinds = ["gm", "seat:", "1", "-1", "9" * 5000, "1e999", "nan", "\u0663", "\x00", "\ud7ff", ",", ":", "a" * 70, " "]
    return "".join(rng.choice(kinds) for _ in range(rng.randrange(4)))


async def status_of(seat: Seat, path: str) -> int:
    """What somebody is answered who wants a WebSocket."""
    try:
        async with socket(seat, path) as one:
            await one.recv()
    except InvalidStatus as refused:
        return refused.response.status_code
    return 101


@pytest.mark.parametrize("head", [b"/?" + b"x" * 9_000, b"/v1/tables/x/live?from=\xff\xfe", b"/live\xc3\xa9"])
async def test_a_head_that_is_no_websockets_is_answered(
    service: Served, head: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    key = b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13"
    writer.write(b"GET " + head + b" HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n" + key)
    writer.write(b"\r\n\r\n")
    async with asyncio.timeout(20):
        answer = await reader.read()
    assert answer.startswith(b"HTTP/1.1 4"), answer
    writer.close()
    assert not faults(caplog)


UNREAD = b"POST /v1/tables/x/commands HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{"
WAITED_FOR = (
    b"POST /v1/tables/TABLE/commands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer TOKEN\r\n"
    b"content-type: application/json\r\ncontent-length: 99\r\n\r\n{"
)


@pytest.mark.parametrize("drip", [b"", b"x"], ids=["silent", "dripping"])
@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /live", UNREAD, WAITED_FOR],
    ids=["nothing", "half a head", "a body nobody wants", "half a body"],
)
async def test_a_request_that_is_not_whole_in_time_is_told_so_and_ended(
    gm: Seat,
    service: Served,
    monkeypatch: pytest.MonkeyPatch,
    begun: bytes,
    drip: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("api.web.heads.PATIENCE", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    writer.write(begun.replace(b"TABLE", gm.table.encode()).replace(b"TOKEN", gm.token.encode()))
    reading = asyncio.create_task(reader.read())
    async with asyncio.timeout(20):
        while not (await asyncio.wait([reading], timeout=0.05))[0]:
            writer.write(drip)
    said = reading.result()
    expected = b"401" if begun is UNREAD else b"400" if drip and not begun else b"408"
    assert said.startswith(b"HTTP/1.1 " + expected), said
    assert (said.count(b"HTTP/1.1"), said.count(b'"code":"too-slow"')) == (1, int(expected == b"408"))
    writer.close()
    assert not faults(caplog)


async def test_a_connection_with_nothing_on_its_way_is_kept_for_the_next_request(
    gm: Seat, service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.web.heads.PATIENCE", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    for _ in range(2):
        writer.write(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n")
        async with asyncio.timeout(20):
            assert (await reader.read(1 << 16)).startswith(b"HTTP/1.1 200 "), "the answer comes in one piece"
        await asyncio.sleep(0.4)
    writer.close()
    async with by_socket(gm) as ear:
        await ear.until("waiting")
        await asyncio.sleep(0.4)
        done = await gm.give("note", text="still here")
        await ear.up_to(done["version"])


@pytest.mark.parametrize("way", ["sse", "poll", "socket"])
async def test_a_query_or_header_of_any_kind_is_no_fault(
    gm: Seat, service: Served, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(way)
    for turn in range(EACH * 4):
        query = "&".join(
            f"{name}={quote(value)}"
            for name in rng.sample(["as", "from", "wait", "as", "from", "x"], 3)
            if (value := rng.choice([a_word(rng), f"gm:{a_word(rng)}:{'0' * 64}", "%ff%fe"]))
        )
        headers: list[tuple[bytes, bytes]] = [(b"authorization", f"Bearer {gm.token}".encode())]
        if rng.random() < 0.3:
            headers[0] = (b"authorization", b"Bearer " + seen(rng.randbytes(20)))
        if way == "sse":
            last = rng.choice([a_word(rng).encode(), rng.randbytes(9), b"gm:1:" + b"0" * 64])
            headers += [(b"accept", b"text/event-stream"), (b"last-event-id", seen(last))]
        if way == "socket":
            assert await status_of(gm, f"/v1/tables/{gm.table}/live?{query}") < 500, f"{turn}: {query}"
            continue
        path = f"/v1/tables/{gm.table}/live?{query}"
        async with service.client.stream("GET", path, headers=headers) as reply:
            assert reply.status_code < 500, f"{turn}: {query} {headers}"
            if reply.status_code >= 400:
                await reply.aread()
                assert problem_of(reply)["code"] in {"invalid", "unauthorized", "forbidden", "too-many"}
    await gm.give("note", text="still here")
    assert not faults(caplog)


async def test_who_leaves_just_as_they_are_turned_away_is_no_fault(
    gm: Seat, service: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    turned_away = asyncio.Event()

    async def as_they_leave(connection: WebSocket, *more: object) -> None:
        transport = connection.scope["extensions"][TRANSPORT]["transport"]
        while not transport.is_closing():  # noqa: ASYNC110 (until the very step in which they leave)
            await asyncio.sleep(0)
        turned_away.set()
        raise unauthorized()

    monkeypatch.setattr("api.routes.live._listener", as_they_leave)
    _, writer = await asyncio.open_connection("127.0.0.1", service.port)
    writer.write(
        b"GET /v1/tables/x/live HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    await gm.look()
    writer.close()
    async with asyncio.timeout(20):
        await turned_away.wait()
    await service.stop()
    assert not faults(caplog)
