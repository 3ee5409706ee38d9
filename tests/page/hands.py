"""Somebody who has a keyboard and nothing else: Tab, arrows, Enter, Space, letters; and what was given and taken so."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Locator, Response

from tests.page.person import Person

MOST_TABS: Final = 300
MOST_VALUES: Final = 40
PATIENCE: Final = 60.0

WHERE: Final = """
(one) => {
    const now = document.activeElement;
    if (one === now) return "here";
    if (one.type === "radio" && now?.type === "radio" && now.name === one.name && now.form === one.form) return "here";
    if (!now || now === document.body) return "after";
    return one.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? "before" : "after";
}
"""
"""Where an element is from whatever has the focus; a group of radio buttons is one place."""


class Hands:
    """The keyboard of somebody's page. `done` counts the commands that it gave and the service took, acts by kind."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.done: Counter[tuple[str, str]] = Counter()
        self.page.on("response", self._took)

    def _took(self, answer: Response) -> None:
        request = answer.request
        if request.method != "POST" or not request.url.endswith("/commands") or not answer.ok:
            return
        body: Any = request.post_data_json
        if not body.get("dry_run"):
            command = body["command"]
            kind = command["action"]["kind"] if command["type"] == "act" else ""
            self.done[command["type"], kind] += 1

    async def reach(self, what: Locator) -> None:
        """Tab to something, the shorter way round."""
        one = what.first
        await one.wait_for(state="attached")
        for _ in range(MOST_TABS):
            where = await one.evaluate(WHERE)
            if where == "here":
                return
            await self.page.keyboard.press("Shift+Tab" if where == "before" else "Tab")
        raise AssertionError(f"no Tab reaches {what}")

    async def on(self, what: Locator, key: str = "Enter") -> None:
        """A key on something that Tab reaches."""
        await self.reach(what)
        await self.page.keyboard.press(key)

    async def button(self, name: str, within: str = "body", exact: bool = True) -> None:
        """A button by what it says."""
        await self.on(self.page.locator(within).get_by_role("button", name=name, exact=exact))

    async def write(self, what: Locator, text: str) -> None:
        """Text into a field, instead of what stands there."""
        await self.reach(what)
        await self.page.keyboard.press("Control+A")
        await self.page.keyboard.type(text)

    async def pick(self, what: Locator) -> None:
        """A radio button of a group, by the arrows."""
        await self.reach(what)
        for _ in range(MOST_VALUES):
            if await what.first.is_checked():
                return
            await self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow reaches {what}")

    async def select(self, what: Locator, value: str) -> None:
        """A value of a list, by the arrows."""
        await self.reach(what)
        await self.page.keyboard.press("Home")
        for _ in range(MOST_VALUES):
            if await what.first.input_value() == value:
                return
            await self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow reaches {value} of {what}")

    async def key(self, key: str) -> None:
        """A key from anywhere."""
        await self.person.press(key)

    async def tool(self, key: str, name: str) -> Locator:
        """A dialog of the desk, by its key."""
        await self.person.caught_up()
        await self.page.locator(".tool-grid button").first.wait_for()
        await self.key(key)
        dialog = self.page.locator(f"dialog[aria-label='{name}']")
        await dialog.wait_for()
        return dialog

    async def closed(self) -> None:
        """Escape, until nothing lies over the page."""
        while await self.page.locator("dialog[open]").count():
            await self.page.keyboard.press("Escape")
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def gives(self, type_: str, kind: str = "") -> AsyncIterator[None]:
        """What is done within gives this command, and it is accepted; then the page shows it."""
        before = self.done[type_, kind]
        yield
        waited = 0.0
        while self.done[type_, kind] == before:
            await asyncio.sleep(0.05)
            waited += 0.05
            no = self.page.locator(".no")
            assert not await no.count(), (type_, kind, await no.all_inner_texts())
            assert waited < PATIENCE, (type_, kind)
        await self.person.caught_up()
