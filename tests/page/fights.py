"""A fight played through the pages: whoever is asked answers, whoever is up acts, the GM goes on to the next turn."""

import re
from collections import defaultdict
from random import Random
from typing import Any, Final

from playwright.async_api import Browser

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import LAPTOP, PHONE, device
from tests.page.person import Person, sit_with_link

People = dict[str, Person]

READY_OR_PAST: Final = """(number) =>
    document.querySelector('.pane-act .commit .big:enabled')
    || Number(document.querySelector('.frame')?.dataset.number) > number
"""


class Fight:
    """A table whose people play on their pages, and what it cost them in taps and keys.

    `prompts` are the times that real dice were asked for, by the action that they were for.
    """

    def __init__(self, people: People, seed: int) -> None:
        self.people = people
        self.dice = Random(seed)
        self.taps: list[int] = []
        self.keys: list[float] = []
        self.turns: list[int] = []
        self.prompts: dict[str, int] = defaultdict(int)

    @property
    def gm(self) -> Person:
        return self.people["gm"]

    async def step(self) -> None:
        """Whatever the table waits for, done by whoever it waits for on their own page."""
        view = await self.gm.caught_up()
        if view.get("waiting"):
            await self.answer(view, view["waiting"][0])
        elif view.get("up"):
            await self._act(view, view["up"])
        else:
            self.gm.keys = 0
            await self.gm.press("n")
            await self.gone_on(view)
            self.turns.append(self.gm.keys)

    async def gone_on(self, view: dict[str, Any]) -> None:
        """Wait until the GM's page shows more than this."""
        await self.gm.page.wait_for_function(
            "(number) => Number(document.querySelector('.frame')?.dataset.number) > number", arg=view["number"]
        )

    def player_of(self, view: dict[str, Any], combatant: str) -> Person:
        """Whose page it is to say something about a combatant."""
        card = next(one for one in view["combatants"] if one["id"] == combatant)
        return self.people[card.get("controller") or "gm"]

    async def answer(self, view: dict[str, Any], asked: dict[str, Any]) -> None:
        """What somebody is asked: the last of what there is to choose, or dice as they fell on the table."""
        person = self.player_of(view, asked["combatant"])
        await person.caught_up()
        if asked.get("options"):
            await person.tap(".question .buttons button:last-child")
        else:
            await self._types(person)
            if asked["purpose"] != "initiative":
                self.prompts[asked["action"]] += 1
        await self.gone_on(view)

    async def _types(self, person: Person) -> None:
        """Real dice, thrown and typed at once for all that the tray asks for."""
        rolls = person.page.locator(".question .roll")
        await person.page.locator(".question .faces-pad").wait_for()
        for place in range(await rolls.count()):
            said = await rolls.nth(place).inner_text()
            many, sides = read(said)
            for _ in range(many):
                await person.tap(
                    f".question .roll:nth-child({place + 1}) .die:nth-child({self.dice.randint(2, sides - 1)})"
                )
        await person.tap(".question .buttons button.first")

    async def _act(self, view: dict[str, Any], combatant: str) -> None:
        person = self.player_of(view, combatant)
        await person.caught_up()
        person.taps = person.keys = 0
        await person.page.wait_for_function(READY_OR_PAST, arg=view["number"])
        if await person.number() > view["number"]:
            return  # the last act was more than one command, and ended only now
        if person is self.gm:
            await person.press("Enter")
            await self.gone_on(view)
            self.keys.append(person.keys)
        else:
            await person.tap(".pane-act .commit .big")
            await self.gone_on(view)
            self.taps.append(person.taps)


def read(dice: str) -> tuple[int, int]:
    """How many dice of how many sides, of dice such as `1d10!` or `2d6+1`."""
    found = re.search(r"(\d*)d(\d+)", dice)
    assert found, dice
    return int(found[1] or 1), int(found[2])


def seats_of(invitations: tuple[Invitation, ...], ruleset: str) -> dict[str, Invitation]:
    """The invitations to the sample table of a rule set, by seat."""
    return {one.seat: one for one in invitations if one.ruleset == ruleset}


async def sat_down(browser: Browser, service: Served, found: dict[str, Invitation], seed: int) -> People:
    """Everybody at the table with their page open: the GM and the spectator at wide screens, players at phones."""
    people = {}
    for place, (seat, one) in enumerate(found.items()):
        page, wrong = await device(browser, seed + place, viewport=PHONE if seat in ("ana", "ben") else LAPTOP)
        await page.goto(f"{service.client.base_url}/t/{one.table}#{one.link}")
        await page.locator(".frame").wait_for()
        people[seat] = Person(page, wrong, await sit_with_link(service.client, one.table, one.link), seat)
    return people
