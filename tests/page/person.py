"""Somebody at the table with the page open: what they tap and press, and what they see, beside what the API says."""

import re
from typing import Any

import httpx
from playwright.async_api import Page, expect

from tests.api.people import Seat

Card = dict[str, Any]


class Person:
    """A seat whose page is open. `taps` and `keys` count what it did since it was last told to begin anew."""

    def __init__(self, page: Page, wrong: list[str], seat: Seat, name: str) -> None:
        self.page, self.wrong, self.seat, self.name = page, wrong, seat, name
        self.taps = 0
        self.keys = 0

    async def tap(self, selector: str) -> None:
        """One tap."""
        self.taps += 1
        await self.page.locator(selector).first.click()

    async def press(self, key: str) -> None:
        """One key, from wherever the page has the focus."""
        self.keys += 1
        await self.page.evaluate("document.activeElement?.blur()")
        await self.page.keyboard.press(key)

    async def caught_up(self) -> dict[str, Any]:
        """Wait until the page shows what the API tells its seat now; the view."""
        while True:
            view: dict[str, Any] = await self.seat.look()
            await self.page.wait_for_function(
                "(number) => Number(document.querySelector('.frame')?.dataset.number) >= number", arg=view["number"]
            )
            if await self.number() == (await self.seat.look())["number"]:
                return view

    async def number(self) -> int:
        """The number that the page shows."""
        return int(await self.page.locator(".frame").get_attribute("data-number") or 0)

    async def texts(self, selector: str) -> list[str]:
        """The texts of everything that a selector finds, without what is only there for the eye."""
        return [" ".join(one.split()) for one in await self.page.locator(selector).all_inner_texts()]

    async def sees_what_the_api_says(self) -> None:
        """The order with names and wounds, one's own numbers, the banner, and the end of the story."""
        view = await self.caught_up()
        closed = self.page.locator(".group > .row > .who[aria-expanded=false]")
        while count := await closed.count():
            await closed.first.evaluate("(one) => one.click()")  # it may lie below the acts, which stay on a phone
            await expect(closed).to_have_count(count - 1)
        shown = dict(await self.rows())
        told = {one["name"]: word(one.get("wound", "")) for one in view["combatants"]}
        assert shown == told, self.name
        up = next((one["name"] for one in view["combatants"] if one["id"] == view.get("up")), None)
        assert (await self.texts(".order .row.up .name"))[-1:] == ([up] if up else []), self.name
        for one in view["combatants"]:
            if one.get("controller") == self.name:
                assert await self.pools(one["name"]) == {
                    f"{pool['now']}/{pool['full']}" for pool in one["pools"].values()
                }
        lines = (await self.seat.look("/story"))["lines"]
        tail = [line["text"].rstrip(".") for line in lines[-3:]]
        assert [text.rstrip(".") for text in await self.texts(".lines > li :is(.line > span:first-child), .turn-line")][
            -3:
        ] == tail

    async def rows(self) -> list[tuple[str, str]]:
        """Name and wound of everybody who has a row."""
        rows = self.page.locator(".pane-fight .row:has(> .who > .name):not(:has(.glyphs))")
        return [
            (
                " ".join((await one.locator(".name").inner_text()).split()),
                await _only(one.locator(".wound").all_inner_texts()),
            )
            for one in await rows.all()
        ]

    async def pools(self, name: str) -> set[str]:
        """The numbers on one's own card."""
        return {
            re.sub(r"[^\d-]*(-?\d+)\s*(/\d+).*", r"\1\2", text)
            for text in await self.texts(f".my-card [aria-label={name}] .pool")
        }


async def _only(texts: Any) -> str:
    found = await texts
    return " ".join(found[0].split()) if found else ""


def word(wound: str) -> str:
    """A wound's code as the page has it in English."""
    said = re.sub(r"^mortal-(\d)$", r"mortal \1", wound).replace("-", " ")
    return said[:1].upper() + said[1:]


async def sit_with_link(client: httpx.AsyncClient, table: str, link: str) -> Seat:
    """A seat that speaks for itself beside its page."""
    taken = await client.post("/seats/token", json={"table": table, "link": link, "device": "beside"})
    client.cookies.clear()
    return Seat(client, table, taken.json()["token"])
