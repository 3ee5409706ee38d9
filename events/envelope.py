"""The envelope around a fact: which table and number, when, who said it, and what it happened because of."""

import msgspec

from events.base import SeatId, Version
from events.facts import AnyFact

SCHEMA = 1
"""Schema version written into new entries; older ones are lifted by the upcasters."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One entry of a table's log.

    `time` is milliseconds since 1970 and never runs backwards within a table. `because` holds the versions of the
    results the procedure used, not the event before. `command` is the id the client gave, `digest` the SHA-256 of the
    command's body; `action` names the command that began the action. `label` is what a program that speaks for somebody
    calls whoever spoke to it: a name from elsewhere, which nobody has checked.
    """

    table: str
    version: Version
    time: int
    schema: int
    seat: SeatId
    command: str
    digest: str
    fact: AnyFact
    on_behalf: SeatId | None = None
    action: str | None = None
    rules: str | None = None
    because: tuple[Version, ...] = ()
    instead_of: tuple[Version, ...] = ()
    label: str = ""
