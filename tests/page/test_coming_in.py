"""From nothing to a seat with a character, through the pages alone; and an act that is said before its time."""

import pytest
from playwright.async_api import Browser

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import device
from tests.page.fights import sat_down, seats_of
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]


async def test_a_player_comes_in_by_a_link_and_brings_a_character(browser: Browser, service: Served) -> None:
    gm, _ = await device(browser, 61)
    await gm.goto(f"{service.client.base_url}/")
    await gm.get_by_role("button", name="New table").click()
    await gm.get_by_role("button", name="Open the table").click()
    await gm.get_by_role("button", name="Invite").click()
    await gm.get_by_label("Name").fill("Ana")
    await gm.get_by_role("button", name="Make a link").click()
    link = await gm.get_by_label("Link for Ana", exact=True).input_value()
    await gm.keyboard.press("Escape")
    ana, _ = await device(browser, 62)
    await ana.goto(link.split("#")[0])
    await ana.get_by_role("heading", name="This address lacks the part after the #").wait_for()
    await ana.goto(link)
    await ana.get_by_role("button", name="A new character").click()
    await ana.get_by_label("Name").fill("Vera")
    await ana.get_by_text("Ganger").click()
    await ana.get_by_role("button", name="Propose to the game master").click()
    await ana.get_by_text("Vera waits for the game master").wait_for()
    assert await ana.get_by_role("button", name="Ask to undo").count() == 0, "it is withdrawn where it waits"
    await gm.get_by_text("Ana brings Vera").wait_for()
    assert await looked_at(gm, "proposal") == {}
    await gm.get_by_role("button", name="Let in").click()
    await ana.locator(".my-card").get_by_text("Vera").wait_for()
    await ana.locator(".order [data-key=vera]").wait_for()
    assert await gm.locator(".proposal").count() == 0


async def test_an_act_is_said_beforehand_and_taken_back(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    ana = (await sat_down(browser, service, {"ana": seats_of(invitations, "unisystem")["ana"]}, 63))["ana"]
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.tap(".ending .quiet")
    await ana.page.get_by_text("Say now what you do then").click()
    await ana.page.get_by_role("button", name="Do this when I am up").click()
    await ana.page.get_by_text("When Vera is up: Shoot").wait_for()
    (queued,) = (await ana.caught_up())["queued"]
    assert (queued["combatant"], queued["action"]["kind"]) == ("vera", "shoot")
    await ana.page.get_by_role("button", name="Take it back").click()
    await ana.page.get_by_text("When Vera is up").wait_for(state="detached")
    assert not (await ana.caught_up()).get("queued")
