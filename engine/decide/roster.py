"""Decisions about who is at the table, where they stand, and the options in force."""

from typing import Any, Final

import msgspec

from engine.actions import begin
from engine.character import brought, wrong_with
from engine.commands import (
    ChangeSheet,
    EnterCombatant,
    GiveControl,
    Hide,
    PlaceCombatant,
    RemoveCombatant,
    SetOption,
    SetScene,
    SetStatus,
    Show,
)
from engine.commands.character import Character
from engine.context import PARTY
from engine.decide.left_open import named
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.flow import Nothing, One, Several, waiting_for_initiative
from engine.groups import those
from engine.options import BadOption, settle
from engine.refusals import Refused, refusal
from engine.ruleset import Entrance
from engine.samples import NoSample
from engine.state import ASIDE
from events.base import CombatantId, SeatId
from events.roster import (
    CombatantEntered,
    CombatantHidden,
    CombatantLeft,
    CombatantShown,
    ControlGiven,
    DiceHabit,
    OptionChanged,
    Placed,
    Pool,
    SceneSet,
    SheetChanged,
    Status,
    StatusSet,
)

MOST_COMBATANTS: Final = 500
FOES: Final = "foes"


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who comes to the table: as `enter_combatant` says it, with an id and a name."""

    combatant: CombatantId
    name: str
    sheet: msgspec.Raw
    side: str | None = None
    status: Status | None = None
    controller: SeatId | None = None
    dice: DiceHabit = "table"
    hidden: bool = False
    character: Character | None = None


def coming(draft: Draft, command: EnterCombatant) -> Coming:
    """Who comes with this command; one that gives neither id nor name takes them from elsewhere."""
    combatant = command.combatant or draft.given.command
    if combatant.startswith("-"):
        raise Refused(refusal("invalid", "give the combatant an id of its own: one begins with a letter or a digit"))
    character = command.character
    return Coming(
        combatant=combatant,
        name=command.name or (character.name if character is not None else combatant),
        sheet=_sheet_of(draft, command),
        character=character,
        side=command.side,
        status=command.status,
        controller=command.controller,
        dice=command.dice,
        hidden=command.hidden,
    )


def enter(draft: Draft, coming: Coming) -> None:
    """Somebody comes to the table, with the pools and rounds that the rule set works out from the sheet.

    Whom a player controls is of the party unless a side is named.
    """
    if coming.combatant in draft.state.combatants or coming.combatant in draft.state.groups:
        raise Refused(refusal("invalid", f"{coming.combatant!r} is at the table already"))
    if len(draft.state.combatants) >= MOST_COMBATANTS:
        raise Refused(refusal("limit-exceeded", f"a table holds {MOST_COMBATANTS} combatants at the most"))
    _can_play(draft, coming.controller)
    sheet, entrance = what_comes(draft, coming)
    draft.record(
        CombatantEntered(
            combatant=coming.combatant,
            name=coming.name,
            sheet=sheet,
            pools=entrance.pools,
            ammo=entrance.ammo,
            side=coming.side if coming.side is not None else (PARTY if coming.controller else FOES),
            status=coming.status or ("in-fight" if draft.state.fight is not None else "party"),
            controller=coming.controller,
            dice=coming.dice,
            hidden=coming.hidden,
        )
    )
    for fact in brought(coming.character, coming.combatant) if coming.character is not None else ():
        draft.record(fact)


def what_comes(draft: Draft, coming: Coming) -> tuple[msgspec.Raw, Entrance]:
    """The sheet of a newcomer as compact JSON, with the pools and rounds that come with it."""
    sheet, entrance = _entrance(draft, coming.sheet)
    if coming.character is not None:
        entrance = _as_it_stands(draft, coming.character, entrance)
    return sheet, entrance


def _sheet_of(draft: Draft, command: EnterCombatant) -> msgspec.Raw:
    if command.character is None:
        return from_samples(draft, command.template, command.gear, command.sheet)
    if command.template is not None or command.gear or bytes(command.sheet) != b"{}":
        raise Refused(refusal("invalid", "a character comes with its own sheet: leave out sheet, template and gear"))
    return command.character.sheet


def _as_it_stands(draft: Draft, character: Character, entrance: Entrance) -> Entrance:
    """Pools and rounds as somebody has them who comes from another table."""
    wrong = wrong_with(character, draft.ruleset, entrance.pools, entrance.ammo)
    if wrong:
        raise Refused(refusal("invalid", wrong))
    pools = {name: Pool(character.left.get(name, pool.now), pool.full) for name, pool in entrance.pools.items()}
    return Entrance(pools, {**entrance.ammo, **character.ammo})


def from_samples(draft: Draft, template: str | None, gear: tuple[str, ...], sheet: msgspec.Raw) -> msgspec.Raw:
    """The whole sheet of a command that names a template or gear, so that the log depends on no sample data."""
    if template is None and not gear:
        return sheet
    try:
        changes = msgspec.json.decode(sheet, type=dict[str, Any])
        whole = draft.ruleset.samples.sheet(template, gear, changes)
    except NoSample as unknown:
        raise Refused(refusal("unknown-id", str(unknown))) from unknown
    except msgspec.MsgspecError as problem:
        raise Refused(refusal("invalid", f"the sheet cannot be read: {problem}")) from problem
    return msgspec.Raw(msgspec.json.encode(whole))


def _entrance(draft: Draft, raw: msgspec.Raw) -> tuple[msgspec.Raw, Entrance]:
    """The sheet as compact JSON, and what it brings to the table."""
    try:
        compact = msgspec.json.encode(msgspec.json.decode(raw))
        sheet = draft.ruleset.decode_sheet(compact)
    except (ValueError, msgspec.MsgspecError) as problem:
        raise Refused(refusal("invalid", f"the sheet cannot be read: {problem}")) from problem
    draft.weigh(*draft.ruleset.against_sheet(draft.context(), sheet))
    return msgspec.Raw(compact), draft.ruleset.entrance(sheet)


def _can_play(draft: Draft, seat: str | None) -> None:
    """Refuse a seat that plays nobody: what the GM runs is given to no seat, since a player's rolls are open."""
    known = draft.ledger.seats.get(seat or "")
    if seat is not None and (known is None or known.closed):
        raise Refused(refusal("unknown-id", f"there is no open seat {seat!r}"))
    if known is not None and known.kind != "player":
        raise Refused(refusal("invalid", f"{seat} is a {known.kind} seat; a combatant is played by a player or the GM"))


@decides(RemoveCombatant)
def remove_combatant(draft: Draft, command: RemoveCombatant) -> None:
    """A combatant or a whole group leaves; if one of them was up, the next one comes up."""
    up = draft.state.fight.up if draft.state.fight is not None else None
    leaving = those(draft.state, command.combatant)
    for one in leaving:
        draft.record(CombatantLeft(one))
    if up in leaving and not draft.state.parked:
        begin(draft, "bring-up-next", Nothing())


@decides(SetStatus)
def set_status(draft: Draft, command: SetStatus) -> None:
    """In the fight, in reserve, out, fled or surrendered; who drops out while up makes room for the next."""
    status = command.status
    meant = tuple(draft.state.combatants[name] for name in those(draft.state, command.combatant))
    changing = tuple(one for one in meant if one.status != status or status not in ASIDE)
    if not changing:
        raise Refused(refusal("invalid", f"{draft.state.name(command.combatant)}: {status} already"))
    if status == "in-fight" and draft.state.fight is None:
        raise Refused(refusal("wrong-phase", "there is no fight to be in"))
    if status in ("fled", "surrendered"):
        changing = tuple(one for one in changing if draft.ruleset.unmendable(draft.state, one) is None)
    if not changing:
        raise Refused(refusal("already-dead", "the dead neither flee nor surrender"))
    for one in changing:
        draft.record(StatusSet(one.id, status))


def go_on(draft: Draft) -> None:
    """The turn goes on without those who have left the fight: the next comes up, or the actions open.

    While somebody is asked it waits for the answer.
    """
    state, fight = draft.state, draft.state.fight
    if fight is None or state.parked:
        return
    up = state.combatants.get(fight.up or "")
    if up is not None and up.status != "in-fight":
        begin(draft, "done", One(up.id), up.id)
    elif state.phase == "initiative" and fight.initiative and not waiting_for_initiative(draft.ruleset, state):
        begin(draft, "roll-initiative", Several(()))


@decides(Show)
def show(draft: Draft, command: Show) -> None:
    """A hidden combatant is seen, or all of a group that are hidden."""
    hidden = tuple(one for one in those(draft.state, command.combatant) if draft.state.combatants[one].hidden)
    if not hidden:
        raise Refused(refusal("invalid", f"{draft.state.name(command.combatant)} is not hidden"))
    for one in hidden:
        draft.record(CombatantShown(one))


@decides(Hide)
def hide(draft: Draft, command: Hide) -> None:
    """A combatant is hidden from all but the GM, or all of a group that are not."""
    seen = tuple(one for one in those(draft.state, command.combatant) if not draft.state.combatants[one].hidden)
    if not seen:
        raise Refused(refusal("invalid", f"{draft.state.name(command.combatant)} is hidden already"))
    for one in seen:
        draft.record(CombatantHidden(one))


@decides(GiveControl)
def give_control(draft: Draft, command: GiveControl) -> None:
    """Who plays a combatant or a group, and whose dice it rolls."""
    _can_play(draft, command.seat)
    for one in those(draft.state, command.combatant):
        draft.record(ControlGiven(one, command.seat, command.dice))


@decides(ChangeSheet)
def change_sheet(draft: Draft, command: ChangeSheet) -> None:
    """Another sheet; wounds stay, what the pools can hold changes."""
    sheet, entrance = _entrance(draft, command.sheet)
    combatant = draft.state.combatants[command.combatant]
    fuller = {
        name: pool.full - combatant.pools[name].full
        for name, pool in entrance.pools.items()
        if name in combatant.pools and pool.full != combatant.pools[name].full
    }
    new = {weapon: rounds for weapon, rounds in entrance.ammo.items() if weapon not in combatant.ammo}
    unheard = {name: pool for name, pool in entrance.pools.items() if name not in combatant.pools}
    grows = bool(draft.ruleset.lacks(draft.ruleset.decode_sheet(bytes(combatant.sheet))))
    gained = fuller if grows else {}
    rule = named(draft, command.rule)
    draft.record(SheetChanged(command.combatant, sheet, fuller, new, gained, unheard, rule))


@decides(SetScene)
def set_scene(draft: Draft, command: SetScene) -> None:
    """The standing scene."""
    unknown = {one for d in command.distances for one in (d.one, d.other)} - set(command.zones)
    if unknown:
        raise Refused(
            refusal("invalid", f"distances name zones that are not in the scene: {', '.join(sorted(unknown))}")
        )
    check_words("light", draft.ruleset.lights, command.light, *(zone.light for zone in command.zones.values()))
    check_words("range", draft.ruleset.bands, *(distance.range for distance in command.distances))
    draft.record(SceneSet(command.title, command.light, command.smoke, command.cover, command.zones, command.distances))


def check_words(what: str, known: tuple[str, ...], *said: str) -> None:
    """Refuse a word of the scene that the rule set does not know."""
    for word in said:
        if word and word not in known:
            raise Refused(refusal("invalid", f"there is no {what} {word!r}; there are {', '.join(known)}"))


@decides(PlaceCombatant)
def place(draft: Draft, command: PlaceCombatant) -> None:
    """Where and how a combatant stands."""
    if command.zone is not None and command.zone not in draft.state.scene.zones:
        raise Refused(refusal("unknown-id", f"the scene has no zone {command.zone!r}"))
    for one in those(draft.state, command.combatant):
        draft.record(
            Placed(
                one,
                command.zone,
                command.cover,
                command.posture,
                command.motion,
                command.size,
                command.facing,
            )
        )


@decides(SetOption)
def set_option(draft: Draft, command: SetOption) -> None:
    """An option counts from here on."""
    settled = settle(draft.ruleset.rulebook, {command.option: command.value})
    if isinstance(settled, BadOption):
        raise Refused(refusal("invalid", settled.sentence))
    rules = draft.ruleset.rulebook.by_name[command.option].rules
    draft.record(OptionChanged(command.option, command.value, rules))
