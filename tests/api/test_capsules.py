"""A table leaves as a file and comes back as a table; a seat takes its own frames along and can prove them."""

import io
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.app import create_app
from api.clock import now
from api.keys import Keys
from api.proof.capsules import Forked, Receiver
from api.proof.seat_capsules import verify_seat
from api.proof.verify import lines_of, sealed_of, verify
from api.settings import Settings
from engine.dice import commitment_of
from engine.rulesets import RULESETS
from events.codec import decode
from events.log.answers import EMPTY, Appended, Landing
from events.log.stream import Log, open_log
from events.table import DiceKeyTurned
from tests.api.fights import shoot, two_in_actions
from tests.api.people import KEY, Seat, at_leisure, open_table, problem_of, running, sit_down
from tests.reps import repetitions
from tests.servers import server
from tests.verifiers.node import Node

OTHER_KEY = bytes(range(50, 82))


async def a_fight(client: httpx.AsyncClient) -> tuple[Seat, Seat, str]:
    """Two turns with a shot and a hidden roll; GM, player, and the player's link."""
    gm = await open_table(client)
    offered = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    ana = await sit_down(client, gm.table, offered["link"], device="phone", entropy="ab" * 8)
    await two_in_actions(gm, sheet={"life_points": 200})
    await gm.give("give_control", combatant="ann", seat="ana")
    await shoot(gm)
    await gm.give("roll", dice="2d6", level="gm")
    await gm.give("done", combatant="ann")
    await gm.give("done", combatant="bob")
    await gm.give("next_turn", turn=1)
    return gm, ana, offered["link"]


async def exported(seat: Seat) -> bytes:
    response = await seat.client.get(f"/v1/tables/{seat.table}/export", headers=seat.headers)
    assert response.status_code == 200, response.text
    return response.content


async def bring_in(client: httpx.AsyncClient, file: bytes) -> httpx.Response:
    return await client.post("/v1/tables/import", content=file, headers={"content-type": "application/jsonl"})


def version_of(file: bytes) -> int:
    return verify(lines_of(io.BytesIO(file))).count


@asynccontextmanager
async def another_server(folder: Path, key: bytes) -> AsyncIterator[httpx.AsyncClient]:
    """A service on a server of its own, with its own key."""
    there = Settings(data_folder=folder / "data", config_folder=folder / "config")
    with server("valkey", folder / "valkey") as valkey:
        async with open_log(valkey.url) as log:
            app = create_app(log=log, keys=Keys(key), settings=there)
            at_leisure(app)
            async with running(app) as client:
                yield client


@pytest.mark.parametrize("key", [KEY, OTHER_KEY], ids=["the same key", "another key"])
async def test_a_table_goes_on_where_it_was_brought_in(client: httpx.AsyncClient, tmp_path: Path, key: bytes) -> None:
    gm, _, link = await a_fight(client)
    file = await exported(gm)
    async with another_server(tmp_path / "other", key) as other:
        answer = await bring_in(other, file)
        assert (answer.status_code, answer.json()["added"]) == (201, version_of(file)), answer.text
        ana = await sit_down(other, gm.table, link)
        before, after = await gm.look(), await ana.look()
        assert [one["id"] for one in after["combatants"]] == [one["id"] for one in before["combatants"]]
        await ana.give("roll", dice="3d6", combatant="ann")
        again = await bring_in(other, file)
        assert (again.status_code, again.json()["added"]) == (200, 0)
        moved = await other.post(f"/v1/tables/{gm.table}/link")
        there = await sit_down(other, gm.table, moved.json()["links"]["gm"])
        await there.give("end_combat")
        report = verify(lines_of(io.BytesIO(await exported(there))))
    assert report.faults == ()
    assert bool(report.moved) == (key != KEY)
    assert report.sealed > 0


async def test_faces_after_a_copy_was_brought_back_follow_from_no_key_that_was_revealed_since(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    gm, _, _ = await a_fight(client)
    file = await exported(gm)
    for fight in ("One more", "The last"):
        await gm.give("end_combat")
        await gm.give("begin_combat", title=fight)
    known = revealed(await exported(gm))
    async with another_server(tmp_path / "other", KEY) as other:
        await bring_in(other, file)
        moved = await other.post(f"/v1/tables/{gm.table}/link")
        there = await sit_down(other, gm.table, moved.json()["links"]["gm"])
        again = await exported(there)
    newest = [fact for fact in facts(again) if isinstance(fact, DiceKeyTurned)][-1]
    assert len(known) >= 4
    assert newest.commitment not in {commitment_of(key) for key in known}


def facts(file: bytes) -> list[Any]:
    sealed = (sealed_of(line) for line in file.splitlines())
    return [decode(one.body).fact for one in sealed if one is not None]


def revealed(file: bytes) -> list[bytes]:
    return [bytes.fromhex(one.reveals.key) for one in facts(file) if isinstance(one, DiceKeyTurned) and one.reveals]


async def test_the_closed_key_of_a_turn_on_another_server_cannot_be_opened(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    gm, _, _ = await a_fight(client)
    async with another_server(tmp_path / "other", OTHER_KEY) as other:
        await bring_in(other, await exported(gm))
        moved = await other.post(f"/v1/tables/{gm.table}/link")
        there = await sit_down(other, gm.table, moved.json()["links"]["gm"])
        assert "another server" in (await there.refused("open_closed_key", epoch=1))["detail"]
    await gm.give("open_closed_key", epoch=1)


async def test_once_a_copy_was_brought_in_and_played_on_the_logs_have_parted(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    gm, _, _ = await a_fight(client)
    short = await exported(gm)
    await gm.give("note", text="One more.")
    async with another_server(tmp_path / "other", KEY) as other:
        await bring_in(other, short)
        assert problem_of(await bring_in(other, await exported(gm)))["code"] == "forked"


async def test_what_is_missing_of_a_table_is_added(client: httpx.AsyncClient, tmp_path: Path) -> None:
    gm, _, _ = await a_fight(client)
    file = await exported(gm)
    with server("valkey", tmp_path / "valkey") as valkey:
        async with open_log(valkey.url) as log:
            receiver = Receiver(log, Keys(KEY), RULESETS, now)
            kept = await half_of(log, gm.table, file)
            taken = await receiver.take_in(io.BytesIO(file))
            assert taken.added == version_of(file) - kept
            assert taken.version == version_of(file) + 2
            assert (await receiver.take_in(io.BytesIO(file))).added == 0
            with pytest.raises(Forked, match="not the one of this capsule"):
                await receiver.take_in(io.BytesIO(await another_of(gm)))


HALF = 20


async def half_of(log: Log, table: str, file: bytes) -> int:
    """The first commands of a file in the log, as if it had been taken in only so far."""
    sealed = [one for one in map(sealed_of, file.splitlines()) if one is not None]
    head = EMPTY
    for key, found in groupby(sealed, key=lambda one: (decode(one.body).seat, decode(one.body).command)):
        entries = tuple(found)
        if entries[-1].version > HALF:
            break
        landing = Landing("/".join(key), decode(entries[0].body).digest, entries)
        answer = await log.append(table, head.version, (landing,), expected_hash=head.hash)
        assert isinstance(answer, Appended)
        head = answer.head
    return head.version


async def another_of(gm: Seat) -> bytes:
    """The file of the same table after it has gone on by another way."""
    for turn in range(12):
        await gm.give("note", text=f"Note {turn}.")
    return await exported(gm)


async def test_a_spoilt_capsule_is_refused_with_its_first_fault(client: httpx.AsyncClient, gm: Seat) -> None:
    file = await exported(gm)
    lines = file.splitlines(keepends=True)
    for spoilt, word in (
        (file.replace(b"warehouse", b"Warehouse"), "version 1 (hash)"),
        (b"", "header"),
        (lines[0], "cut"),
    ):
        problem = problem_of(await bring_in(client, spoilt))
        assert (problem["status"], word in problem["detail"]) == (422, True), problem
    assert (await bring_in(client, file)).json() == {"table": gm.table, "version": version_of(file), "added": 0}


async def test_a_player_takes_its_own_frames_along_and_both_verifiers_check_them(client: httpx.AsyncClient) -> None:
    gm, ana, _ = await a_fight(client)
    own, whole = await exported(ana), await exported(gm)
    report = verify_seat(lines_of(io.BytesIO(own)), heads_of(whole))
    assert report.faults == ()
    assert (report.table, report.seat, len(report.heads)) == (gm.table, "ana", 3)
    assert report.faces > 0, "her own shot"
    assert b"link_digest" not in own
    assert own.count(b'"salt"') == 0
    other = await open_table(client)
    strange = verify_seat(lines_of(io.BytesIO(own)), heads_of(await exported(other)))
    assert {fault.kind for fault in strange.faults} == {"key-head"}


async def test_a_seat_of_any_id_that_commands_can_name_takes_a_capsule_along(gm: Seat) -> None:
    link = (await gm.give("offer_seat", seat="ana_b-2", kind="player", name="Ana"))["link"]
    own = await exported(await sit_down(gm.client, gm.table, link))
    report = verify_seat(lines_of(io.BytesIO(own)), heads_of(await exported(gm)))
    assert (report.seat, report.faults) == ("ana_b-2", ())


def heads_of(file: bytes) -> list[str]:
    return ["0" * 64, *(one.hash.hex() for one in map(sealed_of, file.splitlines()) if one is not None)]


@pytest.mark.service
async def test_whatever_is_done_to_a_seats_capsule_both_verifiers_find_it(client: httpx.AsyncClient) -> None:
    gm, ana, _ = await a_fight(client)
    file, log = await exported(ana), heads_of(await exported(gm))
    rng = random.Random("seat")
    with Node() as node:
        honest = node.ask("seat", file=file, log=log)
        assert honest["faults"] == []
        assert honest["faces"] == verify_seat(lines_of(io.BytesIO(file))).faces
        for turn in range(repetitions(ci=150, soak=3_000)):
            spoilt = bytearray(file)
            spoilt[rng.randrange(len(file) - 1)] ^= 1 << rng.randrange(8)
            ours = verify_seat(lines_of(io.BytesIO(spoilt)), log).faults
            assert ours, turn
            theirs = node.ask("seat", file=bytes(spoilt), log=log)["faults"]
            assert [(one["version"], one["kind"]) for one in theirs] == [(one.version, one.kind) for one in ours], turn
