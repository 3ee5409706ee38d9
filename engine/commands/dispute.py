"""Commands of an argument about a roll."""

from typing import Annotated

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Text, Word
from engine.commands.correction import Amend, Override, Strike
from events.base import Version


class Dispute(Command, frozen=True, kw_only=True, tag="dispute"):
    """Contest a roll that you see, and say what is wrong with it. Play goes on; the GM settles it when there is time.

    `claim` are fields of the act as they ought to have been, such as `{"range": "long"}`: a ruling can be made of them.
    """

    roll: Version
    claim: msgspec.Raw = msgspec.Raw(b"{}")
    text: Text = ""


class Reroll(Command, frozen=True, kw_only=True, tag="reroll"):
    """A ruling's remedy: the dice of the contested roll are thrown once more; all that came later is judged on them.

    Acts of an older version of the rules are judged by those at hand only with `rejudge`, as in an amend.
    """

    rejudge: bool = False


Remedy = Amend | Override | Strike | Reroll


class Rule(Command, frozen=True, kw_only=True, tag="rule"):
    """Settle a dispute, and say why. Without a remedy the roll is upheld.

    A remedy is a correction as it would be given by itself, or a `reroll`; the rulings page offers the one that the
    claim asks for. A ruling may be kept: it then holds at this table, under the rule it is about.
    """

    dispute: Version
    reason: Annotated[str, Meta(min_length=1, max_length=2000)]
    remedy: Remedy | None = None
    rule: Word = ""
    kept: bool = False
