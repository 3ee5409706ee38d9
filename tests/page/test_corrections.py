"""Corrections on the page: later steps put right with one tap, real dice, looks ahead, how dice have fallen."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import People, sat_down, seats_of
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 37


@pytest.fixture
async def people(browser: Browser, service: Served, invitations: tuple[Invitation, ...]) -> People:
    """GM, a player whose combatant is up, and a spectator in the warehouse."""
    return await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)


SHOT = {"kind": "shoot", "weapon": "pistol", "target": "rico"}


async def two_shots(people: People) -> None:
    """Vera fires at Rico twice in her turn: the second shot is harder for being the second."""
    gm = people["gm"].seat
    await gm.give("act", combatant="vera", action=SHOT, faces=[2, 8, 5])
    await gm.give("act", combatant="vera", action=SHOT, faces=[9, 3])
    for person in people.values():
        await person.caught_up()


async def struck(people: People) -> list[str]:
    lines = (await people["gm"].seat.look("/story"))["lines"]
    return [line["text"] for line in lines if line.get("struck") and line["text"].startswith("Vera fires")]


async def test_what_a_correction_upsets_later_is_put_right_with_one_tap_and_dice_are_counted_on(people: People) -> None:
    gm = people["gm"]
    await two_shots(people)
    await gm.page.locator(".all-moments > summary").click()
    await gm.page.locator(".moment", has_text="Vera fires").first.get_by_role("button", name="Correct").click()
    await gm.page.locator("dialog .chip-button", has_text="Cross out").click()
    offers = gm.page.locator("dialog .offers li")
    await expect(offers).not_to_have_count(0)
    await expect(gm.page.locator("dialog .looks")).to_contain_text("Rico")
    assert await looked_at(gm.page, "offers") == {}
    await offers.first.get_by_role("button", name="And cross out this step").click()
    await gm.page.locator("dialog").wait_for(state="detached")
    await gm.caught_up()
    assert len(await struck(people)) == 2
    assert gm.wrong == []

    await gm.press("a")
    rows = gm.page.locator("dialog .fallen")
    told = (await gm.seat.look("/fairness"))["rows"]
    await expect(rows).to_have_count(len(told))
    await expect(rows.first).to_contain_text(f"{told[0]['thrown']} thrown")
    assert await looked_at(gm.page, "fairness") == {}


async def test_what_is_left_to_be_put_right_is_offered_after_a_correction(people: People) -> None:
    gm = people["gm"]
    await two_shots(people)
    await gm.page.locator(".all-moments > summary").click()
    await gm.page.locator(".moment", has_text="Vera fires").first.get_by_role("button", name="Correct").click()
    await gm.page.locator("dialog .chip-button", has_text="Cross out").click()
    await gm.page.get_by_role("button", name="Cross it out").click()
    left = gm.page.locator("dialog .offers li")
    await left.first.get_by_role("button", name="Correct this step").click()
    await expect(gm.page.locator("dialog .chip-button", has_text="Put it right")).to_have_attribute(
        "aria-pressed", "true"
    )
    await gm.page.keyboard.press("Escape")
    assert len(await struck(people)) == 1
    assert gm.wrong == []


async def test_a_roll_is_made_again_with_real_dice_and_what_hangs_on_it_is_marked(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await two_shots(people)
    frames = (await ana.seat.look("/events", after=0))["frames"]
    roll = next(one["number"] for one in frames if _is_strike_of(one, "vera"))
    await ana.seat.give("dispute", roll=roll, text="That die lay on the floor")
    view = await gm.caught_up()
    await expect(gm.page.locator(".order .row", has_text="Rico").first).to_contain_text("provisional: contested")
    await gm.page.get_by_role("button", name="Rule on it").click()
    await gm.page.locator("dialog .chip-button", has_text="Roll again").click()
    await gm.page.get_by_label("Because").fill("It did")
    await gm.page.get_by_role("button", name="My own dice for it").click()
    await gm.page.locator("dialog .faces-pad button", has_text="7").first.click()
    await gm.page.locator("dialog .tray button.first").click()
    await gm.page.locator("dialog.wide .offers, .frame:not(:has(dialog))").first.wait_for()
    await gm.page.wait_for_function(
        "(number) => Number(document.querySelector('.frame').dataset.number) > number", arg=view["number"]
    )
    contested = view["contested"][0]["roll"]
    instead = (await gm.seat.look(f"/rolls/{contested}"))["fate"]["instead"]
    again = await gm.seat.look(f"/rolls/{instead}")
    assert [face["face"] for face in again["faces"] if face.get("typed_by") or again.get("typed_by")] == [7]
    assert gm.wrong == []


async def test_who_contested_a_roll_is_told_that_it_stands(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await two_shots(people)
    frames = (await ana.seat.look("/events", after=0))["frames"]
    roll = next(one["number"] for one in frames if _is_strike_of(one, "vera"))
    await ana.seat.give("dispute", roll=roll, text="It was short range")
    await gm.caught_up()
    await gm.page.get_by_role("button", name="Rule on it").click()
    await gm.page.locator("dialog .chip-button", has_text="It stands").click()
    await gm.page.get_by_label("Because").fill("The bar is long")
    await gm.page.locator("dialog button.first", has_text="It stands").click()
    told = ana.page.locator(".my-ruling")
    await expect(told).to_contain_text("What you contested is decided. It stands: The bar is long")
    await told.get_by_role("button", name="All right").click()
    await ana.page.reload()
    await ana.caught_up()
    await expect(told).to_have_count(0)
    assert (ana.wrong, gm.wrong) == ([], [])


async def test_a_dialog_offers_what_belongs_to_the_roll_and_no_button_for_what_is_refused(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await gm.seat.give("act", combatant="vera", action=SHOT, faces=[2, 1, 9])
    await ana.caught_up()
    await gm.caught_up()
    await ana.page.locator(".thumb-bar button", has_text="Story").click()
    await ana.page.locator(".line", has_text="Vera fires").click()
    rolls = ana.page.locator(".lines .why")
    for place, (name, fields) in enumerate((("Nerve", False), ("Attack", True))):
        roll = rolls.nth(place)
        await expect(roll.locator("h3")).to_contain_text(f"rolls {name}", ignore_case=True)
        await roll.get_by_role("button", name="Contest this").press("Enter")  # it may still be moved by what opens
        await ana.page.locator("dialog").get_by_label("What is wrong").wait_for()
        weapon = ana.page.locator("dialog fieldset, dialog label.field").filter(has_text="Target")
        await (expect(weapon).not_to_have_count(0) if fields else expect(weapon).to_have_count(0))
        await ana.page.keyboard.press("Escape")
        await ana.page.locator("dialog").wait_for(state="detached")

    await gm.page.get_by_role("button", name="Correct the last act").click()
    await gm.page.locator("dialog summary", has_text="Details").click()
    await gm.page.locator("dialog fieldset", has_text="Range").locator("label.chip", has_text="Long").click()
    replayed, only_now = (gm.page.locator("dialog .reach").nth(place) for place in (0, 1))
    await expect(only_now.get_by_role("alert")).to_contain_text("nothing would be otherwise now", ignore_case=True)
    await expect(only_now.get_by_role("button", name="Correct only now")).to_be_disabled()
    await expect(replayed.get_by_role("button", name="Correct from then on")).to_be_enabled()
    assert (ana.wrong, gm.wrong) == ([], [])


async def test_no_value_stands_twice_where_the_usual_one_was_given(people: People) -> None:
    gm = people["gm"]
    (vera,) = (await gm.seat.look("/actions", combatant="vera"))["combatants"]
    (shoot,) = (one for one in vera["actions"] if one["kind"] == "shoot")
    (usual,) = (one["by_target"]["rico"] for one in shoot["fields"] if one["name"] == "range")
    await gm.seat.give("act", combatant="vera", action={**SHOT, "range": usual}, faces=[9, 3])
    await gm.caught_up()
    await gm.page.get_by_role("button", name="Correct the last act").filter(has_text="Vera").click()
    values = gm.page.locator("dialog fieldset", has_text="Range").locator("label.chip, option")
    await expect(values).not_to_have_count(0)
    told = [text.strip() for text in await values.all_text_contents()]
    assert sorted(told) == sorted(set(told)) and usual.capitalize() in told, (told, usual)


ASKED_FOR_ANOTHER = """
() => {
    const asked = JSON.parse(localStorage.getItem("fracas/asked-undo"));
    localStorage.setItem("fracas/asked-undo", JSON.stringify({ ...asked, action: "ana/another", says: "another" }));
}
"""
"""As if the player had asked for two acts, and the GM had answered for the first."""


async def test_who_asked_to_undo_is_told_that_it_stays(people: People) -> None:
    gm, ana = people["gm"], people["ana"]
    await ana.page.locator(".pane-act .commit .big:enabled").click()
    await ana.page.get_by_role("button", name="Ask to undo").click()
    asked = gm.page.locator(".argument", has_text="asks to take back")
    await asked.get_by_role("button", name="It stays").click()
    await expect(asked).to_have_count(0)
    await expect(ana.page.locator(".just-done", has_text="The GM says it stays: Vera")).to_be_visible()
    assert "undo-declined" in [line["said"][0]["key"] for line in (await ana.seat.look("/story"))["lines"]]
    await ana.page.evaluate(ASKED_FOR_ANOTHER)
    await ana.page.reload()
    await expect(ana.page.locator(".just-done", has_text="You asked to take back: another")).to_be_visible()
    assert (ana.wrong, gm.wrong) == ([], [])


def _is_strike_of(frame: dict[str, Any], combatant: str) -> bool:
    fact = frame["fact"]
    return bool(fact["type"] == "roll-seen" and fact["purpose"] == "strike" and fact.get("combatant") == combatant)
