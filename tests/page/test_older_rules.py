"""Acts that an older version of the rules judged: those at hand judge them only where the GM says so."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

from api.keys import Keys
from api.sample import lay_out
from engine.context import Context
from engine.requests import Procedure
from engine.rulesets import RULESETS
from events.base import CombatantId
from tests.api.people import KEY
from tests.live.serving import served
from tests.page.fights import sat_down, seats_of
from tests.page.person import Person, sit_with_link
from tests.servers import server

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED, RECOIL = 13, 3
SHOT: Final = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
NOW: Final = RULESETS["unisystem"]
SHOOT: Final = NOW.actions["shoot"]
REJUDGE: Final = "Judge it by the rules at hand"


def recoils(ctx: Context, actor: CombatantId, act: Any) -> Procedure[str]:
    """A shot as an older version of the rules had it: the recoil hurts whoever fires."""
    outcome = yield from SHOOT.procedure(ctx, actor, act)
    yield from NOW.suffer(ctx, actor, RECOIL, "life", "")
    return outcome


OLDER: Final = replace(NOW, version="1", actions={**NOW.actions, "shoot": replace(SHOOT, procedure=recoils)})


@pytest.fixture
async def gm(browser: Browser, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Person]:
    """The GM of a table where Vera shot Rico under older rules, and contests her roll; the service has newer ones."""
    assert NOW.version != OLDER.version
    with server("valkey", tmp_path_factory.mktemp("valkey")) as log:
        async with served(log.url, tmp_path, playable={**RULESETS, "unisystem": OLDER}) as older:
            found = seats_of(await lay_out(older.app, Keys(KEY)), "unisystem")
            there, ana = [
                await sit_with_link(older.client, found[name].table, found[name].link) for name in ("gm", "ana")
            ]
            await there.give("act", combatant="vera", action=SHOT, done=True, faces=[2, 8, 5])
            rolls = [
                frame["number"]
                for frame in (await ana.look("/events", after=0))["frames"]
                if frame["fact"].get("purpose") == "strike" and frame["fact"].get("whole")
            ]
            await ana.give("dispute", roll=rolls[-1], claim={"light": "normal"}, text="There is a lamp")
        async with served(log.url, tmp_path) as service:
            yield (await sat_down(browser, service, {"gm": found["gm"]}, SEED))["gm"]


async def life_of(gm: Person) -> int:
    """What Vera has left."""
    cards = (await gm.seat.look())["combatants"]
    left: int = next(one for one in cards if one["id"] == "vera")["pools"]["life"]["now"]
    return left


async def judged_by_other_rules(gm: Person) -> list[str]:
    """The acts of which the newest correction says that the rules at hand judge them otherwise."""
    facts = [frame["fact"]["entry"]["fact"] for frame in (await gm.seat.look("/events", after=0))["frames"]]
    newest = [one for one in facts if one["type"] == "amended"][-1]
    return [one["was"] for one in newest.get("other_rules", ())]


async def test_an_act_of_older_rules_is_put_right_by_those_at_hand_once_the_gm_says_so(gm: Person) -> None:
    await gm.caught_up()
    before = await life_of(gm)
    await gm.page.get_by_role("button", name="Correct the last act").click()
    await gm.page.locator("dialog fieldset", has_text="Target").locator("label.chip", has_text="Dutch").click()
    reaches = gm.page.locator("dialog .reach")
    for place in range(2):
        await expect(reaches.nth(place).get_by_role("alert")).to_contain_text("Judged under version 1 of the rules")
    put_right = gm.page.get_by_role("button", name="Correct from then on")
    await expect(put_right, "nobody has said that it is judged anew").to_be_disabled()
    await reaches.first.get_by_role("button", name=REJUDGE).click()
    for place in range(2):
        await expect(reaches.nth(place).locator(".told")).to_contain_text("Dutch")
    await put_right.click()
    await gm.page.locator("dialog").wait_for(state="detached")
    assert await judged_by_other_rules(gm)
    assert await life_of(gm) == before + RECOIL
    await gm.sees_what_the_api_says()
    assert gm.wrong == []


@pytest.mark.parametrize("verdict", ["amend", "reroll"])
async def test_a_ruling_judges_an_act_of_older_rules_by_those_at_hand_once_the_gm_says_so(
    gm: Person, verdict: str
) -> None:
    await gm.caught_up()
    before = await life_of(gm)
    await gm.page.get_by_role("button", name="Rule on it").click()
    if verdict == "reroll":
        await gm.page.locator("dialog .chip-button", has_text="Roll again").click()
    preview = gm.page.locator("dialog .preview")
    await expect(preview.get_by_role("alert")).to_contain_text("Judged under version 1 of the rules")
    await gm.page.get_by_label("Because").fill("There is a lamp")
    await preview.get_by_role("button", name=REJUDGE).click()
    await preview.get_by_role("alert").wait_for(state="detached")
    await gm.page.locator("dialog button.first").click()
    await gm.page.locator("dialog").wait_for(state="detached")
    assert await life_of(gm) == before + RECOIL
    await gm.sees_what_the_api_says()
    assert gm.wrong == []
