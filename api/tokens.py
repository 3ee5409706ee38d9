"""Links and session tokens: a link opens a seat, only its digest is kept; a token says who speaks, kept nowhere."""

import hmac
import re
import secrets
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from engine.ledger import Ledger, Seat

_TOKEN: Final = re.compile(r"fs1\.([A-Za-z0-9-]{1,40})\.([A-Za-z0-9_-]{1,40})\.([0-9a-f]{16})\.([0-9a-f]{64})")
_LINK_MARK: Final = 16


class Claim(msgspec.Struct, frozen=True):
    """What a genuine token says: a seat of a table, opened by a link whose digest begins so."""

    table: str
    seat: str
    link_mark: str


def new_link() -> str:
    """A link's secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def derived_link(key: bytes, name: str) -> str:
    """The link of a table that was opened with an id: the same for whoever says the same again."""
    return secrets_text(hmac.digest(key, name.encode(), "sha256"))


def secrets_text(drawn: bytes) -> str:
    """Bytes as the text of a link."""
    return drawn.hex()


def digest_of(link: str) -> str:
    """What is kept of a link."""
    return sha256(link.encode()).hexdigest()


def session_token(key: bytes, table: str, seat: Seat) -> str:
    """The token of a seat as its link stands now. Another link, or a closed seat, makes it void."""
    mark = seat.link_digest[:_LINK_MARK]
    return f"fs1.{table}.{seat.id}.{mark}.{_signature(key, table, seat.id, mark)}"


@lru_cache(maxsize=4096)
def read_token(key: bytes, token: str) -> Claim | None:
    """What a token claims, if this server gave it out. Whether its seat is still open is looked at every time."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    table, seat, mark, signature = found.groups()
    genuine = hmac.compare_digest(signature, _signature(key, table, seat, mark))
    return Claim(table, seat, mark) if genuine else None


def seat_of(ledger: Ledger, claim: Claim) -> Seat | None:
    """The open seat of a claim, if its link is still the one that the token was given for."""
    seat = ledger.seats.get(claim.seat)
    if seat is None or seat.closed or not seat.link_digest:
        return None
    same = hmac.compare_digest(seat.link_digest[:_LINK_MARK], claim.link_mark)
    return seat if same else None


def seat_by_link(ledger: Ledger, link: str) -> Seat | None:
    """The open seat that this link opens. Every seat is compared, so that the time taken tells nothing."""
    digest, found = digest_of(link), None
    for seat in ledger.seats.values():
        fits = hmac.compare_digest(seat.link_digest or "-" * 64, digest)
        if fits and not seat.closed:
            found = seat
    return found


def _signature(key: bytes, table: str, seat: str, mark: str) -> str:
    return hmac.digest(key, f"{table}|{seat}|{mark}".encode(), "sha256").hex()
