"""The past as a place: fights, turns and acts, each with the frame one may look back to."""

from collections.abc import Iterable

import msgspec

from engine.play import Endangered
from events import flow
from events.base import CombatantId
from events.correction import IN_PLACE, Retracted
from events.play import ActionBegan
from projections.frames import ActionSeen, FightBegan, Frame, HazardSeen, OwnNumber, Struck, Undone, Whole
from projections.sight import Shown


class Moment(Shown, frozen=True, kw_only=True):
    """Something that happened at a frame: `what` is fight, turn, act, hazard, fight-over, undone or struck."""

    number: OwnNumber
    time: int
    what: str
    turn: int = 0
    title: str = ""
    combatant: CombatantId | None = None
    struck: bool = False


class Timeline(Shown, frozen=True):
    """All moments in order; what was taken back is struck."""

    moments: tuple[Moment, ...]


def timeline_of(frames: Iterable[Frame], standing: list[bool]) -> Timeline:
    """The moments of a stream of frames."""
    moments = (_moment(frame, not standing[frame.number]) for frame in frames)
    return Timeline(tuple(one for one in moments if one is not None))


def _moment(frame: Frame, struck: bool) -> Moment | None:
    what, title, combatant, turn = _said(frame)
    if not what:
        return None
    return Moment(
        number=frame.number,
        time=frame.time,
        what=what,
        turn=turn or frame.turn,
        title=title,
        combatant=combatant,
        struck=struck,
    )


def _said(frame: Frame) -> tuple[str, str, CombatantId | None, int]:
    fact = frame.fact.entry.fact if isinstance(frame.fact, Whole) else frame.fact
    match fact:
        case FightBegan(title=title) | flow.CombatBegan(title=title):
            return "fight", title, None, 0
        case flow.TurnBegan(turn=turn):
            return "turn", "", None, turn
        case ActionSeen(kind=kind, combatant=combatant):
            return "act", kind, combatant, 0
        case ActionBegan(procedure="act", combatant=combatant):
            return "act", "", combatant, 0
        case HazardSeen(label=label):
            return "hazard", label, None, 0
        case ActionBegan(procedure="hazard", given=given):
            return "hazard", msgspec.json.decode(given, type=Endangered).danger.label, None, 0
        case flow.CombatEnded():
            return "fight-over", "", None, 0
        case Undone(how=how) | Struck(how=how) | Retracted(how=how):
            return ("struck" if how in IN_PLACE else "undone"), how, None, 0
        case _:
            return "", "", None, 0
