"""One audience's stream: the log cut, numbered and chained for it, folded entry by entry."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Final

import msgspec

from engine.ledger import Ledger
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId, Fact, SeatId, Version
from events.chain import link
from events.correction import IN_PLACE, Amended, Overridden, Retracted
from events.envelope import Entry
from events.play import ActionBegan, Declared, Rolled, RuleOverruled, fell_together
from events.roster import CombatantEntered, CombatantLeft, ControlGiven, OptionChanged
from events.table import RollShown, TableOpened
from projections.audience import Audience, Viewer
from projections.corrections import (
    Dice,
    Made,
    first_in_words,
    told_of_correction,
    told_of_what_counts_instead,
    told_of_what_hangs_on,
)
from projections.cut import CUTS, Cutter, Sighting, cut
from projections.cut.again import Begun, begun, told_again, with_actor
from projections.cut.instead import told_instead
from projections.cut.rolls import keep
from projections.cut.sighting import Kept, action_of
from projections.explanation import plain
from projections.frames import (
    LASTING,
    ActionOver,
    ActionSeen,
    Again,
    CombatantSeen,
    DeclarationSeen,
    DisputeSeen,
    Frame,
    Instead,
    NoteSeen,
    Overruled,
    OwnNumber,
    RollSeen,
    SeatSeen,
    SeenAnew,
    SeenFact,
    Struck,
    Undone,
    Whole,
    decode_frame,
    encode_frame,
)
from projections.numbers import Numbers
from projections.phrases import Phrase, Saying
from projections.rulings import contested_seen
from projections.sight import Card, TableView
from projections.story import Line, Teller
from projections.view import table_view

CHANGES_EYES: Final[frozenset[type[Fact]]] = frozenset(
    {TableOpened, CombatantEntered, CombatantLeft, ControlGiven, OptionChanged, Retracted}
)
"""Facts after which an audience may see with other eyes."""

SAID_BY: Final = (ActionSeen, DeclarationSeen, Declared, DisputeSeen, NoteSeen)
"""What is told with the seat that did it."""


class Chained(msgspec.Struct, frozen=True):
    """A frame as it is sent: its bytes, and the audience's chain after it."""

    number: OwnNumber
    chain: str
    body: bytes


class AudienceStream:
    """The frames of one viewer, from the first entry of the table on.

    Feed it every entry in order by `fold`. Numbers go up by one without a gap; a frame's chain hash is
    SHA-256(previous + SHA-256(frame bytes)). Where the audience changes (it is given a combatant, say), the frame is a
    `SeenAnew` with the whole view, and a new chain begins with it: the view's `chain` stands for the previous one.
    Numbers go on.
    """

    def __init__(self, viewer: Viewer, ruleset: RuleSet, cuts: Mapping[type[Fact], Cutter] = CUTS) -> None:
        self.viewer = viewer
        self.ruleset = ruleset
        self.numbers = Numbers()
        self.teller = Teller(ruleset)
        self.audience: Audience = viewer.audience(State())
        self._cuts = cuts
        self._bodies: list[bytes] = []
        self._chains: list[bytes] = [_genesis(self.audience)]
        self._rolls: dict[Version, Kept] = {}
        self._overruled: tuple[str, tuple[Overruled, ...]] = ("", ())
        self._told_of = ""
        self._people: dict[SeatId, str] = {}
        self._called: dict[CombatantId, str] = {}
        self._left: dict[CombatantId, Combatant] = {}
        self._acts: dict[str, Begun] = {}
        self._begun_anew: dict[Version, str] = {}
        self._placed: tuple[tuple[str, str], tuple[Entry, ...]] = (("", ""), ())
        self.folded: Version = 0

    # folding

    def fold(self, entry: Entry, before: State, after: State, ledger: Ledger) -> Frame | None:
        """Tell one entry; `before` and `after` are the states around it, `ledger` the one after it.

        Returns the frame, or None where the audience learns nothing. Entries folded already are ignored.
        """
        if entry.version <= self.folded:
            return None
        self.folded = entry.version
        sighting = self._sighting(entry, before, after)
        changed = self._with_other_eyes(entry, after)
        told = SeenAnew(self._view(after, ledger)) if changed else self._cut(sighting)
        self._keep_roll(sighting, told)
        self._called |= {one.id: one.name for one in _cards_in(told)}
        self._left |= {name: before.combatants[name] for name in before.combatants.keys() - after.combatants.keys()}
        overruled = self._overrulings(entry)
        if told is None and self.viewer.kind != "gm":
            return None
        fact = Whole(entry) if self.viewer.kind == "gm" else told
        assert fact is not None
        frame = self._frame(sighting, fact, overruled)
        stood = self.numbers.standing() if isinstance(told, Undone) else []
        self._append(entry, frame, told)
        if isinstance(told, Undone):
            self._lead_back(frame, told.how, stood, sighting)
        else:
            self._tell(frame, told, sighting)
        return frame

    def _cut(self, sighting: Sighting) -> SeenFact | None:
        """What a correction puts into the place of other facts is told with the correction, when it counts."""
        entry = sighting.entry
        by, before = self._placed
        own = (entry.seat, entry.command)
        placed = before if by == own else ()
        if _goes_with_a_correction(entry):
            self._placed = (own, (*placed, entry))
            return None
        told = cut(sighting, self._cuts)
        if isinstance(told, ActionSeen) and isinstance(entry.fact, ActionBegan):
            self._acts[entry.action or ""] = begun(sighting, entry.fact)
        if told is None and isinstance(entry.fact, Retracted) and entry.fact.how in IN_PLACE:
            told = self._of_what_counted_instead(entry.fact, placed, sighting)
        elif isinstance(told, Struck):
            told = self._with_what_counts(told, placed, sighting)
        self._keep_begun_anew(placed, told)
        return told

    def _keep_begun_anew(self, placed: tuple[Entry, ...], told: SeenFact | None) -> None:
        """Whose acts these are now, and which of them are told as they began anew."""
        again = told.again if isinstance(told, Struck) else ()
        by_name = {one.action for one in again if _says_who_acts(one)}
        for one in placed:
            if isinstance(one.fact, ActionBegan) and (act := self._acts.get(name := one.action or "")):
                self._acts[name] = with_actor(act, one.fact)
                if self._number_of_act(name) in by_name:
                    self._begun_anew[one.version] = name

    def _of_what_counted_instead(self, fact: Retracted, placed: tuple[Entry, ...], sighting: Sighting) -> Struck | None:
        """A correction of what a correction put there: no frame falls with it, and yet it is told what counts now."""
        struck = self._with_what_counts(Struck(fact.how, ()), placed, sighting)
        return struck if struck.instead or struck.again else None

    def _with_what_counts(self, struck: Struck, placed: tuple[Entry, ...], sighting: Sighting) -> Struck:
        """A correction with what is told of the facts that count instead."""
        fact, instead = sighting.entry.fact, tuple[Instead, ...]()
        again = tuple(one for one in told_again(placed, sighting, self._acts) if one.facts)
        if isinstance(fact, Retracted):
            instead = told_instead(placed, sighting.after, self.audience, self._told_of_version)
            again += tuple(self._of_which_nothing_counts(fact, again))
        return msgspec.structs.replace(struck, instead=instead, again=again)

    def _of_which_nothing_counts(self, fact: Retracted, again: tuple[Again, ...]) -> Iterator[Again]:
        """The acts that were told as an earlier correction left them, and that fall now with nothing in their place."""
        judged = {one.action for one in again}
        spans, begun = fact.versions, self._begun_anew.items()
        fallen = (act for version, act in begun if any(one.first <= version <= one.last for one in spans))
        numbers = dict.fromkeys(self._number_of_act(act) for act in fallen)
        return (Again(number) for number in numbers if number is not None and number not in judged)

    def _told_of_version(self, version: Version) -> SeenFact | None:
        number = self.numbers.own(version)
        return self.frame(number).fact if number is not None else None

    def _tell(self, frame: Frame, told: SeenFact | None, sighting: Sighting) -> None:
        entry = sighting.entry
        if isinstance(told, SeatSeen):
            self._people[told.seat] = told.name
        by, placed = self._placed
        mine = placed if by == (entry.seat, entry.command) else ()
        if isinstance(told, Struck):
            self.teller.correct(frame, *self._corrected(told, mine, sighting))
        elif told is not None:
            seat = entry.on_behalf or entry.seat
            self.teller.hear(msgspec.structs.replace(frame, fact=told, seat=seat), sighting)

    def _lead_back(self, frame: Frame, how: str, stood: list[bool], sighting: Sighting) -> None:
        """Which frames no longer count that did, or the other way round for what counts again."""
        stands = self.numbers.standing()
        changed = [number for number, one in enumerate(stood) if one != stands[number] and one == (how == "undo")]
        facts = tuple(plain(self.frame(number).fact) for number in changed)
        self.teller.lead_back(frame, how, frozenset(changed), first_in_words(facts, sighting))

    def _corrected(
        self, struck: Struck, placed: tuple[Entry, ...], sighting: Sighting
    ) -> tuple[list[Saying], dict[OwnNumber, Saying]]:
        """A correction in sentences: acts by their own, and of all else fact by fact what falls and what counts.

        With the acts that it judged anew, by the frames that they began with.
        """
        entry, fallen = sighting.entry, [self.frame(number) for number in struck.frames]
        begun_anew = {self._number_of(one) for one in placed if isinstance(one.fact, ActionBegan)}
        judged = {
            again.action: self._told_anew(again, struck, sighting)
            for again in struck.again
            if again.action not in begun_anew or _says_who_acts(again)
        }
        anew = {number: act for number, act in judged.items() if act}
        stands = self.numbers.standing()
        fell = frozenset(struck.frames)
        gone = {
            one.number: told
            for one in fallen
            if (told := self.teller.told_as(one.number, lambda number: stands[number] or number in fell))
            and one.number not in anew
        }
        ended = {
            again.action: self._judged_before(again.action, fallen, sighting)
            for again in struck.again
            if not again.facts
        }
        gone |= {number: told for number, told in ended.items() if told is not None}
        whole = anew.keys() | gone.keys()
        rest = tuple(one for one in placed if self._number_of(one) not in whole)
        made = Made(
            anew=tuple(anew.values()),
            gone=tuple(gone.values()),
            fallen=tuple(plain(one.fact) for one in fallen if self._act_of(one) not in whole),
            placed=self._counting(rest, sighting),
        )
        if self.audience.kind == "gm":
            _add_what_the_log_says(made, (*placed, entry))
        return told_of_correction(struck, made, sighting), anew

    def _number_of(self, entry: Entry) -> OwnNumber | None:
        """The frame of the act that an entry belongs to."""
        return self._number_of_act(entry.action or "")

    def _number_of_act(self, action: str) -> OwnNumber | None:
        """The frame that an act began with, if it was told."""
        act = self._acts.get(action)
        return self.numbers.own(act.version) if act else None

    def _judged_before(self, action: OwnNumber, fallen: list[Frame], sighting: Sighting) -> Phrase | None:
        """What was said of an act when it was judged anew the last time, where nothing of it counts any more."""
        whole = [one.fact.entry for one in fallen if isinstance(one.fact, Whole)]
        own = [one for one in whole if self._number_of(one) == action]
        if own:
            return self._in_a_sentence(told_again(own, sighting, self._acts)[0], sighting)
        stands = self.numbers.standing()
        for number in range(self.newest - 1, action, -1):
            fact = self.frame(number).fact if stands[number] else None
            for again in fact.again if isinstance(fact, Struck) else ():
                if again.action == action:
                    return self._in_a_sentence(again, sighting)
        return None

    def _in_a_sentence(self, again: Again, sighting: Sighting) -> Phrase | None:
        began = next((one for one in again.facts if isinstance(one, ActionSeen)), None)
        return self.teller.anew(began, again.facts, sighting)[0] if began else None

    def _act_of(self, frame: Frame) -> OwnNumber:
        """The frame of the act that a frame belongs to; its own, where it belongs to none."""
        placed = self._number_of(frame.fact.entry) if isinstance(frame.fact, Whole) else None
        return placed or frame.action or frame.number

    def _counting(self, placed: tuple[Entry, ...], sighting: Sighting) -> tuple[Fact, ...]:
        """What counts instead, as far as it is told: with a change that is stated, that."""
        stated = sighting.entry.fact
        if self.audience.kind != "gm":
            return told_instead(placed, sighting.after, self.audience, self._told_of_version)
        if isinstance(stated, Overridden):
            return (stated,)
        return tuple(plain(Whole(one)) for one in placed)

    def _told_anew(self, again: Again, struck: Struck, sighting: Sighting) -> Saying:
        """An act that was judged anew, in its own sentence: of what stands of it and of what it is now.

        Nothing where too little of it is known: its beginning stands in an earlier correction.
        """
        facts = (*self._standing_of(again.action, struck, sighting), *again.facts)
        began = next((one for one in reversed(facts) if isinstance(one, ActionSeen)), None)
        return self.teller.anew(began, facts, sighting) if began else ()

    def _standing_of(self, action: OwnNumber, struck: Struck, sighting: Sighting) -> tuple[SeenFact, ...]:
        """What an act's audience was told of it that still counts."""
        fallen, stands = frozenset(struck.frames), self.numbers.standing()
        frames = (self.frame(number) for number in range(action, max((action, *fallen)) + 1) if stands[number])
        own = [one for one in frames if action in (one.number, one.action) and one.number not in fallen]
        whole = [one.fact.entry for one in own if isinstance(one.fact, Whole)]
        if whole:
            return told_again(whole, sighting, self._acts)[0].facts
        return tuple(one.fact for one in own)

    def foretold(self, entries: Iterable[Entry], before: State, after: State) -> tuple[Saying, ...]:
        """The sentences of a GM's correction that is only tried: entries in no log, and the states around them."""
        if self.viewer.kind != "gm":
            return ()
        placed: tuple[Entry, ...] = ()
        for entry in entries:
            if _goes_with_a_correction(entry):
                placed = (*placed, entry)
                continue
            sighting = self._sighting(entry, before, after)
            told = cut(sighting, self._cuts)
            if isinstance(told, Struck):
                return tuple(self._corrected(self._with_what_counts(told, placed, sighting), placed, sighting)[0])
        return tuple(self._so_far(placed, self._sighting(placed[-1], before, after))) if placed else ()

    def _so_far(self, placed: tuple[Entry, ...], sighting: Sighting) -> Iterator[Saying]:
        """A correction that a die is missing for: its acts as far as they go; what is of no act fact by fact."""
        again = told_again(placed, sighting, self._acts)
        acts = {one.action: act for one in again if (act := self._in_a_sentence(one, sighting)) is not None}
        whole = {one.action for one in again if any(isinstance(fact, ActionOver) for fact in one.facts)}
        rest = tuple(one for one in placed if self._number_of(one) not in acts)
        made = Made(
            anew=tuple((act,) for number, act in acts.items() if number in whole),
            so_far=tuple(act for number, act in acts.items() if number not in whole),
            placed=tuple(plain(Whole(one)) for one in rest),
        )
        _add_what_the_log_says(made, placed)
        yield from told_of_what_counts_instead(made, sighting)

    def hangs_on(self, action: str, later: bool) -> tuple[Saying, ...]:
        """What is judged again on dice that have yet to fall: an act, and (`later`) what came after it; for GMs."""
        act = self._acts.get(action)
        number = self.numbers.own(act.version) if act else None
        if self.viewer.kind != "gm" or number is None:
            return ()
        stands = self.numbers.standing()
        found = (self.teller.told_as(one, stands.__getitem__) for one in self.teller.acts_from(number))
        acts = [one for one in found if one is not None]
        return tuple((one,) for one in told_of_what_hangs_on(acts if later else acts[:1]))

    def told_of_act(self, action: str) -> Phrase | None:
        """What is said of an act as it stands now, if it was told."""
        number = self._number_of_act(action)
        return self.teller.told_as(number, self.numbers.standing().__getitem__) if number is not None else None

    def _sighting(self, entry: Entry, before: State, after: State) -> Sighting:
        parked = action_of(entry, before, after)
        kept = (self._rolls, parked, self._people, self._called, self._left)
        return Sighting(entry, before, after, self.audience, self.ruleset, self.numbers, *kept)

    def _with_other_eyes(self, entry: Entry, after: State) -> bool:
        """Whether the entry changes what the viewer may see; a new chain begins then."""
        if type(entry.fact) not in CHANGES_EYES:
            return False
        audience = self.viewer.audience(after)
        if audience == self.audience:
            return False
        self.audience = audience
        return True

    def _keep_roll(self, sighting: Sighting, told: SeenFact | None) -> None:
        fact = sighting.entry.fact
        if isinstance(fact, Rolled) and not (isinstance(told, RollSeen) and told.whole):
            self._rolls[sighting.entry.version] = keep(sighting, fact)

    def _overrulings(self, entry: Entry) -> tuple[Overruled, ...]:
        """Overrulings stand before what they allow; they are told with it, if it is told."""
        key, overruled = self._overruled
        mine = f"{entry.seat}/{entry.command}"
        overruled = overruled if key == mine else ()
        if isinstance(entry.fact, RuleOverruled):
            one = Overruled(entry.fact.code, entry.fact.rule, entry.fact.reason)
            self._overruled = (mine, (*overruled, one))
            return ()
        self._overruled = ("", ())
        return overruled

    def _frame(self, sighting: Sighting, fact: SeenFact, overruled: tuple[Overruled, ...]) -> Frame:
        entry = sighting.entry
        causes = entry.because if sighting.cause_is_seen and not isinstance(fact, Struck | Undone | Whole) else ()
        return Frame(
            number=self.numbers.newest + 1,
            time=entry.time,
            fact=fact,
            turn=sighting.after.fight.turn if sighting.after.fight else 0,
            because=self.numbers.translated(causes),
            action=sighting.told_action,
            seat=(entry.on_behalf or entry.seat) if isinstance(fact, SAID_BY) else None,
            command=self._own_command(entry),
            overruled=overruled,
        )

    def _own_command(self, entry: Entry) -> str | None:
        """A viewer's own command id, on the first frame that came of it."""
        if not self.viewer.seat or entry.seat != self.viewer.seat or self._told_of == entry.command:
            return None
        self._told_of = entry.command
        return entry.command

    def _append(self, entry: Entry, frame: Frame, told: SeenFact | None) -> None:
        body = encode_frame(frame)
        before = _genesis(self.audience) if isinstance(frame.fact, SeenAnew) else self._chains[-1]
        self._bodies.append(body)
        self._chains.append(link(before, sha256(body).digest()))
        fact, lasting = entry.fact, type(told) in LASTING or type(entry.fact) is RollShown
        if isinstance(fact, Retracted) and fact.how in IN_PLACE:
            struck = frozenset(self.numbers.told_of(fact.versions))
            self.numbers.grow(entry.version, lasting=lasting, struck=struck)
        elif isinstance(fact, Retracted):
            self.numbers.grow(entry.version, self.numbers.at(fact.stands_at), lasting=True)
        else:
            self.numbers.grow(entry.version, lasting=lasting)

    def _view(self, after: State, ledger: Ledger) -> TableView:
        """What is seen with other eyes; its chain is the one that the new chain begins with."""
        number = self.numbers.newest + 1
        contested = contested_seen(ledger, self.numbers, after, self.audience)
        return table_view(after, ledger, self.audience, self.ruleset, number, self.audience_begins, contested)

    # reading

    @property
    def newest(self) -> OwnNumber:
        """The number of the newest frame; 0 before the first."""
        return self.numbers.newest

    @property
    def audience_begins(self) -> str:
        """The hash (hex) that a chain of the present audience begins with."""
        return _genesis(self.audience).hex()

    @property
    def chain(self) -> str:
        """The chain's hash (hex) after the newest frame."""
        return self.chain_at(self.newest)

    def chain_at(self, number: OwnNumber) -> str:
        """The chain's hash (hex) after a frame; number 0 is before the first.

        Raises:
            LookupError: the audience has no such number.
        """
        if not 0 <= number <= self.newest:
            raise LookupError(f"there is no frame {number}")
        return self._chains[number].hex()

    def frame(self, number: OwnNumber) -> Frame:
        """One frame.

        Raises:
            LookupError: the audience has no such number.
        """
        self.numbers.version(number)
        return decode_frame(self._bodies[number - 1])

    def after(self, number: OwnNumber, limit: int = 1000) -> tuple[Chained, ...]:
        """The frames that follow a number, as they are sent.

        Raises:
            LookupError: the audience has no such number.
        """
        self.chain_at(number)
        last = min(number + limit, self.newest)
        return tuple(Chained(n, self._chains[n].hex(), self._bodies[n - 1]) for n in range(number + 1, last + 1))

    def fits(self, number: OwnNumber, chain: str) -> bool:
        """Whether a client that holds this number and chain may go on from there; else it needs a snapshot."""
        return 0 <= number <= self.newest and self._chains[number].hex() == chain

    def lines(self, after: OwnNumber = 0) -> tuple[Line, ...]:
        """The story's lines that came with frames after a number."""
        return self.teller.lines(self.numbers.standing(), after)


def _genesis(audience: Audience) -> bytes:
    """Where an audience's chain begins."""
    return sha256(audience.fingerprint.encode()).digest()


def _cards_in(told: SeenFact | None) -> tuple[Card, ...]:
    """The combatants who are shown in a frame."""
    match told:
        case CombatantSeen(seen=one):
            return (one,)
        case SeenAnew(view=view):
            return view.combatants
        case Struck(seen=seen) | Undone(seen=seen):
            return seen
        case _:
            return ()


def _says_who_acts(again: Again) -> bool:
    """Whether an act that was judged anew is told with its beginning: not, where whoever acts now is not seen."""
    return any(isinstance(fact, ActionSeen) for fact in again.facts)


def _goes_with_a_correction(entry: Entry) -> bool:
    """Whether an entry is a part of a correction that is told when that is through."""
    return bool(entry.instead_of) or isinstance(entry.fact, Amended)


def _add_what_the_log_says(made: Made, entries: Iterable[Entry]) -> None:
    """What GMs alone are told of a correction."""
    for entry in entries:
        match entry.fact:
            case Amended(surplus=surplus) as amended:
                made.amended = amended
                made.left = tuple(_dice_of(one.path, one.faces) for one in surplus)
            case Retracted(later=later):
                made.later = later
            case Rolled() if entry.instead_of:
                made.thrown += tuple(_thrown_for(entry))
            case _:
                pass


def _dice_of(path: str, faces: tuple[int, ...]) -> Dice:
    """Dice by the path of their roll, which ends in what it is for and who throws."""
    purpose, _, who = path.rpartition("/")[2].partition(":")
    return Dice(who or None, purpose, faces)


def _thrown_for(entry: Entry) -> Iterator[Dice]:
    """The dice of a roll that fell for the very command that put it into another's place."""
    roll = entry.fact
    if isinstance(roll, Rolled):
        for one in fell_together(roll, roll.key == "closed"):
            if one.address.startswith(f"{entry.seat}|{entry.command}|"):
                yield Dice(roll.combatant, roll.purpose, one.faces)
