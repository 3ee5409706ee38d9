"""A fight played through the pages: whoever is asked answers, whoever is up acts, the GM goes on to the next turn."""

import re
from random import Random
from typing import Any

from playwright.async_api import Browser

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.browser import LAPTOP, PHONE, device
from tests.page.person import Person, sit_with_link

People = dict[str, Person]


class Fight:
    """A table whose people play on their pages, and what it cost them in taps and keys."""

    def __init__(self, people: People, seed: int) -> None:
        self.people = people
        self.dice = Random(seed)
        self.taps: list[int] = []
        self.keys: list[int] = []
        self.turns: list[int] = []
        self.prompts: list[int] = []

    @property
    def gm(self) -> Person:
        return self.people["gm"]

    async def step(self) -> None:
        """Whatever the table waits for, done by whoever it waits for on their own page."""
        view = await self.gm.caught_up()
        if view.get("waiting"):
            await self._answer(view, view["waiting"][0])
        elif view.get("up"):
            await self._act(view, view["up"])
        else:
            self.gm.keys = 0
            await self.gm.press("n")
            await self._gone_on(view)
            self.turns.append(self.gm.keys)

    async def _gone_on(self, view: dict[str, Any]) -> None:
        await self.gm.page.wait_for_function(
            "(number) => Number(document.querySelector('.frame')?.dataset.number) > number", arg=view["number"]
        )

    def player_of(self, view: dict[str, Any], combatant: str) -> Person:
        """Whose page it is to say something about a combatant."""
        card = next(one for one in view["combatants"] if one["id"] == combatant)
        return self.people[card.get("controller") or "gm"]

    async def _answer(self, view: dict[str, Any], asked: dict[str, Any]) -> None:
        person = self.player_of(view, asked["combatant"])
        await person.caught_up()
        if asked.get("options"):
            await person.tap(".question .buttons button")
        else:
            many, sides = read(asked["dice"])
            for _ in range(many):
                await person.tap(f".question .faces-pad button:nth-child({self.dice.randint(2, sides - 1)})")
            await person.tap(".question .buttons button.first")
            if asked["purpose"] != "initiative":
                person.prompts += 1
        await self._gone_on(view)

    async def _act(self, view: dict[str, Any], combatant: str) -> None:
        person = self.player_of(view, combatant)
        await person.caught_up()
        person.taps = person.keys = person.prompts = 0
        acts = person.page.locator(".pane-act .commit .big:enabled")
        await acts.first.wait_for()
        if person is self.gm:
            await person.press("Enter")
            await self._gone_on(view)
            self.keys.append(person.keys)
        else:
            await person.tap(".pane-act .commit .big")
            await self._gone_on(view)
            self.taps.append(person.taps)
        self.prompts.append(person.prompts)


def read(dice: str) -> tuple[int, int]:
    """How many dice of how many sides, of dice such as `1d10!` or `2d6+1`."""
    found = re.match(r"(\d*)d(\d+)", dice)
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
