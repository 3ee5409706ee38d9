"""A command tried out: whether it would be refused, who would be asked, what the first roll adds. No die falls."""

import asyncio
from functools import partial

import msgspec

from api.seats import Present, still_sees
from api.tables.orders import Order, given
from api.tables.past import LONG
from api.web.problems import Document, refused, unauthorized
from engine.commands import Amend, Command, Reroll, Rule
from engine.corrections.consequences import reaches
from engine.history import History
from engine.ledger import Ledger
from projections.audience import Audience
from projections.foreseen import Foreseen, RollAhead, foreseen
from projections.languages import Language
from projections.offers import Offer, offers
from projections.phrases import Saying
from projections.sight import Card, QuestionSeen
from projections.wounds import other_looks


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a command would come on its own, before its first die or question.

    Whoever is no GM is told what follows as far as it hangs on what they see. `lines` say of a correction what would
    no longer count and what else would change, and `said` the same in no language, sentence by sentence; `otherwise`
    are the later steps that would go otherwise, each with the commands to put it right, and `seen` how combatants
    would look where they would look different. GMs are told these, the last where no die is missing for it.
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
    told = await _ahead(who, history, audience, order, now)
    if not still_sees(who, stream.viewer):
        raise unauthorized()
    if told.refusal is not None:
        return Trial(refused=refused(told.refusal).document)
    found = told.found
    if found is None:
        return Trial(questions=told.questions, roll=told.roll)
    hangs = stream.hangs_on(*_judged_again(order.command, history.ledger)) if found.roll is not None else ()
    said = (*stream.foretold(found.entries, state, found.state), *hangs)
    return Trial(
        questions=told.questions,
        roll=told.roll,
        lines=tuple(map(language.line, said)),
        said=said,
        otherwise=offers((entry.fact for entry in found.entries), found.state, stream, language),
        seen=other_looks(state, found.state, audience, who.table.ruleset) if found.roll is None else (),
    )


def _judged_again(command: Command, ledger: Ledger) -> tuple[str, bool]:
    """The act that a correction judges again, and whether all later ones are too; empty: none is."""
    match command:
        case Amend(action=action, reach=reach):
            return action, reach == "replayed"
        case Rule(remedy=Amend() as remedy):
            return _judged_again(remedy, ledger)
        case Rule(dispute=number, remedy=Reroll()) if number in ledger.disputes:
            return ledger.disputes[number].action, True
        case _:
            return "", False


async def _ahead(who: Present, history: History, audience: Audience, order: Order, now: int) -> Foreseen:
    """What would come of it; what reaches far back does not hold up other tables meanwhile."""
    table = who.table
    versions = reaches(history, order.command)
    past = await table.past.read(versions)
    told = given(table.name, who.seat.id, order, now)
    trying = partial(foreseen, history, table.ruleset, audience, order.command, told, past.__getitem__)
    return await asyncio.to_thread(trying) if len(versions) > LONG else trying()
