"""Wherever looking back stops, the table can stand again: after groups, questions, hazards and corrections too."""

from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page

from api.keys import Keys
from api.sample import lay_out
from tests.api.people import KEY, Seat
from tests.live.serving import Served
from tests.page.encounters import ALLEYS
from tests.page.fights import read, sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 61
TURNS: Final = 2
STOPS: Final = """
async () => {
    const main = document.querySelector("script[type=module]").src;
    const { knowsMoments, learnMoments, stops } = await import(new URL("time/moments.js", main));
    await learnMoments();
    for (let tries = 0; !knowsMoments() && tries < 600; tries++) await new Promise((later) => setTimeout(later, 50));
    return stops.value.map(({ what, at, number }) => ({ what, at, number }));
}
"""
"""The moments at which looking back stops, once the page, which asks for them by itself too, knows all of them: what
each is, its own number, and the number at which the table is shown."""
WHATS: Final = {"fight", "turn", "act", "hazard", "fight-over", "undone", "struck"}
ASKING: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {"kind": "strike", "weapon": "club", "target": "vera"},
    "firefight": {"kind": "shoot", "weapon": "machine-gun", "mode": "suppressive", "targets": ["vera", "cole"]},
    "interlock": {"kind": "melee", "maneuver": "grapple", "target": "vera"},
}
"""What the boss does first, which asks others something."""


class Played:
    """A fight that goes on without a page: whoever is asked answers, whoever is up does what is suggested."""

    def __init__(self, gm: Seat) -> None:
        self.gm, self.dice = gm, Random(SEED)

    async def answers(self) -> None:
        while asked := (await self.gm.look()).get("waiting"):
            one = asked[0]
            if options := one.get("options"):
                await self.gm.give("answer", combatant=one["combatant"], choice=self.dice.choice(options))
                continue
            many, sides = read(one["dice"])
            faces = [self.dice.randint(2, sides - 1) for _ in range(many)]
            await self.gm.give("answer", combatant=one["combatant"], faces=faces)

    async def turn(self) -> None:
        """Everybody who is up acts, to the end of the turn."""
        while up := (await self.gm.look()).get("up"):
            told = (await self.gm.look("/suggestions", combatant=up))["suggestions"]
            for command in told[0]["commands"] if told else [{"type": "done", "combatant": up}]:
                await self.gm.give(command.pop("type"), **command)
                await self.answers()
            if (await self.gm.look()).get("up") == up:
                await self.gm.give("done", combatant=up)

    async def begins(self, first: dict[str, Any]) -> None:
        """The boss is up first and does this; then everybody."""
        await self.gm.give("set_initiative", combatant="boss", value=90)
        await self.gm.give("roll_initiative")
        await self.answers()
        await self.gm.give("act", combatant="boss", action=first, done=True)
        await self.answers()
        await self.turn()

    async def corrects(self) -> None:
        """Every way in which what was done is taken back or put right, by the newest act."""
        moments = (await self.gm.look("/timeline"))["moments"]
        last = next(one["number"] for one in reversed(moments) if one["what"] == "act" and not one.get("struck"))
        (frame,) = (await self.gm.look("/events", after=last - 1, limit=1))["frames"]
        action = frame["fact"]["entry"]["action"]
        await self.gm.give(
            "amend", action=action, changes={"modifiers": [{"label": "A lamp", "value": 1}]}, rejudge=True
        )
        await self.answers()
        await self.gm.give("override", changes={"vera": {"gained": ["lucky"]}}, reason="So it was")
        await self.gm.give("strike", action=action)
        await self.gm.give("undo")
        await self.gm.give("redo")
        await self.gm.give("undo")


async def stops_of(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await page.evaluate(STOPS)
    return found


@pytest.mark.parametrize("ruleset", list(ASKING))
async def test_the_table_can_stand_again_wherever_looking_back_stops(
    ruleset: str, browser: Browser, service: Served
) -> None:
    alley = tuple(one for one in ALLEYS if one.ruleset == ruleset)
    found = seats_of(await lay_out(service.app, Keys(KEY), alley), ruleset)
    gm = (await sat_down(browser, service, {"gm": found["gm"]}, SEED))["gm"]
    played = Played(gm.seat)
    await played.begins(ASKING[ruleset])
    await gm.caught_up()
    early = await stops_of(gm.page)
    await gm.seat.give("hazard", targets=["vera", "boss", "goons-1"], label="A falling sign", dice="1d6")
    await played.answers()
    for _ in range(TURNS):
        await gm.seat.give("next_turn")
        await played.answers()
        await played.turn()
    await played.corrects()
    await gm.seat.give("end_combat")
    await gm.seat.give("begin_combat", title="Once more")
    await gm.caught_up()
    stops = await stops_of(gm.page)
    assert len(stops) > len(early)
    assert {one["what"] for one in stops} == WHATS
    for one in stops:
        tried = await gm.seat.give("switch", version=one["at"], dry_run=True)
        assert "refused" not in tried, one
    assert gm.wrong == []
