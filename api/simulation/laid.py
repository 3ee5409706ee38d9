"""A table in memory for simulated fights: encounters are laid out on it, and one run is written down as a log."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import msgspec

from api.encounters.laying import planned, wanted
from api.encounters.model import Encounter
from api.proof.capsules import line_of
from api.proof.verify import Header, Line, Trailer
from engine.commands import AnyCommand, Command, OpenTable
from engine.commands import Given as CommandGiven
from engine.decide import Accepted, decide, open_table
from engine.decide.table import GM_SEAT
from engine.dice import KeyedDice
from engine.history import History
from engine.refusals import Refusal, Refused
from engine.ruleset import RuleSet
from engine.state import State
from events.chain import Sealed, seal
from events.codec import decode, encode
from events.envelope import Entry
from projections.simulating.fight import Given

TABLE: Final = "simulated"
_NO_LINK: Final = "0" * 64
_FOES, _PARTY = "foes", "party"
_command: Final = msgspec.json.Decoder(AnyCommand)


class Laid:
    """A table with encounters on it. The first is what the file says; in later ones `foes` are the `party`.

    Raises:
        Refused: something of an encounter is not accepted.
    """

    def __init__(self, ruleset: RuleSet, encounters: Iterable[Encounter], seed: int) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.dice = KeyedDice(self._bytes("dice"), TABLE)
        self.history = History.empty()
        self.sealed: list[Sealed] = []
        self.number = 0
        files = tuple(encounters)
        opening = OpenTable(title=files[0].title, ruleset=ruleset.id, options=wanted(files[0], ruleset.rulebook))
        given = self._given(opening, ())
        self._land(open_table(self.history, ruleset, opening, given, _NO_LINK, self.dice))
        for place, encounter in enumerate(files):
            for one in planned(_on_the_other_side(encounter) if place else encounter, ruleset.rulebook):
                if one.command["type"] not in ("set_option", *(("set_scene",) if place else ())):
                    self.give(_command.decode(msgspec.json.encode(one.command)), ())

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.history.state

    def give(self, command: Command, faces: tuple[int, ...]) -> None:
        """Give a command of the GM's, with faces of real dice.

        Raises:
            Refused: it is not accepted.
        """
        given = self._given(command, faces)
        self._land(decide(self.history, self.ruleset, command, given, self.dice, self._past))

    def play(self, fought: Iterable[Given]) -> None:
        """Play a simulated fight once more, on the faces that fell in it."""
        for one in fought:
            self.give(one.command, one.faces)

    def export(self) -> Iterator[bytes]:
        """The log as an export of a table, line by line."""
        yield line_of(Header(1, TABLE, self.ruleset.id))
        for one in self.sealed:
            yield line_of(Line(one.version, one.salt.hex(), one.hash.hex(), msgspec.Raw(one.body)))
        yield line_of(Trailer(self.history.head, self.history.hash.hex()))

    def _given(self, command: msgspec.Struct, faces: tuple[int, ...]) -> CommandGiven:
        self.number += 1
        body = sha256(msgspec.json.encode(command) + msgspec.json.encode(faces))
        return CommandGiven(
            table=TABLE,
            seat=GM_SEAT,
            command=f"sim-{self.number}",
            digest=body.hexdigest(),
            now=1000 * self.number,
            faces=faces,
        )

    def _land(self, answer: Accepted | Refusal) -> None:
        if isinstance(answer, Refusal):
            raise Refused(answer)
        for entry in answer.entries:
            salt = self._bytes(f"salt {entry.version}")[:16]
            one = seal(self.history.hash, entry.version, encode(entry), salt)
            restored = self.history.led_to(entry, self._past)
            self.history = self.history.advance(entry, one.hash, restored)
            self.sealed.append(one)

    def _past(self, version: int) -> Entry:
        return decode(self.sealed[version - 1].body)

    def _bytes(self, what: str) -> bytes:
        return sha256(f"{self.seed} {what}".encode()).digest()


def _on_the_other_side(encounter: Encounter) -> Encounter:
    those = {
        name: msgspec.structs.replace(one, side=_PARTY) if one.side == _FOES else one
        for name, one in encounter.combatants.items()
    }
    return msgspec.structs.replace(encounter, combatants=those)
