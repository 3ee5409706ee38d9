"""Play without a log: ordinary commands carried out by the very procedures of the rules, with dice from anywhere.

For whole fights by the thousand. What is played here can be played again by the kernel with the faces that fell, and
leads to the same: nothing is decided otherwise, only less is written down.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine.commands import Act, BeginCombat, Command, Done, NextTurn, PlaceCombatant, RollInitiative, SetStatus, Show
from engine.context import Context
from engine.effects import with_effects
from engine.evolve import evolve
from engine.flow import (
    One,
    Several,
    Through,
    Title,
    begin_combat,
    done,
    next_turn,
    roll_initiative,
    waiting_for_initiative,
)
from engine.kernel import DICE_PER_ROLL
from engine.play import ActGiven, act
from engine.requests import (
    Ask,
    Call,
    Choice,
    Choose,
    Each,
    Faces,
    Procedure,
    Record,
    Request,
    Roll,
    Success,
    Total,
    compared,
)
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId, Fact
from events.envelope import SCHEMA, Entry
from events.roster import CombatantShown, Placed, StatusSet

Face = Callable[[int], int]
"""Gives one face of a die with so many sides."""

Watch = Callable[[Fact], None]


class Playing:
    """A state that goes on by commands. `faces` are those that fell for the last command, in their order.

    Whoever is asked to choose takes the default; `chosen` tells who did, what, and how many faces had fallen by then.
    """

    def __init__(self, ruleset: RuleSet, state: State, face: Face, watch: Watch | None = None) -> None:
        self.ruleset = ruleset
        self.context = Context(state, ruleset.decode_sheet, ruleset.ways)
        self.face = face
        self.watch = watch
        self.version = 1_000_000_000  # beyond all versions of the log that the state came from
        self.faces: list[int] = []
        self.chosen: list[tuple[int, CombatantId, str]] = []

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.context.state

    def give(self, command: Command) -> None:
        """Carry a command out, which the rules have nothing against.

        Raises:
            KeyError: it is none of those that are played here.
        """
        self.faces, self.chosen = [], []
        DOERS[type(command)](self, command)

    def run(self, procedure: Procedure[Any]) -> Any:
        """Run a procedure to its end and return what it returns."""
        reply: Any = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as end:
                return end.value
            reply = self.record(request.fact) if type(request) is Record else self._reply(request)

    def record(self, fact: Fact) -> int:
        """Fold a fact in; the number it can be named by."""
        self.version += 1
        entry = Entry("", self.version, 0, SCHEMA, "", "", "", fact)  # type: ignore[arg-type]
        self.context.state = evolve(self.context.state, entry)
        if self.watch is not None:
            self.watch(fact)
        return self.version

    def _reply(self, request: Request) -> Any:
        match request:
            case Roll():
                return self._throw(request)
            case Call(procedure=procedure, values=values):
                return self.run(procedure(self.context, *values))
            case Each(n=n, procedure=procedure, values=values):
                return tuple([self.run(procedure(self.context, *values)) for _ in range(n)])
            case Choose():
                return self._default(request)
            case Ask(several=several):
                return tuple([self._reply(one) for one in several])
            case Record(fact=fact):
                return self.record(fact)

    def _default(self, choose: Choose) -> Choice:
        one = self.state.combatants.get(choose.combatant)
        if one is not None and not one.unseen and not self.ruleset.helpless(self.state, one):
            self.chosen.append((len(self.faces), choose.combatant, choose.default))
        return Choice(choose.default, 0)

    def _throw(self, roll: Roll) -> Faces | Total | Success:
        roll = with_effects(self.context.state, roll)
        dice = roll.dice
        faces = tuple([self.face(dice.sides) for _ in range(dice.count)])
        while (counts := dice.reading(faces)) is None and len(faces) < DICE_PER_ROLL:
            faces = (*faces, self.face(dice.sides))
        self.faces.extend(faces)
        self.version += 1  # as the kernel would write it down
        if roll.reads is Faces:
            return Faces(faces, self.version)
        total = sum(faces if counts is None else counts) + dice.plus
        for modifier in roll.modifiers:
            total += modifier.value
        verdict = roll.judge(total, faces, roll.target_number)
        success, fumble = verdict.outcome == "success", verdict.outcome == "fumble"
        if roll.reads is Success:
            return Success(success, self.version, fumble)
        told = Total(total, success, verdict.success_level, verdict.location, self.version, fumble)
        return told if roll.beside is None else compared(told, roll.beside)


def _act(play: Playing, command: Act) -> None:
    play.run(act(play.ruleset, play.context, ActGiven(command.combatant, command.action, (), command.done)))
    play.context.modifiers = ()


def _done(play: Playing, command: Done) -> None:
    play.run(done(play.ruleset, play.context, One(command.combatant)))


def _begin(play: Playing, command: BeginCombat) -> None:
    play.run(begin_combat(play.ruleset, play.context, Title(command.title, command.through == "initiative")))


def _initiative(play: Playing, command: RollInitiative) -> None:
    owing = waiting_for_initiative(play.ruleset, play.state)
    play.run(roll_initiative(play.ruleset, play.context, Several(owing, everybody=True)))


def _next_turn(play: Playing, command: NextTurn) -> None:
    play.run(next_turn(play.ruleset, play.context, Through(command.through == "initiative")))


def _placed(play: Playing, command: PlaceCombatant) -> None:
    said = {name: value for name, value in msgspec.structs.asdict(command).items() if value is not None}
    play.record(Placed(**said))


def _status(play: Playing, command: SetStatus) -> None:
    play.record(StatusSet(command.combatant, command.status))
    fight = play.state.fight
    if fight is not None and fight.up == command.combatant and command.status != "in-fight":
        play.run(done(play.ruleset, play.context, One(command.combatant)))


def _shown(play: Playing, command: Show) -> None:
    play.record(CombatantShown(command.combatant))


DOERS: Final[dict[type[Command], Callable[[Playing, Any], None]]] = {
    Act: _act,
    Done: _done,
    BeginCombat: _begin,
    RollInitiative: _initiative,
    NextTurn: _next_turn,
    PlaceCombatant: _placed,
    SetStatus: _status,
    Show: _shown,
}
"""How each command is played that tactics give and that a fight needs to go on."""
