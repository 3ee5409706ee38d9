"""A command tried out: whether it would be refused, who would be asked, what the first roll adds. No die falls."""

import asyncio
from functools import partial

import msgspec

from api.seats import Present, still_sees
from api.tables.orders import Order, given
from api.tables.past import LONG
from api.web.problems import Document, refused, unauthorized
from engine.corrections.consequences import reaches
from engine.history import History
from engine.preview import Preview, preview
from engine.requests import Roll
from engine.state import State
from events.play import Asked, Modifier
from projections.audience import Audience
from projections.cut import cut_refusal
from projections.languages import Language
from projections.offers import Offer, offers
from projections.phrases import Saying
from projections.sight import Card, QuestionSeen
from projections.wounds import other_looks


class RollAhead(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first roll that would be thrown. What the seat may not read of it is left out."""

    combatant: str | None
    purpose: str = ""
    dice: str = ""
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a command would come on its own, before its first die or question.

    `lines` say of a correction what would no longer count and what else would change, and `said` the same in no
    language, sentence by sentence; `otherwise` are the later steps that would go otherwise, each with the commands to
    put it right, and `seen` how combatants would look where they would look different. GMs are told these, the last
    where no die is missing for it.
    """

    refused: Document | None = None
    questions: tuple[QuestionSeen, ...] = ()
    roll: RollAhead | None = None
    lines: tuple[str, ...] = ()
    said: tuple[Saying, ...] = ()
    otherwise: tuple[Offer, ...] = ()
    seen: tuple[Card, ...] = ()


async def trial(who: Present, order: Order, now: int, language: Language) -> Trial:
    """Try a command where the table stands now. Nothing is kept, and nothing lies in any queue.

    Raises:
        Problem: the seat was closed meanwhile.
    """
    stream = await who.table.streams.of(who.speaker.id)
    history = who.table.history
    state, audience = history.state, stream.viewer.audience(history.state)
    ahead = await _ahead(who, history, order, now)
    if not still_sees(who, stream.viewer):
        raise unauthorized()
    if ahead.refusal is not None:
        return Trial(refused=refused(cut_refusal(ahead.refusal, state, audience)).document)
    asked = [entry.fact for entry in ahead.entries if isinstance(entry.fact, Asked)]
    questions = tuple(seen for one in asked[-1:] for seen in _questions(one, state, audience))
    said = stream.foretold(ahead.entries, state, ahead.state)
    lines = tuple(map(language.line, said))
    roll = _roll(ahead.roll, state, audience)
    if audience.kind != "gm":
        return Trial(questions=questions, roll=roll, lines=lines, said=said)
    otherwise = offers((entry.fact for entry in ahead.entries), ahead.state, language)
    seen = other_looks(state, ahead.state, audience, who.table.ruleset) if ahead.roll is None else ()
    return Trial(questions=questions, roll=roll, lines=lines, said=said, otherwise=otherwise, seen=seen)


async def _ahead(who: Present, history: History, order: Order, now: int) -> Preview:
    """What would come of it; what reaches far back does not hold up other tables meanwhile."""
    table = who.table
    versions = reaches(history, order.command)
    past = await table.past.read(versions)
    told = given(table.name, who.seat.id, order, now)
    trying = partial(preview, history, table.ruleset, order.command, told, past.__getitem__)
    return await asyncio.to_thread(trying) if len(versions) > LONG else trying()


def _questions(asked: Asked, state: State, audience: Audience) -> tuple[QuestionSeen, ...]:
    found = []
    for one in asked.questions:
        combatant = state.combatants.get(one.combatant)
        if combatant is None or not audience.sees(combatant):
            continue
        mine = audience.plays(one.combatant)
        found.append(
            QuestionSeen(
                combatant=one.combatant,
                mine=mine,
                purpose=one.purpose if mine else "",
                options=one.options if mine else (),
                dice=one.dice if mine else "",
                default=one.default if mine else "",
                deadline=asked.deadline,
            )
        )
    return tuple(found)


def _roll(roll: Roll | None, state: State, audience: Audience) -> RollAhead | None:
    if roll is None:
        return None
    combatant = state.combatants.get(roll.combatant or "")
    if combatant is None:
        return RollAhead(None, roll.purpose, str(roll.dice), roll.modifiers, roll.target_number)
    if not audience.sees(combatant):
        return None
    if not audience.reads(combatant):
        return RollAhead(combatant.id)
    return RollAhead(combatant.id, roll.purpose, str(roll.dice), roll.modifiers, roll.target_number)
