"""The odds on the page are those that the service tells this seat for the act as it stands there."""

import pytest
from playwright.async_api import Browser

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]


async def test_the_odds_follow_what_is_chosen(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    ana = (await sat_down(browser, service, {"ana": seats_of(invitations, "unisystem")["ana"]}, 41))["ana"]
    await ana.page.locator(".odds b").wait_for()
    for name in ("rico", "dutch"):
        await ana.page.locator(".targets").get_by_text(name.title()).click()
        act = {"kind": "shoot", "weapon": "pistol", "target": name}
        asked = {"combatant": "vera", "action": act}
        told = await service.client.post(f"/v1/tables/{ana.seat.table}/odds", json=asked, headers=ana.seat.headers)
        chance = told.json()["targets"][0]["hit"]["chance"]
        await ana.page.locator(".odds:not(.stale)").get_by_text(f"{round(100 * chance)} % hit").wait_for()
    assert await ana.page.locator(".odds .plot rect").count() > 1, "and how much it would do"


async def test_the_odds_of_an_act_that_is_said_ahead_are_those_of_the_next_turn(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), 42)
    gm, ana = people["gm"], people["ana"]
    act = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
    await gm.seat.give("act", combatant="vera", action=act, done=True, faces=[2, 2])
    await ana.page.get_by_text("Say now what you do then").click()
    await ana.page.locator(".odds:not(.stale) b").get_by_text("% hit").wait_for()
    (added,) = await ana.texts(".costs .added")
    assert "action 2" not in added
    asked = {"combatant": "vera", "action": act, "ahead": True}
    told = await service.client.post(f"/v1/tables/{ana.seat.table}/odds", json=asked, headers=ana.seat.headers)
    assert f"{round(100 * told.json()['targets'][0]['hit']['chance'])} % hit" in await ana.texts(".odds b")
