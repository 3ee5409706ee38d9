"""One whole fight, played by tactics from a state until one side is left: who won, how long it took, who fell how."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine.commands import Answer, BeginCombat, Command, Done, NextTurn, RollInitiative, Show
from engine.flow import fighters
from engine.playing import Face, Playing
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId, Fact
from events.flow import CombatantDone, CombatantUp, InitiativeSet, PhaseEntered
from events.play import AmmoSpent, CounterRaised, DamageApplied, Declared, Reloaded
from events.roster import RangeStated
from projections.odds.seen import as_seen
from projections.tactics import TACTICS, Sighted
from projections.tactics.suggesting import side_of

LONGEST: Final = 100
"""Turns after which a fight is nobody's."""

PLAIN: Final = "nearest"
NOBODY: Final = ""

HARMLESS: Final[frozenset[type[Fact]]] = frozenset(
    {CounterRaised, AmmoSpent, Reloaded, RangeStated, Declared, CombatantUp, CombatantDone, PhaseEntered, InitiativeSet}
)
"""Facts after which the same stand who stood before."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How fights are played: the tactic of all, those of single sides, and the turns after which nobody has won."""

    tactic: str = PLAIN
    sides: Mapping[str, str] = {}
    longest: int = LONGEST

    def of(self, one: Combatant) -> str:
        """The tactic of somebody."""
        return self.sides.get(one.side, self.tactic)


class Fall(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is out of a fight: in which turn, by whom and with what, and whether dead or gone."""

    combatant: CombatantId
    turn: int
    by: CombatantId = ""
    weapon: str = ""
    how: str = "down"


class Given(msgspec.Struct, frozen=True):
    """A command of a fight, and the faces that fell for it: enough to play it again."""

    command: Command
    faces: tuple[int, ...]


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """How a fight went: the side that was left (empty: none, or it took too long), turns, acts, who fell.

    `left` is the part of their strength that those of each side still have in the end.
    """

    winner: str
    turns: int
    acts: int
    falls: tuple[Fall, ...]
    left: dict[CombatantId, float]


Kept = Callable[[Given], None]


def fight(ruleset: RuleSet, state: State, plan: Plan, face: Face, keep: Kept | None = None) -> Fought:
    """Play a fight to its end; `keep` is given every command with its faces, in their order."""
    bout = _Bout(ruleset, state, plan, face, keep)
    bout.go_on()
    return bout.told()


class _Bout:
    """A fight while it is played."""

    def __init__(self, ruleset: RuleSet, state: State, plan: Plan, face: Face, keep: Kept | None) -> None:
        self.ruleset = ruleset
        self.plan = plan
        self.keep = keep
        self.play = Playing(ruleset, state, face, self._watch)
        self.acts = 0
        self.struck_by: dict[CombatantId, tuple[CombatantId, str]] = {}
        self.falls: dict[CombatantId, Fall] = {}
        self.first_turn = state.fight.turn if state.fight is not None else 1
        self.standing: frozenset[CombatantId] = frozenset()
        self.sides: set[str] = set()
        self.stirred = False

    def go_on(self) -> None:
        """Play until it is over."""
        if self.play.state.phase == "lobby":
            self._give(BeginCombat(through="initiative"))
        self._look_who_stands()
        while not self._over():
            current = self.play.state.fight
            assert current is not None, "a fight that has begun goes on until it is ended"
            if self.play.state.phase != "actions":
                self._give(RollInitiative())
            elif current.up is None:
                self._give(NextTurn(through="initiative"))
            elif self._is_able(current.up):
                self._act(current.up)
            else:
                self._give(Done(combatant=current.up))
            if self.stirred:
                self._look_who_stands()

    def _is_able(self, name: CombatantId) -> bool:
        one = self.play.state.combatants.get(name)
        return one is not None and self.ruleset.inability(self.play.state, one) is None

    def _act(self, name: CombatantId) -> None:
        state = self.play.state
        tactic = self.plan.of(state.combatants[name])
        seen = state if tactic == PLAIN else as_seen(state, side_of(state.combatants[name]), self.ruleset)
        choice = TACTICS[tactic](Sighted(self.ruleset, seen, self.standing), name)
        if choice.target is not None and state.combatants[name].hidden:
            self._give(Show(combatant=name))  # whoever attacks is seen from then on
        for command in choice.commands:
            self._give(command)
        self.acts += 1
        fight = self.play.state.fight
        if fight is not None and fight.up == name:
            self._give(Done(combatant=name))

    def _give(self, command: Command) -> None:
        self.play.give(command)
        if self.keep is None:
            return
        faces, begins = tuple(self.play.faces), 0
        for ends, chooser, choice in self.play.chosen:
            self.keep(Given(command, faces[begins:ends]))
            command, begins = Answer(combatant=chooser, choice=choice), ends
        self.keep(Given(command, faces[begins:]))

    def _over(self) -> bool:
        fight = self.play.state.fight
        if fight is not None and fight.turn - self.first_turn >= self.plan.longest:
            return True
        return len(self.sides) < 2

    def _watch(self, fact: Fact) -> None:
        kind = type(fact)
        if kind in HARMLESS:
            return
        self.stirred = True
        if isinstance(fact, DamageApplied) and fact.source:
            self.struck_by[fact.combatant] = (fact.source, fact.weapon or "")

    def _look_who_stands(self) -> None:
        """Who takes turns now, for which sides (who is of none fights alone), and who has fallen since."""
        self.stirred = False
        here = tuple(fighters(self.ruleset, self.play.state))
        standing = frozenset([one.id for one in here])
        self.sides = {one.side or one.id for one in here}
        turn = self.play.state.fight.turn if self.play.state.fight is not None else 0
        for name in sorted(self.standing - standing):
            by, weapon = self.struck_by.get(name, ("", ""))
            self.falls[name] = Fall(combatant=name, turn=turn, by=by, weapon=weapon)
        for name in standing - self.standing:
            self.falls.pop(name, None)
        self.standing = standing

    def told(self) -> Fought:
        """How it went."""
        state, sides = self.play.state, self.sides
        left = self.ruleset.tactical.left
        here = [one for one in state.combatants.values() if one.id in self.standing or one.id in self.falls]
        return Fought(
            winner=next(iter(sides)) if len(sides) == 1 else NOBODY,
            turns=min(self.plan.longest, (state.fight.turn if state.fight else self.first_turn) - self.first_turn + 1),
            acts=self.acts,
            falls=tuple(self._how(state, fall) for fall in self.falls.values()),
            left={one.id: round(max(0.0, left(one)), 3) for one in here},
        )

    def _how(self, state: State, fall: Fall) -> Fall:
        one = state.combatants.get(fall.combatant)
        how = "gone" if one is None or one.status != "in-fight" else "dead" if self.ruleset.is_lost(one) else "down"
        return msgspec.structs.replace(fall, how=how)
