"""Every screen, on a phone and on a laptop, dark and light: axe finds nothing, nothing scrolls sideways, and there is a
picture of it to look at."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import LAPTOP, device
from tests.page.fights import sat_down, seats_of
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]


async def closed(page: Page) -> None:
    """Close whatever lies over the page."""
    while await page.locator("dialog[open]").count():
        await page.keyboard.press("Escape")
        await page.wait_for_timeout(50)


async def test_the_screens_of_a_player(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> None:
    found = seats_of(invitations, "interlock")
    people = await sat_down(browser, service, {seat: found[seat] for seat in ("gm", "ana")}, 3)
    gm, page, wrong = people["gm"].seat, people["ana"].page, dict[str, Any]()
    await page.locator(".commit .big:enabled").wait_for()
    await page.locator(".odds b").first.wait_for()
    wrong |= await looked_at(page, "player-up")
    await page.locator(".costs .added").click()
    wrong |= await looked_at(page, "player-added")
    await closed(page)
    await page.locator(".pills .pill[aria-expanded]").first.click()
    wrong |= await looked_at(page, "player-field")
    await page.locator(".kinds .quiet").click()
    wrong |= await looked_at(page, "player-more")
    await page.set_viewport_size({"width": 390, "height": 844})
    for place, name in ((1, "story"), (2, "sheet"), (3, "time")):
        await page.locator(".thumb-bar button").nth(place).click()
        wrong |= await looked_at(page, f"player-{name}", ("390",))
    await page.locator(".thumb-bar button").first.click()
    await page.locator(".my-card .pool").first.click()
    wrong |= await looked_at(page, "why-a-number")
    await closed(page)
    await page.locator(".order .who").first.click()
    wrong |= await looked_at(page, "somebody")
    await closed(page)
    await page.locator(".top .menu").click()
    wrong |= await looked_at(page, "settings")
    await closed(page)
    await page.keyboard.press("?")
    wrong |= await looked_at(page, "keys")
    await closed(page)
    await page.evaluate("document.activeElement?.blur()")
    await gm.give("act", combatant="vera", action={"kind": "fire", "weapon": "pistol", "target": "punks-1"})
    await people["ana"].caught_up()
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.locator(".lines .line").last.click()
    await page.locator(".why").first.wait_for()
    wrong |= await looked_at(page, "opened-line")
    assert wrong == {}


async def test_the_screens_of_a_game_master(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "firefight"), 5)
    gm, page, wrong = people["gm"], people["gm"].page, dict[str, Any]()
    await page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    in_the_fight = ["Gunner", "Vera", "Ganger 1", "Ganger 2", "Ganger 3", "Ganger 4", "Cole", "Sniper"]
    await expect(page.locator(".everybody h2")).to_have_text(in_the_fight)
    wrong |= await looked_at(page, "gm-player-up")
    await gm.seat.give("done", combatant="vera")
    await gm.caught_up()
    await page.locator(".commit .big:enabled").wait_for()
    await expect(page.locator(".everybody"), "whoever acts has the room").to_have_count(0)
    wrong |= await looked_at(page, "gm-npc-up")
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.locator(".thumb-bar button").nth(1).click()
    wrong |= await looked_at(page, "gm-desk", ("390",))
    await page.locator(".thumb-bar button").first.click()
    for one in range(1, 5):
        await gm.seat.give("done", combatant=f"gangers-{one}")
    await gm.caught_up()
    ben = people["ben"]
    await ben.caught_up()
    await ben.page.get_by_role("button", name="My own dice").click()
    await ben.page.locator(".ahead li").wait_for()
    wrong |= await looked_at(ben.page, "player-tray")
    await ben.page.set_viewport_size({"width": 390, "height": 844})
    await ben.tap(".commit .big:enabled")
    await ben.page.locator(".question .tray").wait_for()
    wrong |= await looked_at(ben.page, "asked-for-dice")
    wrong |= await looked_at(page, "gm-waiting")
    wrong |= await looked_at(people["guest"].page, "spectator")
    await ben.page.goto(f"{ben.page.url}?view=initiative")
    await ben.page.locator(".overlay").wait_for()
    wrong |= await looked_at(ben.page, "overlay")
    assert wrong == {}


async def test_the_screens_of_coming_in(browser: Browser, service: Served) -> None:
    page, _ = await device(browser, 9)
    wrong = dict[str, Any]()
    await page.goto(f"{service.client.base_url}/")
    wrong |= await looked_at(page, "start")
    await page.get_by_role("button", name="New table").click()
    for more in await page.locator(".new-table .rest > summary").all():
        await more.click()
    wrong |= await looked_at(page, "new-table")
    await page.get_by_role("button", name="Open the table").click()
    await page.locator(".frame").wait_for()
    wrong |= await looked_at(page, "empty-table")
    await page.get_by_role("button", name="Invite").click()
    await page.get_by_label("Name").fill("Ana")
    await page.get_by_role("button", name="Make a link").click()
    await page.locator("svg.qr path").wait_for(state="attached")
    wrong |= await looked_at(page, "invite")
    await closed(page)
    await page.get_by_role("button", name="A new character").click()
    await page.get_by_text("Ganger").click()
    wrong |= await looked_at(page, "character")
    await page.goto(f"{service.client.base_url}/t/nosuchtable1#nonsense")
    await page.get_by_role("alert").wait_for()
    wrong |= await looked_at(page, "no-seat")
    assert wrong == {}
