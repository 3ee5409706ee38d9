"""Commands about the table itself: seats, randomness, options, its end."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.commands.base import Command, Entropy, Id, Name, Text, Word
from engine.patterns import entire
from events.base import OptionValue


class AddEntropy(Command, frozen=True, kw_only=True, tag="add_entropy"):
    """Mix randomness of your own (hex) into every face from the next turn on."""

    entropy: Entropy


class OfferSeat(Command, frozen=True, kw_only=True, tag="offer_seat"):
    """Make a seat, or give an old one a new link."""

    seat: Id
    kind: Literal["gm", "player", "spectator", "service"]
    name: Name
    link_digest: Annotated[str, Meta(pattern=entire("[0-9a-f]{64}"))] = ""
    speaks_for: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()


class HandOverSeat(Command, frozen=True, kw_only=True, tag="hand_over_seat"):
    """Give a seat another link, for another person or device: the old link and every token of it are void at once.

    A GM hands over any seat, everybody else their own (left out). The reply brings the link; who hands over their own
    may send the digest of a link of their own making instead, and so cannot lose it with the reply. With `name` the
    seat is somebody else's from then on.
    """

    seat: Id | None = None
    name: Name | None = None
    link_digest: Annotated[str, Meta(pattern=entire("[0-9a-f]{64}"))] = ""


class TakeSeat(Command, frozen=True, kw_only=True, tag="take_seat"):
    """Sit down: recorded when a seat's link is opened on a device, which may bring randomness of its own (hex)."""

    device: Word
    entropy: Entropy | None = None


class CloseSeat(Command, frozen=True, kw_only=True, tag="close_seat"):
    """Void a seat's link and tokens."""

    seat: Id


class SetOption(Command, frozen=True, kw_only=True, tag="set_option"):
    """Change an option of the table from here on."""

    option: Word
    value: OptionValue


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    """Close the table: nothing more is played here."""

    reason: Text = ""
