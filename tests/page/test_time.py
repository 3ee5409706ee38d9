"""Time and argument on the pages: looking back, taking back, contesting, correcting and ruling."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import Fight, People, sat_down, seats_of
from tests.page.person import Person
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 11
RULING = "She stood right under the lamp"


@pytest.fixture
async def people(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> People:
    """GM, a player whose combatant is up, and a spectator in the warehouse."""
    return await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)


async def all_see_what_the_api_says(people: People) -> None:
    for person in people.values():
        await person.sees_what_the_api_says()
        assert person.wrong == [], person.name


async def moved_on(person: Person, number: int) -> None:
    """Wait until the page shows more than it did."""
    await person.page.wait_for_function(
        "(number) => Number(document.querySelector('.frame').dataset.number) > number", arg=number
    )


async def fires(person: Person) -> dict[str, Any]:
    """The player's combatant, who is up, acts with what stands there already; the view before it."""
    before = await person.caught_up()
    await person.tap(".pane-act .commit .big")
    await moved_on(person, before["number"])
    await person.caught_up()
    return before


async def hits(people: People) -> None:
    """Vera hits Rico with dice as they lie on the table: nerve, strike, damage."""
    shot = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
    await people["gm"].seat.give("act", combatant="vera", action=shot, done=True, faces=[2, 8, 5])
    for person in people.values():
        await person.caught_up()


async def chosen(page: Page, legend: str, text: str) -> None:
    """One of a few in a dialog."""
    field = page.locator("dialog fieldset").filter(has_text=legend)
    await field.locator("label.chip").filter(has_text=text).click()


async def test_a_player_contests_a_modifier_and_the_gm_puts_the_act_right(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await hits(people)

    await ana.page.locator(".thumb-bar button", has_text="Story").click()
    await ana.page.locator(".line", has_text="Vera fires").click()
    await ana.page.locator(".point", has_text="poor").click()
    await chosen(ana.page, "Light", "Normal")
    await expect(ana.page.locator("dialog input").last).to_have_value("Wrong: Poor −1")
    await ana.page.get_by_role("button", name="Contest it").click()
    await ana.page.locator("dialog").wait_for(state="detached")
    dispute = (await ana.seat.look("/rulings"))["open"][0]
    assert dispute["claim"] == {"light": "normal"}
    contested = (await gm.caught_up())["contested"][0]["roll"]

    await gm.page.get_by_role("button", name="Rule on it").click()
    await expect(gm.page.locator("dialog .changes").first).to_contain_text("Normal")
    preview = gm.page.locator("dialog .preview")
    await expect(preview).to_contain_text("Judged anew: Vera")
    await gm.page.get_by_label("Because").fill(RULING)
    await gm.page.locator("dialog button.first").click()
    await gm.page.locator("dialog").wait_for(state="detached")

    settled = (await gm.seat.look("/rulings"))["settled"][0]
    assert (settled["ruling"]["verdict"], settled["ruling"]["reason"]) == ("amend", RULING)
    roll = await gm.seat.look(f"/rolls/{contested}")
    assert roll["fate"]["became"]
    await all_see_what_the_api_says(people)
    struck = [line["text"] for line in (await ana.seat.look("/story"))["lines"] if line.get("struck")]
    for text in struck:
        await expect(ana.page.locator(".lines > li.struck", has_text=text)).to_be_visible()
    await gm.page.locator(".rulings summary").click()
    await expect(gm.page.locator(".rulings .reaches > section")).to_have_count(2)
    before, after = (gm.page.locator(f".rulings .reaches > section:{at}-child") for at in ("first", "last"))
    await expect(before.locator("tr", has_text="poor")).to_have_count(1)
    await expect(after.locator("tr", has_text="Total")).to_have_count(1)
    await expect(after.locator("tr", has_text="poor")).to_have_count(0)


async def test_the_gm_corrects_an_act_and_sees_first_what_each_reach_would_do(people: People) -> None:
    gm = people["gm"]
    await hits(people)
    life = (await gm.seat.look("/wounds"))["wounds"]
    await gm.caught_up()
    await gm.page.get_by_role("button", name="Correct the last act").click()
    await chosen(gm.page, "Target", "Dutch")
    reaches = gm.page.locator("dialog .reach")
    await expect(reaches.nth(0).locator(".told").first).to_contain_text("Dutch")
    await expect(reaches.nth(1).locator(".told").first).to_contain_text("Dutch")
    assert (await gm.seat.look("/wounds"))["wounds"] == life, "a preview changes nothing"
    await gm.page.get_by_role("button", name="Correct from then on").click()
    await gm.page.locator("dialog").wait_for(state="detached")
    assert (await gm.seat.look("/wounds"))["wounds"] != life
    await gm.page.locator(".all-moments > summary").click()
    anew = gm.page.locator(".moment:not(.struck) .line-text").get_by_text(re.compile("^Vera: "))
    await expect(anew, "the moment tells what is counted, not what was").to_have_text("Vera: Shoot · Pistol → Dutch")
    await all_see_what_the_api_says(people)


async def test_the_gm_strikes_a_wound_and_it_stays_to_be_seen_as_struck(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await gm.caught_up()
    await gm.page.locator(".all-moments > summary").click()
    await gm.page.locator(".moment", has_text="Rico fires").get_by_role("button", name="Correct").click()
    await gm.page.locator("dialog .chip-button", has_text="Cross out").click()
    await expect(gm.page.locator("dialog .told").first).to_contain_text("Vera is unhurt")
    await gm.page.get_by_role("button", name="Cross it out").click()
    await gm.page.locator("dialog").wait_for(state="detached")
    await ana.caught_up()
    await expect(ana.page.locator(".lines > li.struck", has_text="Rico fires")).to_be_visible()
    await expect(gm.page.locator(".moment.struck", has_text="Rico fires")).to_be_visible()
    await all_see_what_the_api_says(people)


async def test_one_key_takes_the_last_step_back_and_another_brings_it_again(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    before = await fires(ana)
    after = await gm.caught_up()
    await gm.press("u")
    await moved_on(gm, after["number"])
    back = await gm.caught_up()
    assert back["up"] == before["up"] == "vera"
    await all_see_what_the_api_says(people)
    await gm.page.get_by_role("button", name="Redo").wait_for()
    await gm.press("U")
    await moved_on(gm, back["number"])
    again = await gm.caught_up()
    assert (again["up"], again["combatants"]) == (after["up"], after["combatants"])
    await all_see_what_the_api_says(people)


@pytest.mark.parametrize("offered", ["Fight", "Time"])
async def test_a_player_asks_to_undo_and_the_gm_grants_it(people: People, offered: str) -> None:
    gm, ana = people["gm"], people["ana"]
    await fires(ana)
    await ana.page.locator(".thumb-bar button", has_text=offered).click()
    await ana.page.get_by_role("button", name="Ask to undo").locator("visible=true").click()
    await expect(ana.page.locator(".pane-time").get_by_role("button", name="Ask to undo")).to_have_count(0)
    await ana.page.locator(".thumb-bar button", has_text="Fight").click()
    trace = ana.page.get_by_text("You asked to take back: Vera")
    await trace.wait_for()
    asked = gm.page.locator(".argument", has_text="Ana asks to take back")
    await expect(asked).to_contain_text("Vera")
    await asked.get_by_role("button", name="Undo").click()
    await asked.wait_for(state="detached")
    assert (await ana.caught_up())["up"] == "vera"
    await trace.wait_for(state="detached")
    await all_see_what_the_api_says(people)


async def test_moments_that_came_since_are_asked_for_alone_and_all_of_them_once_one_was_taken_back(
    people: People,
) -> None:
    gm = people["gm"]
    await gm.caught_up()
    await gm.page.locator(".all-moments > summary").click()
    moment = gm.page.locator(".moment").filter(has_text="Vera fires")
    await gm.page.locator(".moment").first.wait_for()
    asked: list[str] = []
    gm.page.on("request", lambda one: asked.extend(re.findall(r"/((?:timeline|story|events)\?.*)", one.url)))
    await hits(people)
    await expect(moment).to_have_count(1)
    assert asked, "of what came since"
    assert all(re.fullmatch(r"timeline\?after=[1-9]\d*&at=\d+", one) for one in asked), asked
    await gm.seat.give("undo")
    await expect(moment.filter(has=gm.page.locator(".tag"))).to_have_count(1)
    assert any(one.startswith("timeline?at=") for one in asked), asked
    assert gm.wrong == []


async def test_an_earlier_moment_is_looked_at_and_nobody_else_is_disturbed(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await ana.caught_up()
    await gm.caught_up()
    await ana.page.locator(".thumb-bar button", has_text="Time").click()
    moment = ana.page.locator(".moment", has_text="Rico fires")
    await moment.locator("button").click()
    bar = ana.page.locator(".past-bar")
    await expect(bar).to_contain_text("Turn 1, before Rico acts")
    then = int(await ana.page.locator(".frame").get_attribute("data-number") or 0)
    told = {one["name"]: one.get("wound", "unhurt") for one in (await ana.seat.look(at=then))["combatants"]}
    await ana.page.locator(".thumb-bar button", has_text="Fight").click()
    assert {name: wound.lower() for name, wound in await ana.rows()} == told
    assert told["Vera"] == "unhurt"
    await expect(ana.page.locator(".pane-act .big")).to_have_count(0)
    await expect(ana.page.locator(".past-bar .missed")).to_be_visible()
    await expect(ana.page, "whoever is up is called from wherever they look").to_have_title("● You are asked now!")
    await gm.seat.give("done", combatant="vera")
    there = "Turn 1, before Rico acts (shoot) · The warehouse (sample)"
    await ana.page.wait_for_function("(title) => document.title === title", arg=there)
    await gm.seat.give("undo")
    await ana.page.wait_for_function("() => document.title.startsWith('●')")
    await expect(gm.page.locator(".past-bar")).to_have_count(0)
    await bar.get_by_role("button", name="Back to now").click()
    await bar.wait_for(state="detached")
    await all_see_what_the_api_says(people)


async def test_the_page_checks_the_dice_of_a_turn_that_is_over(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await fires(ana)
    fight = Fight(people, SEED)
    while (await gm.caught_up())["turn"] == 1:
        await fight.step()
    await ana.page.locator(".thumb-bar button", has_text="Time").click()
    await ana.page.locator(".same-log").get_by_role("button").click()
    await expect(ana.page.locator(".same-log")).to_contain_text("The same log since")
    await ana.page.locator(".thumb-bar button", has_text="Story").click()
    await ana.page.locator(".line", has_text=re.compile("^Vera")).first.click()
    await expect(ana.page.locator(".behind .tick").first).to_contain_text("checked by this page")
    assert ana.wrong == []


async def test_the_screens_of_an_argument(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await hits(people)
    wrong = dict[str, Any]()
    await ana.page.locator(".thumb-bar button", has_text="Story").click()
    await ana.page.locator(".line", has_text="Vera fires").click()
    await ana.page.locator(".point", has_text="poor").click()
    wrong |= await looked_at(ana.page, "contest")
    await ana.page.keyboard.press("Escape")
    roll = next(
        one["number"] for one in (await ana.seat.look("/events", after=0))["frames"][::-1] if told(one, "strike")
    )
    await ana.seat.give("dispute", roll=roll, claim={"light": "normal"}, text="There is a lamp")
    await gm.caught_up()
    await gm.page.get_by_role("button", name="Rule on it").click()
    await gm.page.locator("dialog .told li").first.wait_for()
    wrong |= await looked_at(gm.page, "ruling")
    await gm.page.keyboard.press("Escape")
    await gm.page.get_by_role("button", name="Correct the last act").click()
    await chosen(gm.page, "Target", "Dutch")
    await gm.page.locator("dialog .reach").nth(1).locator(".told li").first.wait_for()
    wrong |= await looked_at(gm.page, "correct")
    for way, name in (("Cross out", "strike"), ("State a change", "override")):
        await gm.page.locator("dialog .chip-button", has_text=way).click()
        wrong |= await looked_at(gm.page, name)
    await gm.page.keyboard.press("Escape")
    await gm.page.get_by_role("button", name="Rule on it").click()
    await gm.page.get_by_label("Because").fill(RULING)
    await gm.page.locator("dialog button.first").click()
    await gm.page.locator("dialog").wait_for(state="detached")
    await gm.page.locator(".rulings summary").click()
    await expect(gm.page.locator(".rulings .reaches > section")).to_have_count(2)
    wrong |= await looked_at(gm.page, "rulings", ("1280",))
    await ana.page.set_viewport_size({"width": 390, "height": 844})
    await ana.page.locator(".thumb-bar button", has_text="Time").click()
    await ana.page.locator(".moment", has_text="Rico fires").locator("button").click()
    await ana.page.locator(".past-bar").wait_for()
    wrong |= await looked_at(ana.page, "the-past")
    await gm.page.locator(".all-moments > summary").click()
    await gm.page.locator(".moment", has_text="Rico fires").locator("button").first.click()
    await gm.page.locator(".past-bar").get_by_role("button", name="Play on from here").click()
    wrong |= await looked_at(gm.page, "from-here")
    assert wrong == {}


def told(frame: dict[str, Any], purpose: str) -> bool:
    """Whether a frame tells of a whole roll for a purpose."""
    fact = frame["fact"]
    return fact["type"] == "roll-seen" and fact["purpose"] == purpose and bool(fact.get("whole"))
