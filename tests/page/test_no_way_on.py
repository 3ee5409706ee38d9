"""Where the page once left somebody without a way on: an act that nothing allows, dice of one's own, a step back."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import People, sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 71


@pytest.fixture
async def firefight(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> People:
    """The firefight: GM, Ana whose combatant is up, and Ben, who throws real dice."""
    return await sat_down(browser, service, seats_of(invitations, "firefight"), SEED)


async def test_whoever_may_do_nothing_is_told_why_and_can_be_done(firefight: People) -> None:
    gm = firefight["gm"]
    sweep = {"kind": "shoot", "weapon": "rifle", "mode": "suppressive", "shots": 30, "targets": ["gangers-1"]}
    told = await gm.seat.give("act", combatant="vera", action=sweep, done=True)
    await gm.caught_up()
    await expect(gm.page.locator(".banner .headline")).to_contain_text("Vera: Fire · rifle · suppressive → Ganger 1")
    while asked := (await gm.seat.look()).get("waiting"):
        choice = next((one for one in asked[0]["options"] if "cover" in one), asked[0]["options"][0])
        await gm.seat.give("answer", combatant=asked[0]["combatant"], choice=choice)
    while (await gm.seat.look())["up"] != "gangers-1":
        await gm.seat.give("done", combatant=(await gm.seat.look())["up"])
    assert told
    await gm.caught_up()
    stuck = gm.page.locator(".pane-act .act")
    await expect(stuck).to_contain_text("has gone to ground for this round. FIRE-SUPP-3")
    await expect(stuck.get_by_role("button", name="Wait")).to_be_visible()
    before = (await gm.caught_up())["number"]
    await gm.press("Enter")
    await gm.page.wait_for_function(
        "(number) => Number(document.querySelector('.frame').dataset.number) > number", arg=before
    )
    assert (await gm.caught_up()).get("up") != "gangers-1"
    assert gm.wrong == []


async def test_a_player_whose_combatant_is_down_or_is_not_next_reads_so(firefight: People) -> None:
    gm, ana, ben = (firefight[name] for name in ("gm", "ana", "ben"))
    await gm.seat.give("set_condition", combatant="cole", condition="unconscious")
    await ben.page.locator(".pane-act").get_by_text("Cole is out of action.").wait_for()
    suppressing = {"kind": "shoot", "weapon": "rifle", "mode": "suppressive", "targets": ["gangers-1"]}
    await ana.seat.give("act", combatant="vera", action=suppressing)
    await ana.page.get_by_text("You can act when Ganger 1 has answered.").wait_for()
    await gm.seat.give("clear_condition", combatant="cole", condition="unconscious")
    await ben.page.locator(".pane-act").get_by_text("You act when you are up.").wait_for()
    assert (ana.wrong, ben.wrong, gm.wrong) == ([], [], [])


async def test_dice_of_ones_own_are_typed_in_the_order_in_which_they_are_asked_for(firefight: People) -> None:
    gm, ana, ben = (firefight[name] for name in ("gm", "ana", "ben"))
    await ana.page.locator(".commit .big:enabled").wait_for()
    await expect(ana.page.get_by_role("button", name="My own dice"), "the table throws for her").to_have_count(0)
    while (await gm.seat.look())["up"] != "cole":
        await gm.seat.give("done", combatant=(await gm.seat.look())["up"])
    await ben.caught_up()
    await ben.page.locator(".commit .big:enabled").wait_for()
    await ben.page.get_by_role("button", name="My own dice").click()
    steps = ben.page.locator(".ahead li")
    await expect(steps).to_have_count(1)
    first = await steps.inner_text()
    await ben.page.locator(".faces-pad .die", has_text="9").click()
    await expect(steps.first).to_contain_text("9")
    await expect(ben.page.locator(".tray [role=status]")).not_to_be_empty()
    assert re.search(r"\dd\d", first), "what is thrown"
    before = (await ben.caught_up())["number"]
    await ben.page.locator(".tray").get_by_role("button", name="Count these").click()
    await ben.page.wait_for_function(
        "(number) => Number(document.querySelector('.frame').dataset.number) > number", arg=before
    )
    rolls = [one["fact"]["entry"]["fact"] for one in (await gm.seat.look("/events", after=before))["frames"]]
    thrown = [face for one in rolls if one["type"] == "rolled" for face in one["faces"]]
    assert 9 in thrown
    await ben.page.locator(".thumb-bar button", has_text="Sheet").click()
    await expect(ben.page.locator(".pane-sheet")).to_contain_text("1d8 × 4 bullet")
    assert ben.wrong == []


async def test_playing_on_from_an_earlier_moment_can_be_read_and_be_gone_back_from(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    gm = (await sat_down(browser, service, {"gm": seats_of(invitations, "unisystem")["gm"]}, SEED))["gm"]
    before = await gm.caught_up()
    await gm.page.locator(".all-moments > summary").click()
    await gm.page.locator(".moment", has_text="Rico fires").locator("button").first.click()
    await gm.page.get_by_role("button", name="Play on from here").click()
    dialog = gm.page.locator("dialog")
    ink = "(one) => getComputedStyle(one).color"
    assert await dialog.locator("p").first.evaluate(ink) == await gm.page.locator("body").evaluate(ink)
    await expect(gm.page.locator(".past-bar dialog")).to_have_count(0)
    await dialog.get_by_role("button", name="Play on from here").click()
    await gm.page.locator(".past-bar").wait_for(state="detached")
    await gm.caught_up()
    await gm.page.get_by_role("button", name="Back to what was given up").click()
    await gm.page.wait_for_function("() => document.querySelector('.moment') !== null")
    async for again in _views(gm):
        if again["up"] == before["up"] and again["combatants"] == before["combatants"]:
            break
    assert gm.wrong == []


async def _views(gm: Any) -> Any:
    while True:
        yield await gm.caught_up()
