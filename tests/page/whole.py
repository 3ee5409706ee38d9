"""A whole fight at the pages, from the GM's first key to the aftermath, with all that happens at a table within it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import expect

from tests.page.fights import Fight, People

View = dict[str, Any]
Station = Callable[[View], Awaitable[bool]]

OUT: Final = ("down", "dying", "dead", "mortal", "fled")
MOST_STEPS: Final = 60
LONG_ENOUGH: Final = 180
"""Seconds in which a group has acted, also on a busy machine: a test that waits for ever tells nothing."""
ORDER: Final = {"boss": 60, "goons": 50, "vera": 40}
ASKING: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "unisystem": ("Strike", {}),
    "firefight": ("Fire", {"Weapon": "Machine gun", "Mode": "Suppressive"}),
    "interlock": ("Hand-to-hand", {"Maneuver": "Grapple"}),
}
"""What asks both players, or the one whom it is aimed at: a blow, suppression, a hold; and what is chosen for it."""


class Whole(Fight):
    """The fight and what has still to happen in it; `said` are the texts that each page has shown."""

    def __init__(self, people: People, ruleset: str, seed: int) -> None:
        super().__init__(people, seed)
        self.ruleset = ruleset
        self.said: dict[str, set[str]] = {name: set() for name in people}
        self.left: list[Station] = [
            self.asks_together, self.acts_as_a_group, self.is_opened_anew, self.is_disputed, self.loses_its_connection,
            self.is_undone,
        ]  # fmt: skip

    async def play(self) -> None:
        """From the beginning to the end; at every station each page equals the API's view of its seat."""
        await self.begins()
        for _ in range(MOST_STEPS):
            view = await self.gm.caught_up()
            if is_over(view) and not self.left:
                break
            if not view.get("waiting") and await self._station(view):
                continue
            await self.step()
            await self.listen()
        assert self.left == [], "all of it happened"
        assert is_over(await self.gm.caught_up())
        await self.answers()
        await self.ends()
        await self.all_see_what_the_api_says()

    async def _station(self, view: View) -> bool:
        for station in self.left:
            if await station(view):
                self.left.remove(station)
                await self.answers()
                await self.all_see_what_the_api_says()
                return True
        return False

    async def answers(self) -> None:
        """Until nobody is asked any more."""
        while (view := await self.gm.caught_up()).get("waiting"):
            await self.answer(view, view["waiting"][0])
            await self.listen()

    async def listen(self) -> None:
        """Keep what is there to be read."""
        for name, person in self.people.items():
            self.said[name].update(await person.texts(".headline strong, .top p > span, .lines > li"))

    async def all_see_what_the_api_says(self) -> None:
        for person in self.people.values():
            await person.sees_what_the_api_says()
            assert person.wrong == [], person.name

    # what happens

    async def begins(self) -> None:
        """Ana says how she defends herself; Ben rolls for Cole; for those before him initiative is stated, so that the
        few who are soon felled act at all."""
        ana, view = self.people["ana"], await self.gm.caught_up()
        await ana.page.get_by_text("Ask", exact=True).click()
        await ana.page.get_by_role("button", name="Declare", exact=True).click()
        await self.gone_on(view)
        for name, value in ORDER.items():
            await self.gm.seat.give("set_initiative", combatant=name, value=value)
        await self.people["ben"].page.get_by_role("button", name="Roll initiative").click()
        await self.people["ben"].page.locator(".question .tray").wait_for()
        await self.listen()
        await self.answers()
        await self.gm.page.locator(".headline", has_text="Boss is up").wait_for()
        await self.listen()

    async def ends(self) -> None:
        """The GM ends the fight, sets the fallen aside and fills the weapons, by the keyboard."""
        gm = self.gm.page
        view = await self.gm.caught_up()
        end = gm.get_by_role("button", name="End the fight")
        await end.focus()
        await gm.keyboard.press("Enter")
        await gm.get_by_role("button", name="Really?").press("Enter")
        await self.gone_on(view)
        await self.gm.caught_up()
        await self.gm.press("a")
        for name in ("Leave the fallen out of the fight", "Fill all weapons"):
            view = await self.gm.caught_up()
            await gm.locator("dialog").get_by_role("button", name=name).press("Enter")
            await self.gone_on(view)
        await gm.keyboard.press("Escape")
        await gm.locator("dialog").wait_for(state="detached")
        await self.listen()

    async def asks_together(self, view: View) -> bool:
        """The boss does what asks both players, or the one it is aimed at, on their own phones."""
        if view.get("up") != "boss" or is_out(view, "vera") or is_out(view, "cole"):
            return False
        chip, fields = ASKING[self.ruleset]
        gm = self.gm.page
        await gm.locator(".act h2", has_text="Boss").wait_for()
        await gm.locator(".commit .big:enabled").wait_for()
        await gm.locator(".kinds .chip-button", has_text=chip).first.click()
        for field, value in fields.items():
            await gm.locator(f".pill[aria-label^={field}]").click()
            await gm.locator(".opened-field").get_by_text(value).first.click()
        await gm.locator(".targets").get_by_text("Vera").click()
        if self.ruleset == "firefight":
            await gm.get_by_role("button", name="More targets").click()
            await gm.locator(".opened-field").get_by_text("Cole").click()
        await gm.locator(".commit .big").click()
        asked = ("ana", "ben") if self.ruleset == "firefight" else ("ana",)
        for name in asked:
            await self.people[name].page.locator(".banner.loud .question button").first.wait_for()
            assert (await self.people[name].page.title()).startswith("●"), "the tab says so too"
        guest = self.people["guest"]
        await guest.page.get_by_text("Waiting for Vera").wait_for()
        await expect(guest.page.locator(".question, .loud")).to_have_count(0)
        await self.listen()
        return True

    async def loses_its_connection(self, view: View) -> bool:
        """Ben acts while his phone has no network: it says so, and what he did is done once it has one again."""
        ben = self.people["ben"]
        if view.get("up") != "cole" or is_out(view, "cole"):
            return False
        await ben.caught_up()
        await ben.page.locator(".commit .big:enabled").wait_for()
        await ben.page.context.set_offline(True)
        await ben.page.locator(".connection.lost").wait_for()
        await ben.tap(".commit .big")
        await ben.page.get_by_text("1 unsent").wait_for()
        await self.listen()
        assert (await ben.seat.look())["up"] == "cole", "it has not arrived"
        await ben.page.context.set_offline(False)
        await self.gone_on(view)
        await ben.page.locator(".connection.live").wait_for()
        return True

    async def is_opened_anew(self, view: View) -> bool:
        """Ana's phone opens its page anew in the middle of her turn, and she acts on it."""
        ana = self.people["ana"]
        if view.get("up") != "vera":
            return False
        await ana.page.reload()
        await ana.page.locator(".commit .big:enabled").wait_for()
        await self.step()
        return True

    async def is_disputed(self, view: View) -> bool:
        """Ana contests a term of her own roll by tapping it; the GM puts it right."""
        ana, gm = self.people["ana"], self.gm
        line = ana.page.locator(".lines > li:not(.struck) .line", has_text="Vera fires").last
        await ana.caught_up()
        if not await line.count():
            return False
        await ana.page.locator(".thumb-bar button", has_text="Story").click()
        await line.click()
        await ana.page.locator(".point").first.click()
        await ana.page.locator("dialog fieldset label.chip:not(:has(input:checked))").first.click()
        await ana.page.get_by_role("button", name="Contest it").click()
        await ana.page.locator("dialog").wait_for(state="detached")
        await gm.caught_up()
        await gm.page.get_by_role("button", name="Rule on it").click()
        await gm.page.locator("dialog .preview .told li").first.wait_for()
        await gm.page.get_by_label("Because").fill("It was as she says")
        await gm.page.locator("dialog button.first").click()
        await gm.page.locator("dialog").wait_for(state="detached")
        settled = (await gm.seat.look("/rulings"))["settled"]
        assert [one["ruling"]["verdict"] for one in settled] == ["amend"]
        await ana.page.locator(".thumb-bar button", has_text="Fight").click()
        return True

    async def is_undone(self, view: View) -> bool:
        """What an NPC did is taken back and brought again by a key each."""
        if view.get("up") is None or self.player_of(view, view["up"]) is not self.gm:
            return False
        before = view
        await self.step()
        await self.answers()
        after = await self.gm.caught_up()
        await self.gm.press("u")
        await self.gone_on(after)
        back = await self.gm.caught_up()
        assert (back["up"], back["combatants"]) == (before["up"], before["combatants"])
        await self.all_see_what_the_api_says()
        await self.gm.page.get_by_role("button", name="Redo").wait_for()
        await self.gm.press("U")
        await self.gone_on(back)
        again = await self.gm.caught_up()
        assert (again.get("up"), again["combatants"]) == (after.get("up"), after["combatants"])
        return True

    async def acts_as_a_group(self, view: View) -> bool:
        """The goons that have still to act do so by two keys; whoever is asked meanwhile answers."""
        left = [
            one["combatant"] for one in view.get("order", ()) if one.get("group") == "goons" and not one.get("done")
        ]
        able = [one for one in left if not is_out(view, one)]
        if len(able) < 2 or view.get("up") not in able:
            return False
        self.gm.keys = 0
        await self.gm.page.locator(".suggests", has_text="Suggested:").wait_for()
        await self.gm.press("g")
        await self.gm.page.locator("dialog .group-plan button.first:focus").wait_for()
        await self.gm.page.keyboard.press("Enter")
        ended = self.gm.page.locator(".playing p[role=status]", has_text="All have acted.")
        async with asyncio.timeout(LONG_ENOUGH):
            while not await ended.count():
                view = await self.gm.caught_up()
                if view.get("waiting"):
                    await self.answer(view, view["waiting"][0])
        await expect(self.gm.page.locator(".playing li.done")).to_have_count(len(able))
        self.keys += [(self.gm.keys + 1) / len(able)] * len(able)
        return True


def wound_of(view: View, combatant: str) -> str:
    return next((one.get("wound", "") for one in view["combatants"] if one["id"] == combatant), "dead")


def is_out(view: View, combatant: str) -> bool:
    return wound_of(view, combatant).startswith(OUT)


def is_over(view: View) -> bool:
    """One side is out."""
    sides = {"party": ("vera", "cole"), "foes": ("boss", "goons-1", "goons-2", "goons-3")}
    return any(all(is_out(view, one) for one in side) for side in sides.values())
