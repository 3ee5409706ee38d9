"""The steps that led to a moment as they were played, corrections among them: for a moment that no game without them
comes to, since something later stands that would have gone otherwise."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from api.moments.recalled import Recalled, recalled
from api.moments.words import NotRecalled
from engine.history import History
from engine.line import versions_in
from events.base import Version
from events.correction import Amended, Retracted
from events.envelope import Entry
from events.facts import PLAY
from events.play import Rolled, fell_together


def as_played(
    groups: Sequence[tuple[Entry, ...]], history: History, seats: dict[str, str]
) -> Iterator[tuple[Recalled, tuple[Entry, ...]]]:
    """Each step on the line, corrections as the commands they were, with the entries of its command.

    Raises:
        NotRecalled: scenarios have no word for one of them.
    """
    answered: set[str] = set()
    for group in groups:
        correction = next((e for e in group if isinstance(e.fact, Amended | Retracted)), None)
        play = [entry for entry in group if type(entry.fact) in PLAY and not entry.instead_of]
        counts = (correction or (play or group)[-1]).version
        if correction is not None and _counts(history, group):
            told = _corrected(correction, group, history, groups, seats)
            yield told, group
        elif play and correction is None and history.on_the_line(counts):
            for one in recalled(play, answered, _seat(group[0], seats)):
                yield msgspec.structs.replace(one, id=group[0].command), group


def _counts(history: History, group: tuple[Entry, ...]) -> bool:
    """Whether a correction is on the line: its last fact moves the table."""
    return history.on_the_line(group[-1].version)


def _seat(entry: Entry, seats: dict[str, str]) -> str:
    seat = entry.on_behalf or entry.seat
    return "gm" if seats.get(seat) != "player" else seat


def _corrected(
    correction: Entry,
    group: tuple[Entry, ...],
    history: History,
    groups: Sequence[tuple[Entry, ...]],
    seats: dict[str, str],
) -> Recalled:
    fact = correction.fact
    if isinstance(fact, Amended):
        changes = msgspec.json.decode(fact.changes)
        do = {"type": "amend", "action": _renamed(fact.action, seats), "changes": changes, "reach": fact.reach}
        more = {"rejudge": True} if fact.other_rules else {}
        dice, faces = _thrown(group)
        return Recalled(group, {**do, **more}, "gm", dice, faces, None, correction.command)
    assert isinstance(fact, Retracted)
    if fact.how != "strike":
        raise NotRecalled("a change that was stated in place of a result")
    struck = _wholly_struck(set(versions_in(fact.versions)), history, groups)
    action = _renamed(f"{struck[0].seat}/{struck[0].command}", seats)
    return Recalled(group, {"type": "strike", "action": action}, "gm", (), (), None, correction.command)


def _wholly_struck(gone: set[Version], history: History, groups: Sequence[tuple[Entry, ...]]) -> tuple[Entry, ...]:
    """The step that was struck: the first of which every fact is gone."""
    first = history.begins[history.origins().get(min(gone), min(gone))]
    for group in groups:
        play = [entry for entry in group if type(entry.fact) in PLAY]
        if play and group[0].version == first and gone >= {entry.version for entry in play}:
            return group
    raise NotRecalled(f"the strike of a part of a step (version {min(gone)})")


def _renamed(action: str, seats: dict[str, str]) -> str:
    """An action by the seats of a scenario: there is one GM."""
    seat, _, command = action.partition("/")
    return f"{seat if seats.get(seat) == 'player' else 'gm'}/{command}"


def _thrown(group: tuple[Entry, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that fell for a correction: those of the table, and those that were typed."""
    dice: list[int] = []
    faces: list[int] = []
    for entry in group:
        if isinstance(entry.fact, Rolled):
            for one in fell_together(entry.fact, entry.fact.key == "closed"):
                if one.address.startswith(f"{entry.seat}|{entry.command}|"):
                    (dice if one.typed_by is None else faces).extend(one.faces)
    return tuple(dice), tuple(faces)


def told_with_ids(steps: Sequence[Recalled]) -> list[dict[str, Any]]:
    """The steps as they stand in a scenario; those that are corrected later have the id they are named by."""
    named = {one.do["action"].partition("/")[2] for one in steps if one.do["type"] in ("amend", "strike")}
    return [one.step() | ({"id": one.id} if one.id in named else {}) for one in steps]
