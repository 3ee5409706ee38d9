"""The screens that are seldom seen: refused, without a network, loading, for a stream and for paper; and that the list
of screens is whole."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import People, sat_down, seats_of
from tests.page.screens import SCREENS, looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "api" / "page"
OPENS = re.compile(r"<\$\{Dialog\}|\bopen\(\{|\bopenForm\(")


@pytest.fixture
async def people(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> People:
    """Everybody at the refinery."""
    return await sat_down(browser, service, seats_of(invitations, "firefight"), 31)


async def test_the_screens_of_a_group_and_of_somebody_who_is_asked(people: People) -> None:
    gm, ana, wrong = people["gm"], people["ana"], dict[str, Any]()
    await gm.seat.give("done", combatant="vera")
    await gm.page.locator(".suggests", has_text="Suggested:").wait_for()
    await gm.press("g")
    await expect(gm.page.locator("dialog .chance").last).to_contain_text("%")
    wrong |= await looked_at(gm.page, "group-plan")
    await gm.page.locator("dialog button.first").press("Enter")
    await gm.page.get_by_text("All have acted.").wait_for()
    wrong |= await looked_at(gm.page, "group-played")
    shot = {"kind": "shoot", "weapon": "machine-gun", "mode": "suppressive", "targets": ["vera"]}
    await gm.seat.give("act", combatant="gunner", action=shot, force="for the picture")
    await ana.page.locator(".question button").first.wait_for()
    await expect(ana.page.locator(".headline")).to_contain_text("Gunner: Fire · machine gun")  # as on the button
    wrong |= await looked_at(ana.page, "asked-to-choose", ("390",))
    assert wrong == {}


async def test_the_screens_of_trouble(people: People) -> None:
    ana, page, wrong = people["ana"], people["ana"].page, dict[str, Any]()
    await page.locator(".commit .big:enabled").wait_for()
    await page.get_by_role("button", name="Shots").click()
    await page.get_by_label("Shots", exact=True).get_by_role("spinbutton").fill("99")
    await page.keyboard.press("Tab")
    await ana.tap(".commit .big")
    await page.locator(".no").wait_for()
    wrong |= await looked_at(page, "refused")
    await page.get_by_role("button", name="All right").click()
    await page.context.set_offline(True)
    await page.locator(".connection.lost").wait_for()
    await page.get_by_role("button", name="Done", exact=True).click()
    await page.get_by_text("1 unsent").wait_for()
    wrong |= await looked_at(page, "offline")
    await page.context.set_offline(False)
    await page.locator(".connection.live").wait_for()
    await page.route_web_socket("**/live*", lambda socket: None)
    await page.reload()
    await page.get_by_text("Looking at the table").wait_for()
    wrong |= await looked_at(page, "loading", ("390",))
    assert wrong == {}


async def test_the_screens_for_a_stream_and_for_paper(people: People) -> None:
    page, wrong = people["gm"].page, dict[str, Any]()
    address = page.url
    for view, there in (
        ("story", ".lines li"), ("card&combatant=vera&transparent=1", "article"), ("report", ".report"),
        ("sheets", ".paper"),
    ):  # fmt: skip
        await page.goto(f"{address}?view={view}")
        await page.locator(f".overlay {there}").first.wait_for()
        wrong |= await looked_at(page, f"view-{view.partition('&')[0]}")
    assert wrong == {}
    for media, theme in (("screen", "dark"), ("print", "light"), ("screen", "dark")):
        await page.emulate_media(color_scheme="dark", media=media)  # type: ignore[arg-type]
        await expect(page.locator("html"), "paper is white").to_have_attribute("data-theme", theme)


def test_every_screen_of_the_list_is_looked_at_and_every_dialog_is_on_the_list() -> None:
    tests = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    looped = ("desk-", "view-", "player-")
    assert [name for name in SCREENS if f'"{name}"' not in tests and not name.startswith(looped)] == []
    opens = {str(path.relative_to(PAGE)) for path in PAGE.rglob("*.js") if OPENS.search(path.read_text())}
    shown = {module for modules in SCREENS.values() for module in modules}
    assert opens - shown == set()
