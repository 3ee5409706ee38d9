"""Everything by keyboard: keys for what is done again and again, Tab for all the rest, and a list of the keys."""

import pytest
from playwright.async_api import Browser, Page, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

MOST_TABS = 200


async def target(page: Page) -> str:
    """Whom the act is aimed at."""
    return await page.locator(".targets .chip:has(input:checked)").inner_text()


async def test_a_turn_of_the_gm_by_keys_alone(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, {"gm": seats_of(invitations, "firefight")["gm"]}, 21)
    gm = people["gm"]
    await gm.seat.give("done", combatant="vera")
    await gm.caught_up()
    await gm.page.locator(".commit .big:enabled").wait_for()
    await gm.press("?")
    listed = await gm.texts("dialog .keys dd")
    assert {"Do what is suggested", "Next target", "Next turn", "Done"} <= set(listed)
    await gm.page.keyboard.press("Escape")
    await expect(gm.page.locator("dialog[open]")).to_have_count(0)
    first = await target(gm.page)
    await gm.press("ArrowRight")
    second = await target(gm.page)
    await gm.press("ArrowLeft")
    assert (first != second, await target(gm.page)) == (True, first)
    await gm.press("Enter")
    await gm.page.get_by_text("Ganger 2 is up").wait_for()
    await gm.page.locator(".act h2", has_text="Ganger 2").wait_for()
    await gm.page.locator(".commit .big:enabled").wait_for()
    await gm.press("d")
    await gm.page.get_by_text("Ganger 3 is up").wait_for()
    for name in ("gangers-3", "gangers-4", "cole"):
        await gm.seat.give("done", combatant=name)
    await gm.page.get_by_text("Everybody has acted").wait_for()
    await gm.press("n")
    await gm.page.locator(".top").get_by_text("Turn 2").wait_for()


async def test_tab_reaches_everything_and_an_act_is_done_without_a_pointer(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, {"ana": seats_of(invitations, "interlock")["ana"]}, 22)
    page = people["ana"].page
    await page.locator(".commit .big:enabled").wait_for()
    reached: set[str] = set()
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        name = await page.evaluate("document.activeElement.textContent.trim() || document.activeElement.ariaLabel")
        if name == "Menu" and "Menu" in reached:
            break
        reached.add(name)
    assert {"Hand-to-hand", "Aim", "Fire", "Done", "Wait", "Story", "Sheet", "Menu"} <= reached
    await page.locator(".commit .big").focus()
    await page.keyboard.press("Enter")
    await page.get_by_text("Punk 1 is up").or_(page.get_by_text("Punks")).first.wait_for()
    assert (await people["ana"].caught_up())["up"] != "vera"
