"""Commands have one shape: what pydantic lets in, msgspec reads, and every command has an example that both accept."""

import json
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.web.bodies import CommandBodyModel, read_commands
from api.web.examples import EXAMPLES
from api.web.json_bodies import read_json
from api.web.models import model_of
from api.web.problems import EDGE_CODES, Problem
from engine.commands import COMMANDS, wire_name
from engine.refusals import CODES
from engine.rulesets import RULESETS
from tests.api.people import Seat


def test_every_command_has_an_example() -> None:
    assert set(EXAMPLES) == {wire_name(command) for command in COMMANDS}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_a_command_as_it_is_sent(name: str) -> None:
    (found,), is_batch = read_commands(json.dumps(EXAMPLES[name].body).encode())
    assert wire_name(type(found.body.command)) == name
    assert not is_batch
    assert EXAMPLES[name].summary


def test_the_sheet_of_the_example_is_one() -> None:
    sheet = EXAMPLES["enter_combatant"].body["command"]["sheet"]
    RULESETS["unisystem"].decode_sheet(msgspec.json.encode(sheet))


async def test_the_example_of_an_act_is_one(gm: Seat) -> None:
    await gm.seat("ana")
    for name, combatant in (("vera", "vera"), ("vera", "ganger")):
        fields = {**EXAMPLES["enter_combatant"].body["command"], "combatant": combatant, "name": name}
        await gm.give(fields.pop("type"), **fields)
    await gm.give("begin_combat")
    for combatant in ("vera", "ganger"):
        await gm.give("set_initiative", combatant=combatant, value=5)
    await gm.give("jump", combatant="vera") if (await gm.look())["up"] != "vera" else None
    act = dict(EXAMPLES["act"].body["command"])
    trial = await gm.give(act.pop("type"), **act, dry_run=True)
    assert "refused" not in trial, trial


@pytest.mark.parametrize("command", COMMANDS, ids=wire_name)
def test_the_model_has_the_fields_of_the_command(command: type[msgspec.Struct]) -> None:
    model = model_of(command)
    fields = {field.encode_name: field.required for field in msgspec.structs.fields(command)}
    mine = {name: field.is_required() for name, field in model.model_fields.items() if name != "type"}
    assert mine == fields


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.text(max_size=5)
    | st.floats(allow_nan=False, width=16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def nearly_a_command(draw: st.DrawFn) -> dict[str, Any]:
    """An example with one of its fields replaced by something else."""
    body: dict[str, Any] = json.loads(json.dumps(EXAMPLES[draw(st.sampled_from(sorted(EXAMPLES)))].body))
    where = body["command"] if draw(st.booleans()) else body
    where[draw(st.sampled_from([*where, "other"]))] = draw(JSON)
    return body


@given(nearly_a_command())
def test_whatever_comes_is_a_command_or_a_problem_with_a_code(body: dict[str, Any]) -> None:
    problems: list[Problem] = []
    try:
        (found,), _ = read_commands(json.dumps(body).encode())
        assert found.body.command is not None
    except Problem as problem:
        problems.append(problem)
    assert all((one.document.code, one.document.status) == ("invalid", 422) for one in problems)


@given(nearly_a_command())
def test_what_the_model_lets_in_the_engine_can_read(body: dict[str, Any]) -> None:
    raw = json.dumps(body).encode()
    try:
        read_json(raw)  # Python writes infinity, which is no JSON
        CommandBodyModel.model_validate_json(raw)
    except (Problem, ValueError):
        return
    try:
        read_commands(raw)
    except Problem as problem:
        pytest.fail(f"pydantic lets it in, msgspec does not: {problem.document.detail}")


def test_the_digest_is_of_what_is_said_and_not_of_how() -> None:
    one = b'{"id":"a","command":{"type":"done","combatant":"x"}}'
    other = b' {"command" : {"combatant":"x","type":"done"}, "id":"a", "expect":3}'
    another = b'{"id":"a","command":{"type":"done","combatant":"y"}}'
    digests = [read_commands(raw)[0][0].digest for raw in (one, other, another)]
    assert digests[0] == digests[1] != digests[2]


async def test_the_document_shows_every_command_every_code_and_every_route(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    operation = document["paths"]["/v1/tables/{table}/commands"]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    assert set(content["examples"]) == set(EXAMPLES)
    tags = document["components"]["schemas"]["CommandBody"]["properties"]["command"]["discriminator"]["mapping"]
    assert set(tags) == set(EXAMPLES)
    codes = document["components"]["schemas"]["Document"]["properties"]["code"]["enum"]
    assert set(codes) == {*CODES, *EDGE_CODES}
    for path, operations in document["paths"].items():
        for method, one in operations.items():
            assert one["summary"], (path, method)
            assert {"422", "500"} <= set(one["responses"]), (path, method)
            assert "default" not in one["responses"], "every status that is answered is told"


@pytest.mark.parametrize("written", ["5.0", "5e0", "50E-1"])
def test_a_whole_number_may_be_written_with_a_point(written: str) -> None:
    raw = '{"id":"c-1","command":{"type":"next_turn","turn":NUMBER}}'
    (point,), _ = read_commands(raw.replace("NUMBER", written).encode())
    (plain,), _ = read_commands(raw.replace("NUMBER", "5").encode())
    assert point.body == plain.body


async def test_every_reference_in_the_document_leads_somewhere(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    found: list[str] = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                found.append(node["$ref"])
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list):
            for inner in node:
                walk(inner)

    walk(document)
    assert found
    parts = {f"#/components/{kind}/{name}" for kind, told in document["components"].items() for name in told}
    assert set(found) <= parts


async def test_all_commands_are_listed_with_who_may_give_them(client: httpx.AsyncClient) -> None:
    listed = {one["type"]: one for one in (await client.get("/v1/commands")).json()["commands"]}
    assert set(listed) == set(EXAMPLES)
    assert listed["undo"]["again"] is False
    assert listed["apply_damage"]["seats"] == ["gm"]
    assert listed["answer"]["waiting"] is True
