"""One run from where a table stands, as a log of its own: the table's own log under another name, and then the run.

A state is more than any commands could set up again (who has acted, what was declared, what holds until when), so the
run goes on from the very log that made it. The copy is sealed anew, under a name that only this server can work out:
whoever brings it in makes another table of it, and the one it comes from stays as it is.
"""

import hmac
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from api.simulation.many import Fights
from api.simulation.written import Secret, Written
from engine.commands import Note
from engine.decide import bring_in
from engine.history import History, Track
from engine.playing import Face
from engine.rulesets import RULESETS
from events.chain import GENESIS, Sealed, seal
from projections.simulating import Fought, fight
from projections.simulating.fight import Given

_TURNED: Final = b'"type":"dice-key-turned"'
"""Quotation marks in what somebody said are written otherwise. A sheet or an act could hold a field like this one; it
names no head of the log, and is left as it is."""

_plan: Final = msgspec.json.Encoder().encode


class _Said(msgspec.Struct, frozen=True):
    """Whose command an entry is of."""

    seat: str
    command: str


_said: Final = msgspec.json.Decoder(_Said)


def secret_of(key: bytes, table: str, history: History, fights: Fights, run: int) -> Secret:
    """What names, salts and keys of a run's log are made of: the same for the same run from the same moment."""
    what = f"run|{table}|{history.hash.hex()}|{fights.seed}|{run}|".encode() + _plan(fights.plan)
    root = hmac.digest(key, what, "sha256")
    return lambda purpose: hmac.digest(root, purpose.encode(), "sha256")


def apart(history: History) -> History:
    """The same history, of which nothing is shared with the table that goes on."""
    stands, begins = (Track(one.items[: one.length]) for one in (history.stands, history.begins))
    return replace(history.rebased(), stands=stands, begins=begins)


class Renamed:
    """Writes a table's log down under another name, entry by entry; a key turn names the head of the new chain.

    `reached` is the hash of the log's newest entry that was written down, `version` its version, `hash` that of the
    new chain.
    """

    def __init__(self, table: str, name: str, secret: Secret) -> None:
        self.hash = GENESIS
        self._begins, self._new = (f'{{"table":"{one}",'.encode() for one in (table, name))
        self._secret = secret
        self.reached, self.version = GENESIS, 0
        self._command: _Said | None = None
        self._heads = (GENESIS, GENESIS)

    def page(self, entries: Iterable[Sealed]) -> list[Sealed]:
        """The next entries of the log, under the other name."""
        return [self._entry(one) for one in entries]

    def _entry(self, one: Sealed) -> Sealed:
        said = _said.decode(one.body)
        if said != self._command:
            self._command, self._heads = said, (self.reached, self.hash)
        assert one.body.startswith(self._begins), "an entry begins with the table it is of"
        body = self._new + one.body[len(self._begins) :]
        if _TURNED in body:
            old, new = (f'"head":"{head.hex()}"'.encode() for head in self._heads)
            body = body.replace(old, new)
        made = seal(self.hash, one.version, body, self._secret(f"salt {one.version}")[:16])
        self.reached, self.version, self.hash = one.hash, one.version, made.hash
        return made


def goes_on(name: str, history: History, secret: Secret, fights: Fights, run: int, face: Face) -> Written:
    """The run, on a history that is apart and has the hash of the renamed log; `face` throws its dice.

    Raises:
        Refused: the table forbids something of it, for it is closed.
    """
    ruleset = RULESETS[fights.ruleset]
    fallen: list[Given] = []
    fought = fight(ruleset, fights.state, fights.plan, face, fallen.append)
    log = Written(name, ruleset, history, secret, history.ledger.first_gm.id, f"run-{history.head}")
    log.add(bring_in(history, ruleset, log.given(fights.plan), secret("entropy").hex(), log.dice))
    log.give(Note(text=f"Simulated from here on: run {run} of seed {fights.seed}, tactic {fights.plan.tactic}."))
    log.play(fallen)
    log.give(Note(text=f"The simulated fight is over: {_told(fought)}"))
    return log


def _told(fought: Fought) -> str:
    won = f"won by {fought.winner}" if fought.winner else "nobody has won"
    return f"{won} after {fought.turns} turns and {fought.acts} acts."
