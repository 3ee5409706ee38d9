"""What a seat sees: the table now or then, who is up, who is hurt, what is waited for, what may be done, why a roll."""

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.limits import PAGE
from api.proof.audit import audit
from api.routes.tables import TableName
from api.seats import Present, present, still_sees
from api.service import service_of
from api.web.answers import JSON, TEXT, answer, text_answer
from api.web.problems import problem, unauthorized
from api.web.tongues import Lang, language_of
from projections import ways
from projections.legal import Field, Legal, Possible, PossibleCommand, legal_actions, legal_commands
from projections.odds import glances, priced
from projections.ways import Vantage

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])

At = Annotated[int | None, Query(ge=0, description="One of the seat's own numbers; left out: now.")]
SpeaksAs = Annotated[str | None, Query(alias="as", max_length=40, description="The seat a service seat speaks for.")]


MOST_TOLD: Final = 4
"""What so many combatants may do is told at once at the most; of others, who is asked for by name."""


class Actions(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may do now: its own commands, and those and the actions of its combatants.

    To a GM `commands` are all there are, each with whom it is for, also while nobody is up. `left_out` are combatants
    that the seat plays and of whom nothing is told here: ask for each with `combatant`.
    """

    commands: tuple[PossibleCommand, ...] = ()
    combatants: tuple[Legal, ...] = ()
    left_out: tuple[str, ...] = ()


async def _look(request: Request, at: int | None = None) -> tuple[Present, Vantage]:
    """The moment that is looked at, through the eyes of the seat."""
    who = await present(request)
    stream = await who.table.streams.of(who.speaker.id)
    history = who.table.history
    if at is None or at == stream.newest:
        return who, Vantage(stream, history.state, history.ledger, stream.newest)
    if not 1 <= at <= stream.newest:
        raise problem("not-found", f"there is no number {at}; the newest is {stream.newest}")
    state = await who.table.past.shown(history, stream.numbers.version(at))
    if not still_sees(who, stream.viewer):
        raise unauthorized()
    return who, Vantage(stream, state, history.ledger, at)


@router.get("", summary="The table as the seat sees it")
async def view(request: Request, table: TableName, at: At = None, speaks_as: SpeaksAs = None) -> Response:
    """Everything at one number: phase, turn, order, combatants, scene, what is waited for; also at any past number."""
    _, vantage = await _look(request, at)
    return answer(ways.view(vantage))


@router.get("/waiting", summary="What the table waits for")
async def waiting(request: Request, table: TableName, speaks_as: SpeaksAs = None) -> Response:
    """Who is asked; for whoever answers, what."""
    _, vantage = await _look(request)
    return answer(ways.waiting(vantage))


@router.get("/initiative", summary="The order of the turn")
async def initiative(request: Request, table: TableName, at: At = None, speaks_as: SpeaksAs = None) -> Response:
    """Who acts when, who is up, who comes next, who owes a number."""
    _, vantage = await _look(request, at)
    return answer(ways.initiative(vantage))


@router.get("/wounds", summary="How badly everybody is hurt")
async def wounds(request: Request, table: TableName, at: At = None, speaks_as: SpeaksAs = None) -> Response:
    """Everybody who is seen, with the word for their wounds."""
    _, vantage = await _look(request, at)
    return answer(ways.wounds(vantage))


@router.get("/story", summary="The story so far")
async def story(
    request: Request,
    table: TableName,
    after: Annotated[int, Query(ge=0, description="Only what came after this number.")] = 0,
    before: Annotated[int | None, Query(ge=1, description="Only what came before this number.")] = None,
    last: Annotated[int | None, Query(ge=1, le=PAGE, description="Of that only so many lines, the newest.")] = None,
    at: At = None,
    lang: Lang = None,
    speaks_as: SpeaksAs = None,
) -> Response:
    """One sentence for each act, as the seat saw it; what was taken back is marked."""
    _, vantage = await _look(request, at)
    until = vantage.number if before is None else min(vantage.number, before - 1)
    return answer(ways.story(vantage, after, until, last, language_of(request)))


@router.get("/timeline", summary="Fights, turns and acts")
async def timeline(
    request: Request,
    table: TableName,
    after: Annotated[int, Query(ge=0, description="Only what came after this number.")] = 0,
    at: At = None,
    speaks_as: SpeaksAs = None,
) -> Response:
    """The moments one may look back to, each with its number. What was taken back is struck: whoever asks for what came
    after a number asks for the whole anew once something before it was."""
    _, vantage = await _look(request, at)
    return answer(ways.timeline(vantage, after))


@router.get("/rulings", summary="Contested rolls and how the GM ruled")
async def rulings(request: Request, table: TableName, speaks_as: SpeaksAs = None) -> Response:
    """What is contested, what was settled and how, and the rulings that hold at this table under their rules."""
    _, vantage = await _look(request)
    return answer(ways.rulings(vantage))


@router.get("/actions", summary="What may be done now")
async def actions(
    request: Request,
    table: TableName,
    combatant: Annotated[
        str | None, Query(max_length=40, description="Left out: all that the seat plays; for a GM whoever is up.")
    ] = None,
    odds: Annotated[bool, Query(description="Tell the odds of each attack too, target by target.")] = False,
    prices: Annotated[bool, Query(description="Tell what each act costs too, and with each way of doing it.")] = False,
    speaks_as: SpeaksAs = None,
) -> Response:
    """Commands and kinds of action, their fields, values and defaults, or why not."""
    who, vantage = await _look(request)
    history, ruleset, seat = who.table.history, who.table.ruleset, who.speaker.id
    names = [combatant] if combatant is not None else _played(who, vantage)
    found = [legal_actions(history, ruleset, seat, vantage.audience, name) for name in names[:MOST_TOLD]]
    if combatant is not None and found == [None]:
        raise problem("not-found", "this seat plays no such combatant")
    told = tuple(one for one in found if one is not None)
    for wanted, more in ((odds, with_odds), (prices, with_prices)):
        if wanted:
            told = await _thought(request, more, who, vantage, told)
            if not still_sees(who, vantage.stream.viewer):
                raise unauthorized()
    return answer(
        Actions(
            commands=legal_commands(history, ruleset, seat, vantage.audience) if combatant is None else (),
            combatants=told,
            left_out=tuple(names[MOST_TOLD:]),
        )
    )


Adds = Callable[[Present, Vantage, Legal], Legal]


async def _thought(
    request: Request, more: Adds, who: Present, vantage: Vantage, told: tuple[Legal, ...]
) -> tuple[Legal, ...]:
    return await service_of(request).thinking.about(lambda: tuple(more(who, vantage, one) for one in told))


PRICED: Final = ("mode", "shots", "maneuver", "weapon")
"""Fields whose values make an act cost more or less."""


def with_prices(who: Present, vantage: Vantage, legal: Legal) -> Legal:
    """What a combatant may do, with what it costs: as it is suggested, and with each way of doing it."""
    price = priced(who.table.ruleset, vantage.state, vantage.audience, who.speaker.id, legal.combatant)

    def told(kind: Possible) -> Possible:
        if not kind.act:
            return kind
        fields = tuple(with_each(kind, field) if field.name in PRICED else field for field in kind.fields)
        return msgspec.structs.replace(kind, price=price(kind.act), fields=fields)

    def with_each(kind: Possible, field: Field) -> Field:
        found = {value: price({**kind.act, field.name: value}) for value in field.values}
        return msgspec.structs.replace(field, prices={value: one for value, one in found.items() if one is not None})

    return msgspec.structs.replace(legal, actions=tuple(told(kind) for kind in legal.actions))


def with_odds(who: Present, vantage: Vantage, legal: Legal) -> Legal:
    """What a combatant may do, with the odds of each attack against everybody it may be aimed at."""
    ruleset, seat = who.table.ruleset, who.speaker.id

    def told(kind: Possible) -> Possible:
        if not kind.act.get("target") or not ruleset.actions[kind.kind].aimed:
            return kind
        found = glances(ruleset, vantage.state, vantage.audience, seat, kind.act, legal.combatant)
        return msgspec.structs.replace(kind, odds=tuple(found))

    return msgspec.structs.replace(legal, actions=tuple(told(kind) for kind in legal.actions))


def _played(who: Present, vantage: Vantage) -> list[str]:
    """Whose actions are told where nobody is named, whoever is up and whoever is asked first."""
    fight = vantage.state.fight
    up = fight.up if fight is not None else None
    if who.is_gm:
        return [up] if up is not None else []
    asked = {question.combatant for question in ways.waiting(vantage).waiting}
    return sorted(vantage.audience.controls, key=lambda name: (name != up, name not in asked, name))


@router.get("/rolls/{number}", summary="Why a roll came out so")
async def roll(request: Request, table: TableName, number: int, speaks_as: SpeaksAs = None) -> Response:
    """The audit of a roll or a loss, by the seat's own number: what was asked, what fell, what was added and by which
    rule, who contested it, how it was ruled and what became of it. As text where `text/plain` is accepted."""
    _, vantage = await _look(request)
    try:
        found = ways.explanation(vantage, number)
    except LookupError:
        found = None
    if found is None:
        raise problem("not-found", f"number {number} tells of no roll that this seat may see")
    return text_answer(audit(found)) if _wants_text(request) else answer(found)


def _wants_text(request: Request) -> bool:
    """Whether plain text is asked for by name, before any JSON that is."""
    kinds = [kind.partition(";")[0].strip().lower() for kind in request.headers.get("accept", "").split(",")]
    return next((kind == TEXT for kind in kinds if kind in (TEXT, JSON)), False)
