"""The story in German on the page: sentence by sentence what the service tells in German, live and looked back at."""

import re

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import LAPTOP, device
from tests.page.fights import Fight, sat_down, seats_of
from tests.page.person import Person, sit_with_link

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED, STEPS = 23, 6
LINES = ".lines > li :is(.line > span:first-child), .turn-line"


async def german(person: Person) -> list[str]:
    """The newest lines as the service tells them in German."""
    told = await person.seat.look("/story", lang="de")
    return [line["text"].rstrip(".") for line in told["lines"]][-5:]


async def test_the_story_is_told_in_german_on_a_german_page(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "interlock")
    people = await sat_down(browser, service, found, SEED)
    one = next(one for one in found.values() if one.seat == "guest")
    page, wrong = await device(browser, SEED + 9, viewport=LAPTOP, locale="de-DE")
    await page.goto(f"{service.client.base_url}/t/{one.table}#{one.link}")
    await page.locator(".frame").wait_for()
    onlooker = Person(page, wrong, await sit_with_link(service.client, one.table, one.link), "spectator")
    fight = Fight(people, SEED)
    for _ in range(STEPS):
        await fight.step()
    await onlooker.caught_up()
    for shown in (onlooker, people["gm"]):
        if shown is not onlooker:
            await shown.page.evaluate("localStorage.setItem('fracas/language', JSON.stringify('de'))")
            await shown.page.reload()
            await shown.page.locator(".frame").wait_for()
            await shown.caught_up()
        assert [text.rstrip(".") for text in await shown.texts(LINES)][-5:] == await german(shown)
        assert shown.wrong == []
    await expect(page.locator("html")).to_have_attribute("lang", "de")


async def test_a_correction_is_previewed_in_german(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    gm = people["gm"]
    shot = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
    await gm.seat.give("act", combatant="vera", action=shot, done=True, faces=[2, 8, 5])
    await gm.page.evaluate("localStorage.setItem('fracas/language', JSON.stringify('de'))")
    await gm.page.reload()
    await gm.caught_up()
    await gm.page.get_by_role("button", name=re.compile("Letzte Handlung berichtigen")).click()
    await gm.page.get_by_role("button", name="Streichen", exact=True).first.click()
    preview = gm.page.locator("dialog .preview")
    await expect(preview).to_contain_text("Rico ist unverletzt.")
    await expect(preview).not_to_contain_text("Zählt nicht mehr:")
    assert gm.wrong == []


async def in_german(person: Person) -> None:
    """The page from now on."""
    await person.page.evaluate("localStorage.setItem('fracas/language', JSON.stringify('de'))")
    await person.page.reload()
    await person.caught_up()
    await person.page.locator(".commit .big:enabled").wait_for()


async def test_a_player_is_asked_and_told_what_is_not_possible_in_german(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "firefight"), SEED)
    gm, ana = people["gm"].seat, people["ana"]
    await in_german(ana)
    await ana.page.get_by_role("button", name="Mehr", exact=True).click()
    await expect(ana.page.locator(".not-now")).to_contain_text("Vera brennt nicht")
    for name in ("vera", "gangers", "cole"):
        await gm.give("done", combatant=name)
    await gm.give("next_turn", turn=1)
    for name, value in (("gunner", 40), ("vera", 20), ("gangers", 14), ("cole", 10)):
        await gm.give("set_initiative", combatant=name, value=value)
    act = {"kind": "shoot", "weapon": "machine-gun", "mode": "suppressive", "targets": ["vera"]}
    await gm.give("act", combatant="gunner", action=act)
    await ana.page.locator(".banner.loud").get_by_text("Vera: Weitermachen / In Deckung gehen?").wait_for()
    assert await ana.texts(".question button") == ["Weitermachen", "In Deckung gehen"]
    assert ana.wrong == []


async def test_a_refusal_names_in_german_what_the_service_named(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    ana = (await sat_down(browser, service, {"ana": seats_of(invitations, "interlock")["ana"]}, SEED))["ana"]
    await in_german(ana)
    await ana.page.get_by_role("button", name="Schüsse").click()
    await ana.page.get_by_label("Schüsse", exact=True).get_by_role("spinbutton").fill("7")
    await ana.page.keyboard.press("Tab")
    await ana.tap(".commit .big")
    await expect(ana.page.locator(".no")).to_contain_text("schießt 2-mal in einer Handlung, nicht 7-mal")
    assert ana.wrong == []
