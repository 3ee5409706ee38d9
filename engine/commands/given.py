"""How a table is opened, and who gives a command and when."""

import msgspec

from engine.commands.base import Id, Name, Word
from events.base import OptionValue


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Open a table: rule set, preset and options are fixed in its first fact."""

    title: Name
    ruleset: Id
    preset: Word = ""
    options: dict[str, OptionValue] = {}


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """Who gives a command and when: what the edge knows of it and the engine cannot.

    `faces` are those of real dice that come with it; `force` is the GM's reason for doing it anyway.
    `label` is what a program calls the person for whom it speaks.
    """

    table: str
    seat: str
    command: str
    digest: str
    now: int
    on_behalf: str | None = None
    force: str | None = None
    faces: tuple[int, ...] = ()
    label: str = ""

    @property
    def speaker(self) -> str:
        """Whose word it is: the seat's own, or that of the seat a program speaks for."""
        return self.on_behalf or self.seat
