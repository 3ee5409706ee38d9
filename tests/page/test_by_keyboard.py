"""Every command that the page can give is given once by keyboard alone."""

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
from tests.page import keyed
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
        "decline_undo", "dispute", "rule", "amend", "override", "strike",
    },
    "the desk": {
        "set_scene", "apply_damage", "restore", "hazard", "set_condition", "clear_condition", "note", "roll",
        "reveal_roll", "place", "give_control", "hide", "show", "set_status", "enter_combatant", "form_group",
    },
    "coming in": {"offer_seat", "enter_combatant", "accept_combatant", "refuse_combatant"},
    "between fights": {
        "next_turn", "end_combat", "clear_fallen", "reload_all", "pass_time", "begin_combat", "switch",
    },
}  # fmt: skip
"""Every command that the page can give, by the test that gives it."""


def offered() -> set[str]:
    """The commands that stand in the page's modules: those it can give."""
    modules = [path for path in PAGE.rglob("*.js") if path.parent.name not in ("vendor", "words")]
    said = "".join(APART.sub("", path.read_text()) for path in modules)
    tags = {str(command.__struct_config__.tag) for command in ADMISSIONS}
    return {tag for tag in tags if f'"{tag}"' in said}


def test_each_command_has_its_part() -> None:
    assert offered() == set[str]().union(*PARTS.values()), "a new command gets a part here"


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
    await keyed.before_the_first_act(gm, ana, ben)
    await keyed.acting(gm, ana)
    await keyed.arguing(gm, ana)
    all_was_given(hands, "a fight")


async def test_what_the_desk_does_is_given_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await keyed.the_desk(hands["gm"])
    await keyed.who_is_where(hands["gm"])
    all_was_given(hands, "the desk")


async def test_who_comes_in_does_so_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await keyed.coming_in(hands["gm"], hands["ana"])
    all_was_given(hands, "coming in")


async def test_the_time_between_fights_is_passed_by_keyboard_alone(browser: Browser, service: Served) -> None:
    hands = await sat_in_the_alley(browser, service)
    await keyed.fought(hands["gm"], hands["ana"])
    await keyed.between_fights(hands["gm"])
    await keyed.looking_back(hands["gm"])
    all_was_given(hands, "between fights")
