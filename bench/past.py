"""What it costs to add, to take back and to look back, on a short log and on one a hundred times as long."""

import io
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Raw

from api.proof.capsules import line_of
from api.proof.verify import Header, Line, Trailer, lines_of, verify
from bench.figures import Row, at_least, at_most, best_of
from engine.commands import Amend, Command, Given, Redo, SetScene, Strike, Undo
from engine.decide import Accepted, decide
from engine.dice import KeyedDice
from engine.history import History, fold
from engine.rulesets import RULESETS
from engine.state import State
from events.chain import GENESIS, seal
from events.codec import decode, encode
from events.envelope import Entry
from events.play import Rolled
from tests.games.fights import fight_of

SHORT, LONG = 1_000, 100_000
TIMES = 200
MOST = 1.5
"""A long log may cost half as much again as a short one: caches of the machine, no more."""
MOST_JUDGED = 40.0
"""A correction decides every later step again, which costs some tens of times what folding its facts does."""


def run() -> list[Row]:
    """Measure both lengths in turns, so that both feel the same disturbances."""
    short, long = Played(fight_of(SHORT)), Played(fight_of(LONG))
    rows = []
    for what, work in WORK.items():
        times = _in_turns(lambda w=work: w(short), lambda w=work: w(long))  # type: ignore[misc]
        ours, beside = (1_000_000 * one / TIMES for one in reversed(times))
        reads = "engine alone, decided, encoded, sealed and folded; past entries come from memory"
        rows.append(at_most(f"{what}, on {LONG:,} events against {SHORT:,}", ours, beside, MOST, "us", reads))
    return [*rows, *_corrections(Played(fight_of(SHORT), whole=True)), _verification(short)]


def _in_turns(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    pairs = [(best_of(1, one), best_of(1, other)) for _ in range(7)]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


class Played:
    """A table in memory with a log."""

    def __init__(self, bodies: list[bytes], *, whole: bool = False) -> None:
        self.bodies = bodies
        if whole:  # without the command that is cut off at its end
            last = decode(self.bodies[-1]).command
            self.bodies = [body for body in self.bodies if decode(body).command != last]
        self.ruleset = RULESETS[decode(self.bodies[0]).fact.ruleset]  # type: ignore[union-attr]
        self.dice = KeyedDice(bytes(32), decode(self.bodies[0]).table)
        self.history = History.empty()
        for body in self.bodies:
            self.history = self._advanced(self.history, decode(body))
        self.rng = random.Random(7)
        self.given = 0

    def past(self, version: int) -> Entry:
        """A past entry from its bytes."""
        return decode(self.bodies[version - 1])

    def _advanced(self, history: History, entry: Entry) -> History:
        one = seal(history.hash, entry.version, encode(entry), bytes(16))
        return history.advance(entry, one.hash, history.led_to(entry, self.past))

    def _give(self, command: Command) -> None:
        self.given += 1
        given = Given(table="t1", seat="gm", command=f"b-{self.given}", digest="d", now=10**9 + self.given)
        answer = decide(self.history, self.ruleset, command, given, self.dice, self.past)
        assert isinstance(answer, Accepted), answer
        for entry in answer.entries:
            self.bodies.append(encode(entry))
            self.history = self._advanced(self.history, entry)

    def append(self, times: int = TIMES) -> None:
        """Add a command, so many times."""
        for turn in range(times):
            self._give(SetScene(light=("poor", "")[turn % 2]))

    def undo(self, times: int = TIMES) -> None:
        """Take one back and do it again, in turn."""
        for turn in range(times):
            self._give((Undo, Redo)[turn % 2]())

    def try_out(self, command: Command) -> None:
        """Decide a correction and fold what it leads to, and leave the log as it is."""
        given = Given(table="t1", seat="gm", command="try", digest="d", now=self.history.time + 1)
        answer = decide(self.history, self.ruleset, command, given, self.dice, self.past)
        assert isinstance(answer, Accepted), answer
        history, new = self.history, dict[int, Entry]()
        for entry in answer.entries:
            new[entry.version] = entry
            led = history.led_to(entry, lambda version: new.get(version) or self.past(version))
            history = history.advance(entry, bytes(32), led)
        self.history.prune()

    def look_back(self, times: int = TIMES) -> None:
        """Stand at random versions again."""
        for _ in range(times):
            version = self.rng.randrange(1, self.history.head)
            self.history.restored(self.history.stands[version], self.past)


WORK: Final[dict[str, Callable[..., None]]] = {
    "append": Played.append,
    "undo and redo": Played.undo,
    "state at a random version": Played.look_back,
}
"""What is done at a table, by what it is called."""


def _corrections(log: Played) -> list[Row]:
    """Something at the start of a log is put right: all that came later is folded again, and judged again."""
    entries = [decode(body) for body in log.bodies]
    roll = next(one for one in entries if isinstance(one.fact, Rolled) and one.fact.purpose == "strike")
    assert roll.action is not None, "a shot is part of an action"
    refolded = len(entries) - roll.version
    before = fold(State(), entries[: roll.version - 1])
    once = _per_thousand(refolded, lambda: fold(before, map(log.past, range(roll.version, len(entries) + 1))))
    rows = []
    for what, command, more in (
        ("strike", Strike(roll=roll.version), "every later step tried against what is left"),
        ("amend", Amend(action=roll.action, changes={"range": "long"}), "every later step judged again"),
    ):
        ours = _per_thousand(refolded, lambda command=command: log.try_out(command))  # type: ignore[misc]
        reads = f"of the first shot, {refolded:,} events back: {more}, all folded; beside it: decoded and folded once"
        rows.append(at_most(f"{what}, for each {SHORT:,} events refolded", ours, once, MOST_JUDGED, "ms", reads))
    return rows


def _per_thousand(events: int, work: Callable[[], object]) -> float:
    return 1_000_000 * best_of(5, work) / events


def _verification(log: Played) -> Row:
    file = _file(log)
    ours = len(log.bodies) / best_of(5, lambda: verify(lines_of(io.BytesIO(file))))
    bare = len(log.bodies) / best_of(5, lambda: [sha256(body).digest() for body in log.bodies])
    reads = (
        "everything is checked: lines, chain, canonical bytes, envelope, keys and every die; the limit hashes the "
        "stored bytes once and does nothing else"
    )
    return at_least("verification, against bare SHA-256 of the same bytes", ours, bare, 1 / 100, "entries/s", reads)


def _file(log: Played) -> bytes:
    held, first = GENESIS, decode(log.bodies[0])
    lines = [line_of(Header(1, first.table, log.ruleset.id))]
    for version, body in enumerate(log.bodies, 1):
        one = seal(held, version, body, bytes(16))
        held = one.hash
        lines.append(line_of(Line(version, one.salt.hex(), held.hex(), Raw(body))))
    return b"".join((*lines, line_of(Trailer(len(log.bodies), held.hex()))))
