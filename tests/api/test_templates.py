"""A host opens a table from a template: rules, options, a scene with people, seats, all from the first moment."""

from typing import Any

import httpx
import pytest

from tests.api.people import Answer, Seat, open_table, problem_of, sit_down

AMBUSH: dict[str, Any] = {
    "title": "Wrong street",
    "ruleset": "unisystem",
    "options": {"initiative": "once"},
    "scene": {"title": "A street", "light": "poor", "zones": {"street": {}, "bins": {"cover": 10}}},
    "combatants": {
        "ganger": {"template": "ganger", "count": 3, "name": "Ganger", "zone": "bins"},
        "sniper": {"template": "ganger", "name": "Sniper", "hidden": True},
        "dog": {"template": "guard-dog", "reserve": True},
    },
}
SEATS = [
    {"seat": "ana", "name": "Ana"},
    {"seat": "zoe", "kind": "gm", "name": "Zoe"},
    {"seat": "screen", "kind": "spectator", "name": "The screen"},
]


async def opened(client: httpx.AsyncClient, **fields: Any) -> Answer:
    response = await client.post("/v1/tables", json={"title": "Friday night", **fields})
    assert response.status_code == 201, response.text
    answer: Answer = response.json()
    return answer


async def refused(client: httpx.AsyncClient, **fields: Any) -> Answer:
    return problem_of(await client.post("/v1/tables", json={"title": "Friday night", **fields}))


async def test_a_table_opens_with_an_encounter_and_seats(client: httpx.AsyncClient) -> None:
    told = await opened(client, encounter=AMBUSH, seats=SEATS)
    assert set(told["links"]) == {"gm", "ana", "zoe", "screen"}
    people = {seat: await sit_down(client, told["table"], link) for seat, link in told["links"].items()}
    view = await people["zoe"].look()
    assert (view["ruleset"], view["options"]["initiative"], view["scene"]["light"]) == ("unisystem", "once", "poor")
    seen = {seat: {one["id"] for one in (await who.look())["combatants"]} for seat, who in people.items()}
    assert seen["gm"] == seen["zoe"] == {"ganger-1", "ganger-2", "ganger-3", "sniper", "dog"}
    assert seen["ana"] == seen["screen"] == {"ganger-1", "ganger-2", "ganger-3"}
    await people["gm"].give("begin_combat")


async def test_a_table_opens_with_those_seats_that_commands_can_name(client: httpx.AsyncClient) -> None:
    for seat in ("-", "-x", "ana b", "ana\n", "x" * 41):
        told = await refused(client, ruleset="unisystem", seats=[{"seat": seat, "name": "Ana"}])
        assert told["code"] == "invalid"
        assert "such as `rico-2`" in told["detail"], told
    told = await opened(client, ruleset="unisystem", seats=[{"seat": "ana_b", "name": "Ana"}])
    gm = await sit_down(client, told["table"], told["links"]["gm"])
    await gm.give("close_seat", seat="ana_b")


async def test_nor_does_an_encounter_bring_whom_no_command_can_name(client: httpx.AsyncClient) -> None:
    strange = {**AMBUSH, "combatants": {"dog\n": AMBUSH["combatants"]["dog"]}}
    assert "such as `rico-2`" in (await refused(client, encounter=strange))["detail"]


async def test_the_host_is_told_links_and_nothing_of_what_is_prepared(client: httpx.AsyncClient) -> None:
    told = await opened(client, encounter=AMBUSH)
    assert set(told) == {"table", "version", "links"}
    listed = (await client.get("/v1/tables")).json()["tables"]
    cover = next(one for one in listed if one["table"] == told["table"])
    assert "sniper" not in str(cover).lower() and "dog" not in str(cover).lower()
    looking = await client.get(f"/v1/tables/{told['table']}")
    assert problem_of(looking)["code"] == "unauthorized"


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight", "interlock"])
async def test_every_sample_opens_a_table(client: httpx.AsyncClient, ruleset: str) -> None:
    samples = (await client.get(f"/v1/rulesets/{ruleset}/encounters")).json()["encounters"]
    assert samples
    for one in samples:
        told = await opened(client, ruleset=ruleset, sample=one["id"])
        gm = await sit_down(client, told["table"], told["links"]["gm"])
        assert len((await gm.look())["combatants"]) >= len(one["encounter"]["combatants"])


async def test_a_table_plays_like_another_and_takes_nobody_along(client: httpx.AsyncClient) -> None:
    other = await open_table(client, ruleset="firefight", preset="fast")
    await other.enter("vera")
    await other.give("set_option", option="initiative", value="once")
    told = await opened(client, like=other.table, options={"blast_dice": "per_target"})
    gm = await sit_down(client, told["table"], told["links"]["gm"])
    view, before = await gm.look(), await other.look()
    assert view["options"] == {**before["options"], "blast_dice": "per_target"}
    assert view["combatants"] == []


async def test_what_is_said_by_itself_goes_over_what_a_template_brings(client: httpx.AsyncClient) -> None:
    told = await opened(client, encounter=AMBUSH, options={"initiative": "each_turn"})
    gm = await sit_down(client, told["table"], told["links"]["gm"])
    assert (await gm.look())["options"]["initiative"] == "each_turn"


async def test_the_same_request_opens_the_same_table_with_the_same_links(client: httpx.AsyncClient) -> None:
    said = {"encounter": AMBUSH, "seats": SEATS, "id": "a-very-long-random-id"}
    first = await opened(client, **said)
    assert await opened(client, **said) == first
    other = await refused(client, **{**said, "seats": []})
    assert other["code"] == "id-used"


async def test_nothing_is_opened_of_a_template_that_is_wrong(client: httpx.AsyncClient) -> None:
    before = len((await client.get("/v1/tables")).json()["tables"])
    wrong = {**AMBUSH, "combatants": {"ganger": {"template": "dragon"}}}
    problem = await refused(client, encounter=wrong)
    assert problem["code"] == "invalid" and problem["errors"][0]["field"].startswith("encounter.combatants.ganger")
    for fields in (
        {},
        {"sample": "none"},
        {"ruleset": "interlock", "encounter": AMBUSH},
        {"ruleset": "unisystem", "sample": "none-such"},
        {"ruleset": "unisystem", "sample": "none-such", "encounter": AMBUSH},
        {"like": "no-such-table"},
        {"ruleset": "unisystem", "seats": [SEATS[0], SEATS[0]]},
        {"ruleset": "unisystem", "seats": [{"seat": "gm", "kind": "gm", "name": "Me"}]},
    ):
        assert (await refused(client, **fields))["code"] in ("invalid", "not-found"), fields
    other = await open_table(client, ruleset="firefight")
    assert (await refused(client, like=other.table, ruleset="interlock"))["code"] == "invalid"
    assert len((await client.get("/v1/tables")).json()["tables"]) == before + 1


async def test_a_seat_of_another_table_opens_none(gm: Seat) -> None:
    said = {"title": "Mine", "like": gm.table}
    response = await gm.client.post("/v1/tables", json=said, headers=gm.headers)
    assert problem_of(response)["status"] == 403
