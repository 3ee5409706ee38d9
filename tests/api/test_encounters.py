"""Encounters put onto a table: all of it or nothing, once however often it is sent, by a GM alone."""

import asyncio
import json
import threading
from typing import Any

import httpx
import pytest

from api.encounters.model import Encounter
from api.thinking import AT_ONCE
from engine.rulesets import RULESETS
from tests.api.people import Seat, open_table, problem_of

ENCOUNTER: dict[str, Any] = {
    "title": "Wrong street",
    "ruleset": "unisystem",
    "preset": "fast",
    "scene": {"light": "poor", "zones": {"street": {}, "bins": {"cover": 10}}},
    "combatants": {
        "ganger": {"template": "ganger", "count": 2, "name": "Ganger", "zone": "bins"},
        "dog": {"template": "guard-dog", "reserve": True, "hidden": True},
    },
}


async def put(seat: Seat, **body: Any) -> httpx.Response:
    path = f"/v1/tables/{seat.table}/encounters"
    return await seat.client.post(path, json={"id": "e", **body}, headers=seat.headers)


async def test_the_scene_the_options_and_everybody_are_there(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    ana = await gm.seat("ana")
    answer = await put(gm, encounter=ENCOUNTER)
    assert answer.status_code == 200, answer.text
    assert [one["id"] for one in answer.json()["replies"]] == [f"e-{number}" for number in range(1, 7)]
    seen = await gm.look()
    assert [(one["id"], one["name"], one["status"]) for one in seen["combatants"]] == [
        ("ganger-1", "Ganger 1", "party"),
        ("ganger-2", "Ganger 2", "party"),
        ("dog", "dog", "reserve"),
    ]
    assert [(one["id"], one["members"]) for one in seen["groups"]] == [("ganger", ["ganger-1", "ganger-2"])]
    assert seen["scene"]["light"] == "poor"
    assert seen["options"]["damage_mode"] == "average"
    assert [one["id"] for one in (await ana.look())["combatants"]] == ["ganger-1", "ganger-2"]


async def test_several_are_no_group_where_the_file_says_so(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    gangers = {**ENCOUNTER["combatants"]["ganger"], "group": False}
    await put(gm, encounter={**ENCOUNTER, "combatants": {"ganger": gangers}})
    seen = await gm.look()
    assert (len(seen["combatants"]), seen.get("groups", [])) == (2, [])


async def test_a_bad_scene_is_the_only_fault_that_is_told_of_it(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    dim = {**ENCOUNTER, "scene": {**ENCOUNTER["scene"], "light": "dimm"}}
    problem = problem_of(await put(gm, encounter=dim))
    assert "dimm" in problem["detail"] and "has no zone" not in problem["detail"]


async def test_an_encounter_is_looked_at_and_nothing_is_done(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    before = await gm.look()
    seen = (await put(gm, encounter=ENCOUNTER, dry_run=True)).json()["encounter"]
    assert {name: one.get("count", 1) for name, one in seen["combatants"].items()} == {"ganger": 2, "dog": 1}
    assert await gm.look() == before
    wrong = {**ENCOUNTER, "combatants": {"ganger": {"template": "dragon"}}}
    assert problem_of(await put(gm, encounter=wrong, dry_run=True))["code"] == "invalid"


async def test_sent_again_nothing_is_done_twice(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    first = (await put(gm, encounter=ENCOUNTER)).json()["replies"]
    again = (await put(gm, encounter=ENCOUNTER)).json()["replies"]
    assert again == first[2:], "the options are in force already; the rest is told as it was"
    assert len((await gm.look())["combatants"]) == 3


async def test_all_of_it_is_done_or_nothing(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    await gm.enter("dog")
    before = await gm.look()
    problem = problem_of(await put(gm, encounter=ENCOUNTER))
    assert (problem["status"], problem["command"]) == (409, "e-6")
    assert "'dog' is at the table already" in problem["detail"]
    assert await gm.look() == before


async def test_a_group_comes_as_separate_combatants_with_one_initiative(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    gangers = {**ENCOUNTER["combatants"]["ganger"], "group": True, "count": 5}
    answer = await put(gm, encounter={**ENCOUNTER, "combatants": {"ganger": gangers}})
    assert answer.status_code == 200, answer.text
    seen = (await gm.look())["combatants"]
    assert [(one["id"], one["name"]) for one in seen] == [(f"ganger-{n}", f"Ganger {n}") for n in range(1, 6)]
    await gm.give("begin_combat")
    await gm.give("roll_initiative")
    numbers = {one["initiative"] for one in (await gm.look("/initiative"))["order"]}
    assert len(numbers) == 1


@pytest.mark.parametrize("name", RULESETS)
async def test_the_samples_are_listed_and_put_by_id_or_as_listed(client: httpx.AsyncClient, name: str) -> None:
    listed = (await client.get(f"/v1/rulesets/{name}/encounters")).json()["encounters"]
    assert len(listed) == 2
    for one in listed:
        for said in ({"sample": one["id"]}, {"encounter": one["encounter"]}):
            gm = await open_table(client, ruleset=name)
            answer = await put(gm, **said)
            assert answer.status_code == 200, answer.text
            heads = sum(those.get("count", 1) for those in one["encounter"]["combatants"].values())
            assert len((await gm.look())["combatants"]) == heads
            await gm.give("begin_combat")


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({}, 422, "say one thing: the encounter, a file or a sample"),
        ({"encounter": ENCOUNTER, "sample": "back-alley"}, 422, "say one thing: the encounter, a file or a sample"),
        ({"encounter": ENCOUNTER, "file": "x"}, 422, "say one thing: the encounter, a file or a sample"),
        ({"sample": "moon"}, 404, "there is no sample encounter 'moon'; there are back-alley, night-watch"),
        ({"encounter": {**ENCOUNTER, "ruleset": "interlock"}}, 422, "written for interlock, the table plays unisystem"),
        (
            {"encounter": {**ENCOUNTER, "preset": "slow"}},
            422,
            "preset: there is no preset 'slow'; there are source, fast",
        ),
        ({"encounter": {**ENCOUNTER, "ruleset": []}}, 422, "ruleset: text is expected, not a list"),
        ({"encounter": {**ENCOUNTER, "magic": 1}}, 422, "magic: there is no such field"),
        ({"encounter": {**ENCOUNTER, "combatants": {}}}, 422, "combatants: named fields (at least 1) is expected"),
        ({"encounter": ENCOUNTER, "id": "x" * 37}, 422, "id: "),
    ],
)
async def test_what_is_wrong_is_told_before_anything_is_done(
    client: httpx.AsyncClient, body: dict[str, Any], status: int, says: str
) -> None:
    gm = await open_table(client)
    before = await gm.look()
    problem = problem_of(await put(gm, **body))
    assert (problem["status"], says in problem["detail"]) == (status, True), problem
    assert await gm.look() == before


FILE = """
title: Wrong street
ruleset: unisystem
combatants:
  ganger: {template: ganger, count: 2}
"""


@pytest.mark.parametrize("text", [FILE, json.dumps(ENCOUNTER)], ids=["yaml", "json"])
async def test_the_text_of_a_file_is_put_onto_a_table_and_opens_one(client: httpx.AsyncClient, text: str) -> None:
    gm = await open_table(client)
    assert (await put(gm, file=text)).status_code == 200
    assert [one["id"] for one in (await gm.look())["combatants"]][:2] == ["ganger-1", "ganger-2"]
    opened = await client.post("/v1/tables", json={"title": "Street", "ruleset": "unisystem", "file": text})
    assert opened.status_code == 201, opened.text


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        (FILE.replace("template: ganger", "template: dragon"), "file.combatants.ganger", "line 5: "),
        (FILE + "magic: 1\n", "file", "line 6: magic: there is no such field"),
        ("a: [", "file", "line 1: "),
        ("", "file", "line 1: "),
        ("--- {}\n--- {}\n", "file", "a file holds one encounter, this one holds 2"),
        ('{"title": "x", "title": "y"}', "file", "line 1: "),
    ],
)
async def test_what_is_wrong_with_a_file_is_told_by_line(
    client: httpx.AsyncClient, text: str, field: str, says: str
) -> None:
    gm = await open_table(client)
    for problem in (
        problem_of(await put(gm, file=text)),
        problem_of(await client.post("/v1/tables", json={"title": "Street", "ruleset": "unisystem", "file": text})),
    ):
        (first, *_) = problem["errors"]
        assert (problem["status"], says in first["says"]) == (422, True), problem
        assert first["field"].startswith(field)
    assert (await gm.look())["combatants"] == []


async def test_a_file_for_other_rules_is_refused(client: httpx.AsyncClient) -> None:
    gm = await open_table(client, ruleset="interlock")
    assert "written for unisystem, the table plays interlock" in problem_of(await put(gm, file=FILE))["detail"]


async def test_everything_the_rules_have_against_it_is_told_by_field(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    wrong = {"ganger": {"template": "dragon"}, "dog": {"sheet": {"magic": 1}}}
    problem = problem_of(await put(gm, encounter={**ENCOUNTER, "combatants": wrong}))
    assert [one["field"] for one in problem["errors"]] == ["encounter.combatants.ganger", "encounter.combatants.dog"]


async def test_only_a_gm_may(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    for seat in (await gm.seat("ana"), await gm.seat("screen", kind="spectator")):
        for dry_run in (False, True):
            for said in ({"encounter": ENCOUNTER}, {"file": "a: ["}):
                problem = problem_of(await put(seat, **said, dry_run=dry_run))
                assert (problem["status"], problem["code"]) == (403, "unauthorized"), "and nothing is read for it"
    nobody = Seat(client, gm.table, "no token")
    assert problem_of(await put(nobody, encounter=ENCOUNTER))["status"] == 401
    assert (await gm.look())["combatants"] == []


async def test_an_encounter_is_read_beside_the_loop_among_the_questions_that_take_a_while(
    client: httpx.AsyncClient,
) -> None:
    gm = await open_table(client)
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    app: Any = transport.app
    others = threading.Event()
    at_work = [asyncio.create_task(app.state.service.thinking.about(others.wait)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    reading = asyncio.create_task(put(gm, encounter=ENCOUNTER, dry_run=True))
    for _ in range(50):
        await gm.look()
    waits = not reading.done()
    others.set()
    await asyncio.gather(*at_work)
    assert (await reading).status_code == 200
    assert waits, "whoever asks anything else is answered meanwhile"


def test_the_example_of_the_page_is_an_encounter() -> None:
    from api.encounters.reading import read_document
    from api.routes.encounters import ENCOUNTER_EXAMPLE

    assert isinstance(read_document(ENCOUNTER_EXAMPLE["encounter"]), Encounter)
