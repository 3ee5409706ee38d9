"""NPCs in two keys: one does what is suggested, another changes the target, and a whole group acts after a look at who
does what at whom."""

import asyncio

import pytest
from playwright.async_api import Browser, Page, Route, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of
from tests.page.person import Person

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

GANGERS = [f"Ganger {number}" for number in range(1, 5)]


@pytest.fixture
async def gm(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> Person:
    """The GM at the refinery, whose gangers act next, from the first to the fourth."""
    one = (await sat_down(browser, service, {"gm": seats_of(invitations, "firefight")["gm"]}, 71))["gm"]
    await one.seat.give("done", combatant="vera")
    await ready(one, "Ganger 1")
    return one


async def ready(gm: Person, name: str) -> None:
    """Wait until somebody's act stands there as suggested."""
    await gm.page.locator(".act h2", has_text=name).wait_for()
    await gm.page.locator(".suggests", has_text="Suggested:").wait_for()
    await gm.page.locator(".commit .big:enabled").wait_for()


async def aims_at(page: Page, name: str) -> None:
    """Wait until somebody is aimed at."""
    await expect(page.locator(".targets .chip:has(input:checked)")).to_have_text(name)


async def test_one_key_does_what_is_suggested_and_another_changes_the_target(gm: Person) -> None:
    suggested = (await gm.seat.look("/suggestions", combatant="gangers-1"))["suggestions"][0]
    await expect(gm.page.locator(".suggests")).to_contain_text("Cole is the nearest")
    assert suggested["target"] == "cole"
    await aims_at(gm.page, "Cole")
    await gm.press("ArrowRight")
    await aims_at(gm.page, "Vera")
    await gm.press("Enter")
    await ready(gm, "Ganger 2")
    await aims_at(gm.page, "Cole")
    await gm.press("Enter")
    await ready(gm, "Ganger 3")
    lines = [line["text"] for line in (await gm.seat.look("/story"))["lines"]]
    assert any("Ganger 1" in line and "Vera" in line for line in lines)
    assert any("Ganger 2" in line and "Cole" in line for line in lines)


async def test_another_tactic_suggests_something_else_and_is_kept(gm: Person) -> None:
    await gm.seat.give("set_condition", combatant="gangers-1", condition="out-of-breath")
    await gm.page.locator("select.tactic").select_option("strongest")
    await expect(gm.page.locator(".suggests")).to_contain_text("this hurts")
    told = (await gm.seat.look("/suggestions", combatant="gangers-1", tactic="strongest"))["suggestions"][0]
    assert told["reason"] == "most"
    await gm.page.reload()
    await expect(gm.page.locator(".suggests")).to_contain_text("this hurts")


async def test_a_key_that_comes_too_early_waits_for_whoever_is_next(gm: Person) -> None:
    """The GM is quicker than the service: the second key is pressed while the first is on its way."""
    gate = asyncio.Event()

    async def late(route: Route) -> None:
        await gate.wait()
        await route.continue_()

    await gm.page.route("**/suggestions*", late)
    await gm.press("Enter")
    await gm.page.locator(".act h2", has_text="Ganger 2").wait_for()
    await gm.press("Enter")
    await gm.page.get_by_text("The key waits for whoever is next.").wait_for()
    gate.set()
    await ready(gm, "Ganger 3")
    await gm.page.keyboard.press("Escape")
    assert (await gm.seat.look())["up"] == "gangers-3"


async def test_a_key_for_which_there_is_nothing_is_said_not_to_have_been_taken(gm: Person) -> None:
    for name in range(1, 5):
        await gm.seat.give("done", combatant=f"gangers-{name}")
    await gm.page.get_by_text("Cole is up").wait_for()
    await gm.caught_up()
    await gm.press("Enter")
    await gm.page.get_by_text("Not taken: Cole is up").wait_for()
    assert (await gm.seat.look())["up"] == "cole"
    for last in ("cole", "sniper"):
        if (await gm.seat.look()).get("up") == last:
            await gm.seat.give("done", combatant=last)
    await gm.caught_up()
    await gm.press("Enter")
    await gm.page.get_by_text("Not taken: Everybody has acted n Next turn").wait_for()


async def test_without_an_answer_the_act_stands_there_all_the_same(gm: Person) -> None:
    await gm.page.route("**/suggestions*", lambda route: route.abort())
    await gm.press("Enter")
    await gm.page.locator(".act h2", has_text="Ganger 2").wait_for()
    await gm.page.locator(".commit .big:enabled").wait_for()
    await gm.press("Enter")
    await gm.page.locator(".act h2", has_text="Ganger 3").wait_for()


async def test_a_whole_group_acts_by_two_keys_after_a_look_at_who_does_what(gm: Person) -> None:
    gm.keys = 0
    await gm.press("g")
    plan = gm.page.locator("dialog .group-plan")
    await expect(plan.locator(".member b")).to_have_text(GANGERS)
    await expect(plan.locator(".chance").first).to_contain_text("% hit")
    await gm.page.keyboard.press("Enter")
    await gm.page.locator(".playing").get_by_text("All have acted.").wait_for()
    await expect(gm.page.locator(".playing li.done")).to_have_count(4)
    assert (await gm.caught_up())["up"] == "cole"
    await gm.sees_what_the_api_says()
    await gm.seat.give("done", combatant="cole")
    await expect(gm.page.locator(".playing"), "it is told until somebody else is up").to_have_count(0)


async def test_a_group_in_two_places_counts_in_each_row_those_who_stand_there(gm: Person) -> None:
    for name in ("gangers-3", "gangers-4"):
        await gm.seat.give("set_initiative", combatant=name, value=2)
    counts = gm.page.locator(".order .group > .row .who > .soft")
    await expect(counts).to_have_text(["2 standing", "2 standing"])


async def test_one_of_a_group_aims_at_another_and_one_does_nothing(gm: Person) -> None:
    await gm.press("g")
    plan = gm.page.locator("dialog .group-plan")
    await plan.get_by_label("At whom: Ganger 2").select_option("vera")
    await plan.get_by_label("At whom: Ganger 3").select_option("-")
    await gm.page.get_by_role("button", name="Let all 4 act").click()
    await gm.page.get_by_text("All have acted.").wait_for()
    lines = [line["text"] for line in (await gm.seat.look("/story"))["lines"]]
    assert any("Ganger 2" in line and "Vera" in line for line in lines)
    assert not any(line.startswith("Ganger 3") for line in lines)


async def test_a_group_is_stopped_on_its_way(gm: Person) -> None:
    gate = asyncio.Event()
    sent: list[str] = []

    async def third_waits(route: Route) -> None:
        sent.append(route.request.url)
        if len(sent) == 2:
            await gate.wait()
        await route.continue_()

    await gm.press("g")
    await gm.page.locator("dialog .member").first.wait_for()
    await gm.page.route("**/commands", third_waits)
    await gm.page.keyboard.press("Enter")
    await gm.page.locator(".playing li.now", has_text="Ganger 2").wait_for()
    await gm.press("Escape")
    gate.set()
    await gm.page.get_by_text("Stopped.").wait_for()
    await ready(gm, "Ganger 3")
    assert (await gm.seat.look())["up"] == "gangers-3"


async def test_who_can_do_nothing_is_told_why_and_goes_on_by_one_key(gm: Person) -> None:
    for name in GANGERS:
        await gm.seat.give("done", combatant=name.lower().replace("ganger ", "gangers-"))
    await gm.seat.give("done", combatant="cole")
    await gm.seat.give("next_turn", turn=1)
    for name, value in (("gunner", 30), ("vera", 20), ("gangers", 14), ("cole", 10)):
        await gm.seat.give("set_initiative", combatant=name, value=value)
    shot = {"kind": "shoot", "weapon": "machine-gun", "mode": "suppressive", "targets": ["gangers-1", "vera"]}
    await gm.seat.give("act", combatant="gunner", action=shot, done=True)
    for name in ("vera", "gangers-1"):
        await gm.seat.give("answer", combatant=name, choice="take_cover")
    await gm.seat.give("done", combatant="vera")
    await expect(gm.page.locator(".act")).to_contain_text("Ganger 1: Ganger 1 has gone to ground for this round.")
    await gm.press("Enter")
    await ready(gm, "Ganger 2")
