"""Facts of an argument about a roll: who contests it and what they say, and how the GM ruled. No undo rewinds them."""

from typing import Literal

import msgspec

from events.base import CombatantId, Fact, Part, Version

Verdict = Literal["uphold", "reroll", "amend", "override", "strike"]


class Provisional(Part, frozen=True):
    """What of a combatant follows from a contested roll: pools, rounds of weapons, conditions."""

    combatant: CombatantId
    pools: tuple[str, ...] = ()
    ammo: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()


class Disputed(Fact, frozen=True, tag="disputed"):
    """A seat contests a roll; play goes on.

    `claim` is a raw JSON object: fields of the act as they ought to have been, of which a ruling can be made at once.
    `text` says it in words, `action` names what the roll belongs to. `provisional` is what followed from the roll, and
    would change with it, at that moment.
    """

    roll: Version
    claim: msgspec.Raw
    text: str = ""
    action: str = ""
    provisional: tuple[Provisional, ...] = ()


class Ruled(Fact, frozen=True, tag="ruled"):
    """The GM settled a dispute, and why. What comes of it stands behind it as a correction of its own.

    A ruling that is `kept` holds at this table from now on, under its rule.
    """

    dispute: Version
    verdict: Verdict
    reason: str
    rule: str = ""
    kept: bool = False
