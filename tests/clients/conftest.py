"""The service that the clients are tested against, over real connections."""

from collections.abc import Iterator

import msgspec
import pytest

from api.limits import UNLIMITED
from api.web.problems import problem
from api.web.rates import Rates
from tests.live.conftest import gm, service
from tests.live.serving import Served
from tests.servers import valkey_url

__all__ = ["gm", "service", "valkey_url"]


class Crowd(Rates):
    """A crowd at the door: the next `ahead` who knock are told to come again."""

    ahead = 0

    def take(self, name: str, drops: int = 1) -> None:
        if self.ahead:
            self.ahead -= 1
            raise problem("too-many", "too many requests; try again in 1 s", headers={"Retry-After": "1"})


@pytest.fixture
def crowd(service: Served) -> Iterator[Crowd]:
    """The crowd; nobody so far."""
    there, mine = service.app.state.service, Crowd(UNLIMITED, UNLIMITED)
    service.app.state.service = msgspec.structs.replace(there, door_rates=mine)
    yield mine
    service.app.state.service = there
