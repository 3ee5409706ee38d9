"""Long names and conditions widen nothing: neither a column nor the screen, and nothing of them is cut."""

from typing import Any, Final

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import lay_out
from api.sample.model import ANA, BEN, GUEST, Command, Sample
from tests.api.people import KEY
from tests.live.serving import Served
from tests.page.encounters import HEROES
from tests.page.fights import sat_down, seats_of
from tests.page.screens import looked_at

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

LONG: Final = 40
"""Letters of a word that has no place to break."""

SCROLLS: Final = "half under the button"
"""What words so long may do: an act that is taller than its card scrolls there."""


def long(name: str) -> str:
    """A name of forty letters without a space."""
    return name + "x" * (LONG - len(name))


def _setup(ruleset: str) -> tuple[Command, ...]:
    street = long("Street").lower()
    hero = {**HEROES[ruleset], "weapons": {long("pistol"): HEROES[ruleset]["weapons"]["pistol"]}}
    comes_in = {"type": "enter_combatant", "side": "party", "sheet": hero}
    rain = {"type": "set_condition", "condition": "blinded by rain", "modifier": -2, "turns": 2}
    return (
        {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
        {"type": "offer_seat", "seat": BEN, "kind": "player", "name": "Ben"},
        {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
        {"type": "set_scene", "title": long("Alley"), "zones": {street: {}}},
        {**comes_in, "combatant": "vera", "name": long("Vera"), "controller": ANA},
        {**comes_in, "combatant": "cole", "name": long("Cole"), "controller": BEN, "dice": "own"},
        {"type": "form_group", "group": "goons", "title": long("Goons"), "name": long("Goon")[:-2], "count": 3,
         "template": "thug" if ruleset != "interlock" else "bystander", "side": "foes"},
        *({"type": "place", "combatant": name, "zone": street} for name in ("vera", "cole", "goons-1", "goons-2")),
        {"type": "begin_combat", "title": "The alley"},
        *({**rain, "combatant": name} for name in ("vera", "cole", "goons-2")),
        {"type": "set_condition", "combatant": "cole", "condition": long("poisoned"), "modifier": -1, "minutes": 3},
    )  # fmt: skip


@pytest.mark.parametrize("ruleset", ["firefight", "interlock"])
async def test_long_words_widen_nothing(ruleset: str, browser: Browser, service: Served) -> None:
    long_words = Sample(
        f"long-{ruleset}", long("Table"), ruleset, _setup(ruleset), {ANA: "Ana", BEN: "Ben", GUEST: "Guest"}
    )
    found = seats_of(await lay_out(service.app, Keys(KEY), (long_words,)), ruleset)
    people = await sat_down(browser, service, found, 11)
    gm, ana, wrong = people["gm"], people["ana"], dict[str, Any]()
    for name, value in (("vera", 25), ("goons", 14), ("cole", 10)):
        await gm.seat.give("set_initiative", combatant=name, value=value)
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.page.locator(".odds b").first.wait_for()
    wrong |= await looked_at(ana.page, "long-player", ("390", "1280"))
    await gm.page.locator(".everybody").wait_for()
    wrong |= await looked_at(gm.page, "long-gm", ("390", "1280"))
    await gm.seat.give("done", combatant="vera")
    await gm.page.locator(".commit .big:enabled").wait_for()
    wrong |= await looked_at(gm.page, "long-npc")
    wrong |= await looked_at(people["ben"].page, "long-waits", ("390",))
    cut = {name: [one for one in found if not one.startswith(SCROLLS)] for name, found in wrong.items()}
    assert {name: found for name, found in cut.items() if found} == {}
