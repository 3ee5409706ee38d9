"""Odds over HTTP: for whoever plays the actor, on what the seat sees, and without a trace."""

from typing import Any

import httpx
import pytest

from tests.api.fights import shoot, two_in_actions
from tests.api.people import FIGHTER, Answer, Seat, open_table, problem_of, sit_down

SHOT = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}


async def ask(seat: Seat, combatant: str = "ann", action: Any = SHOT, **more: Any) -> httpx.Response:
    body = {"combatant": combatant, "action": action, **more}
    return await seat.client.post(f"/v1/tables/{seat.table}/odds", json=body, headers=seat.headers)


async def told(seat: Seat, **more: Any) -> Answer:
    response = await ask(seat, **more)
    assert response.status_code == 200, response.text
    answer: Answer = response.json()
    return answer


async def test_a_gm_is_told_hit_damage_down_dead_and_cost(gm: Seat) -> None:
    weapon = {**FIGHTER["weapons"]["pistol"], "capacity": 10, "loaded": 10}
    await two_in_actions(gm, sheet={"armor": {"av": 4}, "weapons": {"pistol": weapon}})
    found = await told(gm)
    (bob,) = found["targets"]
    assert found["exact"] and found["cut"] < 1e-9
    assert bob["hit"]["chance"] == pytest.approx(0.8)
    assert bob["damage"]["life"][0]["points"] == 0
    assert bob["expected"]["life"] == pytest.approx(sum(r["points"] * r["chance"] for r in bob["damage"]["life"]))
    assert {"down", "dead", "wounds"} <= bob.keys()
    back = await told(gm, combatant="bob", action={**SHOT, "target": "ann", "shots": 2})
    assert {row["points"] for row in back["cost"]["ammo"]["pistol"]} == {2}


async def test_the_cover_that_counts_is_told_also_where_it_is_none(gm: Seat) -> None:
    """Of the act, else of one's own, else of the zone, else of the scene: no cover is also said."""
    await two_in_actions(gm)

    async def cover(**more: Any) -> int:
        [bob] = (await told(gm, action={**SHOT, **more}))["targets"]
        return int(bob.get("cover", 0))

    await gm.give("set_scene", cover=9, zones={"yard": {}, "wall": {"cover": 8}})
    assert await cover() == 9
    await gm.give("place", combatant="bob", zone="yard")
    assert await cover() == 0
    await gm.give("place", combatant="bob", zone="wall")
    assert await cover() == 8
    await gm.give("place", combatant="bob", cover=0)
    assert await cover() == 0
    assert await cover(cover=3) == 3


async def test_nothing_is_written_and_no_die_is_used(gm: Seat) -> None:
    await two_in_actions(gm)
    before = await gm.look()
    await told(gm)
    assert await gm.look() == before


async def test_what_is_said_ahead_by_somebody_who_has_had_their_turn_is_the_first_act_of_the_next(gm: Seat) -> None:
    def further(odds: Answer) -> list[str]:
        return [one["note"] for one in odds["cost"]["modifiers"]["strike"] if one["note"].startswith("action ")]

    await two_in_actions(gm)
    missed = await shoot(gm, faces=[2])
    assert missed["events"][-1]["fact"]["entry"]["fact"]["outcome"] == "missed", "all stand as they stood"
    assert further(await told(gm, ahead=True)) == further(await told(gm)) == ["action 2"], "she is still up"
    await gm.give("done", combatant="ann")
    before = await gm.look()
    now, ahead = await told(gm), await told(gm, ahead=True)
    assert (further(now), further(ahead)) == (["action 2"], [])
    assert ahead["targets"][0]["hit"]["chance"] == pytest.approx(0.8)
    assert now["targets"][0]["hit"]["chance"] < 0.8
    assert await gm.look() == before
    await gm.give("done", combatant="bob")
    await gm.give("next_turn", turn=1)
    assert (await told(gm))["targets"] == ahead["targets"]


async def test_a_player_is_told_what_the_seat_can_know(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("ann", side="party", controller="ana")
    await gm.enter("bob", side="foes", sheet={"armor": {"av": 200}})
    found = await told(ana)
    (bob,) = found["targets"]
    assert set(found["unknown"]) == {"defense", "armor", "down", "dead"}
    assert bob["hit"]["chance"] == pytest.approx(0.8) and bob["bare"]
    assert max(row["points"] for row in bob["damage"]["life"]) == 48
    assert not {"down", "dead", "wounds"} & bob.keys()
    assert (await told(gm))["targets"][0].get("expected", {}) == {}


async def test_it_is_asked_of_own_people_only(gm: Seat) -> None:
    ana, ben = await gm.seat("ana"), await gm.seat("ben")
    await gm.enter("ann", side="party", controller="ana")
    await gm.enter("bob", side="foes")
    await gm.enter("lurker", side="foes", hidden=True)
    assert problem_of(await ask(ben))["code"] == "not-yours"
    unseen = problem_of(await ask(ana, action={**SHOT, "target": "lurker"}))
    unknown = problem_of(await ask(ana, action={**SHOT, "target": "nobody"}))
    assert unseen["code"] == unknown["code"] == "unknown-id"
    assert problem_of(await ask(ana, modifiers=[{"value": 2, "label": "luck"}]))["code"] == "unauthorized"
    assert (await told(gm, modifiers=[{"value": -6, "label": "fog"}]))["targets"][0]["hit"]["chance"] < 0.8
    assert problem_of(await ask(ana, action={"kind": "sing"}))["code"] == "invalid"
    assert problem_of(await ask(ana, combatant="ogre"))["code"] == "unknown-id"


async def test_choices_of_others_are_told_one_by_one(gm: Seat) -> None:
    await two_in_actions(gm, reaction="ask")
    found = await told(gm)
    (asked,) = found["asked"]
    assert (asked["combatant"], asked["purpose"], asked["default"]) == ("bob", "defense", "none")
    hits = {option: way["targets"][0]["hit"]["chance"] for option, way in asked["options"].items()}
    assert hits["none"] == found["targets"][0]["hit"]["chance"] > hits["dodge"] > 0


@pytest.mark.parametrize(("option", "keys"), [("to_hit", {"combatant", "hit", "hits"}), ("none", None)])
async def test_a_table_may_tell_players_less(client: httpx.AsyncClient, option: str, keys: set[str] | None) -> None:
    gm = await open_table(client, options={"odds": option})
    ana = await gm.seat("ana")
    await gm.enter("ann", side="party", controller="ana")
    await gm.enter("bob", side="foes")
    if keys is None:
        assert problem_of(await ask(ana))["code"] == "unauthorized"
    else:
        assert (await told(ana))["targets"][0].keys() == keys
    assert "down" in (await told(gm))["targets"][0]


async def test_actions_bring_odds_where_they_are_asked_for(gm: Seat) -> None:
    await two_in_actions(gm)
    plain, asked = await gm.look("/actions"), await gm.look("/actions", odds="true")
    kinds = {one["kind"]: one for one in asked["combatants"][0]["actions"]}
    (glance,) = kinds["shoot"]["odds"]
    assert glance["target"] == "bob" and glance["hit"] == pytest.approx(0.8)
    assert not any("odds" in one for one in plain["combatants"][0]["actions"])


async def test_a_spectator_is_told_nothing(gm: Seat) -> None:
    await two_in_actions(gm)
    link = (await gm.give("offer_seat", seat="screen", kind="spectator", name="Screen"))["link"]
    screen = await sit_down(gm.client, gm.table, link)
    assert problem_of(await ask(screen))["code"] == "not-yours"
