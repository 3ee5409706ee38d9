"""Commands of the page are given by keyboard alone, each once: those of a fight, of the desk, between fights."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, expect

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
PARTS: Final = {
    "a fight": {
        "declare", "roll_initiative", "answer", "delay", "jump", "act", "request_undo", "queue", "done", "undo", "redo",
        "dispute", "rule", "amend", "override", "strike",
    },
    "the desk": {"set_scene", "apply_damage", "restore", "hazard", "set_condition", "note"},
    "coming in": {"offer_seat", "enter_combatant", "accept_combatant", "refuse_combatant"},
    "between fights": {
        "next_turn", "end_combat", "clear_fallen", "reload_all", "pass_time", "begin_combat", "switch",
    },
}  # fmt: skip
"""Commands that the page can give, by the test that gives them."""
WITHOUT_A_PART: Final = {
    "clear_condition", "roll", "reveal_roll", "place", "give_control", "hide", "show", "set_status", "form_group",
}  # fmt: skip
"""Commands that are not given here yet: the rest of the desk's."""


def offered() -> set[str]:
    """The commands that stand in the page's modules: those it can give."""
    modules = [path for path in PAGE.rglob("*.js") if path.parent.name not in ("vendor", "words")]
    said = "".join(APART.sub("", path.read_text()) for path in modules)
    tags = {str(command.__struct_config__.tag) for command in ADMISSIONS}
    return {tag for tag in tags if f'"{tag}"' in said}


def test_each_command_has_its_part() -> None:
    assert offered() - WITHOUT_A_PART == set[str]().union(*PARTS.values()), "a new command gets a part here"


async def sat_in_the_alley(browser: Browser, service: Served) -> dict[str, Hands]:
    alley = tuple(one for one in ALLEYS if one.ruleset == "interlock")
    found = seats_of(await lay_out(service.app, Keys(KEY), alley), "interlock")
    people = await sat_down(browser, service, {name: found[name] for name in ("gm", "ana", "ben")}, SEED)
    return {name: Hands(person) for name, person in people.items()}


def all_was_given(hands: dict[str, Hands], part: str) -> None:
    given = {type_ for one in hands.values() for type_, _ in one.done}
    assert PARTS[part] - given == set()
    for one in hands.values():
        assert one.person.wrong == [], one.person.name


async def test_what_a_fight_takes_is_given_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    gm, ana, ben = hands.values()
    await _before_the_first_act(gm, ana, ben)
    await _acting(gm, ana)
    await _arguing(gm, ana)
    all_was_given(hands, "a fight")


async def test_what_the_desk_does_is_given_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await _the_desk(hands["gm"])
    all_was_given(hands, "the desk")


async def test_who_comes_in_does_so_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await _coming_in(hands["gm"], hands["ana"])
    all_was_given(hands, "coming in")


async def test_the_time_between_fights_is_passed_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await _fought(hands["gm"], hands["ana"])
    await _between_fights(hands["gm"])
    await _looking_back(hands["gm"])
    all_was_given(hands, "between fights")


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


async def _the_desk(gm: Hands) -> None:
    """Each tool by its key."""

    async def through(key: str, name: str, type_: str, *, first: str = "", field: str = "", text: str = "") -> None:
        dialog = await gm.tool(key, name)
        async with gm.gives(type_):
            if first:
                await gm.on(dialog.get_by_role("checkbox", name=first, exact=True), "Space")
            if field:
                await gm.write(dialog.get_by_label(field, exact=True), text)
            await gm.on(dialog.locator("form button.first"))
        await gm.closed()

    await through("s", "Scene", "set_scene", field="What the place is called", text="A yard")
    await through("w", "Damage", "apply_damage", first="Goon 1", field="Points", text="2")
    await through("l", "Points back", "restore", first="Goon 1", field="Points", text="1")
    await through("h", "Hazard", "hazard", first="Goon 1", field="What it is called", text="A falling sign")
    await through("c", "Condition", "set_condition", first="Goon 1", field="Condition", text="dazzled")
    await through("o", "Note", "note", field="Text", text="Remember the van")


async def _coming_in(gm: Hands, ana: Hands) -> None:
    """A seat is offered; a character is proposed and let in, another turned down."""
    await gm.on(gm.page.locator(".top .menu"))
    await gm.button("Invite", "dialog")
    async with gm.gives("offer_seat"):
        await gm.write(gm.page.locator("dialog").get_by_label("Name"), "Dora")
        await gm.page.keyboard.press("Enter")
    await gm.closed()
    for name, answer, type_ in (("Nina", "Let in", "accept_combatant"), ("Otto", "Turn down", "refuse_combatant")):
        await ana.on(ana.page.locator(".top .menu"))
        await ana.button("A new character", "dialog")
        async with ana.gives("enter_combatant"):
            await ana.write(ana.page.locator("dialog").get_by_label("Name", exact=True), name)
            await ana.on(ana.page.locator("dialog").get_by_role("radio").first, "Space")
            await ana.button("Propose to the game master", "dialog")
        await ana.closed()
        await gm.person.caught_up()
        async with gm.gives(type_):
            await gm.button(answer, ".proposal")


async def _fought(gm: Hands, ana: Hands) -> None:
    """Vera is first, and has fired."""
    for name, value in (("vera", 90), ("cole", 20)):
        await gm.person.seat.give("set_initiative", combatant=name, value=value)
    await gm.person.seat.give("roll_initiative")
    await ana.person.caught_up()
    await ana.page.locator(".commit .big:enabled").wait_for()
    async with ana.gives("act", "fire"):
        await ana.key("Enter")


async def _between_fights(gm: Hands) -> None:
    """The turn goes on, the fight ends, all is set aside and filled, time passes, and the next fight begins."""
    while up := (await gm.person.caught_up()).get("up"):
        await gm.person.seat.give("done", combatant=up)
    async with gm.gives("next_turn"):
        await gm.key("n")
    for one in (await gm.person.caught_up()).get("waiting", ()):
        await gm.person.seat.give("answer", combatant=one["combatant"], faces=[5])
    await gm.person.caught_up()
    async with gm.gives("end_combat"):
        await gm.button("End the fight", ".flow")
        await gm.button("Really?", ".flow")
    dialog = await gm.tool("a", "Aftermath")
    async with gm.gives("clear_fallen"):
        await gm.on(dialog.get_by_role("button", name="Set the fallen aside"))
    async with gm.gives("reload_all"):
        await gm.on(dialog.get_by_role("button", name="Fill all weapons"))
    await gm.closed()
    dialog = await gm.tool("t", "Pass time")
    async with gm.gives("pass_time"):
        await gm.write(dialog.get_by_label("Minutes"), "5")
        await gm.page.keyboard.press("Enter")
    await gm.closed()
    async with gm.gives("begin_combat"):
        await gm.button("Begin the fight")


async def _looking_back(gm: Hands) -> None:
    """It is played on from a moment before an act."""
    bar, slider = gm.page.locator(".past-bar"), gm.page.locator(".scrub input")
    await gm.key(",")
    while "before Vera acts" not in await bar.get_by_role("status").inner_text():
        stood = await slider.input_value()
        await gm.key(",")
        await expect(slider).not_to_have_value(stood)
    async with gm.gives("switch"):
        await gm.button("Play on from here", ".past-bar")
        await gm.button("Play on from here", "dialog")
