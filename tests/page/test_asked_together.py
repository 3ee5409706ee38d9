"""Several are asked at once: each phone asks its own player, unmistakably, and nobody else's page is in the way."""

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of
from tests.page.person import Person

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

FRAMES_ARE_KNOWN = """async () => {
    const parts = performance.getEntriesByType("resource").map((one) => one.name);
    const { allFrames } = await import(parts.find((one) => one.endsWith("story/frames.js")));
    await allFrames();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Whatever the page asked for before is there and drawn."""
NUMBERS = {"gunner": 40, "vera": 20, "gangers": 14, "cole": 10}


async def gunner_is_up(gm: Person) -> None:
    """The next turn, in which the gunner acts first."""
    for name in ("vera", "gangers-1", "gangers-2", "gangers-3", "gangers-4", "cole"):
        await gm.seat.give("done", combatant=name)
    await gm.seat.give("next_turn", turn=1)
    for name, value in NUMBERS.items():
        await gm.seat.give("set_initiative", combatant=name, value=value)
    await gm.page.get_by_text("Gunner is up").wait_for()
    await gm.page.locator(".commit .big:enabled").wait_for()


async def test_suppression_asks_both_players_on_their_phones(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "firefight"), 51)
    gm, ana, ben, guest = (people[seat] for seat in ("gm", "ana", "ben", "guest"))
    await gunner_is_up(gm)
    for field, value in (("Weapon", "Machine gun"), ("Mode", "Suppressive")):
        await gm.page.locator(f".pill[aria-label^={field}]").click()
        await gm.page.locator(".opened-field").get_by_text(value).click()
    await gm.page.locator(".targets").get_by_text("Vera").click()
    await gm.page.get_by_role("button", name="More targets").click()
    await gm.page.locator(".opened-field").get_by_text("Cole").click()
    await gm.page.locator(".commit .big").click()
    for one, name in ((ana, "Vera"), (ben, "Cole")):
        await one.page.locator(".banner.loud").get_by_text(f"{name}: carry on / take cover?").wait_for()
        assert (await one.page.title()).startswith("●"), "the tab says so too"
        assert await one.texts(".question button") == ["Carry on", "Take cover"]
    await gm.page.get_by_text("Ana and Ben are asked: Vera and Cole: carry on / take cover?").wait_for()
    await guest.page.get_by_text("Waiting for Vera and Cole").wait_for()
    await expect(guest.page.locator(".question, .loud")).to_have_count(0)
    await ana.tap(".question button >> nth=1")
    await ana.page.get_by_text("Waiting for Cole").wait_for()
    await expect(ana.page.locator(".question")).to_have_count(0)
    assert "take" not in " ".join(await ben.texts(".lines")).lower(), "answers are closed until the last is in"
    await ben.tap(".question button >> nth=1")
    for one in (ana, ben, guest):
        await one.page.locator(".order .row", has_text="Vera").get_by_text("in cover").wait_for()
        await one.sees_what_the_api_says()


async def test_the_gm_answers_for_somebody_who_is_away(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "firefight")
    gm = (await sat_down(browser, service, {"gm": found["gm"]}, 52))["gm"]
    await gunner_is_up(gm)
    act = {"kind": "shoot", "weapon": "machine-gun", "mode": "suppressive", "targets": ["vera"]}
    await gm.seat.give("act", combatant="gunner", action=act)
    await gm.page.get_by_text("Ana is asked: Vera: carry on / take cover?").wait_for()
    await gm.page.get_by_text("Answer for Vera", exact=True).click()
    await gm.page.get_by_role("button", name="Take cover").click()
    await gm.page.locator(".order .row", has_text="Vera").get_by_text("in cover").wait_for()


async def test_a_player_asks_back_in_the_middle_of_a_question_an_act_of_another_device(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "firefight")
    people = await sat_down(browser, service, {seat: found[seat] for seat in ("gm", "ana")}, 53)
    gm, ana = people["gm"], people["ana"]
    act = {"kind": "shoot", "weapon": "rifle", "mode": "suppressive", "targets": ["gangers-1"]}
    await ana.seat.give("act", combatant="vera", action=act)
    offer = ana.page.locator(".pane-act .just-done", has_text="Vera: Fire").get_by_role("button", name="Ask to undo")
    await offer.wait_for()
    await ana.page.reload()
    await offer.wait_for()
    await ana.page.locator(".thumb-bar button", has_text="Time").click()
    await ana.page.locator(".pane-time .just-done").get_by_role("button", name="Ask to undo").click()
    await ana.page.locator(".thumb-bar button", has_text="Fight").click()
    await ana.page.get_by_text("You asked to take back: Vera: Fire").wait_for()
    await expect(offer).to_have_count(0)
    asked = gm.page.locator(".argument", has_text="Ana asks to take back: Vera: Fire")
    await expect(asked.locator("button.first")).to_have_text("Undo")
    await expect(asked.locator("button")).to_have_text(["Undo", "Correct", "It stays"])
    await asked.locator("button.first").click()
    await asked.wait_for(state="detached")
    assert not (await ana.caught_up())["waiting"]
    assert (ana.wrong, gm.wrong) == ([], [])


async def test_beside_a_question_stands_the_act_that_it_belongs_to_and_no_other(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "firefight")
    people = await sat_down(browser, service, {seat: found[seat] for seat in ("gm", "ana", "ben")}, 54)
    gm, ana, ben = people["gm"], people["ana"], people["ben"]
    suppressing = {"kind": "shoot", "weapon": "rifle", "mode": "suppressive", "targets": ["gangers-1"]}
    await ana.seat.give("act", combatant="vera", action=suppressing)
    for one in (gm, ana, ben):
        await one.page.locator(".banner", has_text="Vera: Fire · rifle · suppressive → Ganger 1").wait_for()
    await gm.seat.give("undo")
    for name in ("vera", "gangers-1", "gangers-2", "gangers-3", "gangers-4"):
        await gm.seat.give("done", combatant=name)
    shot = {"kind": "shoot", "weapon": "assault-rifle", "target": "gangers-3"}
    reply = await gm.seat.give("act", combatant="cole", action=shot, done=True, faces=[2])
    await gm.seat.give("amend", action=f"gm/{reply['id']}", changes={"distance": 20}, reach="replayed")
    await gm.seat.give("next_turn", turn=1, through="initiative")
    for one in (gm, ana, ben):
        await one.caught_up()
        banner = one.page.locator(".banner", has_text="Cole")
        await banner.wait_for()
        await one.page.evaluate(FRAMES_ARE_KNOWN)
        assert "Fire" not in await banner.inner_text(), one.name
