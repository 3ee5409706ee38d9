"""Bodies as bad clients and bad people send them: each a clear answer with a code, and the log as it was."""

import json
from typing import Any

import httpx
import pytest

from tests.api.people import FIGHTER, Seat, problem_of

DEEP = b"[" * 100_000
BOMB = b'{"a":' * 50_000


def command(**fields: Any) -> bytes:
    return json.dumps({"id": "c-1", "command": fields}).encode()


def sheet(**fields: Any) -> bytes:
    return command(type="enter_combatant", combatant="x", name="X", sheet={**FIGHTER, **fields})


BODIES: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("no JSON", b"{"),
    ("not UTF-8", b'{"id":"c-1","command":{"type":"note","text":"\xff\xfe"}}'),
    ("half a surrogate", b'{"id":"c-1","command":{"type":"note","text":"\\ud800"}}'),
    ("NaN", b'{"id":"c-1","command":{"type":"next_turn","turn":NaN}}'),
    ("Infinity", b'{"id":"c-1","command":{"type":"next_turn","turn":-Infinity}}'),
    ("a number beyond doubles", b'{"id":"c-1","command":{"type":"next_turn","turn":1e999}}'),
    ("a very long number", b'{"id":"c-1","command":{"type":"next_turn","turn":' + b"9" * 5000 + b"}}"),
    ("a long number", b'{"id":"c-1","command":{"type":"next_turn","turn":' + b"9" * 50 + b"}}"),
    ("a fraction", b'{"id":"c-1","command":{"type":"next_turn","turn":1.5}}'),
    ("a list", b"[]"),
    ("a string", b'"undo"'),
    ("null", b"null"),
    ("deep lists", DEEP),
    ("deep objects", BOMB),
    ("a deep sheet", command(type="enter_combatant", name="X", sheet=json.loads('{"a":' * 60 + "1" + "}" * 60))),
    ("a name that steers a terminal", command(type="enter_combatant", name="\x1b[2JX", sheet=FIGHTER)),
    ("a note with a bell", command(type="note", text="dong \x07")),
    ("a note with a C1 code", command(type="note", text="?").replace(b"?", b"\xc2\x9b2J")),
    ("a name that turns the line", command(type="note", text="?").replace(b"?", b"\xe2\x80\xae")),
    ("a name that turns the line, escaped", command(type="enter_combatant", name="X\u202e", sheet=FIGHTER)),
    ("a note that isolates what follows", command(type="note", text="?").replace(b"?", b"\xe2\x81\xa6")),
    ("a control character in a key", command(type="set_scene", zones={"a\x00": {}})),
    ("a name of two lines", command(type="enter_combatant", name="a\nb", sheet=FIGHTER)),
    ("a name that nobody sees", command(type="enter_combatant", name=" \u200b\u3164", sheet=FIGHTER)),
    ("a side of two lines", command(type="enter_combatant", name="X", side="a\u2028b", sheet=FIGHTER)),
    ("a group without a name", command(type="form_group", group="g", title=" ", sheet=FIGHTER, count=2)),
    ("a seat of two lines", command(type="offer_seat", seat="x", kind="player", name="X\r")),
    ("a scene of two lines", command(type="set_scene", title="a\tb")),
    ("a zone that nobody sees", command(type="set_scene", zones={"\u2800": {}})),
    ("a label of two lines", json.dumps({"id": "c-1", "command": {"type": "undo"}, "label": "a\nb"}).encode()),
    ("no id", json.dumps({"command": {"type": "undo"}}).encode()),
    ("an id with a newline", json.dumps({"id": "c-1\n", "command": {"type": "undo"}}).encode()),
    ("an id too long", json.dumps({"id": "c" * 41, "command": {"type": "undo"}}).encode()),
    ("an id with a slash", json.dumps({"id": "gm/c-1", "command": {"type": "undo"}}).encode()),
    ("no command", json.dumps({"id": "c-1"}).encode()),
    ("an unknown command", command(type="win")),
    ("no type", command(combatant="bob")),
    ("an unknown field", command(type="undo", really=True)),
    ("an unknown field around", json.dumps({"id": "c-1", "command": {"type": "undo"}, "x": 1}).encode()),
    ("a word for a number", command(type="set_initiative", combatant="bob", value="high")),
    ("a number for a name", command(type="done", combatant=7)),
    ("yes for true", command(type="note", text="x", gm_only="yes")),
    ("a huge number", command(type="apply_damage", target="bob", amount=10**12)),
    ("a huge range", command(type="set_scene", zones={"a": {}, "b": {}}, distances=[
        {"one": "a", "other": "b", "distance": 10**30}
    ])),
    ("a negative loss", command(type="apply_damage", target="bob", amount=-5)),
    ("too many dice", command(type="roll", dice="999999d999999")),
    ("dice with a newline", command(type="roll", dice="1d6\n")),
    ("an empty batch", b'{"commands":[]}'),
    ("a batch of nothing", b'{"commands":[null]}'),
    ("a batch too long", json.dumps(
        {"commands": [{"id": f"c-{n}", "command": {"type": "note", "text": "x"}} for n in range(51)]}
    ).encode()),
    ("too many faces", json.dumps({"id": "c-1", "command": {"type": "undo"}, "faces": [1] * 101}).encode()),
    ("a face of 0", json.dumps({"id": "c-1", "command": {"type": "undo"}, "faces": [0]}).encode()),
    ("a long note", command(type="note", text="x" * 2001)),
    ("a long name", command(type="enter_combatant", name="x" * 81, sheet={})),
    ("no sheet at all", command(type="enter_combatant", name="X", sheet="strong")),
    ("a reason too long", json.dumps({"id": "c-1", "command": {"type": "undo"}, "force": "x" * 2001}).encode()),
]  # fmt: skip

REFUSED: list[tuple[str, bytes, str]] = [
    ("a huge free roll", command(type="roll", dice="999d9999"), "limit-exceeded"),
    ("a die without sides", command(type="roll", dice="1d0"), "limit-exceeded"),
    ("an empty sheet", command(type="enter_combatant", name="X", sheet={}), "invalid"),
    ("an unknown word in a sheet", sheet(muscles=9), "invalid"),
    ("an attribute beyond all limits", sheet(attributes={**FIGHTER["attributes"], "strength": 10**30}), "invalid"),
    ("a sheet with a float", sheet(life_points=1.5), "invalid"),
    ("an action without a kind", command(type="act", combatant="bob", action={}), "invalid"),
    ("an unknown action", command(type="act", combatant="bob", action={"kind": "pray"}), "invalid"),
    ("an unknown option", command(type="set_option", option="gravity", value=9), "invalid"),
    ("an option's unknown value", command(type="set_option", option="initiative", value=10**15), "invalid"),
    ("an unknown combatant", command(type="done", combatant="nobody"), "unknown-id"),
    ("an unknown version", command(type="switch", version=10**9), "unknown-id"),
    ("a roll that is none", command(type="reveal_roll", roll=1), "unknown-id"),
    ("a version below all", command(type="reveal_roll", roll=-5), "unknown-id"),
    ("faces nobody asked for", json.dumps(
        {"id": "c-1", "command": {"type": "roll", "dice": "1d6"}, "faces": [1, 2, 3]}
    ).encode(), "invalid"),
    ("a face the die does not have", json.dumps(
        {"id": "c-1", "command": {"type": "roll", "dice": "1d6"}, "faces": [7]}
    ).encode(), "invalid"),
]  # fmt: skip


async def _post(gm: Seat, body: bytes) -> httpx.Response:
    headers = {**gm.headers, "content-type": "application/json"}
    return await gm.client.post(f"/v1/tables/{gm.table}/commands", content=body, headers=headers)


@pytest.mark.parametrize(("what", "body"), BODIES, ids=[what for what, _ in BODIES])
async def test_a_malformed_body_is_told_to_be(gm: Seat, what: str, body: bytes) -> None:
    before = await gm.look()
    problem = problem_of(await _post(gm, body))
    assert (problem["status"], problem["code"]) == (422, "invalid")
    assert len(problem["detail"]) < 2500
    assert "pattern" not in problem["detail"] and "regex" not in problem["detail"], "nobody reads patterns"
    assert await gm.look() == before


async def test_what_somebody_is_called_is_one_line_and_the_sentence_says_so(gm: Seat) -> None:
    problem = problem_of(await _post(gm, command(type="enter_combatant", name="a\nb", sheet=FIGHTER)))
    assert problem["detail"] == "name: a name of one line in which something can be seen, such as `Rico`, is expected"


async def test_names_with_signs_that_nobody_sees_between_others_are_names_and_notes_have_many_lines(gm: Seat) -> None:
    for number, name in enumerate(("Ünal \u2060😀\ufe0f", "\u200bO'Neill", "\u00a0x")):
        scene = {"id": f"c-{number}", "command": {"type": "set_scene", "title": name, "zones": {name: {}}}}
        assert (await _post(gm, json.dumps(scene).encode())).status_code == 200
    note = {"id": "n-1", "command": {"type": "note", "text": "several\n\nlines"}}
    assert (await _post(gm, json.dumps(note).encode())).status_code == 200


async def test_dice_that_are_none_are_told_with_what_dice_look_like(gm: Seat) -> None:
    problem = problem_of(await _post(gm, command(type="roll", dice="banana")))
    assert problem["detail"] == "dice: dice such as `2d6`, `d10` or `1d6+1` is expected"
    assert [one["field"] for one in problem["errors"]] == ["command.dice"]


@pytest.mark.parametrize(("what", "body", "code"), REFUSED, ids=[what for what, _, _ in REFUSED])
async def test_what_is_well_formed_and_makes_no_sense_is_refused(gm: Seat, what: str, body: bytes, code: str) -> None:
    await gm.enter("bob")
    before = await gm.look()
    problem = problem_of(await _post(gm, body))
    assert (problem["status"], problem["code"]) == (409, code), problem
    assert await gm.look() == before


async def test_ten_megabytes_are_too_large(gm: Seat) -> None:
    before = await gm.look()
    problem = problem_of(await _post(gm, command(type="note", text="x" * 10_000_000)))
    assert (problem["status"], problem["code"]) == (413, "too-large")
    assert await gm.look() == before


async def test_a_large_body_in_small_pieces_is_too_large_as_well(gm: Seat) -> None:
    async def pieces() -> Any:
        for _ in range(400):
            yield b" " * 1000

    headers = {**gm.headers, "content-type": "application/json"}
    response = await gm.client.post(f"/v1/tables/{gm.table}/commands", content=pieces(), headers=headers)
    assert problem_of(response)["code"] == "too-large"
    opening = await gm.client.post("/v1/tables", content=pieces(), headers={"content-type": "application/json"})
    assert problem_of(opening)["code"] == "too-large"


async def test_a_table_holds_five_hundred_combatants_and_not_ten_thousand(gm: Seat) -> None:
    refusals = []
    for start in range(0, 550, 50):
        entering = [
            gm.body("enter_combatant", combatant=f"x-{n}", name="X", sheet=FIGHTER) for n in range(start, start + 50)
        ]
        response = await gm.send({"commands": entering})
        if response.status_code != 200:
            refusals.append(problem_of(response)["code"])
    assert refusals == ["limit-exceeded"]
    assert len((await gm.look("/wounds"))["wounds"]) == 500


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": "", "ruleset": "unisystem"},
        {"title": "x" * 81, "ruleset": "unisystem"},
        {"title": "x\x1b[2J", "ruleset": "unisystem"},
        {"title": "x\ny", "ruleset": "unisystem"},
        {"title": "x", "ruleset": "unisystem", "seats": [{"seat": "a", "name": " "}]},
        {"title": "x", "ruleset": "chess"},
        {"title": "x", "ruleset": "unisystem", "options": {"gravity": True}},
        {"title": "x", "ruleset": "unisystem", "options": {"initiative": "never"}},
        {"title": "x", "ruleset": "unisystem", "options": {"initiative": 1.5}},
        {"title": "x", "ruleset": "unisystem", "preset": "none-such"},
        {"title": "x", "ruleset": "unisystem", "id": "short"},
        {"title": "x", "ruleset": "unisystem", "more": 1},
        [],
        None,
    ],
)
async def test_a_table_is_not_opened_by_a_malformed_body(client: httpx.AsyncClient, body: Any) -> None:
    response = await client.post("/v1/tables", json=body)
    assert response.status_code in (409, 422)
    assert problem_of(response)["code"] == "invalid"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("?at=-1", 422),
        ("?at=99999", 404),
        ("?at=0", 404),
        ("?at=x", 422),
        ("?at=1e9", 422),
        ("/events?after=-1", 422),
        ("/events?wait=1e99", 422),
        ("/events?wait=nan", 422),
        ("/events?limit=0", 422),
        ("/rolls/0", 404),
        ("/rolls/-3", 404),
        ("/rolls/99999999999999999999999", 404),
        ("/rolls/x", 422),
        ("/rolls/1", 404),
        ("/actions?combatant=nobody", 404),
        ("/story?after=x", 422),
        ("/nothing", 404),
    ],
)
async def test_a_bad_question_has_a_clear_answer(gm: Seat, path: str, status: int) -> None:
    response = await gm.client.get(f"/v1/tables/{gm.table}{path}", headers=gm.headers)
    assert problem_of(response)["status"] == status


async def test_other_methods_are_told_what_there_is(gm: Seat) -> None:
    response = await gm.client.put(f"/v1/tables/{gm.table}", headers=gm.headers)
    assert problem_of(response)["code"] == "method-not-allowed"
    assert response.headers["allow"]
