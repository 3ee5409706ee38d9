"""A service over real connections, on an embedded Valkey that the tests share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.api.people import Seat, open_table
from tests.live.serving import Served, served
from tests.servers import valkey_url

__all__ = ["valkey_url"]


@pytest.fixture
async def service(valkey_url: str, tmp_path: Path) -> AsyncIterator[Served]:
    async with served(valkey_url, tmp_path) as one:
        yield one


@pytest.fixture
async def gm(service: Served) -> Seat:
    return await open_table(service.client)
