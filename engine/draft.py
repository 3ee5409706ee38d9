"""The entries that answer a command, while they are being written: numbered, dated, folded as they come."""

from collections.abc import Iterable, Mapping
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from engine.commands import Given
from engine.context import Context
from engine.dice import DiceBox, entropy_digest
from engine.evolve import evolve
from engine.groups import those
from engine.history import History, Past
from engine.ledger import Epoch, Seat, post
from engine.refusals import Refusal, Refused, first_in_the_list
from engine.requests import Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId, Fact, GroupId, Version
from events.correction import Retracted
from events.envelope import SCHEMA, Entry
from events.flow import TurnBegan
from events.play import Rolled, RuleOverruled
from events.table import DiceKeyTurned, RevealedKey


class Known(msgspec.Struct, frozen=True):
    """What an action threw and asked when it was played, by action and path, for when it is judged again.

    `anew` are rolls whose dice do not count any more, with the number of the attempt that is made now.
    """

    rolls: Mapping[tuple[str, str], Rolled]
    asked: frozenset[tuple[str, str]]
    anew: Mapping[tuple[str, str], int] = {}


def serving(roll: Roll, fell: Rolled) -> Rolled | None:
    """What fell, as far as a roll throws such dice now, all of it where more are needed; None: it is of other dice."""
    if _sides(fell) != roll.dice.sides:
        return None
    counts = range(roll.dice.count, len(fell.faces) + 1)
    needed = next((n for n in counts if roll.dice.reading(fell.faces[:n]) is not None), len(fell.faces))
    faces, added = fell.faces[:needed], tuple(one for one in fell.added if one.first < needed)
    return replace(fell, faces=faces, counts=faces, modifiers=(), total=sum(faces), added=added)


def is_short(roll: Roll, faces: tuple[int, ...]) -> bool:
    """Whether a roll needs more dice than these."""
    return len(faces) < roll.dice.count or roll.dice.reading(faces) is None


def _sides(fell: Rolled) -> int:
    return int("".join(takewhile(str.isdigit, fell.dice.partition("d")[2])))


class Draft:
    """What a command has led to so far. Nothing of it counts before the whole is accepted.

    `fell`: a roll of it was made on faces that were typed. With `ends_at_dice` it ends where anything hangs on what
    fell or was chosen, be it typed along with the command.
    """

    def __init__(
        self, history: History, ruleset: RuleSet, given: Given, dice: DiceBox, past: Past | None = None
    ) -> None:
        self.history = history
        self.ruleset = ruleset
        self.given = given
        self.dice = dice
        self.past = past
        self.state: State = history.state
        self.ledger = history.ledger
        self.entries: list[Entry] = []
        self.faces: list[int] = list(given.faces)
        self.against: tuple[Refusal, ...] = ()
        self.known: Known | None = None
        self.ends_at_dice = False
        self.fell = False

    @property
    def version(self) -> Version:
        """The newest version, those of this draft included."""
        return self.history.head + len(self.entries)

    @property
    def speaker(self) -> Seat:
        """The seat whose word the command is."""
        return self.ledger.seats[self.given.speaker]

    def is_there(self, name: CombatantId) -> bool:
        """Whether there is such a combatant for whoever speaks: the unseen are there for a GM and who plays them."""
        combatant = self.state.combatants.get(name)
        if combatant is None:
            return False
        speaker = self.speaker
        return not combatant.unseen or speaker.kind == "gm" or combatant.controller == speaker.id

    def meant(self, named: CombatantId | GroupId) -> tuple[CombatantId, ...]:
        """Whom a name stands for when this speaker says it: of a group those who are there for them, or one combatant.

        So it makes no difference to a player whether somebody unseen is of a group too.
        """
        if named not in self.state.groups:
            return (named,)
        members = those(self.state, named)
        return members if self.speaker.kind == "gm" else tuple(filter(self.is_there, members))

    def fell_before(self, action: str, path: str, roll: Roll) -> Rolled | None:
        """The dice that fell already, where an action is judged again on its own, be they too few now; None: there are
        none that would serve."""
        if self.known is None or (action, path) in self.known.anew:
            return None
        fell = self.known.rolls.get((action, path))
        return serving(roll, fell) if fell is not None else None

    def address(self, action: str, path: str) -> str:
        """Where a roll's dice are thrown: who throws, in which command, on which path, at which attempt."""
        return f"{self.given.seat}|{self.given.command}|{path}|{self.attempt(action, path)}"

    def attempt(self, action: str, path: str) -> int:
        """How often a roll's dice were thrown before and do not count."""
        return self.known.anew.get((action, path), 0) if self.known is not None else 0

    @property
    def may_be_refused_for_faces(self) -> bool:
        """Whether faces that do not fit refuse the command. Once a roll was made on a player's they do not: a
        refusal costs nothing, and would tell what came of that roll before it counts."""
        return self.speaker.kind == "gm" or not self.fell

    def context(self) -> Context:
        """Eyes on the state as the draft has it now, for whoever speaks."""
        context = Context(self.state, self.ruleset.decode_sheet, self.ruleset.ways)
        context.player = None if self.speaker.kind == "gm" else self.speaker.id
        return context

    def record(
        self,
        fact: Fact,
        because: tuple[Version, ...] = (),
        action: str | None = None,
        rules: str | None = None,
    ) -> Version:
        """Write a fact down and fold it in; the dice key turns with every turn."""
        entry = self.entry_of(fact, because, action, rules)
        self.entries.append(entry)
        self.state = evolve(self.state, entry)
        self.ledger = post(self.ledger, entry)
        if isinstance(fact, TurnBegan):
            self.turn_key()
        return entry.version

    def entry_of(
        self,
        fact: Fact,
        because: tuple[Version, ...] = (),
        action: str | None = None,
        rules: str | None = None,
        instead_of: tuple[Version, ...] = (),
    ) -> Entry:
        """A fact in the envelope of this command."""
        return Entry(
            table=self.given.table,
            version=self.version + 1,
            time=max(self.history.time, self.given.now),
            schema=SCHEMA,
            seat=self.given.seat,
            command=self.given.command,
            digest=self.given.digest,
            fact=fact,  # type: ignore[arg-type]
            on_behalf=self.given.on_behalf,
            action=action,
            rules=rules,
            because=because,
            instead_of=instead_of,
            label=self.given.label,
        )

    def place(self, entries: Iterable[Entry]) -> None:
        """Write down facts that a correction puts into the places of others; it folds them in when it is recorded."""
        self.entries.extend(entries)

    def correct(self, fact: Retracted, state: State) -> None:
        """Write a correction down; the table stands as `state` from then on."""
        self.record(fact)
        self.state = state

    def turn_key(self) -> None:
        """A new epoch of dice: commit to its keys, reveal the last open one, fix the entropy.

        The last one may have been thrown under the keys of another server, which alone can reveal them.
        """
        new = self.ledger.epoch + 1
        last = self.ledger.epochs.get(self.ledger.epoch)
        entropy = entropy_digest((last.entropy if last else "", *self.ledger.entropy))
        moved = last is not None and not self.knows(last)
        self.record(
            DiceKeyTurned(
                epoch=new,
                commitment=self.dice.commitment(new, entropy, closed=False),
                closed_commitment=self.dice.commitment(new, entropy, closed=True),
                entropy=entropy,
                head=self.history.hash.hex(),
                reveals=None if last is None or moved else self._revealed(last),
                moved=moved,
            )
        )

    def knows(self, epoch: Epoch) -> bool:
        """Whether an epoch's keys are those of the server that asks."""
        return self.dice.commitment(epoch.number, epoch.entropy, closed=False) == epoch.commitment

    def _revealed(self, epoch: Epoch) -> RevealedKey:
        return RevealedKey(epoch.number, self.dice.key(epoch.number, epoch.entropy, closed=False))

    def weigh(self, *reasons: Refusal) -> None:
        """Refuse with the first of the list of codes, unless the GM forces all that speaks against the command.

        Raises:
            Refused: something speaks against it that is not forced, or cannot be.
        """
        force = self.given.force
        first = first_in_the_list(tuple(one for one in reasons if force is None or not one.forceable))
        if first is not None:
            raise Refused(first)
        for one in reasons:
            self.record(RuleOverruled(one.code, one.rule, force or ""))
