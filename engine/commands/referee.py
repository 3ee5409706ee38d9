"""Commands by which the GM changes the state, and dice and notes for whatever reason."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.commands.base import Command, Id, Name, Number, Points, RefereeModifier, Text, Word
from engine.patterns import entire
from events.base import Version
from events.play import Level


class ApplyDamage(Command, frozen=True, kw_only=True, tag="apply_damage"):
    """Take points off a pool as they stand; every test such a loss asks for is asked at once. A group's id means all of
    it.

    `rule` is the one that leaves this loss to you, if there is one.
    """

    target: Id
    amount: Points
    pool: Word = ""
    attribute: Word = ""
    rule: Word = ""


class Hazard(Command, frozen=True, kw_only=True, tag="hazard"):
    """Harm one or several with something that is nobody's attack: a fall, a trap, a fire.

    It goes through the rules' own way from damage to wounds, with every test that they ask for. Either `dice` or an
    `amount`; both are what arrives, before anything stops it. Each target has dice of its own unless they are `shared`.
    `kind` and `location` are words of the rule set; without a location it hits as is usual there. `stops` is a stated
    value in place of armor and cover. Of a `secret` hazard others see only that somebody is hurt.
    """

    targets: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=50)]
    label: Word = ""
    dice: Annotated[str, Meta(pattern=entire("([0-9]{0,3}d[0-9]{1,4}([+-][0-9]{1,4})?([*][0-9]{1,4})?)?"))] = ""
    amount: Points | None = None
    kind: Word = ""
    location: Word = ""
    stopped_by: Literal["armor", "cover", "armor_and_cover", "nothing"] = "armor"
    stops: Points | None = None
    shared: bool = False
    secret: bool = False


class Restore(Command, frozen=True, kw_only=True, tag="restore"):
    """Give points of a pool back. `rule` is the one that leaves it to you, if there is one."""

    target: Id
    amount: Points
    pool: Word = ""
    rule: Word = ""


class SetCondition(Command, frozen=True, kw_only=True, tag="set_condition"):
    """Give a combatant, or all of a group, a condition: one of the rules, or one of your own making under any name.

    Its `modifier` counts on the rolls that `on` names, under the condition's name: `actions` are attacks, defenses and
    tasks; where a save is to stay under a number, a bonus lowers the roll. It ends when it is cleared, after so many
    `turns` (this one is the first; with the fight at the latest), after so many `minutes` of passed time, or with the
    fight. Other sides see it only if it is plain to see by itself or `seen`. `rule` is the one that leaves it to you,
    if there is one.
    """

    combatant: Id
    condition: Name
    note: Text = ""
    modifier: Number = 0
    on: Literal["actions", "attacks", "defenses", "tasks", "saves", "initiative", "everything"] = "actions"
    turns: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=525_600)] | None = None
    until: Literal["cleared", "end_of_fight"] = "cleared"
    seen: bool = False
    rule: Word = ""


class ClearCondition(Command, frozen=True, kw_only=True, tag="clear_condition"):
    """Take a condition away, whatever its causes; by a group's id from all of it."""

    combatant: Id
    condition: Name


class Note(Command, frozen=True, kw_only=True, tag="note"):
    """Write a remark into the log; a GM may keep it from the others.

    A decision that a rule leaves to the GM is written down with that `rule`.
    """

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    gm_only: bool = False
    about: Id | None = None
    rule: Word = ""


class FreeRoll(Command, frozen=True, kw_only=True, tag="roll"):
    """Throw some dice, like `2d6+1`, for whatever reason, against a number if there is one.

    A GM says who sees it; a player may throw `blind`: the GM alone sees what fell.
    """

    dice: Annotated[str, Meta(pattern=entire("[0-9]{0,3}d[0-9]{1,4}([+-][0-9]{1,4})?"), examples=["2d6+1"])]
    combatant: Id | None = None
    purpose: Word = "free"
    level: Level = "open"
    target_number: Number | None = None
    modifiers: Annotated[tuple[RefereeModifier, ...], Meta(max_length=20)] = ()


class RevealRoll(Command, frozen=True, kw_only=True, tag="reveal_roll"):
    """Show the table a roll that not all could see."""

    roll: Version


class OpenClosedKey(Command, frozen=True, kw_only=True, tag="open_closed_key"):
    """Open the closed key of an epoch that is over: every hidden roll under it can be checked from then on."""

    epoch: Annotated[int, Meta(ge=1)]


class PassTime(Command, frozen=True, kw_only=True, tag="pass_time"):
    """Let time pass in the game world, with all that falls due on the way.

    `doing` says what everybody does meanwhile, or who does what: a word of the rule set, such as `sleep` or `rest`.
    """

    turns: Annotated[int, Meta(ge=0, le=1_000)] = 0
    minutes: Annotated[int, Meta(ge=0, le=525_600)] = 0
    hours: Annotated[int, Meta(ge=0, le=8_760)] = 0
    days: Annotated[int, Meta(ge=0, le=365)] = 0
    doing: Word | Annotated[dict[Id, Word], Meta(max_length=500)] = ""
