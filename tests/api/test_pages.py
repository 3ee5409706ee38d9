"""The pages for a browser: they come from this service whole, ask nobody else, and let no other script run."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import httpx
import pytest

from api.routes.pages import CLIENT, EDITION, PARTS, WORDS
from tests.api.people import Seat, problem_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("/", "/docs", "/t/k3v9x2m4q7ab", "/t/nosuchtable1")
OWN_PARTS = [name for name in PARTS if not name.startswith("swagger-ui")]
OURS = (
    "/",
    "/docs",
    "/t/k3v9x2m4q7ab",
    *(f"/page/{name}" for name in OWN_PARTS),
    *(f"/client/{name}" for name in CLIENT),
)
AN_ADDRESS = re.compile(r"(?:https?:|wss?:|['\"(=]\s*)//[^\s'\")]+")
NO_REQUEST = {f"http://www.w3.org/{name}" for name in ("2000/svg", "1999/xhtml", "1998/Math/MathML")}
"""Names that look like addresses."""


def elsewhere(text: str) -> Iterator[str]:
    """Addresses of others in a page or a script."""
    yield from (found for found in AN_ADDRESS.findall(text) if found.strip("'\"(= ") not in NO_REQUEST)


@pytest.mark.parametrize("path", OURS)
async def test_what_we_wrote_ourselves_names_no_other_address(client: httpx.AsyncClient, path: str) -> None:
    assert list(elsewhere((await client.get(path)).text)) == []


@pytest.mark.parametrize(
    "line", ['<script src="https://cdn.example/x.js">', "fetch('//cdn.example')", "import x from 'http://e.example/x'"]
)
def test_another_address_would_be_noticed(line: str) -> None:
    assert len(list(elsewhere(line))) == 1


@pytest.mark.parametrize("path", [*PAGES, *(f"/page/{name}" for name in PARTS)])
async def test_no_script_but_our_own_runs_and_no_address_is_passed_on(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 200
    rules = dict(one.strip().split(" ", 1) for one in response.headers["content-security-policy"].split(";"))
    assert rules["default-src"] == "'self'"
    assert set(rules) == {"default-src", "img-src", "object-src", "base-uri", "form-action", "frame-ancestors"}
    assert "unsafe" not in response.headers["content-security-policy"]
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize(
    ("address", "sent"), [("http://127.0.0.1", True), ("https://fracas.example", True), ("http://192.168.1.7", False)]
)
async def test_no_browser_complains_of_a_header_that_it_ignores(
    client: httpx.AsyncClient, address: str, sent: bool
) -> None:
    page = await client.get(f"{address}/")
    assert ("cross-origin-opener-policy" in page.headers) is sent


@pytest.mark.parametrize("path", PAGES)
async def test_everything_that_a_page_is_made_of_is_there(client: httpx.AsyncClient, path: str) -> None:
    text = (await client.get(path)).text
    asked = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(asked) > 2
    for one in asked:
        # The service may stand under a path of its own, so a page names its parts from where it stands itself.
        address = httpx.URL(f"http://localhost{path}").join(one)
        assert not one.startswith("/")
        assert address.path.startswith((f"/e/{EDITION}/", "/page/"))
        part = await client.get(str(address))
        assert (part.status_code, bool(part.content)) == (200, True), one
    assert re.findall(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", text) == [], (
        "the policy lets none of these count"
    )


async def test_the_api_page_draws_the_document_of_this_service(client: httpx.AsyncClient) -> None:
    script = (await client.get("/page/docs.js")).text
    assert 'url: "openapi.json"' in script
    assert "validatorUrl: null" in script, "else the document is sent to somebody who checks it"
    assert b"SwaggerUIBundle" in (await client.get("/page/swagger-ui-bundle.js")).content
    assert (await client.get("/openapi.json")).json()["info"]["title"] == "Fracas"


async def test_a_seats_page_tells_nothing_of_its_table(gm: Seat) -> None:
    there, nowhere = [await gm.client.get(f"/t/{table}") for table in (gm.table, "nosuchtable1")]
    assert there.content == nowhere.content


async def test_a_browser_that_has_a_part_is_not_sent_it_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/page/swagger-ui-bundle.js")
    again = await client.get("/page/swagger-ui-bundle.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_parts_of_this_edition_are_kept_for_good_and_those_of_another_are_not(client: httpx.AsyncClient) -> None:
    plain = await client.get("/page/main.js")
    ours, others = [await client.get(f"/e/{edition}/page/main.js") for edition in (EDITION, "0123456789abcdef")]
    assert ours.content == others.content == plain.content
    assert "immutable" in ours.headers["cache-control"]
    assert others.headers["cache-control"] == "no-store"
    assert plain.headers["cache-control"] == "no-cache"
    said = await client.get(f"/e/{EDITION}/client/said.js")
    assert said.content == (await client.get("/client/said.js")).content
    assert (await client.get("/t/k3v9x2m4q7ab")).headers["cache-control"] == "no-cache", "it names the edition"


@pytest.mark.parametrize(
    "path",
    [
        f"/e/{EDITION}/page/nope.js",
        f"/e/{EDITION}/docs/main.js",
        "/page/nope.js",
        "/page/..%2Fapp.py",
        "/page/shell.html",
        "/page/vendor",
        "/t",
        "/t/",
        "/t/a/b",
    ],
)
async def test_nothing_else_is_served(client: httpx.AsyncClient, path: str) -> None:
    assert problem_of(await client.get(path))["code"] == "not-found"


async def test_the_page_sits_down_as_one_device_with_randomness_of_its_own(gm: Seat) -> None:
    link = (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
    for entropy in ("00" * 16, "ff" * 16):
        said = {"table": gm.table, "link": link, "device": "ab" * 16, "entropy": entropy}
        taken = await gm.client.post("/seats/token", json=said)
        assert taken.json()["name"] == "Ana"
        seen = await gm.client.get(f"/v1/tables/{gm.table}")
        assert seen.json()["title"] == "The warehouse", "the cookie speaks"
        gm.client.cookies.clear()
    frames = (await gm.look("/events"))["frames"]
    taken_by = [frame["fact"]["entry"]["fact"].get("device") for frame in frames]
    assert taken_by.count("ab" * 16) == 1


async def test_a_module_of_the_client_brings_every_module_that_it_imports(client: httpx.AsyncClient) -> None:
    assert "verify.js" in CLIENT
    for name in CLIENT:
        text = (await client.get(f"/client/{name}")).text
        for asked in re.findall(r'from "([^"]+)"', text):
            assert (await client.get(f"/client/{asked.rpartition('/')[2]}")).status_code == 200, asked
    assert (await client.get("/client/nothing.js")).status_code == 404


MOST_ON_THE_WIRE = 200_000
"""Bytes that the table page may cost, the client and the pictures included."""


@pytest.mark.parametrize("language", WORDS)
async def test_the_table_page_costs_little_to_fetch(client: httpx.AsyncClient, language: str) -> None:
    """Everything it is made of in a language, packed as a browser asks for it, also what is fetched only when it is
    needed."""
    others = {name for other, modules in WORDS.items() if other != language for name in modules}
    parts = [name for name in PARTS if name not in others and not name.startswith(("swagger-ui", "docs"))]
    paths = ["/t/k3v9x2m4q7ab", *(f"/page/{name}" for name in parts), *(f"/client/{name}" for name in CLIENT)]
    cost = 0
    for path in paths:
        async with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as response:
            assert response.headers["content-encoding"] == "gzip"
            cost += sum([len(chunk) async for chunk in response.aiter_raw()])
    assert cost < MOST_ON_THE_WIRE, cost


async def test_modules_are_sent_as_they_stand_but_for_lines_that_are_comments(client: httpx.AsyncClient) -> None:
    modules = [name for name in PARTS if name.endswith(".js") and (ROOT / "api" / "page" / name).exists()]
    for name in modules:
        sent = (await client.get(f"/page/{name}")).text
        written = (ROOT / "api" / "page" / name).read_text()
        left_out = [line.strip() for line in unified_diff(written.splitlines(), sent.splitlines(), n=0, lineterm="")][
            2:
        ]
        changed = [line for line in left_out if not line.startswith("@@")]
        assert all(re.match(r"-\s*(//|/\*\*.*\*/$)", line) for line in changed), name
        assert bool(changed) == (name.partition("/")[0] != "vendor"), name
    assert len(modules) > 80


async def test_whoever_takes_nothing_packed_gets_it_plain(client: httpx.AsyncClient) -> None:
    plain = await client.get("/page/main.js", headers={"accept-encoding": "identity"})
    packed = await client.get("/page/main.js", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content


async def test_a_module_of_the_page_imports_what_is_there_and_by_its_place(client: httpx.AsyncClient) -> None:
    modules = [name for name in PARTS if name.endswith(".js") and not name.startswith("swagger-ui")]
    assert len(modules) > 20
    for name in modules:
        text = (await client.get(f"/page/{name}")).text
        for asked in re.findall(r"""(?:from|import\()\s*["']([^"']+)["']""", text):
            assert asked.startswith("."), f"{name} imports {asked}"
            address = httpx.URL(f"http://localhost/page/{name}").join(asked)
            assert (await client.get(str(address))).status_code == 200, f"{name} imports {asked}"


def test_the_libraries_stand_there_with_their_version_and_licence() -> None:
    folder = ROOT / "api" / "page" / "vendor"
    for line in (folder / "versions.txt").read_text().splitlines():
        name, version, _, own = line.split()
        assert (folder / own).read_text().startswith(f"/* {name} {version}, ")
        assert (folder / f"LICENSE-{name.rpartition('/')[2]}.txt").stat().st_size > 400
