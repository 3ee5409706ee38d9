"""The source's worked example against the real server: 22 Life Points, 50 damage, and a minute later."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from tests.api.people import Seat, open_table
from tests.api.processes import Service

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
async def gm(service: Service) -> AsyncIterator[Seat]:
    async with httpx.AsyncClient(base_url=service.url, timeout=30) as client:
        yield await open_table(client)


LIZ = {
    "attributes": {
        "strength": 1,
        "dexterity": 2,
        "constitution": 2,
        "intelligence": 2,
        "perception": 2,
        "willpower": 2,
    },
    "life_points": 22,
}


def rolls(answer: dict[str, Any]) -> list[dict[str, Any]]:
    facts = [frame["fact"]["entry"]["fact"] for frame in answer["events"]]
    return [fact for fact in facts if fact["type"] == "rolled"]


async def test_fifty_points_are_lost_survived_and_not_stood_up_from(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    hit = await gm.give("apply_damage", target="liz", amount=50, pool="life", faces=[7, 9])
    liz = (await gm.look())["combatants"][0]
    assert liz["pools"]["life"] == {"now": -28, "full": 22}
    assert liz["conditions"] == ["dying", "prone", "stunned", "unconscious"]
    survival, consciousness = rolls(hit)
    assert (survival["purpose"], survival["total"], survival["outcome"]) == ("survival", 9, "success")
    assert (consciousness["purpose"], consciousness["total"], consciousness["outcome"]) == (
        "consciousness",
        -15,
        "failure",
    )
    assert {"rule": "UNI-INJ-4", "value": -28, "note": "below zero"} in consciousness["modifiers"]


async def test_a_six_would_not_have_been_enough(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    hit = await gm.give("apply_damage", target="liz", amount=50, faces=[6])
    assert [(roll["purpose"], roll["total"], roll["outcome"]) for roll in rolls(hit)] == [("survival", 8, "failure")]
    assert (await gm.look("/wounds"))["wounds"][0]["wound"] == "dead"


async def test_a_minute_later_survival_is_tested_again_at_one_less(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    await gm.give("apply_damage", target="liz", amount=50, faces=[7, 9])
    minute = await gm.give("pass_time", minutes=1, faces=[8])
    (survival,) = rolls(minute)
    assert (survival["purpose"], survival["total"], survival["outcome"]) == ("survival", 9, "success")
    assert {"rule": "UNI-INJ-7", "value": -1, "note": "minutes dying"} in survival["modifiers"]


async def test_the_roll_explains_itself_and_the_story_tells_it(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    hit = await gm.give("apply_damage", target="liz", amount=50, faces=[7, 9])
    number = next(f["number"] for f in hit["events"] if f["fact"]["entry"]["fact"]["type"] == "rolled")
    why = await gm.look(f"/rolls/{number}")
    assert (why["total"], why["target_number"], why["outcome"]) == (9, 9, "success")
    assert sum(term["value"] for term in why["modifiers"]) + why["faces"][0]["counts"] == 9
    assert all(term["title"] for term in why["modifiers"])
    assert "Liz" in (await gm.look("/story"))["lines"][0]["text"]


async def test_undone_it_never_counted_and_redone_it_does(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    whole = (await gm.look())["combatants"]
    await gm.give("apply_damage", target="liz", amount=50, faces=[7, 9])
    hurt = await gm.look()
    await gm.give("undo")
    assert (await gm.look())["combatants"] == whole
    await gm.give("redo")
    assert (await gm.look())["combatants"] == hurt["combatants"]
    assert (await gm.look(at=hurt["number"]))["combatants"] == hurt["combatants"]


async def test_it_cannot_act_and_the_reason_names_the_rule(gm: Seat) -> None:
    await gm.give("enter_combatant", combatant="liz", name="Liz", sheet=LIZ)
    await gm.give("apply_damage", target="liz", amount=50, faces=[7, 9])
    problem = await gm.refused("act", combatant="liz", action={"kind": "dodge"})
    assert (problem["status"], problem["code"], problem["rule"]) == (409, "cannot-act", "UNI-INJ-5")


async def test_ten_megabytes_over_the_wire_are_answered(gm: Seat) -> None:
    response = await gm.client.post(
        f"/v1/tables/{gm.table}/commands",
        content=b" " * 10_000_000,
        headers={**gm.headers, "content-type": "application/json"},
    )
    assert (response.status_code, response.json()["code"]) == (413, "too-large")
