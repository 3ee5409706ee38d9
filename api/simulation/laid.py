"""A table in memory for simulated fights: encounters are laid out on it, and one run is written down as a log."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import msgspec

from api.encounters.laying import planned, wanted
from api.encounters.model import Encounter
from api.proof.capsules import line_of, written
from api.proof.verify import FORMAT, Header, Trailer
from api.simulation.written import Written
from engine.commands import AnyCommand, OpenTable
from engine.decide import open_table
from engine.decide.table import GM_SEAT
from engine.history import History
from engine.ruleset import RuleSet
from engine.state import State

TABLE: Final = "simulated"
_NO_LINK: Final = "0" * 64
_FOES, _PARTY = "foes", "party"
_command: Final = msgspec.json.Decoder(AnyCommand)


class Laid(Written):
    """A table with encounters on it. The first is what the file says; in later ones `foes` are the `party`.

    Raises:
        Refused: something of an encounter is not accepted.
    """

    def __init__(self, ruleset: RuleSet, encounters: Iterable[Encounter], seed: int) -> None:
        self.seed = seed
        super().__init__(
            TABLE, ruleset, History.empty(), lambda what: sha256(f"{seed} {what}".encode()).digest(), GM_SEAT
        )
        files = tuple(encounters)
        opening = OpenTable(title=files[0].title, ruleset=ruleset.id, options=wanted(files[0], ruleset.rulebook))
        self.land(open_table(self.history, ruleset, opening, self.given(opening), _NO_LINK, self.dice))
        for place, encounter in enumerate(files):
            for one in planned(_on_the_other_side(encounter) if place else encounter, ruleset.rulebook):
                if one.command["type"] not in ("set_option", *(("set_scene",) if place else ())):
                    self.give(_command.decode(msgspec.json.encode(one.command)))

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.history.state

    def export(self) -> Iterator[bytes]:
        """The log as an export of a table, line by line."""
        yield line_of(Header(FORMAT, TABLE, self.ruleset.id))
        yield from (line_of(written(one)) for one in self.sealed)
        yield line_of(Trailer(self.history.head, self.history.hash.hex()))


def _on_the_other_side(encounter: Encounter) -> Encounter:
    those = {
        name: msgspec.structs.replace(one, side=_PARTY) if one.side == _FOES else one
        for name, one in encounter.combatants.items()
    }
    return msgspec.structs.replace(encounter, combatants=those)
