"""A refusal on the page: what is not possible, the rule behind it; the GM does it anyway, nobody else may."""

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of
from tests.page.person import Person

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

TOO_MANY = "7"


async def fires_too_often(person: Person) -> None:
    """More shots than the pistol fires in a turn."""
    await person.page.locator(".commit .big:enabled").wait_for()
    await person.page.get_by_role("button", name="Shots").click()
    await person.page.get_by_label("Shots", exact=True).get_by_role("spinbutton").fill(TOO_MANY)
    await person.page.keyboard.press("Tab")
    await person.tap(".commit .big")


async def test_a_player_is_told_the_rule_and_may_not_overrule_it(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    ana = (await sat_down(browser, service, {"ana": seats_of(invitations, "interlock")["ana"]}, 31))["ana"]
    await fires_too_often(ana)
    no = ana.page.locator(".no")
    await no.wait_for()
    assert (await no.inner_text()).startswith("Not possible:")
    await expect(no.get_by_role("button", name="Do it anyway")).to_have_count(0)
    rule = no.locator(".link")
    name = await rule.inner_text()
    await rule.click()
    text = (await service.client.get(f"/v1/rulesets/interlock/rules/{name}")).json()["text"]
    await ana.page.locator("dialog").get_by_text(text[:40]).wait_for()
    assert (await ana.seat.look())["up"] == "vera", "nothing was done"


async def test_the_gm_does_it_anyway_and_says_why(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    gm = (await sat_down(browser, service, {"gm": seats_of(invitations, "interlock")["gm"]}, 32))["gm"]
    await gm.page.locator(".for-others summary").first.click()
    await fires_too_often(gm)
    await gm.page.locator(".no").get_by_label("Because").fill("a very quick hand")
    await gm.page.get_by_role("button", name="Do it anyway").click()
    await gm.page.get_by_text("Vera is up").wait_for(state="detached")
    frames = (await gm.seat.look("/events", after=max(0, (await gm.seat.look())["number"] - 60)))["frames"]
    facts = [frame["fact"]["entry"]["fact"] for frame in frames]
    assert [fact["reason"] for fact in facts if fact["type"] == "rule-overruled"] == ["a very quick hand"]
