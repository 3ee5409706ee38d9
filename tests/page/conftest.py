"""The service over real connections with its sample tables, and a browser."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import Invitation, lay_out
from tests.api.people import KEY
from tests.live.serving import Served, served
from tests.page.browser import chromium
from tests.servers import valkey_url

__all__ = ["valkey_url"]


@pytest.fixture
async def service(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A service on a log of its own: sample tables have the same names everywhere."""
    from tests.servers import server

    with server("valkey", tmp_path_factory.mktemp("valkey")) as log:
        async with served(log.url, tmp_path) as one:
            yield one


@pytest.fixture
async def invitations(service: Served) -> tuple[Invitation, ...]:
    return await lay_out(service.app, Keys(KEY))


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as one:
        yield one
