"""Looking at a screen: in both themes, on a phone and on a laptop, by axe and as a picture."""

import os
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import Page, expect

from tests.page.browser import LAPTOP, PHONE

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RULES: Final = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
BUSY: Final = "[aria-busy=true]:not(main):visible"
"""What of a page is still worked out or fetched; the page itself may be, and is a screen then."""

UNDER_A_BAR: Final = "partially obscured"
"""What axe says of a target half of which lies under a bar that stays: it is scrolled out from there."""

SIZES: Final = {"390": PHONE, "1280": LAPTOP}
LOOKS: Final[tuple[tuple[str, Literal["light", "dark"]], ...]] = (("en", "light"), ("en", "dark"), ("de", "light"))
"""Languages and themes; a theme changes no width, so that one is enough for the longer words, and axe has seen
the same elements in English."""

SPEAK: Final = """
async (language) => {
    const words = new URL("words/index.js", document.querySelector('script[src$="main.js"]').src);
    const said = await import(words);
    said.language.value = language;
    while (said.spoken.value !== language) await new Promise((next) => setTimeout(next, 5));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
"""
"""The page in another language, as it stands."""

FAULTS: Final = Path(__file__).with_name("faults.js").read_text()
"""What an eye would find: targets too small for a finger, one over another, text that is cut."""

ROOT: Final = Path(__file__).resolve().parents[2]
PICTURES: Final = Path(os.environ.get("FRACAS_PICTURES", ROOT / "build" / "pictures"))
"""Where the pictures go; `FRACAS_PICTURES` names another folder."""


SCREENS: Final[dict[str, tuple[str, ...]]] = {
    "start": (), "start-host": (), "nobody-to-fight": (),
    "new-table-file": (), "encounter-file-wrong": (), "encounter-file": (),
    "new-table": (), "empty-table": (), "no-seat": (), "loading": (), "offline": (), "refused": (),
    "invite": ("come_in/invite.js",), "character": ("come_in/character.js",), "character-own": (),
    "proposal": ("come_in/proposals.js",),
    "player-up": (), "player-field": (), "player-more": (), "player-tray": (), "player-story": (), "player-sheet": (),
    "player-time": (), "player-added": ("act/costs.js",), "asked-for-dice": (), "asked-to-choose": (), "spectator": (),
    "opened-line": (), "why-a-number": ("story/why.js", "frame/rule.js"), "somebody": ("story/windows.js",),
    "settings": ("frame/settings.js",),
    "keys": ("frame/keys.js",), "gm-player-up": (), "gm-npc-up": (), "gm-waiting": (), "gm-desk": (),
    "group-plan": ("act/group.js",), "group-played": (), "desk-scene": ("desk/scene_form.js",),
    "desk-who-is-where": ("desk/people.js",), "desk-damage": ("desk/tools.js", "desk/form.js"), "desk-hazard": (),
    "desk-condition": (), "desk-end-a-condition": (), "desk-points-back": (), "desk-roll": ("desk/rolls.js",),
    "desk-note": (), "desk-bring-in": ("desk/bring.js",), "desk-pass-time": (),
    "desk-aftermath": ("desk/aftermath.js",),
    "the-past": (), "from-here": ("time/past_bar.js",), "contest": ("time/contest.js",),
    "ruling": ("time/ruling.js", "time/rulings.js"),
    "rulings": (), "correct": ("time/correct.js",), "strike": (), "override": (), "offers": ("time/offers.js",),
    "long-player": (), "long-gm": (), "long-npc": (), "long-waits": (),
    "fairness": (), "overlay": (), "view-story": (), "view-card": (), "view-report": (), "view-sheets": (),
}  # fmt: skip
"""Every screen, and the modules whose dialogs it shows: a new one with a dialog is added here, and looked at."""


async def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands, in words."""
    if not await page.evaluate("Boolean(window.axe)"):
        await page.evaluate(AXE)
    found: dict[str, Any] = await page.evaluate("(rules) => axe.run(document, rules)", RULES)
    return [
        " ".join((one["id"], node["html"][:160], *node["failureSummary"].split()))[:400]
        for one in found["violations"]
        for node in one["nodes"]
        if UNDER_A_BAR not in node["failureSummary"]
    ]


async def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))


async def looked_at(page: Page, name: str, sizes: tuple[str, ...] = ("390", "1280")) -> dict[str, list[str]]:
    """A picture of a screen in each size and theme; what is wrong with it, by picture."""
    assert name in SCREENS, "every screen stands in the list"
    as_it_was = await page.evaluate("document.documentElement.lang")
    PICTURES.mkdir(parents=True, exist_ok=True)
    wrong: dict[str, list[str]] = {}
    for size in sizes:
        await page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        for language, theme in LOOKS:
            await page.emulate_media(color_scheme=theme)
            await page.evaluate(SPEAK, language)
            await expect(page.locator(BUSY), "what is still worked out is part of the picture").to_have_count(0)
            picture = f"{name}-{size}-{theme}" + ("" if language == "en" else f"-{language}")
            await page.screenshot(path=PICTURES / f"{picture}.png")
            found: list[str] = await page.evaluate(FAULTS)
            if language == "en":
                found += await violations(page)
            if await sideways(page) > 0:
                found.append("the page scrolls sideways")
            if found:
                wrong[picture] = found
    await page.evaluate(SPEAK, as_it_was)
    return wrong
