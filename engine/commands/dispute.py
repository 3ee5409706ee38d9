"""Commands of an argument about a roll."""

from typing import Annotated

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Text, Word
from events.base import Version


class Dispute(Command, frozen=True, kw_only=True, tag="dispute"):
    """Contest a roll that you see, and say what is wrong with it. Play goes on; the GM settles it when there is time.

    `claim` are fields of the act as they ought to have been, such as `{"range": "long"}`: a ruling can be made of them.
    """

    roll: Version
    claim: msgspec.Raw = msgspec.Raw(b"{}")
    text: Text = ""


class Rule(Command, frozen=True, kw_only=True, tag="rule"):
    """Settle a dispute, and say why. A ruling may be kept: it then holds at this table, under the rule it is about."""

    dispute: Version
    reason: Annotated[str, Meta(min_length=1, max_length=2000)]
    rule: Word = ""
    kept: bool = False
