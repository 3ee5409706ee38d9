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
