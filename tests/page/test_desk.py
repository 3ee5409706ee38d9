"""The GM's desk: every tool has a key and a form, and what is given there is what the table then shows."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import People, sat_down, seats_of
from tests.page.person import Person
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 5
TOOLS = {
    "s": "Scene", "p": "Who is where", "w": "Damage", "h": "Hazard", "c": "Condition", "x": "End a condition",
    "l": "Points back", "r": "Roll", "o": "Note", "b": "Bring in", "t": "Pass time", "a": "Aftermath",
}  # fmt: skip


@pytest.fixture
async def people(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> People:
    """GM, two players and a spectator at the night market."""
    return await sat_down(browser, service, seats_of(invitations, "interlock"), SEED)


async def all_see_what_the_api_says(people: People) -> None:
    for person in people.values():
        await person.sees_what_the_api_says()
        assert person.wrong == [], person.name


async def opens(gm: Person, key: str) -> None:
    """Open a tool by its key, once the page knows what may be done."""
    await gm.caught_up()
    await gm.page.locator(".tool-grid button").first.wait_for()
    await gm.press(key)
    await gm.page.locator(f"dialog[aria-label='{TOOLS[key]}']").wait_for()


async def done(gm: Person) -> dict[str, Any]:
    """Give what the form says by the keyboard; the view after it."""
    await gm.page.locator("dialog .desk-form button.first, dialog form button.first").first.focus()
    await gm.page.keyboard.press("Enter")
    await gm.page.locator("dialog").wait_for(state="detached")
    return await gm.caught_up()


def card(view: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in view["combatants"] if one["id"] == name)


async def test_a_hazard_hits_several_at_once(people: People) -> None:
    gm = people["gm"]
    await opens(gm, "h")
    for name in ("Vera", "Blade", "Punk 2"):
        await gm.page.locator("dialog").get_by_role("checkbox", name=name, exact=True).focus()
        await gm.page.keyboard.press("Space")
    await gm.page.locator("dialog").get_by_label("What it is called").fill("A falling sign")
    await gm.page.locator("dialog").get_by_label("Dice", exact=True).fill("1d6+8")
    await gm.page.locator("dialog .chip", has_text="Nothing").click()
    view = await done(gm)
    assert "unhurt" not in [card(view, name)["wound"] for name in ("vera", "blade", "punks-2")]
    await all_see_what_the_api_says(people)
    await expect(people["ana"].page.locator(".lines")).to_contain_text("A falling sign")


async def test_a_refusal_is_told_over_the_form_that_it_is_about(people: People) -> None:
    gm = people["gm"]
    await opens(gm, "h")
    await gm.page.locator("dialog").get_by_role("checkbox", name="Vera", exact=True).check()
    await gm.page.locator("dialog").get_by_label("Dice", exact=True).fill("a few")
    await gm.page.locator("dialog form button.first").click()
    await expect(gm.page.locator("dialog .no")).to_contain_text("Not possible")
    await gm.page.locator("dialog .no").get_by_role("button", name="All right").click()
    await gm.page.locator("dialog .no").wait_for(state="detached")
    await expect(gm.page.locator("dialog")).to_have_count(1)


async def test_a_hidden_combatant_is_seen_by_nobody_until_it_is_shown(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await ana.caught_up()
    assert "Sniper" not in await ana.page.locator(".frame").inner_text()
    await gm.page.get_by_role("button", name="Bring in: Sniper").click()
    show = gm.page.get_by_role("button", name="Show: Sniper")
    await show.wait_for()
    await ana.sees_what_the_api_says()
    assert "Sniper" not in await ana.page.locator(".frame").inner_text()
    await show.click()
    await show.wait_for(state="detached")
    await ana.caught_up()
    await expect(ana.page.locator(".order")).to_contain_text("Sniper")
    await all_see_what_the_api_says(people)


async def test_a_secret_roll_is_for_the_gm_alone_until_it_is_shown(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await opens(gm, "r")
    await gm.page.locator("dialog .desk-form button.first").click()
    await gm.page.locator("dialog .fell .why").wait_for()
    before = (await ana.caught_up())["number"]
    assert not [
        one for one in (await ana.seat.look("/events", after=0))["frames"] if one["fact"]["type"] == "roll-seen"
    ]
    await gm.page.get_by_role("button", name="Show it to everybody").click()
    await gm.page.get_by_role("button", name="Show it to everybody").wait_for(state="detached")
    assert (await ana.caught_up())["number"] > before
    await gm.page.keyboard.press("Escape")
    await all_see_what_the_api_says(people)


async def test_damage_a_condition_a_place_and_a_group_from_a_template(people: People) -> None:
    gm = people["gm"]
    await opens(gm, "w")
    for name in ("Vera", "Punk 2"):
        await gm.page.locator("dialog").get_by_role("checkbox", name=name, exact=True).check()
    await gm.page.locator("dialog").get_by_label("Points", exact=True).fill("2")
    view = await done(gm)
    assert [card(view, name)["pools"]["wounds"]["now"] for name in ("vera", "punks-2")] == [2, 2]

    await opens(gm, "c")
    await gm.page.locator("dialog").get_by_role("checkbox", name="Cole", exact=True).check()
    await gm.page.locator("dialog").get_by_label("Condition", exact=True).fill("dazzled")
    assert "dazzled" in card(await done(gm), "cole")["conditions"]

    await opens(gm, "p")
    await gm.page.locator("dialog .people > li", has_text="Cole").get_by_label("Zone").select_option("roof")
    await expect(gm.page.locator("dialog .people > li", has_text="Cole").get_by_label("Zone")).to_have_value("roof")
    await gm.page.keyboard.press("Escape")
    assert card(await gm.caught_up(), "cole")["position"]["zone"] == "roof"

    await opens(gm, "b")
    await gm.page.locator("dialog").locator("select").first.select_option("guard")
    await gm.page.locator("dialog").get_by_label("How many").fill("2")
    view = await done(gm)
    assert "Guard" in [one["title"] for one in view["groups"]]
    await all_see_what_the_api_says(people)


async def test_nobody_aims_at_the_reserve_and_the_next_turn_is_at_hand_when_all_have_acted(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    gm = (await sat_down(browser, service, {"gm": seats_of(invitations, "unisystem")["gm"]}, 71))["gm"]
    await gm.seat.give("done", combatant="vera")
    await gm.page.locator(".act h2", has_text="Dutch").wait_for()
    await expect(gm.page.locator(".targets .chip")).to_have_text(["Vera", "Rico"])
    assert await gm.page.locator(".flow .first").count() == 0
    await gm.seat.give("done", combatant="dutch")
    await expect(gm.page.locator(".flow .first")).to_have_text("Next turn")


async def test_every_tool_opens_by_its_key_and_is_listed_in_the_help(people: People) -> None:
    gm, wrong = people["gm"], dict[str, Any]()
    for key, name in TOOLS.items():
        await opens(gm, key)
        wrong |= await looked_at(gm.page, f"desk-{name.lower().replace(' ', '-')}")
        await gm.page.keyboard.press("Escape")
        await gm.page.locator("dialog").wait_for(state="detached")
    await gm.press("?")
    told = await gm.texts("dialog .keys div")
    assert [name for name in TOOLS.values() if not any(name in one for one in told)] == []
    assert wrong == {}
