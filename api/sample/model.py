"""What a sample table is: a title, a rule set, and the commands that lead to a fight in progress."""

from typing import Any

import msgspec

Command = dict[str, Any]

ANA, BEN, GUEST = "ana", "ben", "guest"


class Sample(msgspec.Struct, frozen=True):
    """A sample table. `who` says who sits at each seat beside the GM's, by the seat's id.

    `edition` is raised when the sample changes: there is a table of its own for each.
    """

    name: str
    title: str
    ruleset: str
    setup: tuple[Command, ...]
    who: dict[str, str]
    edition: int = 1
