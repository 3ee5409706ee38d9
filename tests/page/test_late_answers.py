"""Answers that come late, or are of a log that was put away: nothing on the page is worked out from them."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Route, WebSocketRoute, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of

pytestmark = pytest.mark.service


def in_page(path: str, does: str) -> str:
    """A program that does something with a module of the page, the one that the page itself has."""
    return f"""async (given) => {{
        const main = document.querySelector('script[src$="main.js"]').src;
        const it = await import(new URL("{path}", main).href);
        {does}
    }}"""


def test_only_the_answer_to_the_newest_question_is_told() -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    program = Path(__file__).with_name("late_answers.mjs")
    done = subprocess.run([node, program], check=True, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout) == [["b", "of b"], ["c", "nothing"]]


@pytest.mark.slow
@pytest.mark.xdist_group("page")
async def test_whom_the_gm_looks_at_last_is_told_of_whatever_answer_comes_last(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    gm = (await sat_down(browser, service, {"gm": seats_of(invitations, "unisystem")["gm"]}, 61))["gm"]
    await gm.caught_up()
    other = asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        await other.wait()
        await route.fulfill(response=answer)

    await gm.page.route("**/actions?combatant=rico*", late)
    looks = in_page("table/legal.js", "it.looked.value = given;")
    tells = in_page("table/legal.js", "return it.legalOf(given)?.combatant;")
    async with gm.page.expect_request("**/actions?combatant=rico*"):
        await gm.page.evaluate(looks, "rico")
    async with gm.page.expect_response("**/actions?combatant=dutch*"):
        await gm.page.evaluate(looks, "dutch")
    async with gm.page.expect_response("**/actions?combatant=rico*"):
        other.set()
    await gm.caught_up()
    assert await gm.page.evaluate(tells, "dutch") == "dutch"
    assert gm.wrong == []


@pytest.mark.slow
@pytest.mark.xdist_group("page")
async def test_after_a_snapshot_of_another_log_nothing_is_explained_with_frames_of_the_old_one(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    gm = (await sat_down(browser, service, {"gm": seats_of(invitations, "unisystem")["gm"]}, 62))["gm"]
    feeds: list[WebSocketRoute] = []
    snapshots: list[dict[str, Any]] = []

    def between(feed: WebSocketRoute) -> None:
        feeds.append(feed)
        feed.connect_to_server().on_message(lambda said: hear(feed, said))

    def hear(feed: WebSocketRoute, said: str | bytes) -> None:
        if (message := json.loads(said))["type"] == "snapshot":
            snapshots.append(message)
        feed.send(said)

    await gm.page.route_web_socket("**/live*", between)
    await gm.page.reload()
    await gm.page.locator(".frame").wait_for()
    frames = in_page("story/frames.js", "return await it.allFrames();")
    old = await gm.page.evaluate(frames)
    assert len(old) == (await gm.caught_up())["number"]
    put_away = [{**frame, "fact": {"type": "note-added", "text": "of another log"}} for frame in old]
    await gm.page.route("**/events?*", lambda route: route.fulfill(json={"frames": put_away}))
    feeds[-1].send(
        json.dumps({**snapshots[-1], "chain": "f" * 64, "view": {**snapshots[-1]["view"], "title": "Another"}})
    )
    await expect(gm.page.locator("h1")).to_contain_text("Another")
    assert await gm.page.evaluate(frames) == put_away
    assert gm.wrong == []
