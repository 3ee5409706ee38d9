"""HEAD is answered as GET, without the body: status and headers, on every address that has a GET."""

import re

import httpx
import pytest

from tests.api.doors import ask
from tests.api.fights import two_in_actions
from tests.api.people import Seat, problem_of

PAGES = ["/", "/t/x", "/docs", "/openapi.json", "/client/fracas.js", "/healthz", "/nothing/here"]


async def test_it_is_everywhere_what_get_is(client: httpx.AsyncClient, gm: Seat) -> None:
    await two_in_actions(gm)
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    app = transport.app
    paths = [path for path, methods in app.openapi()["paths"].items() if "get" in methods]  # type: ignore[attr-defined]
    asked = [re.sub(r"\{[a-z_]+\}", "1", path.replace("{table}", gm.table)) for path in paths]
    assert len(asked) > 20
    for path in (*asked, *PAGES):
        if path.endswith("/live") or path == "/metrics":
            continue
        for token in (gm.token, ""):
            got, head = [await ask(app, (method, path, None), token) for method in ("GET", "HEAD")]
            assert (head.status, head.headers) == (got.status, got.headers), path
            assert got.body and not head.body, path


@pytest.mark.parametrize("path", ["/healthz", "/t/x", "/client/fracas.js"])
async def test_it_stands_among_the_methods_of_an_address(client: httpx.AsyncClient, path: str) -> None:
    refused = await client.patch(path)
    assert problem_of(refused)["code"] == "method-not-allowed"
    assert refused.headers["allow"] == "GET, HEAD"


async def test_what_never_ends_is_not_begun_for_it(gm: Seat) -> None:
    refused = await gm.client.head(f"/v1/tables/{gm.table}/live", headers=gm.headers)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET")
