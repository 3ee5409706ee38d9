"""Characters that leave a table with their wounds and enter another with them."""

from typing import Any

import httpx
import pytest
import yaml

from tests.api.big_fights import STYLES
from tests.api.people import Seat, open_table, problem_of

LEFT = {"unisystem": ("life", 12), "firefight": ("life", 12), "interlock": ("wounds", 6)}
SHEETS = {
    "unisystem": {
        "attributes": {
            "strength": 2,
            "dexterity": 3,
            "constitution": 2,
            "intelligence": 2,
            "perception": 2,
            "willpower": 2,
        },
        "life_points": 30,
        "weapons": {"pistol": {"model": "pistol-10mm", "loaded": 12}},
    },
    "firefight": STYLES["firefight"].players["kit"],
    "interlock": STYLES["interlock"].players["kit"],
}


async def document(seat: Seat, combatant: str, **query: Any) -> httpx.Response:
    path = f"/v1/tables/{seat.table}/combatants/{combatant}"
    return await seat.client.get(path, params=query, headers=seat.headers)


async def wounded(client: httpx.AsyncClient, ruleset: str) -> Seat:
    """A table at which Vera has been through something: a wound, a burn, and a reload that is due."""
    gm = await open_table(client, ruleset=ruleset)
    await gm.give("enter_combatant", combatant="vera", name="Vera", sheet=SHEETS[ruleset])
    faces = {"faces": [1]} if ruleset == "interlock" else {}
    await gm.give("apply_damage", target="vera", amount=6 if ruleset == "interlock" else 18, **faces)
    await gm.give("set_condition", combatant="vera", condition="blinded")
    await gm.give("set_condition", combatant="vera", condition="dodging")
    return gm


@pytest.mark.parametrize("ruleset", SHEETS)
async def test_a_character_comes_to_another_table_as_it_left_the_first(client: httpx.AsyncClient, ruleset: str) -> None:
    gm = await wounded(client, ruleset)
    before = (await gm.look())["combatants"][0]
    written = (await document(gm, "vera")).json()
    other = await open_table(client, ruleset=ruleset)
    await other.give("enter_combatant", combatant="vera", character=written)
    after = (await other.look())["combatants"][0]
    assert after["name"] == "Vera"
    for what in ("pools", "ammo", "sheet", "wound"):
        assert after.get(what) == before.get(what), what
    assert after["conditions"] == ["blinded"]
    assert (await document(other, "vera")).json() == written


async def test_the_document_in_yaml_says_the_same(client: httpx.AsyncClient) -> None:
    gm = await wounded(client, "unisystem")
    response = await document(gm, "vera", format="yaml")
    assert response.headers["content-type"].startswith("application/yaml")
    assert yaml.safe_load(response.text) == (await document(gm, "vera")).json()


async def test_only_whoever_plays_a_character_is_given_its_document(client: httpx.AsyncClient) -> None:
    gm = await wounded(client, "unisystem")
    ana = await gm.seat("ana")
    refused, unknown = await document(ana, "vera"), await document(ana, "nobody")
    assert problem_of(refused)["detail"] == problem_of(unknown)["detail"]
    assert refused.status_code == 404
    await gm.give("give_control", combatant="vera", seat="ana")
    assert (await document(ana, "vera")).status_code == 200


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ruleset": "interlock"}, "is of interlock"),
        ({"left": {"luck": 3}}, "no pool 'luck'"),
        ({"ammo": {"laser": 3}}, "no weapon 'laser'"),
        ({"conditions": ["dodging"]}, "'dodging'"),
        ({"sheet": {"attributes": 3}}, "sheet cannot be read"),
    ],
)
async def test_a_document_that_does_not_fit_is_refused(
    client: httpx.AsyncClient, change: dict[str, Any], sentence: str
) -> None:
    gm = await wounded(client, "unisystem")
    written = {**(await document(gm, "vera")).json(), **change}
    problem = await gm.refused("enter_combatant", combatant="twin", character=written)
    assert problem["code"] == "invalid"
    assert sentence in problem["detail"]


async def test_a_character_has_no_second_sheet(client: httpx.AsyncClient) -> None:
    gm = await wounded(client, "unisystem")
    written = (await document(gm, "vera")).json()
    problem = await gm.refused("enter_combatant", combatant="twin", character=written, sheet={"speed": 3})
    assert "its own sheet" in problem["detail"]
