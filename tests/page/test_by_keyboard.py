"""Commands of the page are given by keyboard alone: those of a fight and of arguments about it, each once."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import lay_out
from engine.admission import ADMISSIONS
from tests.api.people import KEY
from tests.live.serving import Served
from tests.page.encounters import ALLEYS
from tests.page.fights import sat_down, seats_of
from tests.page.hands import Hands

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 41
PAGE: Final = Path(__file__).parents[2] / "api" / "page"
APART: Final = re.compile(r"NOTHING_TO_TAKE_BACK = new Set\(\[.*?\]\)", re.DOTALL)
"""A list of commands that are told from others there, not given."""


WITHOUT_A_PART: Final = {
    "set_scene", "place", "enter_combatant", "accept_combatant", "refuse_combatant", "set_status", "clear_fallen",
    "reload_all", "form_group", "show", "hide", "give_control", "begin_combat", "next_turn", "end_combat",
    "apply_damage", "hazard", "restore", "set_condition", "clear_condition", "note", "roll", "reveal_roll",
    "pass_time", "switch", "offer_seat",
}  # fmt: skip
"""Commands that are not given here yet: those of the desk, of coming in and of the time between fights."""


def offered() -> set[str]:
    """The commands that stand in the page's modules: those it can give."""
    modules = [path for path in PAGE.rglob("*.js") if path.parent.name not in ("vendor", "words")]
    said = "".join(APART.sub("", path.read_text()) for path in modules)
    tags = {str(command.__struct_config__.tag) for command in ADMISSIONS}
    return {tag for tag in tags if f'"{tag}"' in said}


async def test_what_a_fight_takes_is_given_by_keyboard_alone(browser: Browser, service: Served) -> None:
    alley = tuple(one for one in ALLEYS if one.ruleset == "interlock")
    people = await sat_down(browser, service, seats_of(await lay_out(service.app, Keys(KEY), alley), "interlock"), SEED)
    gm, ana, ben = (Hands(people[name]) for name in ("gm", "ana", "ben"))
    await _before_the_first_act(gm, ana, ben)
    await _acting(gm, ana)
    await _arguing(gm, ana)
    given = {type_ for one in (gm, ana, ben) for type_, _ in one.done}
    assert offered() - given == WITHOUT_A_PART, "a new command gets a part here"
    for person in people.values():
        assert person.wrong == [], person.name


async def _before_the_first_act(gm: Hands, ana: Hands, ben: Hands) -> None:
    async with ana.gives("declare"):
        await ana.write(ana.page.locator(".before input").first, "Shoot first")
        await ana.page.keyboard.press("Enter")
    for name, value in (("vera", 90), ("boss", 80)):
        await gm.person.seat.give("set_initiative", combatant=name, value=value)
    async with ben.gives("roll_initiative"):
        await ben.button("Roll initiative")
    async with ben.gives("answer"):
        await ben.write(ben.page.locator(".question .faces-field"), "5")
        await ben.page.keyboard.press("Enter")
    async with gm.gives("roll_initiative"):
        await gm.button("Roll for everybody")


async def _acting(gm: Hands, ana: Hands) -> None:
    """Vera waits and comes in, and acts; what she does next is said beforehand."""
    await ana.person.caught_up()
    async with ana.gives("delay"):
        await ana.button("Wait")
    async with ana.gives("jump"):
        await ana.button("Now me")
    await ana.page.locator(".commit .big:enabled").wait_for()
    async with ana.gives("act", "fire"):
        await ana.key("Enter")
    async with ana.gives("request_undo"):
        await ana.button("Ask to undo")
    async with ana.gives("queue"):
        await ana.on(ana.page.locator(".for-others > summary"))
        await ana.on(ana.page.locator(".for-others .commit .big:enabled"))
    while not (up := (await gm.person.caught_up())["up"]).startswith("goons"):
        await gm.person.seat.give("done", combatant=up)
    await gm.page.locator(".commit .big:enabled").wait_for()
    async with gm.gives("done"):
        await gm.key("d")
    async with gm.gives("undo"):
        await gm.key("u")
    await gm.page.get_by_role("button", name="Redo").wait_for()
    async with gm.gives("redo"):
        await gm.key("U")


async def _arguing(gm: Hands, ana: Hands) -> None:
    """A roll is contested and ruled on; an act is put right, a change is stated; it is struck."""
    await ana.button("Story", ".thumb-bar")
    await ana.on(ana.page.locator(".lines .line", has_text="Vera fires"))
    await ana.on(ana.page.locator(".point"))
    async with ana.gives("dispute"):
        await ana.write(ana.page.locator("dialog").get_by_label("What is wrong"), "That cannot be")
        await ana.button("Contest it", "dialog")
    await ana.button("Fight", ".thumb-bar")
    await gm.person.caught_up()
    async with gm.gives("rule"):
        await gm.button("Rule on it")
        await gm.on(gm.page.locator("dialog .chip-button", has_text="It stands"))
        await gm.write(gm.page.locator("dialog").get_by_label("Because"), "It was so")
        await gm.on(gm.page.locator("dialog .two button.first:enabled"))
    async with gm.gives("amend"):
        await gm.button("Correct the last act", exact=False)
        await gm.pick(gm.page.locator("dialog").get_by_role("radio", name="Goon 2", exact=True))
        await gm.button("Correct from then on", "dialog")
    await gm.closed()
    async with gm.gives("override"):
        await gm.button("Correct the last act", exact=False)
        await gm.on(gm.page.locator("dialog .chip-button", has_text="State a change"))
        await gm.write(gm.page.locator("dialog .buttons input[type=number]"), "1")
        await gm.write(gm.page.locator("dialog").get_by_label("Because"), "The roof came down")
        await gm.button("Let it be so", "dialog")
    await gm.closed()
    async with gm.gives("strike"):
        await gm.button("Correct the last act", exact=False)
        await gm.on(gm.page.locator("dialog .chip-button", has_text="Strike"))
        await gm.button("Strike it", "dialog")
    await gm.closed()
