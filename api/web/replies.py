"""The reply to a command: a function of the log, the command's place in it, who asks and in which language, and so the
same every time."""

from typing import Final, Literal

import msgspec

from api.seats import Present
from api.tables.orders import Landed
from api.tables.streams import span
from engine.history import History, is_play
from engine.state import State
from events.envelope import Entry
from projections.languages import ENGLISH, Language
from projections.offers import Offer, offers
from projections.sight import QuestionSeen
from projections.stream import AudienceStream
from projections.waiting import waiting_seen

_encoder: Final = msgspec.json.Encoder()


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command.

    `parked`: it waits for an answer. `version` is the seat's own number after it; `events` and `lines` are the frames
    and sentences that came of it, as the seat sees them; `waiting` is who was asked then. `link` opens the seat that
    was offered; it is told to whoever offered it, as often as they send the very same command. `otherwise` are later
    steps that would go otherwise after a correction, each with the commands to put it right; GMs are told them.
    `undoable`: something was played, which `undo` takes back by the command's name and `request_undo` asks for.
    `acked`: at least so many replicas of the log's server have it, where the service waits for them.
    """

    id: str
    status: Literal["done", "parked"]
    version: int
    events: tuple[msgspec.Raw, ...]
    lines: tuple[str, ...]
    waiting: tuple[QuestionSeen, ...]
    link: str = ""
    notice: str = ""
    otherwise: tuple[Offer, ...] = ()
    undoable: bool = False
    acked: int = 0


class Replies(msgspec.Struct, frozen=True):
    """The replies to a batch, in its order."""

    replies: tuple[Reply, ...]


async def reply_to(
    who: Present,
    stream: AudienceStream,
    name: str,
    landed: Landed,
    link: str = "",
    acked: int = 0,
    language: Language = ENGLISH,
) -> Reply:
    """The reply to one accepted command; `acked` is how many replicas the service waits for. Its sentences are in a
    `language`."""
    state, entries = await _afterwards(who, landed)
    actions = {entry.action for entry in entries if entry.action is not None}
    parked = any(parked.action in actions for parked in state.parked)
    before, after = span(stream, landed.first, landed.last)
    return Reply(
        id=name,
        status="parked" if parked else "done",
        version=after,
        events=tuple(msgspec.Raw(one.body) for one in stream.after(before, after - before)) if after > before else (),
        lines=stream.teller.told(before, after, language),
        waiting=waiting_seen(state, stream.viewer.audience(state)) if state.parked else (),
        link=link,
        notice=_notice(who, landed),
        otherwise=offers((entry.fact for entry in entries), state, stream, language) if who.is_gm else (),
        undoable=any(is_play(entry) for entry in entries),
        acked=acked,
    )


async def _afterwards(who: Present, landed: Landed) -> tuple[State, tuple[Entry, ...]]:
    """The state right after the command, and what the command led to."""
    if landed.steps:
        history: History = landed.steps[-1][1]
        state, entries = history.state, tuple(entry for entry, _ in landed.steps)
    else:
        state = await who.table.past.shown(who.table.history, landed.last)
        entries = await who.table.past.entries(landed.first, landed.last)
    return state, entries


def _notice(who: Present, landed: Landed) -> str:
    if who.is_gm and landed.last >= who.table.nearly_full:
        return "this table's log is nearly full; go on at a new table soon"
    return ""


def written(reply: Reply | Replies) -> bytes:
    """A reply's bytes."""
    return _encoder.encode(reply)
