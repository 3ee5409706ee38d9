"""A moment cut out of a table: the steps that led to it on the line it stands on, and what came of the last of them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from api.moments.as_played import as_played, told_with_ids
from api.moments.recalled import Recalled, by_command, recalled
from api.moments.words import NotRecalled
from api.scenarios.checks import wrong_with
from api.scenarios.model import Scenario, Start
from api.scenarios.reading import Written
from engine.corrections.steps import Step, steps_of
from engine.history import History, fold
from engine.line import Correction
from engine.state import State
from events.base import Version
from events.envelope import Entry
from events.facts import PLAY
from events.play import Rolled
from events.table import SeatOffered, TableOpened

NO_HASH: Final = bytes(32)


class NoMoment(Exception):
    """There is nothing at this version that could be cut out; the message says why."""


def history_of(entries: Sequence[Entry]) -> History:
    """The history that entries add up to, for looking back into it."""
    after = [History.empty(), *(after for _, _, after in grown(entries))]
    return after[-1]


def grown(entries: Sequence[Entry]) -> Iterator[tuple[Entry, History, History]]:
    """Each entry, with the history before and after it."""
    before = History.empty()
    for entry in entries:
        after = before.advance(entry, NO_HASH, before.led_to(entry, past_of(entries)))
        yield entry, before, after
        before = after


def past_of(entries: Sequence[Entry]) -> Any:
    """Reads an entry by its version."""
    return lambda version: entries[version - 1]


def cut_out(entries: Sequence[Entry], at: Version | None = None) -> Scenario:
    """The scenario of the step that a version belongs to; left out, the newest step in which dice fell.

    Raises:
        NoMoment: no step of play has this version, or it holds what scenarios have no word for.
    """
    return _moment(entries, at)[0]


def cut_short(entries: Sequence[Entry], at: Version | None = None) -> Scenario | None:
    """The same moment with the fight set up in one go, as it stood before; None where no actions were open then.

    It may come out otherwise: what was declared, shot and rolled for initiative before is not in it. Run it to see.
    """
    scenario, before = _moment(entries, at)
    fight = before.fight
    kept = tuple(step for step in scenario.steps[:-1] if step.do["type"] not in FLOW)
    if fight is None or before.phase != "actions" or fight.up is None or not scenario.combatants:
        return None
    order = tuple(place.combatant for place in fight.order)
    return replace(scenario, start=Start(order=order, turn=fight.turn, up=fight.up), steps=(*kept, scenario.steps[-1]))


FLOW: Final = frozenset(
    {
        "begin_combat", "end_combat", "roll_initiative", "set_initiative", "declare", "next_turn", "done", "delay",
        "jump", "act", "pass_time",
    }
)  # fmt: skip
"""Commands that a fight needs to come to a moment, and acts in it, which have no place before that moment."""


def _moment(entries: Sequence[Entry], at: Version | None) -> tuple[Scenario, State]:
    """The scenario, and the state before its last step."""
    return _scenario(entries, *_line(entries, at))


def cut_as_played(entries: Sequence[Entry], at: Version | None = None) -> Scenario:
    """The same with strikes and amends as steps of their own: for a moment that no game without them comes to.

    Raises:
        NoMoment: no step of play has this version, or it holds what scenarios have no word for.
    """
    meant = _meant(by_command(entries), at)
    groups = [group for group in by_command(entries) if group[0].version <= meant[0].version]
    history = history_of(entries[: meant[-1].version])
    try:
        found = list(as_played(groups, history, _seats(entries)))
    except NotRecalled as missing:
        raise NoMoment(f"scenarios have no word for {missing}") from missing
    if not found or found[-1][1] != meant:
        raise NoMoment(f"version {meant[0].version} is no step of play that still stands")
    before = history.restored(history.stands[meant[0].version - 1], past_of(entries))
    return _scenario(entries, [one for one, _ in found], before, history.state)[0]


def _scenario(
    entries: Sequence[Entry], steps: list[Recalled], before: State, afterwards: State
) -> tuple[Scenario, State]:
    last = steps[-1]
    opened = entries[0].fact
    assert isinstance(opened, TableOpened), "a log begins with the opening"
    people, rest = _hoisted(steps)
    told = told_with_ids(rest)
    if not told:
        raise NoMoment(f"version {last.entries[-1].version} is where somebody enters: nothing has happened yet")
    told[-1]["expect"] = _expected(last, before, afterwards)
    scenario = {
        "title": f"Version {last.entries[0].version} of {opened.title}"[:200],
        "ruleset": opened.ruleset,
        "rules": _rules(last, opened.ruleset),
        "options": opened.options,
        "combatants": people,
        "players": {seat: [] for seat in _players(entries)},
        "steps": told,
    }
    return msgspec.convert(scenario, type=Scenario), before


def _line(entries: Sequence[Entry], at: Version | None) -> tuple[list[Recalled], State, State]:
    """The steps on the line up to a version, the last of them the one that is meant, and the states around that.

    What a strike took away is not on it, and what an amend made of a step stands in its place.
    """
    meant = _meant(by_command(entries), at)
    history = history_of(entries[: meant[-1].version])
    origins = history.origins()
    _, versions = history.line(history.at, Correction("", 0, ()))
    counting = tuple(entries[version - 1] for version in versions)
    line = steps_of(counting, lambda entry: entries[origins.get(entry.version, entry.version) - 1])
    place = _place_of(line, meant)
    by_hand, seats = history.by_hand(), _seats(entries)
    steps: list[Recalled] = []
    answered: set[str] = set()
    for step in line[: place + 1]:
        if history.begins[origins.get(step.first, step.first)] in by_hand:
            raise NoMoment(f"a part of {step.id} was struck or overridden, which no command leads to")
        play = [replace(entry, instead_of=()) for entry in step.entries if type(entry.fact) in PLAY]
        seat = step.on_behalf or step.seat
        try:
            steps += recalled(play, answered, "gm" if seats.get(seat) != "player" else seat) if play else ()
        except NotRecalled as missing:
            raise NoMoment(f"scenarios have no word for {missing}") from missing
    before = fold(State(), (entry for step in line[:place] for entry in step.entries))
    return steps, before, fold(before, line[place].entries)


def _place_of(line: Sequence[Step], meant: tuple[Entry, ...]) -> int:
    """The place of the step that is meant: its own, or that in which a correction put something else."""
    named = {(entry.seat, entry.command) for entry in meant}
    for place, step in enumerate(line):
        own = (step.seat, step.command) in named or any((one.seat, one.command) in named for one in step.entries)
        if own and any(type(entry.fact) in PLAY for entry in step.entries):
            return place
    raise NoMoment(f"version {meant[0].version} is no step of play that still stands")


def _meant(groups: list[tuple[Entry, ...]], at: Version | None) -> tuple[Entry, ...]:
    for group in reversed(groups):
        if at is None and any(isinstance(entry.fact, Rolled) for entry in group):
            return group
        if at is not None and group[0].version <= at <= group[-1].version:
            return group
    raise NoMoment("there is no such version" if at is not None else "no dice have fallen at this table yet")


def _seats(entries: Sequence[Entry]) -> dict[str, str]:
    return {entry.fact.seat: entry.fact.kind for entry in entries if isinstance(entry.fact, SeatOffered)}


def _players(entries: Sequence[Entry]) -> list[str]:
    return [seat for seat, kind in _seats(entries).items() if kind == "player"]


def _hoisted(steps: list[Recalled]) -> tuple[dict[str, Any], list[Recalled]]:
    """Those who were there before anything happened stand among the combatants."""
    people: dict[str, Any] = {}
    for place, step in enumerate(steps):
        if step.do["type"] != "enter_combatant" or step.force is not None:
            return people, steps[place:]
        told = dict(step.do)
        name, sheet = told.pop("combatant"), told.pop("sheet", {})
        people[name] = {**sheet, **{key: value for key, value in told.items() if key != "type"}}
    return people, []


def _expected(last: Recalled, before: State, after: State) -> dict[str, Any]:
    """The rolls of the step, and whatever it changed."""
    expected: dict[str, Any] = {
        "rolls": [_roll(entry.fact) for entry in last.entries if isinstance(entry.fact, Rolled)]
    }
    pools: dict[str, dict[str, int]] = {}
    conditions: dict[str, list[str]] = {}
    ammo: dict[str, dict[str, int]] = {}
    for name, one in after.combatants.items():
        was = before.combatants.get(name)
        if was is None:
            continue
        changed = {pool: held.now for pool, held in one.pools.items() if was.pools.get(pool) != held}
        spent = {weapon: left for weapon, left in one.ammo.items() if was.ammo.get(weapon) != left}
        pools |= {name: changed} if changed else {}
        ammo |= {name: spent} if spent else {}
        conditions |= {name: sorted(one.conditions)} if set(one.conditions) != set(was.conditions) else {}
    expected |= {"pools": pools} if pools else {}
    expected |= {"conditions": conditions} if conditions else {}
    expected |= {"ammo": ammo} if ammo else {}
    return expected


def _roll(roll: Rolled) -> dict[str, Any]:
    who = {"combatant": roll.combatant} if roll.combatant else {}
    told = {"purpose": roll.purpose, **who, "faces": list(roll.faces), "total": roll.total}
    return {**told, "outcome": roll.outcome} if roll.outcome != "none" else told


def _rules(last: Recalled, ruleset: str) -> list[str]:
    from engine.rulesets import RULESETS

    book = RULESETS[ruleset].rulebook
    cited = [entry.fact.rule for entry in last.entries if isinstance(entry.fact, Rolled)]
    return [rule for rule in dict.fromkeys(cited) if rule and book.rule(rule) is not None]


def as_written(scenario: Scenario, file: str = "") -> Written:
    """A scenario as if it had been read from a file."""
    wrong = next(wrong_with(scenario), None)
    if wrong is not None:
        raise NoMoment(wrong.sentence)
    return Written(scenario, file, 1, tuple(range(1, len(scenario.steps) + 1)))
