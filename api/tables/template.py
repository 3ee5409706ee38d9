"""What a table is opened with: rules and options, a scene with people in it, seats. It lands in the log as one."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from api.encounters.laying import planned, wanted
from api.encounters.model import Encounter
from api.tables.deciding import Salt
from engine.commands import AnyCommand, Given, OfferSeat, OpenTable
from engine.decide import Accepted, decide, open_table
from engine.decide.table import GM_SEAT
from engine.dice import DiceBox
from engine.history import History
from engine.refusals import Refusal, Refused, refusal
from engine.ruleset import RuleSet
from events.base import OptionValue, SeatId
from events.chain import Sealed, seal
from events.codec import encode
from events.log.answers import Landing

SeatKind = Literal["gm", "player", "spectator", "service"]

MOST_SEATS_AT_ONCE: Final = 20
_command: Final = msgspec.json.Decoder(AnyCommand)


class SeatWanted(msgspec.Struct, frozen=True):
    """A seat that a table is opened with: its id, what kind it is, and whose."""

    seat: SeatId
    kind: SeatKind
    name: str


class HouseRules(msgspec.Struct, frozen=True):
    """How another table plays: its rule set and the options in force there. Nothing of who plays, or with whom."""

    ruleset: str
    options: Mapping[str, OptionValue]


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """What a new table begins as. What stands further down goes over what stands above it.

    `like` is how another table plays, `encounter` a scene and who is in it with the options it asks for, `preset` a
    named set of options, `options` single ones. `seats` are offered at once, beside the first GM's.
    """

    ruleset: str = ""
    like: HouseRules | None = None
    encounter: Encounter | None = None
    preset: str = ""
    options: Mapping[str, OptionValue] = {}
    seats: tuple[SeatWanted, ...] = ()


class Prepared(msgspec.Struct, frozen=True):
    """The commands that make a table of a template: the opening, and what its GM would give then."""

    opening: OpenTable
    commands: tuple[AnyCommand, ...]


def prepared(title: str, template: Template, rulesets: Mapping[str, RuleSet], links: Mapping[SeatId, str]) -> Prepared:
    """The commands of a template; `links` are the digests of its seats' links.

    Raises:
        Refused: no rule set is said, or two, or one that there is not.
    """
    ruleset = _rules_of(template, rulesets)
    book = ruleset.rulebook
    options = dict(template.like.options) if template.like is not None else {}
    commands: list[AnyCommand] = []
    if template.encounter is not None:
        options |= wanted(template.encounter, book)
        laid = (one.command for one in planned(template.encounter, book) if one.command["type"] != "set_option")
        commands += [_command.decode(msgspec.json.encode(one)) for one in laid]
    options |= next((one.options for one in book.presets if one.id == template.preset), {})
    commands += [
        OfferSeat(seat=one.seat, kind=one.kind, name=one.name, link_digest=links[one.seat]) for one in template.seats
    ]
    opening = OpenTable(
        title=title, ruleset=ruleset.id, preset=template.preset, options={**options, **template.options}
    )
    return Prepared(opening, tuple(commands))


def _rules_of(template: Template, rulesets: Mapping[str, RuleSet]) -> RuleSet:
    said = {template.ruleset} if template.ruleset else set()
    said |= {template.like.ruleset} if template.like is not None else set()
    said |= {template.encounter.ruleset} if template.encounter is not None else set()
    if len(said) != 1:
        names = f"{' and '.join(sorted(said))} are asked for together" if said else "no rule set is said"
        raise Refused(refusal("invalid", f"{names}; there are {', '.join(rulesets)}"))
    (name,) = said
    if name not in rulesets:
        raise Refused(refusal("invalid", f"there is no rule set {name!r}; there are {', '.join(rulesets)}"))
    return rulesets[name]


def landings(
    what: Prepared, ruleset: RuleSet, given: Given, gm_link: str, dice: DiceBox, salt: Salt
) -> tuple[Landing, ...]:
    """Everything that a table begins with, decided one after the other, to be appended as one.

    Raises:
        Refused: something of it is not accepted.
    """
    opened = _Opened(salt)
    opened.land(open_table(opened.history, ruleset, what.opening, given, gm_link, dice), given)
    for number, command in enumerate(what.commands, 1):
        one = replace(given, command=f"{given.command}-{number}")
        opened.land(decide(opened.history, ruleset, command, one, dice), one)
    return tuple(opened.landings)


class _Opened:
    """A table that is in no log yet."""

    def __init__(self, salt: Salt) -> None:
        self.history = History.empty()
        self.landings: list[Landing] = []
        self._salt = salt

    def land(self, answer: Accepted | Refusal, given: Given) -> None:
        if isinstance(answer, Refusal):
            raise Refused(answer)
        sealed: list[Sealed] = []
        for entry in answer.entries:
            sealed.append(seal(self.history.hash, entry.version, encode(entry), self._salt()))
            self.history = self.history.advance(entry, sealed[-1].hash, None)
        self.landings.append(Landing(f"{given.seat}/{given.command}", given.digest, tuple(sealed)))


def wanted_seats(said: Iterable[SeatWanted]) -> tuple[SeatWanted, ...]:
    """Seats as they are asked for, each once.

    Raises:
        Refused: two have one id, or the first GM's, whose seat is there anyway.
    """
    seats = tuple(said)
    if len({GM_SEAT, *(one.seat for one in seats)}) <= len(seats):
        raise Refused(refusal("invalid", "each seat has an id of its own, and the first GM's is gm"))
    return seats
