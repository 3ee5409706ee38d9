"""Nothing jumps: how much the page shifts by itself while others act, somebody is asked and all is resolved, and while
it opens.

The number is the browser's own (layout shift, as in Cumulative Layout Shift): the part of the screen that moved times
how far, summed over what one step of the fight brings; a browser sums what comes within five seconds, in which people
at a table do no more than that. What follows within half a second of one's own tap or key is not counted.
"""

import asyncio
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import lay_out
from tests.api.people import KEY
from tests.live.serving import Served
from tests.page.encounters import ALLEYS
from tests.page.fights import Fight, sat_down, seats_of
from tests.page.person import Person

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED, STEPS = 17, 10
LATE: Final = 1000
"""Milliseconds in which all has come that comes after a page was opened."""
MOST: Final = 0.1
"""What is called good of pages of all kinds."""

SHIFTS: Final = """
() => new Promise((done) => {
    const found = [];
    const seen = new PerformanceObserver((list) => found.push(...list.getEntries()));
    seen.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => {
        seen.disconnect();
        const alone = found.filter((one) => !one.hadRecentInput);
        const steps = window.steps ?? [];
        const sums = new Map();
        for (const { startTime: at, value } of alone) {
            const step = steps.filter((began) => began <= at).length;
            sums.set(step, (sums.get(step) ?? 0) + value);
        }
        const worst = Math.max(0, ...sums.values());
        const what = ({ node, previousRect: was, currentRect: is }) =>
            `${node?.className || node?.textContent?.slice(0, 20)} ${was.x},${was.y} to ${is.x},${is.y}`;
        const told = ({ value, sources }) => `${value.toFixed(3)} ${sources.map(what).join("; ")}`;
        done([worst, alone.filter((one) => one.value > 0.01).map(told)]);
    }, 250);
})
"""
"""The worst step, or all of it where none were marked, and what moved most in all of them."""
STEP: Final = "() => (window.steps ??= []).push(performance.now())"


async def opened_anew(one: Person) -> None:
    """The page, loaded again, until nothing more comes."""
    await one.page.reload()
    await one.page.locator(".frame").wait_for()
    await one.caught_up()
    await one.page.wait_for_timeout(LATE)


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight", "interlock"])
async def test_the_page_does_not_jump_in_a_fight(ruleset: str, browser: Browser, service: Served) -> None:
    alley = tuple(one for one in ALLEYS if one.ruleset == ruleset)
    people = await sat_down(browser, service, seats_of(await lay_out(service.app, Keys(KEY), alley), ruleset), SEED)
    fight, told = Fight(people, SEED), dict[str, Any]()
    await fight.gm.caught_up()
    await fight.gm.seat.give("roll_initiative")
    for _ in range(STEPS):
        for one in people.values():
            await one.page.evaluate(STEP)
        await fight.step()
    assert fight.prompts and fight.taps and fight.keys, "somebody was asked, players acted, and so did the GM"
    for name, one in people.items():
        await one.caught_up()
        told[name] = await one.page.evaluate(SHIFTS)
    await asyncio.gather(*(opened_anew(one) for one in people.values()))
    for name, one in people.items():
        told[f"{name}, opened anew"] = await one.page.evaluate(SHIFTS)
    assert {name: what for name, what in told.items() if what[0] > MOST} == {}
