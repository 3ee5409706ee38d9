"""What players say beforehand over HTTP: characters of their own, and what they do when they are up."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.people import FIGHTER, Seat, open_table, service_at

SHOOT = {"kind": "shoot", "weapon": "pistol", "target": "ganger", "range": "short"}


async def at_war(gm: Seat) -> tuple[Seat, Seat]:
    """Ana plays Vera, who comes after the ganger; Ben looks on. The ganger is up."""
    ana, ben = await gm.seat("ana"), await gm.seat("ben")
    await ana.give("enter_combatant", combatant="vera", name="Vera", sheet=FIGHTER)
    await gm.give("accept_combatant", seat="ana", combatant="vera")
    await gm.enter("ganger")
    await gm.give("begin_combat")
    for name, number in (("ganger", 20), ("vera", 10)):
        await gm.give("set_initiative", combatant=name, value=number)
    return ana, ben


async def until(seat: Seat, type_: str, after: int) -> dict[str, Any]:
    """The frame of a type that comes after a number."""
    async with asyncio.timeout(20):
        while True:
            answer = await seat.look("/events", after=after, wait=5)
            found = [one for one in answer["frames"] if one["fact"]["type"] == type_]
            if found:
                frame: dict[str, Any] = found[0]
                return frame
            after = answer["number"]


async def test_a_players_own_character_is_proposed_seen_by_the_gm_and_let_in(gm: Seat) -> None:
    ana, ben = await gm.seat("ana"), await gm.seat("ben")
    reply = await ana.give("enter_combatant", combatant="vera", name="Vera", sheet=FIGHTER, dice="own")
    assert reply["lines"] == ["Ana would like to bring in Vera."]
    (waiting,) = (await gm.look())["proposals"]
    assert (waiting["seat"], waiting["combatant"], waiting["dice"]) == ("ana", "vera", "own")
    assert waiting["sheet"]["life_points"] == 30
    assert "proposals" not in await ben.look()
    await gm.give("accept_combatant", seat="ana", combatant="vera")
    (vera,) = (await ana.look())["combatants"]
    assert (vera["card"], vera["controller"], vera["side"]) == ("own", "ana", "party")
    assert "proposals" not in await gm.look()


async def test_the_gm_is_offered_who_waits_to_be_let_in(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await ana.give("enter_combatant", combatant="vera", sheet=FIGHTER)
    offered = {one["type"]: one for one in (await gm.look("/actions"))["commands"]}
    assert offered["accept_combatant"]["command"] == {"type": "accept_combatant", "seat": "ana", "combatant": "vera"}
    own = {one["type"]: one for one in (await ana.look("/actions"))["commands"]}
    assert own["refuse_combatant"]["command"] == {"type": "refuse_combatant", "seat": "ana", "combatant": "vera"}
    assert "accept_combatant" not in own and not own["enter_combatant"].get("refusal")


async def test_a_queued_action_is_carried_out_by_itself_when_its_combatant_is_up(gm: Seat) -> None:
    ana, ben = await at_war(gm)
    queued = await ana.give("queue", combatant="vera", action=SHOOT, done=True)
    (waits,) = (await ana.look())["queued"]
    assert waits == {"combatant": "vera", "seat": "ana", "action": SHOOT, "done": True}
    before = (await ben.look())["number"]
    await gm.give("done", combatant="ganger")
    settled = await until(ana, "queue-settled", queued["version"])
    assert settled["command"].startswith("queued-") and settled["fact"]["end"] == "carried-out"
    assert (await until(ana, "action-seen", queued["version"]))["fact"]["given"] == SHOOT
    seen = [one["fact"]["type"] for one in (await ben.look("/events", after=before))["frames"]]
    assert "action-seen" in seen and not {"action-queued", "queue-settled"} & set(seen)
    assert "queued" not in await ana.look()


async def test_where_it_can_no_longer_be_done_the_player_is_told_why_and_acts_by_hand(gm: Seat) -> None:
    ana, _ = await at_war(gm)
    queued = await ana.give("queue", combatant="vera", action=SHOOT)
    await gm.give("remove_combatant", combatant="ganger")
    settled = await until(ana, "queue-settled", queued["version"])
    assert settled["fact"]["end"] == "refused"
    assert settled["fact"]["code"] == "unknown-id"
    lines = [one["text"] for one in (await ana.look("/story"))["lines"]]
    assert any(line.startswith("What Vera meant to do cannot be done: ") for line in lines)
    assert (await ana.look())["up"] == "vera"


async def test_what_is_taken_back_is_not_done(gm: Seat) -> None:
    ana, _ = await at_war(gm)
    await ana.give("queue", combatant="vera", action=SHOOT)
    await ana.give("queue", combatant="vera")
    await gm.give("done", combatant="ganger")
    assert (await ana.look())["up"] == "vera"
    types = [one["fact"]["type"] for one in (await ana.look("/events"))["frames"]]
    assert "action-seen" not in types


@pytest.mark.parametrize("first", [True, False])
async def test_of_two_processes_either_carries_it_out_and_it_is_done_once(
    valkey_url: str, tmp_path: Path, client: httpx.AsyncClient, first: bool
) -> None:
    async with service_at(valkey_url, tmp_path / "other") as other:
        gm = await open_table(client)
        ana, _ = await at_war(gm)
        elsewhere = Seat(other, gm.table, gm.token)
        await elsewhere.look()
        queued = await ana.give("queue", combatant="vera", action=SHOOT, done=True)
        await (gm if first else elsewhere).give("done", combatant="ganger")
        await until(ana, "combatant-done", (await until(ana, "action-seen", queued["version"]))["number"])
        newest = (await gm.look())["number"]
        for seat in (gm, elsewhere):
            async with asyncio.timeout(20):
                while (await seat.look())["number"] < newest:
                    await seat.look("/events", after=(await seat.look())["number"], wait=5)
            begun = [
                entry["fact"]["entry"]
                for entry in (await seat.look("/events"))["frames"]
                if entry["fact"]["entry"]["fact"]["type"] == "action-began"
            ]
            assert len([one for one in begun if one["command"].startswith("queued-")]) == 1


async def test_a_program_says_by_a_name_from_elsewhere_who_spoke_and_both_seats_are_recorded(gm: Seat) -> None:
    await gm.seat("ana")
    bot = await gm.seat("bot", "service", speaks_for=["ana"])
    body = {**bot.body("note", text="hello", speaks_as="ana"), "label": "anna#1234"}
    assert (await bot.send(body)).status_code == 200
    entry = (await gm.look("/events"))["frames"][-1]["fact"]["entry"]
    assert (entry["seat"], entry["on_behalf"], entry["label"]) == ("bot", "ana", "anna#1234")
    refused = await gm.send({**gm.body("note", text="hello"), "label": "somebody"})
    assert refused.json()["code"] == "unauthorized"
