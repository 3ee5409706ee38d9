"""The table page in a real browser: until there is something to read, and until a change is on the screen, beside a
bare page that shows the same view and frames as text."""

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

from bench.figures import Row, at_most
from bench.served import serving, table_at
from events.log import EmbeddedValkey

COMBATANTS: Final = 30
ENTRIES: Final = 5_000
LOADS: Final = 7
CHANGES: Final = 30
_BATCH: Final = 50
_ALONE: Final = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync")  # fmt: skip

_MADE_UP: Final = "--disable-features=LocalNetworkAccessChecks"
"""The bare page is put into the browser from here, and would be taken for one from elsewhere."""

BARE: Final = """<!doctype html><title>bare</title><pre id="all"></pre><script type="module">
const here = "/v1/tables/TABLE";
const show = (text) => { document.getElementById("all").textContent += text; };
show(JSON.stringify(await (await fetch(here)).json()));
new WebSocket(`ws://${location.host}${here}/live`, "fracas.v1").onmessage = ({ data }) => show(data);
</script>"""

WATCH: Final = """
(() => {
    const look = () => {
        const there = document.body?.textContent.includes(window.sought ?? "Somebody 29");
        if (there) window.seenAt = Date.now(); else requestAnimationFrame(look);
    };
    window.watch = (sought) => { window.sought = sought; window.seenAt = 0; requestAnimationFrame(look); };
    requestAnimationFrame(look);
})()
"""


def run() -> list[Row]:
    """Measure; the service and the browser are started here and ended here."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        settings = {
            "FRACAS_REDIS_URL": valkey.start(), "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data",
        }  # fmt: skip
        try:
            with serving(("bench.ours",), settings) as port:
                return _rows(port)
        finally:
            valkey.stop()


def _rows(port: int) -> list[Row]:
    table, token = table_at(port)
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers={"authorization": f"Bearer {token}"}, timeout=120
    ) as client:
        commands = f"/v1/tables/{table}/commands"
        _fill(client, commands)
        with _seated(port, table, token) as context:
            ours, bare = f"http://127.0.0.1:{port}/t/{table}", f"http://127.0.0.1:{port}/bare"
            painted, painted_bare = _paint(context, ours), _paint(context, bare)
            seen, seen_bare = _changes(context, (ours, bare), client, commands)
    said = f"p50; {COMBATANTS} combatants, a log of {ENTRIES} entries"
    opening, change = "opening the page until its order is there", "from a command to its line on the page"
    return [
        at_most(f"{opening}, against a bare page", painted, painted_bare, 6, "ms", said),
        at_most(f"{change}, against a bare page", seen, seen_bare, 2, "ms", said),
    ]


def _fill(client: httpx.Client, commands: str) -> None:
    """Thirty people, a fight, and remarks until the log is long enough."""
    people = [
        {"type": "enter_combatant", "combatant": f"one-{n}", "name": f"Somebody {n}", "template": "ganger"}
        for n in range(COMBATANTS)
    ]
    told = [*people, {"type": "begin_combat", "through": "initiative"}]
    told += ({"type": "note", "text": f"Remark {n}"} for n in range(ENTRIES - 4 * COMBATANTS))
    for first in range(0, len(told), _BATCH):
        part = told[first : first + _BATCH]
        batch = {"commands": [{"id": f"f-{first}-{n}", "command": one} for n, one in enumerate(part)]}
        client.post(commands, json=batch).raise_for_status()


@contextmanager
def _seated(port: int, table: str, token: str) -> Iterator[BrowserContext]:
    """A browser that sits at the table by its cookie, as after a link."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "no chromium on the path; `make services` sees to it"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=[*_ALONE, _MADE_UP])
        context = browser.new_context()
        cookie = {"name": "fracas_seat", "value": token, "domain": "127.0.0.1", "path": f"/v1/tables/{table}"}
        context.add_cookies([cookie])  # type: ignore[list-item]
        known = f'[{{"table": "{table}", "seat": "gm", "kind": "gm", "name": "GM"}}]'
        context.add_init_script(f"localStorage.setItem('fracas/tables', '{known}'); {WATCH}")
        context.route("**/bare", lambda route: _bare(route, table))
        try:
            yield context
        finally:
            browser.close()


def _bare(route: Route, table: str) -> None:
    route.fulfill(body=BARE.replace("TABLE", table), content_type="text/html")


def _paint(context: BrowserContext, address: str) -> float:
    """Milliseconds from opening to the last of the people being there; the first time is not counted."""
    took: list[float] = []
    for _ in range(LOADS + 1):
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("() => window.seenAt")
        took.append(float(page.evaluate("window.seenAt - performance.timeOrigin")))
        page.close()
    return statistics.median(took[1:])


def _changes(
    context: BrowserContext, addresses: tuple[str, str], client: httpx.Client, commands: str
) -> tuple[float, float]:
    """Milliseconds from sending a command to seeing it; the two pages take turns in being looked at."""
    pages = [context.new_page() for _ in addresses]
    for page, address in zip(pages, addresses, strict=True):
        page.bring_to_front()
        page.goto(address)
        page.wait_for_function("() => window.seenAt")
    took: list[list[float]] = [[], []]
    for n in range(2 * CHANGES):
        page = pages[n % 2]
        page.bring_to_front()
        took[n % 2].append(_change(page, client, commands, n))
    return statistics.median(took[0]), statistics.median(took[1])


def _change(page: Page, client: httpx.Client, commands: str, n: int) -> float:
    page.evaluate("(sought) => window.watch(sought)", f"marked {n}.")
    began = time.time() * 1000
    command = {"type": "set_condition", "combatant": f"one-{n % COMBATANTS}", "condition": f"marked-{n}"}
    client.post(commands, json={"id": f"m-{n}", "command": command}).raise_for_status()
    page.wait_for_function("() => window.seenAt")
    return float(page.evaluate("window.seenAt")) - began
