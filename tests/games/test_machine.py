"""Long random games: after every command the state is what the bytes say, and nothing refused leaves a trace."""

import random
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar, get_args

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from engine import commands as c
from engine.actions import all_open
from engine.admission import ADMISSIONS
from engine.beforehand import due_now
from engine.commands import COMMANDS, wire_name
from engine.decide import Accepted
from engine.history import fold
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from engine.state import State
from events.base import Fact
from events.codec import canonical, decode, encode
from events.correction import Retracted
from events.envelope import Entry
from events.facts import FACTS, LEDGER
from events.play import Rolled
from events.roster import OptionChanged
from events.table import ProposalSettled, QueueEnd, QueueSettled, Settlement
from tests.games.moves import GM_ROLLS, MOVES, SEATS, Move, enter, sensible, sheet, wishes
from tests.reps import repetitions
from tests.tables import MemoryTable

GAMES = repetitions(200, 2_000)
UNSEEN = repetitions(6, 0)
"""How many of the rarest facts and commands so few games may miss; the full number misses none."""
LENGTH = 80

COUNTED = ("answer", "command", "tag", "phase", "refusal", "parked", "gm_rolls", "level", "proposal", "queued")
seen: dict[str, Counter[str]] = {name: Counter() for name in COUNTED}

AT_ANY_TABLE = {
    "command": {"enter_combatant", "accept_combatant", "refuse_combatant", "queue", "carry_out", "set_option"},
    "tag": {"combatant-proposed", "proposal-settled", "action-queued", "queue-settled", "option-changed"},
    "gm_rolls": set(GM_ROLLS),
    "level": {"open", "result", "gm", "blind"},
    "proposal": set(get_args(Settlement)),
    "queued": set(get_args(QueueEnd)),
}
"""What games of any rule set reach: the table has it, and none of it is rare."""


Line = tuple[Entry, ...]


def reference_fold(bodies: list[bytes]) -> State:
    """The state that these bytes add up to, in the plainest words."""
    return fold(State(), counting(bodies))


def counting(bodies: list[bytes]) -> Line:
    """What counts in the end, in the order of folding: found by a list of what counts after every entry."""
    lines: list[Line] = [()]
    for entry in map(decode, bodies):
        before, fact = lines[-1], entry.fact
        if isinstance(fact, Retracted) and fact.how in ("undo", "redo", "switch"):
            lines.append(lines[fact.stands_at])
        elif isinstance(fact, Retracted):
            lines.append(corrected(before, fact, coming_of(entry, bodies)))
        elif entry.instead_of or (type(fact) in LEDGER and entry.version > 1):
            lines.append(before)
        else:
            lines.append((*before, entry))
    return lines[-1]


def coming_of(entry: Entry, bodies: list[bytes]) -> Line:
    """The entries of the same command that stand in the places of others."""
    mine = (decode(body) for body in bodies[entry.version - 200 if entry.version > 200 else 0 : entry.version])
    return tuple(one for one in mine if (one.seat, one.command) == (entry.seat, entry.command) and one.instead_of)


def corrected(line: Line, fact: Retracted, coming: Line) -> Line:
    """What counts after a correction in the middle."""
    gone = {version for span in fact.versions for version in range(span.first, span.last + 1)}
    after: list[Entry] = []
    for entry in line:
        after += [new for new in coming if new.instead_of[0] == entry.version]
        after += [entry] if entry.version not in gone else []
    return tuple(after)


class NoDice:
    """Dice that must not be thrown."""

    def face(self, *of: Any, **more: Any) -> int:
        raise AssertionError("a die was thrown")

    def commitment(self, *of: Any, **more: Any) -> str:
        raise AssertionError("a key was asked for")

    key = commitment


SEEDS = st.lists(st.integers(0, 255), min_size=6, max_size=6)
"""Seeds that differ from game to game: single numbers are drawn small and alike too often."""


class Games(RuleBasedStateMachine):
    """One table, any command at any time, from any seat; other rule sets have other moves."""

    ruleset: ClassVar = "unisystem"

    def newcomer(self) -> c.Command:
        """Somebody enters."""
        return enter(self.rng, self.table.state)

    def made(self) -> c.Command:
        """A move that fits the moment, most of the time."""
        make, _ = MOVES[sensible(self.rng, self.table.state)]
        return make(self.rng, self.table.state)

    def wished(self, rng: random.Random) -> tuple[Any, Mapping[str, tuple[Move, int]]]:
        """The sheet of somebody whom a player would like to bring in, and the acts there are."""
        return sheet(rng), MOVES

    @initialize(seed=SEEDS)
    def open(self, seed: list[int]) -> None:
        self.table = MemoryTable(RULESETS[self.ruleset])
        self.seed, self.step = seed, 0
        self.rng = random.Random(str(seed))
        self.actions: list[str] = []
        for seat in SEATS:
            self.table.seat(seat)
        self._note(Accepted(tuple(map(decode, self.table.bodies))))
        for _ in range(3):
            self._give(self.newcomer())

    @rule(seed=SEEDS, seat=st.sampled_from(["gm"] * 6 + list(SEATS)), forced=st.integers(0, 9))
    def move(self, seed: list[int], seat: str, forced: int) -> None:
        self.step += 1
        self.rng = random.Random(f"{self.seed} {self.step} {seed}")
        command = self.made()
        if self.rng.random() < 0.1:
            command = MOVES["correct"][0](self.rng, self.table.state)
        if self.table.history.redo and self.rng.random() < 0.3:
            command = c.Redo()
        command = self._naming_what_is_there(self._ending_what_is_open(command))
        if isinstance(command, c.RequestUndo) and self.actions:
            command = c.RequestUndo(action=self.rng.choice(self.actions))
        self._give(command, self._seat_for(command, seat), force="table ruling" if forced == 0 else None)
        self._wish()

    def _wish(self) -> None:
        """Now and then a player would like to bring somebody in, or it is said beforehand what somebody does."""
        rng, table = random.Random(f"a wish {self.seed} {self.step}"), self.table
        due = due_now(table.history.ledger, table.state)
        if due is not None and rng.random() < 0.5:
            self._give(c.CarryOut(combatant=due.combatant), due.seat)
        elif rng.random() < 0.08:
            newcomer, moves = self.wished(rng)
            later = moves[rng.choice(["task", "shoot"])][0](rng, table.state)
            assert isinstance(later, c.Act)
            self._give(*wishes(rng, table.state, table.history.ledger, newcomer, later))

    def _ending_what_is_open(self, command: c.Command) -> c.Command:
        """Now and then an argument is settled, or a seat that nobody needs is closed."""
        ledger = self.table.history.ledger
        if any(one.ruling is None for one in ledger.disputes.values()) and self.rng.random() < 0.2:
            return c.Rule(dispute=1, reason="It was near enough.")
        cleo = ledger.seats.get("cleo")
        return c.CloseSeat(seat="cleo") if cleo and not cleo.closed and self.rng.random() < 0.1 else command

    def _naming_what_is_there(self, command: c.Command) -> c.Command:
        """A correction of a step, or of a result, that there is; an argument about a roll, or its end."""
        if isinstance(command, c.RevealRoll | c.Dispute):
            past = (self.table.past(version) for version in range(self.table.history.head, 0, -1))
            rolls = [entry.version for entry in islice(past, 40) if isinstance(entry.fact, Rolled)]
            return msgspec.structs.replace(command, roll=self.rng.choice(rolls or [1]))
        if isinstance(command, c.Rule):
            disputes = list(self.table.history.ledger.disputes)[-1:] or [1]
            return msgspec.structs.replace(command, dispute=self.rng.choice(disputes))
        if isinstance(command, c.Strike | c.Amend) and command.action is not None:
            steps = list(self.table.history.commands)[-20:]
            return msgspec.structs.replace(command, action=self.rng.choice(steps))
        if isinstance(command, c.Strike | c.Override) and command.version is not None:
            head = self.table.history.head
            return msgspec.structs.replace(command, version=self.rng.randrange(max(2, head - 60), head + 1))
        return command

    def _seat_for(self, command: c.Command, seat: str) -> str:
        """Mostly a seat that may give the command."""
        if isinstance(command, c.RequestUndo):
            return command.action.split("/")[0]
        return seat if seat in {"gm"} or ADMISSIONS[type(command)].own or self.rng.random() < 0.2 else "gm"

    def _give(self, command: c.Command, seat: str = "gm", force: str | None = None) -> None:
        before, length = self.table.history, len(self.table.bodies)
        answer = self.table.give(command, seat, force=force)
        seen["answer"][type(answer).__name__] += 1
        if isinstance(answer, Refusal):
            seen["refusal"][answer.code] += 1
            assert len(self.table.bodies) == length and self.table.history is before
            return
        seen["command"][wire_name(type(command))] += 1
        if seat != "gm" and answer.entries[-1].action:
            self.actions.append(answer.entries[-1].action)
        self._note(answer)

    def _note(self, answer: Accepted) -> None:
        for entry in answer.entries:
            seen["tag"][str(entry.fact.__struct_config__.tag)] += 1
            self._note_which(entry.fact)
        seen["phase"][self.table.state.phase] += 1
        for _, question in all_open(self.table.state):
            seen["parked"][question.purpose] += 1

    @staticmethod
    def _note_which(fact: Fact) -> None:
        match fact:
            case OptionChanged(option="gm_rolls", value=value):
                seen["gm_rolls"][str(value)] += 1
            case Rolled(level=level):
                seen["level"][level] += 1
            case ProposalSettled(verdict=verdict):
                seen["proposal"][verdict] += 1
            case QueueSettled(end=end):
                seen["queued"][end] += 1
            case _:
                pass

    @invariant()
    def the_state_is_what_the_bytes_say(self) -> None:
        if hasattr(self, "table"):
            assert self.table.state == reference_fold(self.table.bodies)

    @invariant()
    def bytes_and_state_survive_the_way_there_and_back(self) -> None:
        if hasattr(self, "table"):
            body = self.table.bodies[-1]
            assert encode(decode(body)) == body and canonical(body)
            state = self.table.state
            assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state

    @invariant()
    def versions_have_no_hole_and_time_runs_forward(self) -> None:
        if hasattr(self, "table"):
            newest = decode(self.table.bodies[-1])
            assert newest.version == len(self.table.bodies) == self.table.history.head
            assert newest.time >= decode(self.table.bodies[-2]).time

    def teardown(self) -> None:
        """Replay asks for no die, and whatever is parked can be finished by the GM: no table is ever stuck."""
        if not hasattr(self, "table"):
            return
        table = self.table.restarted()
        assert table.state == self.table.state
        for _ in range(200):
            if not table.open():
                break
            _, path, combatant = table.open()[0]
            table.must(c.Answer(combatant=combatant, question=path, default=True))
        assert not table.state.parked
        self._note(table.must(c.CloseTable()))
        assert table.refused(c.Note(text="too late")).code == "wrong-phase"


def test_random_games_hold_and_reach_everything() -> None:
    quiet = settings(
        max_examples=GAMES,
        stateful_step_count=LENGTH,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(Games, settings=quiet)
    report()
    accepted = seen["answer"]["Accepted"] / seen["answer"].total()
    assert accepted > 0.4, f"only {accepted:.0%} of the commands were accepted"
    missed = {str(f.__struct_config__.tag) for f in FACTS} - set(seen["tag"])
    assert "close_table" not in seen["command"], "the closing of the table is no move of the game"
    missed |= {wire_name(one) for one in COMMANDS} - set(seen["command"]) - {"close_table"}
    assert len(missed) <= UNSEEN, f"facts never seen, or commands never given: {missed}"
    assert not missed_of_any_table(seen), missed_of_any_table(seen)
    assert set(seen["phase"]) == {"lobby", "declaration", "initiative", "actions"}
    assert set(seen["refusal"]) >= EXPECTED_REFUSALS, EXPECTED_REFUSALS - set(seen["refusal"])
    assert set(seen["parked"]) >= PARKING_POINTS, PARKING_POINTS - set(seen["parked"])


def missed_of_any_table(reached: Mapping[str, Counter[str]]) -> set[str]:
    """What these games have not reached of all that games of any rule set do."""
    return {f"{name} {word}" for name, words in AT_ANY_TABLE.items() for word in words - set(reached[name])}


EXPECTED_REFUSALS = {
    "unauthorized",
    "unknown-id",
    "not-yours",
    "cannot-act",
    "wrong-phase",
    "not-your-turn",
    "waiting",
    "already-answered",
    "no-such-weapon",
    "not-enough-rounds",
    "out-of-ammunition",
    "already-dead",
    "nobody-able",
    "invalid",
}
PARKING_POINTS = {"initiative", "strike", "defense", "damage", "survival", "consciousness", "armor", "nerve"}


def report() -> None:
    """Say what the games have reached; pytest shows it with -s or on failure."""
    for name, counts in seen.items():
        sys.stdout.write(f"{name}: " + ", ".join(f"{word} {n}" for word, n in counts.most_common()) + "\n")
