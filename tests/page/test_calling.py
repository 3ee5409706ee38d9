"""Whoever is asked or up is called: by the title of the tab always, by vibration and by sound as they allow it."""

import pytest
from playwright.async_api import Browser, Page, expect

from api.sample import Invitation
from tests.api.people import Seat
from tests.live.serving import Served
from tests.page.browser import device
from tests.page.fights import seats_of
from tests.page.person import Person, sit_with_link

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 41
LISTENING = """
window.called = { shakes: 0, tones: 0 };
const shake = () => (window.called.shakes += 1, true);
Object.defineProperty(navigator, "vibrate", { value: shake, configurable: true });
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.called.tones += 1; return make.call(this); };
"""


async def is_called(ana: Person, gm: Seat, shakes: int, tones: int) -> None:
    """Wait until the page has shaken and made tones so often; no oftener, also when it has heard of what came next."""
    page = ana.page
    told = "([shakes, tones]) => window.called.shakes >= shakes && window.called.tones >= tones"
    await page.wait_for_function(told, arg=[shakes, tones])
    await gm.give("note", text="and so it goes on")
    await ana.caught_up()
    assert await page.evaluate("window.called") == {"shakes": shakes, "tones": tones}


async def allow(page: Page, *, sound: bool, vibrate: bool) -> None:
    """What somebody allows in the settings."""
    await page.locator(".top .menu").click()
    await page.get_by_label("a sound").set_checked(sound)
    await page.get_by_label("vibrate").set_checked(vibrate)
    await page.keyboard.press("Escape")
    await page.locator("dialog").wait_for(state="detached")


async def test_whoever_is_up_or_asked_is_called_as_they_allow(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    seats = seats_of(invitations, "unisystem")
    one = seats["ana"]
    page, wrong = await device(browser, SEED)
    await page.add_init_script(LISTENING)
    await page.goto(f"{service.client.base_url}/t/{one.table}#{one.link}")
    await page.locator(".frame").wait_for()
    ana = Person(page, wrong, await sit_with_link(service.client, one.table, one.link), "ana")
    gm = await sit_with_link(service.client, seats["gm"].table, seats["gm"].link)

    async def vera_waits_and_is_up_again() -> None:
        await gm.give("done", combatant="vera")
        await ana.caught_up()
        assert not (await page.title()).startswith("●")
        await gm.give("undo")
        await ana.caught_up()
        await page.wait_for_function("() => document.title.startsWith('●')")

    await ana.caught_up()
    await expect(page).to_have_title("● You are up, Vera")
    await is_called(ana, gm, 0, 0)  # whoever opens the page sees it anyway
    await page.locator(".top h1").click()
    await vera_waits_and_is_up_again()
    await is_called(ana, gm, 1, 0)  # it shakes and makes no sound, before anybody said otherwise
    await allow(page, sound=True, vibrate=False)
    await vera_waits_and_is_up_again()
    await is_called(ana, gm, 1, 2)
    await allow(page, sound=False, vibrate=False)
    await vera_waits_and_is_up_again()
    await is_called(ana, gm, 1, 2)

    await allow(page, sound=True, vibrate=True)
    await gm.give("done", combatant="vera")
    await gm.give("declare", combatant="vera", reaction="ask", force="they may say it now")
    await ana.caught_up()
    await gm.give("place", combatant="dutch", zone="gate")
    await gm.give("act", combatant="dutch", action={"kind": "strike", "weapon": "pipe", "target": "vera"})
    await page.locator(".question").wait_for()
    await is_called(ana, gm, 2, 4)  # a question calls as well
    assert (await page.title()).startswith("● Vera: ")
    await gm.give("answer", combatant="vera", choice="none")
    await ana.caught_up()

    await page.locator(".thumb-bar button", has_text="Time").click()
    for _ in range(6):
        await page.get_by_role("button", name="Earlier").first.click()
        await page.locator(".past-bar").wait_for()
    await page.get_by_role("button", name="Back to now").click()
    await page.locator(".past-bar").wait_for(state="detached")
    await is_called(ana, gm, 2, 4)  # nobody is called by what has been
    assert wrong == []
