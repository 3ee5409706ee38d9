"""No byte that anybody can reach holds the server key, an unrevealed epoch key, a link or a token."""

import asyncio
import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis.asyncio

from api.keys import KEY_FILE, BadKey, Keys, load_keys
from engine.dice import KeyedDice
from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat, open_table
from tests.api.processes import KEY_HEX, Service

pytestmark = pytest.mark.slow


def forms(secret: bytes) -> set[bytes]:
    """A secret in every form in which it could slip out: raw, hex, base64 also from within something longer."""
    written = {encoded for shift in range(3) for encoded in _base64(secret, shift)}
    return {secret, secret.hex().encode(), secret.hex().upper().encode(), *written}


def _base64(secret: bytes, shift: int) -> Iterator[bytes]:
    """Its base64 where `shift` bytes stand before it: the digits that depend on it alone."""
    first = -(-8 * shift // 6)
    last = (8 * (shift + len(secret))) // 6
    for encode in (b64encode, urlsafe_b64encode):
        yield encode(bytes(shift) + secret + bytes(3))[first:last]


@pytest.mark.parametrize("shift", range(7))
def test_a_secret_is_found_however_it_is_written(shift: int) -> None:
    secret = bytes(range(200, 232))
    around = bytes(range(shift)), bytes(range(5))
    for written in (
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        b64encode(around[0] + secret + around[1]),
        urlsafe_b64encode(around[0] + secret + around[1]),
    ):
        assert any(form in b"some" + written + b"thing" for form in forms(secret)), written
    assert not any(form in b64encode(bytes(100)) for form in forms(secret))


async def everything_in(url: str) -> bytes:
    """Every key and value of a server."""
    found: list[bytes] = []
    async with redis.asyncio.from_url(url) as client:
        async for key in client.scan_iter(count=1000):
            kind = await client.type(key)
            content: Any = await (client.xrange(key) if kind == b"stream" else client.hgetall(key))
            pairs = [pair for _, fields in content for pair in fields.items()] if kind == b"stream" else content.items()
            found += [key, *(part for pair in pairs for part in pair)]
    return b"\0".join(found)


def all_files(folder: Path) -> bytes:
    """What lies in a folder, the server's append-only file and its log among it."""
    return b"\0".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_no_key_link_or_token_is_in_any_byte_that_can_be_reached(tmp_path: Path) -> None:
    answers: list[bytes] = []

    async def keep(response: httpx.Response) -> None:
        await response.aread()
        if "/seats/token" not in response.url.path:
            answers.append(response.content + str(response.headers).encode())

    with Service(tmp_path, FRACAS_SERVER_KEY=KEY_HEX) as service:
        hooks: Any = {"response": [keep]}
        async with httpx.AsyncClient(base_url=service.url, timeout=30, event_hooks=hooks) as client:
            gm = await open_table(client)
            link = (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
            answers.clear()  # the only answers in which a link belongs
            ana = await gm.seat("ben")
            answers.clear()
            await _a_fight(gm, ana)
            for wrong in ("x", link, gm.token, KEY_HEX):
                await client.post("/seats/token", json={"table": gm.table, "link": wrong, "device": "d"})
                await client.post("/v1/tables", json={"title": wrong, "ruleset": wrong})
                await client.get(f"/v1/tables/{gm.table}", headers={"authorization": f"Bearer x{wrong}"})
        address = (tmp_path / "data" / "address").read_text()
        stored = await everything_in(f"unix://{address}")
        on_disk = all_files(tmp_path)
    lines = service.lines.read_bytes()
    assert b'"event":"landed"' in lines
    assert b"dice-key-turned" in stored
    seen = b"\0".join(answers)
    revealed, secret = _epochs(gm.table, stored)
    assert revealed[0].hex().encode() in seen, "the key of an epoch that is over is there for all to check with"
    reachable = {"an answer": seen.replace(b"Bearer", b""), "Redis": stored, "a log line": lines, "a file": on_disk}
    keys = Keys(bytes.fromhex(KEY_HEX))
    secrets = {
        "the server key": bytes.fromhex(KEY_HEX),
        "the dice key": keys.dice,
        "the session key": keys.sessions,
        "the snapshot key": keys.snapshots,
        "the links' key": keys.links,
        **{f"epoch key {n}": key for n, key in enumerate(secret)},
    }
    for place, content in reachable.items():
        for name, one in secrets.items():
            if place == "an answer" and name == "the server key":
                continue  # it was sent in by the test and comes back in what it says is no rule set
            assert not any(form in content for form in forms(one)), f"{name} is in {place}"
    for place in ("Redis", "a log line", "a file"):
        for name, text in {"link": link, "token": gm.token, "token's signature": gm.token[-64:]}.items():
            assert text.encode() not in reachable[place], f"a {name} is in {place}"


def _epochs(table: str, stored: bytes) -> tuple[list[bytes], list[bytes]]:
    """The keys of the table's epochs, those that are revealed and those that are not."""
    dice = KeyedDice(Keys(bytes.fromhex(KEY_HEX)).dice, table)
    turned = re.findall(rb'"type":"dice-key-turned","epoch":(\d+),.*?"entropy":"([0-9a-f]{64})"', stored)
    told = sorted({(int(epoch), entropy.decode()) for epoch, entropy in turned})
    keys = {
        (epoch, closed): bytes.fromhex(dice.key(epoch, entropy, closed))
        for epoch, entropy in told
        for closed in (False, True)
    }
    over = [epoch for epoch, _ in told[:-1]]
    assert len(over) == 2, "two turns have begun after the opening"
    revealed = [*(keys[epoch, False] for epoch in over), keys[1, True]]
    return revealed, [key for key in keys.values() if key not in revealed]


async def _a_fight(gm: Seat, ana: Seat) -> None:
    """A turn with a hidden roll and a shot, a second turn, everything looked at by everybody."""
    await two_in_actions(gm, sheet={"life_points": 100})
    await gm.give("roll", dice="1d6", level="gm")
    await shoot(gm)
    await gm.give("done", combatant="ann")
    await gm.give("done", combatant="bob")
    await gm.give("next_turn", turn=1)
    for seat in (gm, ana):
        for what in ("", "/events", "/story", "/initiative", "/wounds", "/waiting", "/actions", "/timeline"):
            await seat.look(what)
    await gm.client.get(f"/v1/tables/{gm.table}/export", headers=gm.headers)
    for path in ("/openapi.json", "/readyz", "/v1/limits", "/v1/tables"):
        await gm.client.get(path)
    await _every_door(gm, ana)


async def _every_door(gm: Seat, ana: Seat) -> None:
    """Every address there is, asked by the GM, a player, a spectator, nobody and somebody who pretends; files too."""
    spectator = await gm.seat("screen", "spectator")
    await gm.give("open_closed_key", epoch=1)
    document = (await gm.client.get("/openapi.json")).json()
    paths = [path for path, methods in document["paths"].items() if "get" in methods]
    assert len(paths) > 20
    pretended = {"authorization": f"Bearer {gm.token[:-4]}0000"}
    for headers in (gm.headers, ana.headers, spectator.headers, {}, pretended):
        for path in paths:
            address = re.sub(r"\{[a-z_]+\}", "1", path.replace("{table}", gm.table).replace("{ruleset}", "unisystem"))
            await gm.client.get(address, headers=headers)
        file = await gm.client.get(f"/v1/tables/{gm.table}/export", headers=headers)
        await gm.client.post("/v1/tables/import", content=file.content, headers=headers)
        refused = ana.body("open_closed_key", epoch=99)
        await gm.client.post(f"/v1/tables/{gm.table}/commands", json=refused, headers=headers)


def test_the_key_is_made_once_for_its_owner_alone_outside_the_data(tmp_path: Path) -> None:
    first = load_keys(tmp_path / "config", {})
    path = tmp_path / "config" / KEY_FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o077 == 0
    assert load_keys(tmp_path / "config", {}).dice == first.dice
    assert [one.name for one in path.parent.iterdir()] == [KEY_FILE]


async def test_of_two_processes_that_start_at_once_both_have_the_same_key(tmp_path: Path) -> None:
    loads = (asyncio.to_thread(load_keys, tmp_path, {}) for _ in range(16))
    assert len({keys.dice for keys in await asyncio.gather(*loads)}) == 1


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    load_keys(tmp_path, {})
    (tmp_path / KEY_FILE).chmod(0o644)
    with pytest.raises(BadKey, match="chmod 600"):
        load_keys(tmp_path, {})


@pytest.mark.parametrize("given", ["xyz", "abcd", "0" * 63])
def test_a_key_that_is_none_is_said_to_be_without_being_told(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadKey) as problem:
        load_keys(tmp_path, {"FRACAS_SERVER_KEY": given})
    assert given not in str(problem.value)


def test_the_variable_goes_before_the_file(tmp_path: Path) -> None:
    assert load_keys(tmp_path, {"FRACAS_SERVER_KEY": KEY_HEX}).dice == Keys(bytes.fromhex(KEY_HEX)).dice
    assert not (tmp_path / KEY_FILE).exists()


def test_keys_are_not_told_by_accident() -> None:
    keys = Keys(bytes.fromhex(KEY_HEX))
    assert repr(keys) == "Keys(...)"
    assert json.dumps(str(keys)) == '"Keys(...)"'
