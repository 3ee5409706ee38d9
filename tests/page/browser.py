"""A real Chromium, started for a test with a profile of its own, and the people who look at its pages."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Browser, Page, async_playwright, expect

ALONE: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""Flags with which it talks to nobody but the service."""

PATIENCE: Final = 60_000
"""Milliseconds that a page is waited for: more than a busy machine takes, so that what is late is not there."""

expect.set_options(timeout=PATIENCE)

PHONE: Final = {"width": 390, "height": 844}
LAPTOP: Final = {"width": 1280, "height": 800}

SEEDED: Final = """
(() => {
    let state = SEED;
    const next = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
    };
    crypto.getRandomValues = (bytes) => { for (let at = 0; at < bytes.length; at++) bytes[at] = next(); return bytes; };
})()
"""
"""Chance that is the same at every run: dice follow from the ids of commands, and those from this."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser; every context of it is somebody's own device."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "no chromium on the path; `make services` sees to it"
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=program, args=list(ALONE))
        try:
            yield browser
        finally:
            await browser.close()


async def device(browser: Browser, seed: int, **how: Any) -> tuple[Page, list[str]]:
    """A page on a device of somebody's own, and what has gone wrong in it: errors, requests to anybody else."""
    context = await browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", "viewport": PHONE, **how})
    await context.add_init_script(SEEDED.replace("SEED", str(seed)))
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if _at_home(page, request.url) else wrong.append(f"asks {request.url}"))
    return page, wrong


def _at_home(page: Page, address: str) -> bool:
    return address.startswith(("data:", "blob:")) or "127.0.0.1" in address.split("/")[2]
