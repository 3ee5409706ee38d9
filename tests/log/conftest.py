"""Every test of the log runs on each kind of server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from events.log.stream import Log, open_log
from tests.servers import KINDS, Kind, Server, server


@pytest.fixture(
    scope="session", params=[pytest.param(kind, marks=[pytest.mark.service] * (kind != "valkey")) for kind in KINDS]
)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(scope="session")
def shared_server(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do it no harm."""
    with server(kind, tmp_path_factory.mktemp("log")) as running:
        yield running


@pytest.fixture
def log_server(kind: Kind, tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to kill, fill or flush."""
    with server(kind, tmp_path / "own") as running:
        yield running


@pytest.fixture
async def log(shared_server: Server) -> AsyncIterator[Log]:
    async with open_log(shared_server.url) as opened:
        yield opened


@pytest.fixture
async def own_log(log_server: Server) -> AsyncIterator[Log]:
    async with open_log(log_server.url) as opened:
        yield opened


@pytest.fixture
def table() -> str:
    return f"t-{uuid4()}"
