"""Where commands are tried: decided up to the first fact, so that no die is thrown and nothing is kept."""

from functools import cached_property
from typing import Final, NoReturn

from engine.commands import Command, Given
from engine.context import Context
from engine.decide import decide_in
from engine.dice import NoDice
from engine.draft import Draft
from engine.history import History
from engine.refusals import Refusal
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId, Fact, SeatId, Version
from events.table import SeatKind
from projections.audience import Audience
from projections.cut import cut_refusal
from projections.legal.standing import Standing, standing_between
from projections.wounds import roster

HOPELESS: Final = frozenset({"unauthorized", "cannot-act", "wrong-phase", "not-your-turn", "waiting"})
"""Codes against a command whatever it is given with: nothing else needs to be tried."""


class _Accepted(Exception):
    """A command came as far as its first fact: nothing speaks against it."""


class _Unwritten(Draft):
    """A draft in which nothing is ever written: every refusal comes before the first fact."""

    def record(
        self, fact: Fact, because: tuple[Version, ...] = (), action: str | None = None, rules: str | None = None
    ) -> NoReturn:
        raise _Accepted


class Desk:
    """Where a seat's commands are tried, and what the seat sees of the table meanwhile."""

    def __init__(self, history: History, ruleset: RuleSet, seat: SeatId, audience: Audience) -> None:
        self.history = history
        self.ruleset = ruleset
        self.seat = seat
        self.audience = audience
        self._standings: dict[CombatantId, dict[CombatantId, Standing]] = {}
        self._given = Given(table="", seat=seat, command="is-it-legal", digest="", now=history.time)

    @property
    def state(self) -> State:
        """Where the table stands."""
        return self.history.state

    @property
    def kind(self) -> SeatKind:
        """What kind of seat asks."""
        return self.history.ledger.seats[self.seat].kind

    @property
    def is_gm(self) -> bool:
        """Whether a GM asks."""
        return self.kind == "gm"

    @cached_property
    def seen(self) -> tuple[Combatant, ...]:
        """Everybody who is there for the seat."""
        return roster(self.state, self.audience)

    @cached_property
    def placed(self) -> frozenset[CombatantId]:
        """Who has a place in the order of the turn."""
        fight = self.state.fight
        return frozenset(place.combatant for place in fight.order) if fight is not None else frozenset()

    @cached_property
    def context(self) -> Context:
        """The eyes of the rules, for whoever speaks."""
        context = Context(self.state, self.ruleset.decode_sheet, self.ruleset.ways)
        context.player = None if self.is_gm else self.seat
        return context

    def able(self, combatant: Combatant) -> bool:
        """Whether a combatant can act at all."""
        return self.ruleset.inability(self.state, combatant) is None

    def is_up(self, combatant: CombatantId) -> bool:
        """Whether it is a combatant's turn to act."""
        return self.state.fight is not None and self.state.fight.up == combatant

    def standings(self, one: Combatant) -> dict[CombatantId, Standing]:
        """What the scene says between a combatant and everybody who is seen."""
        if one.id not in self._standings:
            self._standings[one.id] = {other.id: standing_between(self.state, one, other) for other in self.seen}
        return self._standings[one.id]

    def why_not(self, command: Command) -> Refusal | None:
        """Why a command would be refused, as the seat may read it; None: it would be accepted."""
        try:
            answer = decide_in(_Unwritten(self.history, self.ruleset, self._given, NoDice()), command)
        except _Accepted:
            return None
        return cut_refusal(answer, self.state, self.audience) if isinstance(answer, Refusal) else None
