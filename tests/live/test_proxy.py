"""Behind nginx, with TLS and under a path: everything that docs/proxy.md says."""

import asyncio
import json
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.api.people import Seat
from tests.clients.page import page as node_page
from tests.clients.python import fracas_client
from tests.live.proxied import certificate, free_port, proxied
from tests.live.serving import Served, served

__all__ = ["fracas_client"]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proxy.md"

pytestmark = pytest.mark.service


class Behind:
    """A table whose GM comes through the proxy."""

    def __init__(self, base: str, service: Served, gm: Seat, trust: ssl.SSLContext, folder: Path) -> None:
        self.base, self.service, self.gm, self.trust, self.folder = base, service, gm, trust, folder


@pytest.fixture
async def behind(valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Behind]:
    port = free_port()
    base = f"https://localhost:{port}/fracas"
    made = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    monkeypatch.setenv("NODE_EXTRA_CA_CERTS", str(made))
    trust = ssl.create_default_context(cafile=str(made))
    async with (
        served(valkey_url, tmp_path, public_url=base, loopback_opens=False) as service,
        proxied(tmp_path, PAGE, port, service.port),
        httpx.AsyncClient(base_url=base, verify=trust, timeout=30) as client,
    ):
        host = {"authorization": f"Bearer {service.app.state.service.keys.host}"}
        opening = {"title": "The warehouse", "ruleset": "unisystem"}
        assert (await client.post("/v1/tables", json=opening)).status_code == 401
        opened = (await client.post("/v1/tables", json=opening, headers=host)).json()
        taken = await client.post("/seats/token", json={"table": opened["table"], "link": opened["links"]["gm"]})
        cookie = taken.headers["set-cookie"]
        assert f"path=/fracas/v1/tables/{opened['table']}" in cookie.lower().replace("Path", "path")
        assert "secure" in cookie.lower()
        yield Behind(base, service, Seat(client, opened["table"], taken.json()["token"]), trust, tmp_path)


async def test_the_cookie_speaks_over_a_web_socket_of_our_own_page(behind: Behind) -> None:
    address = f"{behind.base}/v1/tables/{behind.gm.table}/live".replace("https", "wss")
    origin = Origin(behind.base.removesuffix("/fracas"))
    cookie = {"cookie": f"fracas_seat={behind.gm.token}"}
    async with connect(address, ssl=behind.trust, origin=origin, additional_headers=cookie, proxy=None) as one:
        assert json.loads(await one.recv())["type"] == "hello"


@pytest.mark.parametrize("way", ["socket", "sse", "poll"])
async def test_a_program_follows_and_commands_by_every_way(behind: Behind, fracas_client: Any, way: str) -> None:
    gm = behind.gm
    async with fracas_client.Table(behind.base, table=gm.table, token=gm.token, ways=(way,)) as table:
        giving = asyncio.create_task(table.give("note", text="hello"))
        async with aclosing(table.follow()) as messages:
            async for said in messages:
                if "It rains" in json.dumps(said):
                    break
                if giving.done() and said["type"] == "waiting":
                    await gm.give("note", text="It rains.")
                elif said["type"] == "waiting":
                    await giving
                    await gm.give("note", text="It rains.")
        assert table.seen["gm"]["view"] == await gm.look()


async def test_a_page_follows_under_the_path(behind: Behind) -> None:
    gm = behind.gm
    async with node_page() as one:
        asked = {"table": gm.table, "token": gm.token, "ways": ["sse"], "file": str(behind.folder / "outbox")}
        one.do("open", base=f"{behind.base}/", **asked)
        await one.until(state="live")
        await gm.enter("vera")
        assert (await one.up_to((await gm.look())["number"]))["view"] == await gm.look()


async def test_what_pages_are_made_of_is_found_under_the_path(behind: Behind) -> None:
    client = behind.gm.client
    for name in ("/t/any", "/docs"):
        page = await client.get(name)
        found = re.findall(r'(?:href|src)="([^"]+)"', page.text)
        assert found
        for part in found:
            assert (await client.get(str(page.url.join(part)))).status_code == 200, part
    assert (await client.get("/client/fracas.js")).status_code == 200
    assert (await client.get("/openapi.json")).json()["servers"] == [{"url": "/fracas"}]


async def test_no_token_and_no_link_stands_in_the_proxy_s_log(behind: Behind, fracas_client: Any) -> None:
    gm = behind.gm
    for way in ("socket", "sse", "poll"):
        one = fracas_client.Table(behind.base, table=gm.table, token=gm.token, ways=(way,))
        async with one as table, aclosing(table.follow()) as messages:
            await anext(messages)
    await behind.service.stop()
    lines = (behind.folder / "access.log").read_text()
    assert "/live" in lines
    assert gm.token not in lines
    assert gm.token[-20:] not in lines


async def test_pages_of_named_origins_read_the_api_and_send_no_cookies(valkey_url: str, tmp_path: Path) -> None:
    page = "https://else.example"
    async with served(valkey_url, tmp_path, origins=(page,)) as service:
        asks = {
            "origin": page,
            "access-control-request-method": "GET",
            "access-control-request-headers": "authorization",
        }
        allowed = await service.client.options("/v1/tables/x/live", headers=asks)
        assert allowed.headers["access-control-allow-origin"] == page
        assert "access-control-allow-credentials" not in allowed.headers
        stranger = await service.client.options("/v1/tables/x/live", headers={**asks, "origin": "https://evil.example"})
        assert "access-control-allow-origin" not in stranger.headers
