"""Commands about the scene and who is in it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Id, Name, Points, Word
from engine.commands.character import Character
from events.roster import DiceHabit, Distance, Status, Zone


class SetScene(Command, frozen=True, kw_only=True, tag="set_scene"):
    """Set the standing scene: light, smoke, cover, zones and the distances between them."""

    title: Word = ""
    light: Word = ""
    smoke: bool = False
    cover: Points = 0
    zones: Annotated[dict[Name, Zone], Meta(max_length=100)] = {}
    distances: Annotated[tuple[Distance, ...], Meta(max_length=500)] = ()


class PlaceCombatant(Command, frozen=True, kw_only=True, tag="place"):
    """Say where and how a combatant stands; fields left out stay as they are."""

    combatant: Id
    zone: Name | None = None
    cover: Points | None = None
    posture: Word | None = None
    motion: Literal["still", "moving"] | None = None
    size: Word | None = None
    facing: Word | None = None


class EnterCombatant(Command, frozen=True, kw_only=True, tag="enter_combatant"):
    """Bring a combatant to the table with its sheet.

    Without an id it takes the command's own; without a name its id is its name. Without a status it joins the fight
    that is going on, else the party.

    `template` names a ready NPC of the rule set and `gear` typical weapons and armor, or models of its armoury; `sheet`
    then says only what is different (a JSON Merge Patch). The log holds the whole sheet.

    `character` is the document of somebody who leaves another table of the same rule set: they come as they stand
    there, wounds and rounds included, and have no other sheet.
    """

    combatant: Id | None = None
    name: Name | None = None
    template: Id | None = None
    gear: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    character: Character | None = None
    side: Word | None = None
    status: Status | None = None
    controller: Id | None = None
    dice: DiceHabit = "table"
    hidden: bool = False


class RemoveCombatant(Command, frozen=True, kw_only=True, tag="remove_combatant"):
    """Take a combatant off the table."""

    combatant: Id


class SetStatus(Command, frozen=True, kw_only=True, tag="set_status"):
    """In the fight, in reserve, out, fled or surrendered."""

    combatant: Id
    status: Status


class ClearFallen(Command, frozen=True, kw_only=True, tag="clear_fallen"):
    """Set out of the fight who is down, or take them off the table: those named, else all whom the GM runs."""

    combatants: Annotated[tuple[Id, ...], Meta(max_length=500)] = ()
    remove: bool = False


class ReloadAll(Command, frozen=True, kw_only=True, tag="reload_all"):
    """Fill every weapon whose rounds are counted: of those named, else of all who are on their feet."""

    combatants: Annotated[tuple[Id, ...], Meta(max_length=500)] = ()


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Let everybody see a hidden combatant."""

    combatant: Id


class Hide(Command, frozen=True, kw_only=True, tag="hide"):
    """Hide a combatant from everybody but the GM."""

    combatant: Id


class GiveControl(Command, frozen=True, kw_only=True, tag="give_control"):
    """Say who plays a combatant, and whether its player throws real dice (`own`) or the table throws."""

    combatant: Id
    seat: Id | None = None
    dice: DiceHabit = "table"


class ChangeSheet(Command, frozen=True, kw_only=True, tag="change_sheet"):
    """Give a combatant another sheet; wounds stay. `rule` is the one that leaves it to you, if there is one."""

    combatant: Id
    sheet: msgspec.Raw
    rule: Word = ""
