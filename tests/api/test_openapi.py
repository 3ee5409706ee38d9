"""The OpenAPI document says what each address answers, and how a seat says who it is."""

from typing import Any, Final

import httpx

from api.web.openapi_answers import ANSWERS
from api.web.openapi_problems import TABLE

NO_STRUCT: Final = {f"{TABLE}/export"}


async def _paths(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = (await client.get("/openapi.json")).json()["paths"]
    return found


async def test_whatever_a_seat_can_look_at_has_the_shape_of_its_answer(client: httpx.AsyncClient) -> None:
    paths = await _paths(client)
    looked_at = {path for path, operations in paths.items() if path.startswith(TABLE) and "get" in operations}
    assert looked_at - {path for method, path in ANSWERS if method == "get"} == NO_STRUCT
    for method, path in ANSWERS:
        told = [one for code, one in paths[path][method]["responses"].items() if code.startswith("2")]
        assert [bool(one["content"]["application/json"]["schema"]) for one in told] == [True] * len(told), path
        assert told, path


async def test_frames_are_told_as_frames_wherever_they_are_sent(client: httpx.AsyncClient) -> None:
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]
    frame = {"$ref": "#/components/schemas/Frame"}
    assert schemas["Events"]["properties"]["frames"]["items"] == frame
    assert schemas["Reply"]["properties"]["events"]["items"] == frame


async def test_a_token_is_asked_for_at_a_table_and_nowhere_else(client: httpx.AsyncClient) -> None:
    asked = {
        (method, path)
        for path, operations in (await _paths(client)).items()
        for method, one in operations.items()
        if one.get("security") == [{"seat": []}]
    }
    assert ("get", f"{TABLE}/events") in asked
    assert ("post", f"{TABLE}/commands") in asked
    assert {path for _, path in asked if not path.startswith(TABLE)} == set()
    assert ("post", f"{TABLE}/link") not in asked


async def test_what_is_called_alike_in_bodies_and_answers_is_told_apart(client: httpx.AsyncClient) -> None:
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]
    settled = schemas["OrderSettled"]["properties"]["places"]["items"]["$ref"].rpartition("/")[2]
    assert set(schemas[settled]["properties"]) == {"combatant", "why", "rule"}
    assert "light" in schemas["ZoneInBody"]["properties"] and "light" in schemas["Zone"]["properties"]
