"""What a host does: sees how things stand at tables and none of their secrets, mends, archives, restores, deletes."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis.asyncio

from api.host.desk import Desk
from api.keys import Keys
from api.live import presence
from api.web.examples import EXAMPLES
from engine.commands import COMMANDS
from engine.rulesets import RULESETS
from events.log.stream import open_log
from tests.api.doors import ask, doors
from tests.api.people import FIGHTER, KEY, Seat, open_table, problem_of, service_at, sit_down
from tests.live.ears import by_socket, by_sse
from tests.live.serving import served
from tests.projections.kits import KITS


async def cover(gm: Seat, archived: bool = False) -> dict[str, Any] | None:
    """The table in the host's list."""
    query = {"archived": "true"} if archived else {}
    listed = (await gm.client.get("/v1/tables", params=query)).json()["tables"]
    return next((one for one in listed if one["table"] == gm.table), None)


async def of_the_host(gm: Seat, what: str, **query: str) -> httpx.Response:
    return await gm.client.post(f"/v1/tables/{gm.table}/{what}", params=query)


async def test_a_host_sees_how_things_stand_at_a_table(gm: Seat) -> None:
    first = await cover(gm)
    assert first is not None
    assert (first["title"], first["ruleset"], first["phase"]) == ("The warehouse", "unisystem", "lobby")
    assert "turn" not in first and "waiting" not in first and "clients" not in first
    await gm.enter("vera")
    await gm.enter("bob")
    await gm.give("begin_combat")
    for name, number in (("vera", 20), ("bob", 10)):
        await gm.give("set_initiative", combatant=name, value=number)
    now = await cover(gm)
    assert now is not None
    assert (now["phase"], now["fight"], now["turn"], now["waiting"]) == ("actions", 1, 1, ["Vera"])
    assert now["entries"] == (await gm.look())["number"] > first["entries"]
    assert now["changed"] >= first["changed"] >= first["opened"]
    assert now["bytes"] > 1000


async def test_a_host_is_told_nothing_of_who_is_hidden(gm: Seat) -> None:
    await gm.enter("vera")
    await gm.enter("sniper", hidden=True)
    await gm.give("begin_combat")
    for name, number in (("sniper", 20), ("vera", 10)):
        await gm.give("set_initiative", combatant=name, value=number)
    now = await cover(gm)
    assert now is not None and now["waiting"] == ["somebody"]
    assert "sniper" not in str(now).lower()


async def test_a_host_mends_the_link_of_any_seat(gm: Seat) -> None:
    ana = await gm.seat("ana")
    mended = (await of_the_host(gm, "link", seat="ana")).json()
    again = await sit_down(gm.client, gm.table, mended["links"]["ana"])
    assert (await again.look())["number"] > 0
    assert problem_of(await ana.send(ana.body("note", text="hello")))["code"] == "unauthorized"
    nobody = problem_of(await of_the_host(gm, "link", seat="nobody"))
    assert nobody["code"] == "unknown-id"


async def test_at_a_table_in_the_archive_nothing_is_played_and_it_comes_back(gm: Seat) -> None:
    assert (await of_the_host(gm, "archive")).status_code == 204
    assert await cover(gm) is None
    assert (await cover(gm, archived=True) or {})["archived"]
    assert (await gm.refused("note", text="hello"))["code"] == "wrong-phase"
    assert (await gm.look())["closed"]
    assert problem_of(await of_the_host(gm, "archive"))["code"] == "wrong-phase"
    assert (await of_the_host(gm, "restore")).status_code == 204
    await gm.give("note", text="where were we?")
    assert await cover(gm) is not None
    assert problem_of(await of_the_host(gm, "restore"))["code"] == "invalid"


async def test_a_table_is_deleted_from_the_archive_alone_and_leaves_nothing(gm: Seat, valkey_url: str) -> None:
    await gm.enter("vera", sheet=FIGHTER)
    address = f"/v1/tables/{gm.table}"
    assert problem_of(await gm.client.delete(address))["code"] == "wrong-phase"
    await of_the_host(gm, "archive")
    client = redis.asyncio.Redis.from_url(valkey_url)
    try:
        await client.set(f"fracas:{{{gm.table}}}:snapshot:old", b"left by an older version")
        assert (await gm.client.delete(address)).status_code == 204
        assert [key async for key in client.scan_iter(match=f"*{gm.table}*")] == []
    finally:
        await client.aclose()
    assert problem_of(await gm.client.delete(address))["code"] == "not-found"
    assert problem_of(await gm.send(gm.body("note", text="hello")))["code"] == "unauthorized"
    assert await cover(gm, archived=True) is None


@pytest.fixture
async def elsewhere(valkey_url: str, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with service_at(valkey_url, tmp_path / "other") as other:
        yield other


async def test_another_process_takes_note_of_the_archive_and_of_the_end(gm: Seat, elsewhere: httpx.AsyncClient) -> None:
    there = Seat(elsewhere, gm.table, gm.token)
    await there.look()
    await of_the_host(gm, "archive")
    assert (await there.refused("note", text="hello"))["code"] == "wrong-phase"
    await of_the_host(gm, "restore")
    await there.give("note", text="here again")
    await of_the_host(gm, "archive")
    await gm.client.delete(f"/v1/tables/{gm.table}")
    gone = await there.send(there.body("note", text="hello"))
    assert gone.status_code in (401, 409, 503), gone.text


async def test_who_follows_is_counted_in_all_processes_and_not_after_they_left(
    valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "EVERY", 0.01)
    async with served(valkey_url, tmp_path) as one, served(valkey_url, tmp_path) as other:
        gm = await open_table(one.client)
        there = Seat(other.client, gm.table, gm.token)

        async def clients(many: int) -> None:
            for seat in (gm, there):
                while (await cover(seat) or {}).get("clients", 0) != many:
                    pass
            async with open_log(valkey_url) as log:  # as the command line looks
                assert (await Desk(log, Keys(KEY), RULESETS).cover(gm.table)).clients == many

        async with by_socket(gm) as near, by_socket(there) as far, by_sse(there) as also:
            for ear in (near, far, also):
                await ear.until("waiting")
            await clients(3)
        await clients(0)
        async with by_socket(there) as far:
            await far.until("waiting")
            await clients(1)
            await other.stop()
            while (await cover(gm) or {}).get("clients", 0):
                pass


@pytest.mark.parametrize("what", ["link", "archive", "restore"])
async def test_nobody_but_a_host_does_any_of_this(gm: Seat, what: str) -> None:
    for headers, status in ((gm.headers, 403), ({"authorization": "Bearer " + "0" * 40}, 401)):
        response = await gm.client.post(f"/v1/tables/{gm.table}/{what}", headers=headers)
        assert response.status_code == status
        assert (await gm.client.delete(f"/v1/tables/{gm.table}", headers=headers)).status_code == status
    assert (await gm.client.post(f"/v1/tables/nosuchtable1/{what}")).status_code == 404


async def test_a_table_that_cannot_be_read_does_not_hide_the_others(gm: Seat, valkey_url: str) -> None:
    broken = await open_table(gm.client)
    client = redis.asyncio.Redis.from_url(valkey_url)
    try:
        await client.xadd(f"fracas:{{{broken.table}}}x:log", {"junk": "1"})
        await client.xadd("fracas:{broken-1}:log", {"junk": "1"}, id="1-0")
        listed = (await gm.client.get("/v1/tables")).json()["tables"]
        assert any(one["table"] == "broken-1" and one["trouble"] for one in listed)
        assert any(one["table"] == gm.table for one in listed)
    finally:
        await client.delete("fracas:{broken-1}:log", f"fracas:{{{broken.table}}}x:log")
        await client.aclose()


# handing a seat over


async def test_who_hands_over_their_own_seat_is_told_the_link_and_shown_out(gm: Seat) -> None:
    ana = await gm.seat("ana")
    reply = await ana.give("hand_over_seat")
    assert problem_of(await ana.send(ana.body("note", text="hello")))["code"] == "unauthorized"
    heir = await sit_down(gm.client, gm.table, reply["link"])
    await heir.give("note", text="it is me now")


async def test_a_gm_hands_a_seat_to_somebody_else(gm: Seat) -> None:
    await gm.seat("ana")
    body = gm.body("hand_over_seat", seat="ana", name="Anton")
    first, again = (await gm.send(body)).json(), (await gm.send(body)).json()
    assert first["link"] == again["link"], "sent again, the answer is the same"
    heir = await sit_down(gm.client, gm.table, first["link"])
    assert {one["name"] for one in (await heir.look())["seats"]} >= {"Anton"}


@pytest.mark.parametrize("token", ["the host key", ""])
async def test_a_host_sits_at_no_table_and_is_told_nothing_there(gm: Seat, token: str) -> None:
    """Every command, and every address about a table that is no host's, with the host key or from this machine."""
    transport = gm.client._transport
    assert isinstance(transport, httpx.ASGITransport)
    app: Any = transport.app
    key = app.state.service.keys.host if token else ""
    commands = [("POST", "/v1/tables/{table}/commands", example.body) for example in EXAMPLES.values()]
    asked = [*doors(app, KITS["unisystem"], 3), *commands]
    about = [(method, path.replace("/t1", f"/{gm.table}").replace("{table}", gm.table), b) for method, path, b in asked]
    assert len(commands) == len(COMMANDS)
    number = (await gm.look())["number"]
    statuses = Counter([(await ask(app, door, key)).status for door in about if "/v1/tables/" in door[1]])
    assert set(statuses) <= {401, 422}, statuses
    assert statuses[401] > len(commands) + 50, "few of these are badly formed besides"
    assert (await gm.look())["number"] == number
