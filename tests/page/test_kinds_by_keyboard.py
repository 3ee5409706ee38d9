"""Every kind of action of every rule set is done once at the page by keyboard alone."""

import re
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import lay_out
from api.sample.model import ANA, Command, Sample
from engine.rulesets import RULESETS
from tests.api.people import KEY
from tests.live.serving import Served
from tests.page.encounters import HEROES, WEAK
from tests.page.fights import sat_down, seats_of
from tests.page.hands import Hands

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 43
ARMED: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {"club": {"dice": "1d4", "multiplier": 3, "damage_type": "blunt", "skill": "brawling"}},
    "firefight": {"club": {"model": "small-club"}, "grenade": {"model": "hand-grenade"}},
    "interlock": {
        "rifle": {"class": "rifle", "damage": "5d6", "accuracy": 1, "rof": 2, "magazine": 20, "loaded": 20},
    },
}
"""What Vera has beside her pistol."""
ABLE: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {"essence": 20}, "firefight": {"essence": 20}, "interlock": {},
}  # fmt: skip
IN_NEED: Final[dict[str, tuple[Command, ...]]] = {
    "unisystem": (),
    "firefight": ({"type": "set_condition", "combatant": "vera", "condition": "burning"},),
    "interlock": ({"type": "set_condition", "combatant": "vera", "condition": "jammed:rifle"},),
}
"""What has happened to her, so that there is something to be done about it."""
NAMED: Final = """
async (kind) => {
    const main = document.querySelector("script[type=module]").src;
    const there = (name) => import(new URL(name, main));
    const [{ kinds }, { kindName }] = [await there("act/draft.js"), await there("act/suggested.js")];
    const found = kinds.value.find((one) => one.kind === kind);
    return found ? kindName(found) : "";
}
"""
"""What the page calls a kind of action that it offers."""


def _table(ruleset: str) -> Sample:
    hero = HEROES[ruleset]
    pistol = {**hero["weapons"]["pistol"], "loaded": 20}
    sheet = {**hero, **ABLE[ruleset], "weapons": {"pistol": pistol, **ARMED[ruleset]}}
    friend = {"type": "enter_combatant", "combatant": "cole", "name": "Cole", "side": "party", "sheet": hero}
    foe = {"type": "enter_combatant", "combatant": "boss", "name": "Boss", "side": "foes", "template": WEAK[ruleset]}
    setup: tuple[Command, ...] = (
        {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
        {"type": "set_scene", "title": "A yard", "zones": {"yard": {}}},
        {**friend, "combatant": "vera", "name": "Vera", "controller": ANA, "sheet": sheet},
        friend,
        foe,
        *({"type": "place", "combatant": name, "zone": "yard"} for name in ("vera", "cole", "boss")),
        {"type": "apply_damage", "target": "cole", "amount": 9},
        *IN_NEED[ruleset],
        {"type": "begin_combat", "title": "The yard"},
        {"type": "set_initiative", "combatant": "vera", "value": 90},
        {"type": "roll_initiative"},
    )  # fmt: skip
    return Sample(f"kinds-{ruleset}", "The yard", ruleset, setup, {ANA: "Ana"})


async def chosen(hands: Hands, kind: str) -> None:
    """A kind of action, wherever it stands among those that are offered."""
    name = await hands.page.evaluate(NAMED, kind)
    assert name, f"{kind} is not offered"
    if await (more := hands.page.locator(".kinds .chip-button.quiet[aria-expanded=false]")).count():
        await hands.on(more)
    chip = hands.page.locator(".kinds .chip-button[aria-pressed]").filter(has_text=re.compile(f"^{name}"))
    await hands.on(chip)


@pytest.mark.parametrize("ruleset", list(RULESETS))
async def test_each_kind_of_action_is_done_by_keyboard_alone(ruleset: str, browser: Browser, service: Served) -> None:
    found = seats_of(await lay_out(service.app, Keys(KEY), (_table(ruleset),)), ruleset)
    people = await sat_down(browser, service, {"gm": found["gm"], "ana": found["ana"]}, SEED)
    gm, ana = people["gm"].seat, Hands(people["ana"])
    for kind in RULESETS[ruleset].actions:
        await ana.person.caught_up()
        await ana.page.locator(".commit .big:enabled").wait_for()
        async with ana.gives("act", kind):
            await chosen(ana, kind)
            await ana.on(ana.page.locator(".commit .big:enabled"))
        await gm.give("undo")
    assert people["ana"].wrong == []
