"""A service for the tests of the API, on an embedded Valkey that they share; every test opens tables of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.api.people import Seat, open_table, service_at
from tests.servers import valkey_url

__all__ = ["valkey_url"]


@pytest.fixture
async def client(valkey_url: str, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with service_at(valkey_url, tmp_path) as one:
        yield one


@pytest.fixture
async def gm(client: httpx.AsyncClient) -> Seat:
    return await open_table(client)
