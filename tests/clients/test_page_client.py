"""`/client/fracas.js` in Node: it follows by each way, comes back, and no command is lost or given twice."""

from pathlib import Path

import pytest

from tests.api.people import Seat
from tests.clients.conftest import Crowd
from tests.clients.page import page
from tests.live.serving import Served, served

pytestmark = pytest.mark.service

PRONE = {"type": "set_condition", "condition": "prone"}

ways = pytest.mark.parametrize("way", ["websocket", "sse", "poll"])


def opened(gm: Seat, folder: Path, *ways: str, **more: object) -> dict[str, object]:
    base = str(gm.client.base_url)
    return {"base": base, "table": gm.table, "token": gm.token, "ways": ways, "file": str(folder / "outbox"), **more}


@ways
async def test_it_sees_what_a_fresh_look_sees_whatever_way_it_follows(gm: Seat, tmp_path: Path, way: str) -> None:
    async with page() as one:
        one.do("open", **opened(gm, tmp_path, way))
        await one.until(state="live", why=way)
        await gm.enter("vera")
        one.do("give", command={**PRONE, "combatant": "vera"}, around={"id": "p1"})
        assert (await one.answer("p1"))["reply"]["status"] == "done"
        held = await one.up_to((await gm.look())["number"])
        assert held["view"] == await gm.look()
        assert [line["text"] for line in held["lines"]][-1] == "Vera is prone."


async def test_where_one_way_is_closed_it_takes_the_next(gm: Seat, tmp_path: Path) -> None:
    async with page() as one:
        one.do("open", **opened(gm, tmp_path, "missing", "sse"))
        await one.until(state="live", why="sse")


async def test_a_refusal_is_told_and_not_tried_again(gm: Seat, tmp_path: Path) -> None:
    async with page() as one:
        one.do("open", **opened(gm, tmp_path, "websocket"))
        one.do(
            "give", command={"type": "set_condition", "combatant": "nobody", "condition": "prone"}, around={"id": "p1"}
        )
        assert (await one.answer("p1"))["refused"] == "unknown-id"


async def test_a_seat_that_is_closed_ends_it(gm: Seat, tmp_path: Path) -> None:
    ana = await gm.seat("ana")
    async with page() as one:
        one.do("open", **opened(ana, tmp_path, "websocket"))
        await one.until(state="live")
        await gm.give("close_seat", seat="ana")
        assert (await one.until(state="gone"))["why"] == "seat-closed"


async def test_a_void_token_ends_it(gm: Seat, tmp_path: Path) -> None:
    async with page() as one:
        one.do("open", **opened(Seat(gm.client, gm.table, "nonsense"), tmp_path, "sse"))
        assert (await one.until(state="gone"))["why"] == "unauthorized"


async def test_who_meets_a_crowd_at_the_door_waits_and_sits_down_once(gm: Seat, crowd: Crowd) -> None:
    link = (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
    async with page() as one:
        asked = {"base": str(gm.client.base_url), "table": gm.table}
        crowd.ahead = 2
        one.do("sit", **asked, link=link)
        assert (await one.until(sat="done"))["seat"]["seat"] == "ana"
        facts = [frame["fact"]["entry"]["fact"]["type"] for frame in (await gm.look("/events"))["frames"]]
        assert facts.count("seat-taken") == 2, "the GM, and Ana once"
        one.do("sit", **asked, link="nonsense")
        assert (await one.until(sat="refused"))["code"] == "unauthorized"
        crowd.ahead = 10**9
        one.do("sit", **asked, link=link, patience=0)
        assert (await one.until(sat="refused"))["code"] == "too-many"


async def test_what_was_not_answered_is_sent_again_after_a_reload_and_lands_once(
    valkey_url: str, tmp_path: Path, gm: Seat, service: Served
) -> None:
    """The service stops, a command is given, the page is reloaded, another process serves the table: it lands."""
    async with page() as one:
        one.do("open", **opened(gm, tmp_path, "websocket"))
        await one.until(state="live")
        await service.stop()
        one.do("give", command={"type": "note", "text": "kept"}, around={"id": "p1"})
        while not (tmp_path / "outbox").exists() or "kept" not in (tmp_path / "outbox").read_text():
            await one.seen()
        await one.kill()
    async with served(valkey_url, tmp_path) as again, page() as reloaded:
        elsewhere = Seat(again.client, gm.table, gm.token)
        reloaded.do("open", **opened(elsewhere, tmp_path, "websocket"))
        assert (await reloaded.answer("p1"))["reply"]["status"] == "done"
        told = (await elsewhere.look("/events"))["frames"]
        facts = [frame["fact"]["entry"]["fact"] for frame in told]
        assert [fact["text"] for fact in facts if fact["type"] == "note-added"] == ["kept"]
        assert "kept" not in (tmp_path / "outbox").read_text()
