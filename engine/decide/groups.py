"""Decisions about groups: form one, bring more of it, let members come and go."""

import re
from typing import Final

import msgspec

from engine.actions import begin
from engine.commands import ChangeGroup, FormGroup
from engine.decide.roster import Coming, enter, from_samples
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.flow import Several, waiting_for_initiative
from engine.groups import group_of, leader, number_of_group
from engine.refusals import Refused, refusal
from engine.state import Group
from events.base import CombatantId
from events.roster import GroupChanged, GroupFormed

LONGEST_ID: Final = 40
MOST_MEMBERS: Final = 100
_NUMBERED: Final = re.compile(r"^(.*\S)\s+[0-9]+$")


@decides(FormGroup)
def form_group(draft: Draft, command: FormGroup) -> None:
    """Newcomers from one sheet, or people who are there, become a group; each keeps pools of their own."""
    if command.group in draft.state.groups:
        raise Refused(refusal("invalid", f"there is a group {command.group!r} already; change_group brings more to it"))
    if command.group in draft.state.combatants:
        raise Refused(refusal("invalid", f"{command.group!r} is a combatant; give the group an id of its own"))
    _all_known(draft, command.members)
    if command.count is None and not command.members:
        raise Refused(
            refusal("invalid", "say how many come (count, with their sheet), or who is of the group (members)")
        )
    if command.count is not None and not (command.template or _says(command.sheet)):
        raise Refused(refusal("invalid", "whoever comes needs a sheet or a template: one for all of them"))
    each = command.name or _each_of(draft, command.members) or command.group
    came = _bring(draft, _coming(draft, command, each), command.group, command.count or 0, each)
    members = (*command.members, *came)
    _few_enough(len(members))
    _leads(command.leader, members)
    _leave_other_groups(draft, command.members)
    title = command.title or command.group
    draft.record(GroupFormed(command.group, title, members, each, command.leader, command.one_initiative))
    _take_the_number(draft, command.group)


def _coming(draft: Draft, command: FormGroup, each: str) -> Coming:
    return Coming(
        combatant="",
        name=each,
        sheet=from_samples(draft, command.template, command.gear, command.sheet),
        side=command.side,
        status=command.status,
        controller=command.controller,
        dice=command.dice,
        hidden=command.hidden,
    )


def _says(sheet: msgspec.Raw) -> bool:
    """Whether a sheet says anything."""
    return bool(msgspec.json.decode(sheet))


def _bring(draft: Draft, coming: Coming, group: str, count: int, each: str) -> tuple[CombatantId, ...]:
    """So many newcomers, numbered on from those who have been there; each with a sheet and pools of its own."""
    came: list[CombatantId] = []
    number = _highest(draft, group, each)
    for _ in range(count):
        number += 1
        name = f"{group}-{number}"
        if len(name) > LONGEST_ID:
            raise Refused(refusal("limit-exceeded", f"the group's id is too long to number its members: {group!r}"))
        enter(draft, msgspec.structs.replace(coming, combatant=name, name=f"{each} {number}"[:80]))
        came.append(name)
    return tuple(came)


def _highest(draft: Draft, group: str, each: str) -> int:
    """The highest number that anybody of these ids or names has."""
    ids = (name.removeprefix(f"{group}-") for name in draft.state.combatants if name.startswith(f"{group}-"))
    names = (one.name.removeprefix(f"{each} ") for one in draft.state.combatants.values())
    return max((int(tail) for tail in (*ids, *names) if tail.isdecimal() and len(tail) < 6), default=0)


def _each_of(draft: Draft, members: tuple[CombatantId, ...]) -> str:
    """What one of them is called, if the first is called something with a number."""
    found = _NUMBERED.match(draft.state.name(members[0])) if members else None
    return found.group(1) if found else ""


@decides(ChangeGroup)
def change_group(draft: Draft, command: ChangeGroup) -> None:
    """More of the same come, somebody joins or leaves, another leads, the group is called or thrown for otherwise."""
    group = _group(draft, command.group)
    _all_known(draft, (*command.join, *command.leave))
    absent = [name for name in command.leave if name not in group.members]
    if absent:
        raise Refused(refusal("invalid", f"{draft.state.name(absent[0])} is not of {group.title}"))
    model = _model(draft, command, group) if command.more else None
    joining = tuple(name for name in dict.fromkeys(command.join) if name not in group.members)
    _few_enough(len(group.members) + len(joining) + (command.more or 0) - len(command.leave))
    came = _bring(draft, model, group.id, command.more or 0, group.each or group.id) if model else ()
    stays = tuple(name for name in group.members if name not in command.leave)
    _leads(command.leader, (*stays, *joining, *came))
    change = GroupChanged(
        group.id, (*joining, *came), command.leave, command.leader, command.title or "", command.one_initiative
    )
    if change == GroupChanged(group.id):
        raise Refused(refusal("invalid", f"nothing of {group.title} would be another than before"))
    _leave_other_groups(draft, joining)
    draft.record(change)
    _take_the_number(draft, group.id)


def _model(draft: Draft, command: ChangeGroup, group: Group) -> Coming:
    """Whom newcomers are like: the leader, or whoever of the group is there, with its sheet and none of its wounds."""
    like = draft.state.combatants[leader(draft.ruleset, draft.state, group) or group.members[0]]
    return Coming(
        combatant="",
        name=group.each,
        sheet=command.sheet if _says(command.sheet) else like.sheet,
        side=like.side,
        status="reserve" if like.status == "reserve" else None,
        controller=like.controller,
        dice="own" if like.dice == "own" else "table",
        hidden=like.hidden,
    )


def _group(draft: Draft, name: str) -> Group:
    group = draft.state.groups.get(name)
    if group is None:
        raise Refused(refusal("unknown-id", f"there is no group {name!r} at this table"))
    return group


def _all_known(draft: Draft, names: tuple[CombatantId, ...]) -> None:
    unknown = [name for name in names if name not in draft.state.combatants]
    if unknown:
        raise Refused(refusal("unknown-id", f"there is no combatant {unknown[0]!r} at this table"))
    if len(set(names)) < len(names):
        raise Refused(refusal("invalid", "somebody is named twice"))


def _few_enough(members: int) -> None:
    if members > MOST_MEMBERS:
        raise Refused(refusal("limit-exceeded", f"a group has {MOST_MEMBERS} members at the most"))


def _leads(named: CombatantId | None, members: tuple[CombatantId, ...]) -> None:
    if named is not None and named not in members:
        raise Refused(refusal("invalid", f"{named!r} cannot lead: it is not of the group"))


def _leave_other_groups(draft: Draft, names: tuple[CombatantId, ...]) -> None:
    """Nobody is of two groups: whoever joins one leaves the other."""
    for name in names:
        other = group_of(draft.state, name)
        if other is not None:
            draft.record(GroupChanged(other.id, left=(name,)))


def _take_the_number(draft: Draft, name: str) -> None:
    """Who joins a group in the middle of a turn has its number and stands at its place; no die is thrown."""
    group = draft.state.groups.get(name)
    if group is None or not group.one_initiative or draft.state.phase != "actions" or draft.state.parked:
        return
    if number_of_group(draft.state, group) is None:
        return
    owing = tuple(one for one in waiting_for_initiative(draft.ruleset, draft.state) if one in group.members)
    if owing:
        begin(draft, "roll-initiative", Several(owing))
