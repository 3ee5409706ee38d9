"""Commands: the one way to change a table. A plain route, since nothing is asked more often."""

from collections.abc import Mapping
from time import perf_counter
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from api.metrics import COMMAND_SECONDS, COMMANDS
from api.routes.trial import trial
from api.seats import Present, present, speaker_of, still_seated, still_sees
from api.service import Service, service_of
from api.tables.orders import Landed, Order, Passed, TurnedAway, Unit
from api.tokens import derived_link, digest_of
from api.web.answers import answer, raw_answer
from api.web.bodies import Given, read_commands
from api.web.guards import as_problem
from api.web.json_bodies import must_be_json
from api.web.problems import Problem, invalid, refused, unauthorized
from api.web.replies import Replies, reply_to, written
from api.web.tongues import language_of
from engine.commands import Amend, Dispute, HandOverSeat, OfferSeat, RequestUndo, Rule, Strike, Undo
from engine.refusals import refusal
from events.base import Version
from projections.cut import cut_refusal
from projections.frames import OwnNumber
from projections.languages import ENGLISH, Language
from projections.numbers import Numbers
from projections.stream import AudienceStream

_DONE: Final = COMMANDS.labels("done")

MOST_MISSED: Final = 200
"""Frames that a refusal with `moved` brings along; more are read from the events."""


async def give(request: Request) -> Response:
    """Give a command, or a batch that is accepted or refused as one."""
    began = perf_counter()
    try:
        who = await present(request, giving=True)
        given, is_batch = read_commands(must_be_json(request, await request.body()))
        reply = await carried_out(service_of(request), who, given, is_batch, language_of(request))
    except Exception as wrong:
        COMMANDS.labels(as_problem(wrong).document.code).inc()
        raise
    _DONE.inc()
    COMMAND_SECONDS.observe(perf_counter() - began)
    return reply


async def carried_out(
    service: Service, who: Present, given: tuple[Given, ...], is_batch: bool, language: Language = ENGLISH
) -> Response:
    """The answer to commands of a seat, given and landed together.

    Raises:
        Problem: they were refused, or the table went on without them.
    """
    if len({one.body.id for one in given}) < len(given):
        raise invalid("commands: two commands of a batch have the same id")
    if is_batch:
        service.seat_rates.take(f"{who.table.name}/{who.seat.id}", len(given) - 1)
    if given[0].body.dry_run:
        who = await _caught_up(service, who)
    who = _speaking(who, given)
    if not still_seated(who):
        raise unauthorized()
    if given[0].body.dry_run:
        return await _tried(who, given, service.clock(), language)
    links = {one.body.id: link for one in given if (link := _link_for(service.keys.links, who, one))}
    stream = await who.table.streams.of(who.speaker.id)
    landed = await _landed(who, stream, given, links)
    # Control may have changed hands with this very command: the seat looks with the eyes it has now. Where it has
    # closed itself, it is told of that with the eyes it had.
    if still_seated(who):
        stream = await who.table.streams.of(who.speaker.id)
    acked = service.settings.replicas
    replies = [
        await reply_to(who, stream, one.body.id, place, links.get(one.body.id, ""), acked, language)
        for one, place in zip(given, landed, strict=True)
    ]
    return raw_answer(written(Replies(tuple(replies)) if is_batch else replies[0]))


async def _landed(
    who: Present, stream: AudienceStream, given: tuple[Given, ...], links: Mapping[str, str]
) -> tuple[Landed, ...]:
    """Where the commands stand in the log.

    Raises:
        Problem: they were refused, told as the seat may know it, or the table went on without them.
    """
    orders = tuple(_order(who, one, links.get(one.body.id, ""), stream.numbers) for one in given)
    expect = given[0].body.expect
    seen = stream.newest if expect is None else expect
    try:
        return await who.table.give(Unit(who.seat.id, orders, expect, who.seat.link_digest))
    except TurnedAway as wrong:
        if not still_sees(who, stream.viewer):
            raise unauthorized() from None
        told = cut_refusal(wrong.refusal, wrong.state, stream.viewer.audience(wrong.state))
        raise refused(told, command=wrong.command) from None
    except Passed:
        raise (_moved(stream, seen) if still_sees(who, stream.viewer) else unauthorized()) from None


async def _caught_up(service: Service, who: Present) -> Present:
    """The seat at its table as any process has left it.

    Raises:
        Problem: the table is gone.
    """
    table = await service.house.up_to_date(who.table.name)
    if table is None:
        raise unauthorized()
    return msgspec.structs.replace(who, table=table)


def _speaking(who: Present, given: tuple[Given, ...]) -> Present:
    """All commands of a batch speak for one seat, and are either all tried or all meant."""
    first = given[0].body
    if any((one.body.speaks_as, one.body.dry_run) != (first.speaks_as, first.dry_run) for one in given):
        raise invalid("commands: all of a batch have the same `as` and `dry_run`")
    if any(one.body.expect is not None for one in given[1:]):
        raise invalid("commands: only the first of a batch can expect a number")
    return Present(who.table, who.seat, speaker_of(who.table, who.seat, first.speaks_as))


def _order(who: Present, one: Given, link: str, numbers: Numbers) -> Order:
    body = one.body
    command = body.command
    if isinstance(command, OfferSeat | HandOverSeat) and link:
        command = msgspec.structs.replace(command, link_digest=digest_of(link))
    elif isinstance(command, Undo | RequestUndo | Strike | Amend):
        command = msgspec.structs.replace(command, action=_named(who, command.action))
    elif isinstance(command, Rule) and isinstance(command.remedy, Strike | Amend):
        remedy = msgspec.structs.replace(command.remedy, action=_named(who, command.remedy.action))
        command = msgspec.structs.replace(command, remedy=remedy)
    elif isinstance(command, Dispute):
        command = msgspec.structs.replace(command, roll=_version(numbers, command.roll))
    return Order(body.id, one.digest, command, who.on_behalf, body.force, body.faces, body.label)


def _named(who: Present, action: str | None) -> str | None:
    """An action by whose it is and its command; without the first it is the speaker's own."""
    return f"{who.speaker.id}/{action}" if action and "/" not in action else action


def _version(numbers: Numbers, number: OwnNumber) -> Version:
    """The version behind one of the seat's own numbers; one that it does not have is told like one that nobody has."""
    return numbers.version(number) if 1 <= number <= numbers.newest else 0


def _link_for(key: bytes, who: Present, one: Given) -> str:
    """The link of a seat that is offered or handed over: the same whenever the same command is sent again, and known
    to nobody else."""
    if not isinstance(one.body.command, OfferSeat | HandOverSeat) or one.body.command.link_digest:
        return ""
    return derived_link(key, f"seat|{who.table.name}|{who.seat.id}|{one.body.id}|{one.digest}")


async def _tried(who: Present, given: tuple[Given, ...], now: int, language: Language) -> Response:
    if len(given) > 1:
        raise invalid("commands: only a single command can be tried")
    stream = await who.table.streams.of(who.speaker.id)
    return answer(await trial(who, _order(who, given[0], "", stream.numbers), now, language))


def _moved(stream: AudienceStream, seen: int) -> Problem:
    missed: list[msgspec.Raw] = []
    if 0 <= seen <= stream.newest:
        missed = [msgspec.Raw(one.body) for one in stream.after(seen, MOST_MISSED)]
    said = refusal("moved", f"the table has gone on to number {stream.newest}; look at what was missed")
    return refused(said, missed=missed)


route: Final = Route("/v1/tables/{table}/commands", give, methods=["POST"])
