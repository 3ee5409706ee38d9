"""From nothing to a seat with a character, through the pages alone; and an act that is said before its time."""

import re

import pytest
import segno
from playwright.async_api import Browser, FilePayload, Locator, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import LAPTOP, device
from tests.page.fights import sat_down, seats_of
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SQUARE = re.compile(r"M(\d+) (\d+)h1v1h-1z")
MASKS = range(8)
FILLING = 0.15
"""Of the dark modules those that may differ: what fills the end of a code, and what corrects it, is not read. Another
text, or another mask, differs in half of them and more."""


async def drawn(path: Locator) -> set[tuple[int, int]]:
    """The dark modules of a code on the page: column, row."""
    return {(int(x), int(y)) for x, y in SQUARE.findall(await path.get_attribute("d") or "")}


def codes_of(text: str) -> list[set[tuple[int, int]]]:
    """The codes that another library makes of a text: readers take any of the eight masks."""
    codes = [segno.make_qr(text, error="m", mask=mask).matrix for mask in MASKS]
    return [{(x, y) for y, row in enumerate(code) for x, dark in enumerate(row) if dark} for code in codes]


async def test_a_player_comes_in_by_a_link_and_brings_a_character(browser: Browser, service: Served) -> None:
    gm, _ = await device(browser, 61)
    await gm.goto(f"{service.client.base_url}/")
    await gm.get_by_role("button", name="New table").click()
    await gm.get_by_role("button", name="Open the table").click()
    await gm.get_by_role("button", name="Invite").click()
    await gm.get_by_label("Name").fill("Ana")
    await gm.get_by_role("button", name="Make a link").click()
    link = await gm.get_by_label("Link for Ana", exact=True).input_value()
    await gm.get_by_text("Phones cannot open this address").wait_for()
    await gm.keyboard.press("Escape")
    reach = {"status": "ok", "network_address": "http://192.0.2.5:8000"}
    await gm.route("**/healthz", lambda asked: asked.fulfill(json=reach))
    await gm.get_by_role("button", name="Invite").click()
    await gm.get_by_role("button", name="Show link").click()
    shown = await gm.get_by_label("Link for Ana", exact=True).input_value()
    assert shown == link.replace(str(service.client.base_url), "http://192.0.2.5:8000")
    code = await drawn(gm.locator("svg.qr path"))
    assert min(len(code ^ other) for other in codes_of(shown)) < FILLING * len(code)
    await expect(gm.get_by_text("Phones cannot open this address")).to_have_count(0)
    await gm.unroute("**/healthz")
    await gm.keyboard.press("Escape")
    ana, _ = await device(browser, 62)
    await ana.goto(link.split("#")[0])
    await ana.get_by_role("heading", name="This address lacks the part after the #").wait_for()
    await ana.goto(link)
    await ana.get_by_role("button", name="A new character").click()
    await ana.get_by_label("Name").fill("Vera")
    await ana.get_by_label("Dexterity").fill("4")
    await ana.get_by_label("Another skill").fill("First aid")
    await ana.get_by_label("Another skill").press("Enter")
    await ana.get_by_label("First aid", exact=True).fill("3")
    await ana.get_by_label("Another skill").fill("Street wisdom")
    await ana.get_by_role("button", name="Add").click()
    await ana.get_by_label("Life points").fill("41")
    await ana.get_by_text("Revolver").click()
    await ana.get_by_label("More of the armoury").select_option("10 mm pistol")
    await ana.get_by_label("Another skill").scroll_into_view_if_needed()
    assert await looked_at(ana, "character-own", ("390",)) == {}
    await ana.get_by_role("button", name="Propose to the game master").click()
    await ana.get_by_text("Vera waits for the game master").wait_for()
    await expect(ana.get_by_role("button", name="Ask to undo"), "it is withdrawn where it waits").to_have_count(0)
    await gm.get_by_text("Ana brings Vera").wait_for()
    assert await looked_at(gm, "proposal") == {}
    await gm.get_by_role("button", name="Let in").click()
    await ana.locator(".my-card").get_by_text("Vera").wait_for()
    await ana.locator(".order [data-key=vera]").wait_for()
    await expect(gm.locator(".proposal")).to_have_count(0)
    await ana.locator(".thumb-bar button", has_text="Sheet").click()
    sheet = ana.locator(".sheet")
    for said in ("Dexterity4", "First aid3", "Street wisdom1"):
        await expect(sheet.get_by_text(said.rstrip("0123456789"), exact=True).first.locator("..")).to_have_text(said)
    await expect(sheet).to_contain_text("41")
    for weapon in ("Revolver", "Pistol 10mm"):
        await expect(sheet).to_contain_text(weapon)


async def test_a_character_can_begin_as_somebody_of_the_rules_and_numbers_beyond_them_are_refused(
    browser: Browser, service: Served
) -> None:
    opened = (await service.client.post("/v1/tables", json={"title": "Bar", "ruleset": "interlock"})).json()
    gm, wrong = await device(browser, 70)
    await gm.goto(f"{service.client.base_url}/t/{opened['table']}#{opened['links']['gm']}")
    await gm.get_by_role("button", name="A new character").click()
    await gm.get_by_label("Name").fill("Kim")
    await gm.get_by_text("Ganger").click()
    assert await gm.get_by_label("REF", exact=True).input_value() == "6"
    await gm.locator("dialog form").evaluate("form => { form.noValidate = true }")
    await gm.get_by_label("REF", exact=True).fill("21")
    await gm.get_by_role("button", name="Bring in", exact=True).click()
    await expect(gm.locator("dialog .no")).to_contain_text("ref")
    await gm.get_by_role("button", name="All right").click()
    await gm.get_by_label("REF", exact=True).fill("9")
    await gm.get_by_role("button", name="Bring in", exact=True).click()
    await gm.locator(".row .name", has_text="Kim").wait_for()
    assert wrong == []


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


async def test_a_fight_without_anybody_is_not_begun_and_the_page_says_what_is_missing(
    browser: Browser, service: Served
) -> None:
    gm, wrong = await device(browser, 64)
    await gm.goto(f"{service.client.base_url}/")
    await gm.get_by_role("button", name="New table").click()
    await gm.get_by_role("button", name="Open the table").click()
    begin = gm.get_by_role("button", name="Begin the fight")
    await begin.click()
    said = gm.locator(".missing")
    await expect(said).to_contain_text("Nobody is here who could fight.")
    await expect(gm.locator(".top")).to_contain_text("between fights")
    assert await looked_at(gm, "nobody-to-fight") == {}
    await said.get_by_role("button", name="Bring in NPCs").click()
    await gm.locator("dialog form .first").click()
    await expect(said).to_have_count(0)
    await begin.click()
    await gm.locator(".order .row.up").wait_for()
    assert wrong == []


async def test_the_host_gets_back_to_a_table_of_another_browser(browser: Browser, service: Served) -> None:
    opened = (await service.client.post("/v1/tables", json={"title": "Lost", "ruleset": "interlock"})).json()
    host, wrong = await device(browser, 65)
    await host.goto(f"{service.client.base_url}/")
    await host.get_by_role("button", name="Lead it: Lost").click()
    await host.get_by_text("The game master's link so far opens nothing then.").wait_for()
    assert await looked_at(host, "start-host") == {}
    await host.get_by_role("button", name="Really?: Lost").click()
    await host.get_by_role("button", name="Begin the fight").wait_for()
    late = {"table": opened["table"], "link": next(iter(opened["links"].values()))}
    assert (await service.client.post("/seats/token", json=late)).status_code == 401, "the old link is void"
    await host.goto(f"{service.client.base_url}/")
    await host.get_by_role("link", name="Lost").wait_for()
    await expect(host.get_by_text("All tables of this service"), "it is one of their own now").to_have_count(0)
    assert wrong == []


async def test_whoever_is_not_the_host_is_told_of_no_table(browser: Browser, service: Served) -> None:
    await service.client.post("/v1/tables", json={"title": "Secret", "ruleset": "interlock"})
    page, wrong = await device(browser, 66)
    await page.route("**/v1/tables", lambda route: route.fulfill(status=401, json={"detail": "the host key"}))
    async with page.expect_response("**/v1/tables"):
        await page.goto(f"{service.client.base_url}/")
    await page.get_by_role("button", name="New table").wait_for()
    await expect(page.get_by_text("Secret")).to_have_count(0)
    assert wrong == []


AMBUSH = """
title: The ambush
ruleset: unisystem
scene: {title: A bridge, zones: {bridge: {}, bank: {}}}
combatants:
  ganger: {template: TEMPLATE, count: 2, name: Ganger, zone: bank}
  sniper: {template: sniper, name: Sniper, hidden: true}
"""


def file_of(text: str, name: str = "ambush.yaml") -> FilePayload:
    return {"name": name, "mimeType": "application/yaml", "buffer": text.encode()}


WRONG, RIGHT = (AMBUSH.replace("TEMPLATE", one) for one in ("dragon", "ganger"))


@pytest.mark.parametrize(
    ("locale", "own", "wrong_says"),
    [
        ("en-GB", "An encounter file of your own (YAML or JSON)", "This file cannot be put onto the table:"),
        ("de-DE", "Eine eigene Begegnungsdatei (YAML oder JSON)", "Diese Datei kann nicht auf den Tisch:"),
    ],
    ids=["en", "de"],
)
async def test_a_game_master_puts_an_encounter_of_their_own_onto_the_table(
    browser: Browser, service: Served, locale: str, own: str, wrong_says: str
) -> None:
    opened = (await service.client.post("/v1/tables", json={"title": "Bridge", "ruleset": "unisystem"})).json()
    gm, wrong = await device(browser, 67, locale=locale, viewport=LAPTOP)
    await gm.goto(f"{service.client.base_url}/t/{opened['table']}#{opened['links']['gm']}")
    await gm.locator(".tools [aria-keyshortcuts=b]").click()
    await gm.locator("dialog details summary").click()
    await gm.get_by_label(own).set_input_files(file_of(WRONG))
    await expect(gm.locator("dialog [role=alert]")).to_contain_text(wrong_says)
    await expect(gm.locator("dialog [role=alert] li")).to_contain_text("line 6:")
    assert await looked_at(gm, "encounter-file-wrong", ("1280",)) == {}
    await gm.get_by_label(own).set_input_files(file_of(RIGHT))
    await expect(gm.locator("dialog .looked-at")).to_contain_text("Ganger ×2")
    assert await looked_at(gm, "encounter-file", ("390", "1280")) == {}
    assert await gm.locator(".pane-fight .row").count() == 0, "nothing is on the table yet"
    await gm.locator("dialog .looked-at .first").click()
    await gm.locator("dialog").wait_for(state="detached")
    await expect(gm.locator(".pane-fight .group > .row", has_text="Ganger")).to_contain_text("2 ")
    assert wrong == []


async def test_a_table_begins_with_an_encounter_from_a_file_of_ones_own(browser: Browser, service: Served) -> None:
    gm, wrong = await device(browser, 68)
    await gm.goto(f"{service.client.base_url}/")
    await gm.get_by_role("button", name="New table").click()
    await gm.get_by_text("Prepared encounters").click()
    for text in (WRONG, RIGHT):
        await gm.get_by_label("An encounter file of your own (YAML or JSON)").set_input_files(file_of(text))
        await expect(gm.get_by_role("radio", name="ambush.yaml")).to_be_checked()
        await expect(gm.locator(".faults")).to_have_count(0)
        await gm.get_by_role("button", name="Open the table").click()
        if text == WRONG:
            await expect(gm.locator(".faults li")).to_contain_text("line 6:")
            assert await looked_at(gm, "new-table-file") == {}
    await expect(gm.locator(".pane-fight .group > .row", has_text="Ganger")).to_contain_text("2 ")
    await gm.get_by_text("A bridge").first.wait_for(state="attached")
    assert wrong == []


async def test_a_table_begins_with_a_prepared_encounter(browser: Browser, service: Served) -> None:
    gm, wrong = await device(browser, 69)
    await gm.goto(f"{service.client.base_url}/")
    await gm.get_by_role("button", name="New table").click()
    await gm.get_by_text("Prepared encounters").click()
    await gm.get_by_text("Money or life").click()
    await gm.get_by_role("button", name="Open the table").click()
    await expect(gm.locator(".pane-fight .group > .row", has_text="Ganger")).to_contain_text("2 ")
    assert wrong == []
