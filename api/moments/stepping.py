"""A log stepped through, command by command: what was told, what was rolled, how the table stood then."""

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from api.moments.cutting import grown, history_of, past_of
from api.moments.one_line import what
from api.moments.recalled import by_command
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import SeatId
from events.envelope import Entry
from events.play import DamageApplied, Rolled
from projections.audience import GM
from projections.stream import AudienceStream
from projections.waiting import waiting_seen
from projections.wounds import conditions_seen


class Stop(msgspec.Struct, frozen=True):
    """One command: its versions, who gave it, the sentences of the story, its rolls and damage in full;
    `did` are the facts of a command of which the story tells nothing."""

    number: int
    first: int
    last: int
    seat: SeatId
    story: tuple[str, ...]
    rolls: tuple[str, ...]
    did: tuple[str, ...] = ()


class Replay:
    """A log as the GM saw it grow; any of its stops can be looked at, forwards and backwards."""

    def __init__(self, entries: Sequence[Entry], ruleset: RuleSet) -> None:
        self._entries, self._ruleset = entries, ruleset
        self._history = history_of(entries)
        self.stops = tuple(self._stops())

    def at_version(self, version: int) -> int:
        """The number of the stop that a version belongs to; the last one for later versions."""
        return next((stop.number for stop in self.stops if stop.last >= version), len(self.stops))

    def lines(self, number: int) -> Iterator[str]:
        """Everything there is to see at a stop."""
        stop = self.stops[number - 1]
        versions = f"version {stop.first}" if stop.first == stop.last else f"versions {stop.first} to {stop.last}"
        yield f"{number} of {len(self.stops)}  {versions}, by {stop.seat}"
        yield from stop.story or (() if stop.rolls else tuple(f"({one})" for one in stop.did))
        yield from (f"  {line}" for line in stop.rolls)
        yield from (f"  {line}" for line in self._state(stop.last))

    def _stops(self) -> Iterator[Stop]:
        stream, growing = AudienceStream(GM, self._ruleset), grown(self._entries)
        for number, group in enumerate(by_command(self._entries), 1):
            for entry, before, after in islice(growing, len(group)):
                stream.fold(entry, before.state, after.state, after.ledger)
            story = stream.teller.told(group[0].version - 1, group[-1].version)
            rolls = tuple(what(entry.fact) for entry in group if isinstance(entry.fact, Rolled | DamageApplied))
            seat = group[0].on_behalf or group[0].seat
            did = () if story or rolls else tuple(what(entry.fact) for entry in group)
            yield Stop(number, group[0].version, group[-1].version, seat, story, rolls, did)

    def _state(self, version: int) -> Iterator[str]:
        state = self._history.restored(self._history.stands[version], past_of(self._entries))
        yield _moment(state)
        width = max((len(one.name) for one in state.combatants.values()), default=0)
        for one in state.combatants.values():
            yield f"  {one.name:<{width}}  {self._fares(state, one)}"
        for asked in waiting_seen(state, GM.audience(state)):
            yield f"  waits for {state.name(asked.combatant)}"

    def _fares(self, state: State, one: Combatant) -> str:
        pools = ", ".join(f"{name} {pool.now}/{pool.full}" for name, pool in one.pools.items())
        word = self._ruleset.wound_word(state, one)
        conditions = " ".join(conditions_seen(one, GM.audience(state)))
        unseen = " (unseen)" if one.unseen else ""
        return f"{pools}  {word}  {conditions}{unseen}".rstrip()


def _moment(state: State) -> str:
    fight = state.fight
    if fight is None or state.phase == "lobby":
        return "between fights"
    up = f", {state.name(fight.up)} is up" if fight.up else ""
    return f"fight {fight.number}, turn {fight.turn}, {state.phase}{up}"
