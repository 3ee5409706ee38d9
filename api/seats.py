"""Who asks: a seat by its token, a host by the host key, somebody at this very machine."""

import hmac
from ipaddress import ip_address
from typing import Final

import msgspec
from starlette.requests import HTTPConnection

from api.service import Service, service_of
from api.tables.table import Table
from api.tokens import read_token, seat_of
from api.web.problems import forbidden, problem, unauthorized
from engine.ledger import Seat
from events.base import SeatId
from projections.audience import Viewer

COOKIE: Final = "fracas_seat"
_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


class Present(msgspec.Struct, frozen=True):
    """A seat at its table, as somebody has shown to hold it; `speaker` is the seat it speaks for."""

    table: Table
    seat: Seat
    speaker: Seat

    @property
    def on_behalf(self) -> SeatId | None:
        """The seat it speaks for, where that is another one."""
        return self.speaker.id if self.speaker.id != self.seat.id else None

    @property
    def is_gm(self) -> bool:
        """Whether it sees and may do what a GM does."""
        return self.speaker.kind == "gm"


async def present(request: HTTPConnection, speaks_as: str | None = None, *, giving: bool = False) -> Present:
    """The seat that a request about a table comes from. Whoever only looks is shown all that any process has
    acknowledged; a command that is `giving` something is held to that by the append itself.

    Raises:
        Problem: no token, a void one, one of another table, no such table: all told alike. Too many requests.
    """
    table, seat = await seated(request, token_of(request), giving=giving)
    if speaks_as is None and request.scope["query_string"]:
        speaks_as = request.query_params.get("as")
    return Present(table, seat, speaker_of(table, seat, speaks_as))


async def seated(request: HTTPConnection, token: str, *, giving: bool = False) -> tuple[Table, Seat]:
    """The table that a request is about, and the seat there that a token opens.

    Raises:
        Problem: as above.
    """
    service = service_of(request)
    name: str = request.path_params["table"]
    claim = read_token(service.keys.sessions, token)
    if claim is None or claim.table != name:
        raise unauthorized()
    service.seat_rates.take(f"{name}/{claim.seat}")
    house = service.house
    table = await (house.table(name) if giving else house.up_to_date(name))
    seat = seat_of(table.history.ledger, claim) if table is not None else None
    if seat is None and giving:  # perhaps it was opened through another process a moment ago
        table = await house.up_to_date(name)
        seat = seat_of(table.history.ledger, claim) if table is not None else None
    if table is None or seat is None:
        raise unauthorized()
    return table, seat


def speaker_of(table: Table, seat: Seat, speaks_as: str | None) -> Seat:
    """The seat that a seat speaks for: itself, or one that it was given.

    Raises:
        Problem: it may not speak for that seat; a seat that does not exist is told alike.
    """
    if speaks_as is None or speaks_as == seat.id:
        return seat
    other = table.history.ledger.seats.get(speaks_as)
    if other is None or other.closed or speaks_as not in seat.speaks_for:
        raise forbidden(f"this seat does not speak for {speaks_as[:40]!r}")
    return other


def still_seated(who: Present) -> bool:
    """Whether the seat is still open by the link that it came with, and speaks for whom it spoke then.

    Asked again after everything that takes time: a seat may be closed while its body is on the way or a poll waits.
    """
    seats = who.table.history.ledger.seats
    seat, speaker = seats.get(who.seat.id), seats.get(who.speaker.id)
    if seat is None or seat.closed or seat.link_digest != who.seat.link_digest:
        return False
    return speaker is not None and not speaker.closed and speaker.id in (seat.id, *seat.speaks_for)


def still_sees(who: Present, viewer: Viewer) -> bool:
    """The same, and whether it still looks with the eyes that an answer was made for: a program that spoke for a GM
    whose seat was closed sees less from then on."""
    return still_seated(who) and who.table.streams.viewer(who.speaker.id) == viewer


def token_of(request: HTTPConnection) -> str:
    """The token that a request brings in a header, else in its cookie; empty where there is none.

    A browser opens a WebSocket for any page and sends the cookie along, so there it speaks for our own pages alone.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    if request.scope["type"] == "websocket" and not _from_own_page(request):
        return ""
    return request.cookies.get(COOKIE, "")


def _from_own_page(request: HTTPConnection) -> bool:
    page, public = request.headers.get("origin"), service_of(request).settings.public_origin
    return page is None or page == public or page.partition("//")[2] == request.headers.get("host", "")


def must_be_host(request: HTTPConnection, service: Service) -> None:
    """Only a host goes on: somebody at this machine, or whoever has the host key.

    Raises:
        Problem: it is neither, or asks too often.
    """
    service.door_rates.take(address_of(request))
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    given = token.strip() if scheme.lower() == "bearer" else ""
    request.state.host = True  # whoever fails this is told so; whoever passes it is told what a log's server says
    if given and hmac.compare_digest(given.encode(), service.keys.host.encode()):
        return
    if read_token(service.keys.sessions, given) is not None:
        raise forbidden("this is for the host: a seat's token is not enough")
    if given or not (service.settings.loopback_opens and at_this_machine(request)):
        raise problem(
            "unauthorized",
            "this takes the host key, which the service printed at its first start",
            headers={"WWW-Authenticate": 'Bearer realm="fracas host"'},
        )


def at_this_machine(request: HTTPConnection) -> bool:
    """Whether the request comes over loopback, was meant for it, and was not sent by some page from elsewhere."""
    try:
        loopback = ip_address(address_of(request)).is_loopback
    except ValueError:
        return False
    host = request.headers.get("host", "")
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return loopback and name in _LOCAL_NAMES and _from_own_page(request)


def address_of(request: HTTPConnection) -> str:
    """The address a request comes from; empty where it is not known."""
    return request.client.host if request.client is not None else ""
