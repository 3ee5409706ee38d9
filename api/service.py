"""What every route works with: the tables, the keys, the settings, the clock and the rates, put together once."""

from collections.abc import Mapping

import msgspec
from starlette.requests import HTTPConnection

from api.clock import Clock
from api.keys import Keys
from api.limits import DOOR_BURST, DOOR_RATE, UNLIMITED
from api.live.broadcast import Broadcast
from api.settings import Settings
from api.simulation.arena import Arena
from api.tables.house import House
from api.thinking import Thinking
from api.web.rates import Rates
from engine.ruleset import RuleSet


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """One process of the service. `house` is set while it runs."""

    settings: Settings
    keys: Keys
    clock: Clock
    rulesets: Mapping[str, RuleSet]
    seat_rates: Rates
    door_rates: Rates
    rooms: list[House]
    live: Broadcast
    thinking: Thinking
    playing: Thinking
    arena: Arena

    @property
    def house(self) -> House:
        """The tables.

        Raises:
            RuntimeError: the service is not running.
        """
        if not self.rooms:
            raise RuntimeError("the service is not running: its lifespan has not begun")
        return self.rooms[0]


def make_service(settings: Settings, keys: Keys, clock: Clock, rulesets: Mapping[str, RuleSet]) -> Service:
    """A service that has not begun yet."""
    return Service(
        settings=settings,
        keys=keys,
        clock=clock,
        rulesets=rulesets,
        seat_rates=_seat_rates(settings.seat_rate),
        door_rates=Rates(DOOR_RATE, DOOR_BURST),
        rooms=[],
        live=Broadcast(),
        thinking=Thinking(),
        playing=Thinking(at_once=1),  # a fight may take a minute: nobody's odds wait for it
        arena=Arena(),
    )


def _seat_rates(rate: int) -> Rates:
    return Rates(rate, 2 * rate) if rate else Rates(UNLIMITED, UNLIMITED)


def service_of(connection: HTTPConnection) -> Service:
    """The service that a request came to."""
    found: Service = connection.app.state.service
    return found
