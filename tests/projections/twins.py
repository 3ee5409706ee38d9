"""Two tables that differ only in what players may not see, and everything that players and spectators get of them."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from api.proof.seat_capsules import seat_capsule
from engine.commands import Act, Answer, CarryOut, Command, Done, EnterCombatant, Given, NextTurn, OfferSeat
from engine.decide import Accepted
from engine.dice import KeyedDice
from engine.flow import fighters, waiting_for_initiative
from engine.history import History
from engine.refusals import Refusal, Refused
from engine.ruleset import RuleSet
from engine.state import State
from events.base import Fact
from events.codec import decode
from events.envelope import Entry
from events.roster import Status
from events.table import DiceKeyTurned
from projections.audience import SPECTATORS, Audience, Viewer
from projections.cut import CUTS, Cutter, Sighting, cut_refusal
from projections.foreseen import foreseen
from projections.frames import SeenFact
from projections.legal import legal_actions, legal_commands
from projections.odds import Effort, OddsOf, OddsSeen, odds_seen
from projections.stream import AudienceStream
from projections.tactics import TACTICS, Tactic, suggestions
from projections.ways import WAYS_OUT, Vantage, explanation
from tests.projections.kits import KITS, Kit
from tests.tables import SERVER_KEY, MemoryTable

ANA, BEN = Viewer("player", "ana"), Viewer("player", "ben")
LOOKING = (ANA, BEN, SPECTATORS)


class EqualDice(KeyedDice):
    """Dice that fall alike wherever the same command asks the same thing of the same combatant.

    The keys are injected: what goes before in the action (how a wound came about) moves no face.
    """

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        seat, command, path, attempt = address.split("|")
        alike = f"{seat}|{command}|{path.rpartition('/')[2]}|{attempt}|{index}"
        return sha256(alike.encode()).digest()[0] % sides + 1


def headless(sighting: Sighting, fact: DiceKeyTurned) -> SeenFact | None:
    """The log's head is of the whole log: it alone differs between tables that look alike."""
    return replace(fact, head="")


TACTICS_ASKED = ("nearest", "careful")
Attacks = tuple[dict[str, Any], ...]
Asked = Callable[[RuleSet, State, Audience, str, OddsOf], Any]


Suggested = Callable[[RuleSet, State, Audience, str, Tactic], Any]
Tried = Callable[[History, RuleSet, Audience, Command, Given], Any]
Refusing = Callable[[Refusal, State, Audience], Refusal]
Exporting = Callable[[AudienceStream, str, str], AsyncIterator[bytes]]


def asked_odds(ruleset: RuleSet, state: State, audience: Audience, seat: str, asked: OddsOf) -> OddsSeen:
    """The odds as the edge asks for them; what is tried is tried with dice that the question tells."""
    draw = random.Random(msgspec.json.encode(asked)).random
    return odds_seen(ruleset, state, audience, seat, asked, draw, Effort(budget=6_000, samples=10))


class Leaks(msgspec.Struct, frozen=True):
    """What is planted to see whether it is found: other cuts, another stream, other ways out."""

    cuts: dict[type[Fact], Cutter] = {}
    stream: type[AudienceStream] = AudienceStream
    ways: dict[str, Callable[[Vantage], Any]] = {}
    odds: Asked = asked_odds
    suggested: Suggested = suggestions
    tried: Tried = foreseen
    refused: Refusing = cut_refusal
    exported: Exporting = seat_capsule


NONE = Leaks()


class Table(MemoryTable):
    """One of the two: it tells every entry to all who look, at times that are always the same."""

    def __init__(self, options: dict[str, Any], leaks: "Leaks", ruleset: RuleSet, attacks: Attacks = ()) -> None:
        self.attacks = attacks
        cuts: dict[type[Fact], Cutter] = {**CUTS, **leaks.cuts, DiceKeyTurned: headless}
        self.streams = {viewer: leaks.stream(viewer, ruleset, cuts) for viewer in LOOKING}
        self.ways = {**WAYS_OUT, **leaks.ways}
        self.ask, self.suggest, self.refuse = leaks.odds, leaks.suggested, leaks.refused
        self.export, self.foresee = leaks.exported, leaks.tried
        self._restored: dict[int, State] = {}
        super().__init__(ruleset, options, EqualDice(SERVER_KEY, "t1"))

    def _given(
        self, seat: str, faces: tuple[int, ...] = (), force: str | None = None, named: str | None = None
    ) -> Given:
        return replace(super()._given(seat, faces, force, named), now=1000)

    def _append(self, entry: Entry) -> None:
        before = self.history.state
        super()._append(entry)
        self._restored.clear()
        for stream in self.streams.values():
            stream.fold(decode(self.bodies[-1]), before, self.state, self.history.ledger)

    @property
    def up(self) -> str | None:
        """Who is up, whether seen or not."""
        return self.state.fight.up if self.state.fight else None

    def hidden_up(self) -> bool:
        """Whether somebody unseen acts just now."""
        return self.up is not None and self.state.combatants[self.up].unseen

    def waits_for_the_unseen(self) -> bool:
        """Whether the actions would open if only somebody unseen had a number."""
        missing = waiting_for_initiative(self.ruleset, self.state) if self.state.phase == "initiative" else ()
        return bool(missing) and not self.state.parked and all(self.state.combatants[one].unseen for one in missing)

    def anybody_fights(self) -> bool:
        """Whether anybody, seen or not, keeps the fight going."""
        return any(True for _ in fighters(self.ruleset, self.state))

    def first_version(self, command: str) -> int:
        """The first version of a command."""
        return self.history.commands[command]

    # what comes out

    def frames(self, viewer: Viewer, after: int = 0) -> list[tuple[int, str, bytes]]:
        """Everything a viewer was sent after a number."""
        sent = self.streams[viewer].after(after, 1_000_000)
        return [(one.number, one.chain, one.body) for one in sent]

    def present(self, viewer: Viewer) -> dict[str, bytes]:
        """Every answer about the present."""
        stream = self.streams[viewer]
        at = Vantage(stream, self.state, self.history.ledger, stream.newest)
        return {name: msgspec.json.encode(way(at)) for name, way in self.ways.items()}

    def past(self, version: int) -> Entry:
        return decode(self.bodies[version - 1])

    def at(self, viewer: Viewer, number: int) -> dict[str, bytes]:
        """Every answer about the moment of one of the viewer's own numbers."""
        stream = self.streams[viewer]
        at = Vantage(stream, self._stood_at(stream.numbers.version(number)), self.history.ledger, number)
        return {name: msgspec.json.encode(way(at)) for name, way in self.ways.items()}

    def _stood_at(self, version: int) -> State:
        """The state the table showed at a version, restored from the log once for all who look back."""
        stood = self.history.stands[version]
        if stood not in self._restored:
            self._restored[stood] = self.history.restored(stood, self.past)
        return self._restored[stood]

    def explanations(self, viewer: Viewer) -> list[bytes]:
        """The explanation of everything the viewer was told."""
        stream = self.streams[viewer]
        at = Vantage(stream, self.state, self.history.ledger, stream.newest)
        return [msgspec.json.encode(explanation(at, number)) for number in range(1, stream.newest + 1)]

    def legal(self, viewer: Viewer) -> list[bytes]:
        """What the viewer may do with whomever it plays, and with others (nothing)."""
        names = ("vera", "bob", "ogre", "orc", "ganger", "nobody")
        audience, seat = viewer.audience(self.state), viewer.seat or "screen"
        told = [legal_actions(self.history, self.ruleset, seat, audience, name) for name in names]
        return [*map(msgspec.json.encode, (*told, legal_commands(self.history, self.ruleset, seat, audience)))]

    def trials(self, viewer: Viewer) -> list[bytes]:
        """What the viewer is told of commands that are tried: attacks by those it plays and others, without faces and
        with all that a die may show, and answers to what is asked."""
        attacks = [
            Act(combatant=actor, action=msgspec.Raw(msgspec.json.encode({**attack, "target": target})))
            for actor in ("vera", "bob", "ganger")
            for target in ("ganger", "bob", "ogre", "nobody")
            for attack in self.attacks
        ]
        plain: tuple[Command, ...] = (Answer(combatant="vera", default=True), CarryOut(combatant="vera"), NextTurn())
        waits = (*plain, *(Done(combatant=name) for name in ("vera", "bob")))
        tries: list[tuple[Command, tuple[int, ...]]] = [(one, ()) for one in waits] + [
            (one, faces) for one in attacks for faces in self.faces[:3]
        ]
        tries += [(Answer(combatant="vera"), faces) for faces in self.faces[1:]]
        return [self.tried(viewer, command, faces) for command, faces in tries]

    faces: tuple[tuple[int, ...], ...] = ((), (9,), (9, 3), *((face,) for face in range(1, 9)), (9, 6), (9, 3, 2))

    def tried(self, viewer: Viewer, command: Command, faces: tuple[int, ...] = ()) -> bytes:
        """What the viewer is told of a command that is tried."""
        given = self._given(viewer.seat or "screen", faces, named="tried")
        told = self.foresee(self.history, self.ruleset, viewer.audience(self.state), command, given)
        return msgspec.json.encode(replace(told, found=None))

    def odds(self, viewer: Viewer) -> list[bytes]:
        """The odds of attacks of everybody by everybody, as the viewer may ask for them, and what is suggested."""
        audience, seat = viewer.audience(self.state), viewer.seat or "screen"
        names = ("vera", "bob", "ogre", "orc", "ganger", "nobody")
        asked = [
            OddsOf(combatant=actor, action=msgspec.Raw(msgspec.json.encode({**attack, "target": target})))
            for actor in names
            for target in names
            for attack in self.attacks
        ]
        suggested = (self.suggest(self.ruleset, self.state, audience, name, TACTICS[name]) for name in TACTICS_ASKED)
        return [*(self._odds(audience, seat, one) for one in asked), *map(msgspec.json.encode, suggested)]

    def exported(self, viewer: Viewer) -> list[bytes]:
        """The seat's own capsule."""

        async def lines() -> list[bytes]:
            return [line async for line in self.export(self.streams[viewer], "t1", viewer.seat or "screen")]

        return asyncio.run(lines())

    def _odds(self, audience: Audience, seat: str, asked: OddsOf) -> bytes:
        try:
            return msgspec.json.encode(self.ask(self.ruleset, self.state, audience, seat, asked))
        except Refused as wrong:
            return msgspec.json.encode(wrong.refusal)

    def error(self, refusal: Refusal, viewer: Viewer) -> bytes:
        """A refusal as the viewer may read it."""
        return msgspec.json.encode(self.refuse(refusal, self.state, viewer.audience(self.state)))


class Leaked(AssertionError):
    """The two tables do not look alike."""


class Twins:
    """Two tables. `a` has an ogre that nobody but the GM sees, `b` has somebody else or nobody."""

    def __init__(
        self,
        *,
        leaks: Leaks = NONE,
        options: dict[str, Any] | None = None,
        own_dice: bool = False,
        second: str = "",
        reserve: bool = False,
        kit: Kit = KITS["unisystem"],
    ) -> None:
        attacks = (kit.shot, kit.blow)
        self.a, self.b = (Table(options or {}, leaks, kit.ruleset, attacks) for _ in range(2))
        self.kit = kit
        self.second = second
        self.compared = dict.fromkeys(LOOKING, 0)
        for seat, kind in (("ana", "player"), ("ben", "player"), ("screen", "spectator")):
            self.both(OfferSeat(seat=seat, kind=kind, name=seat.title(), link_digest="1" * 64))  # type: ignore[arg-type]
        self._people("own" if own_dice else "table")
        status: Status = "reserve" if reserve else "party"
        self._unseen(self.a, "ogre", status)
        if second:
            self._unseen(self.b, second, status)
        self._enemies()
        self.start = self.b.history.head

    def _people(self, dice: str) -> None:
        for name, seat in (("vera", "ana"), ("bob", "ben")):
            self.both(
                EnterCombatant(
                    combatant=name,
                    name=name.title(),
                    sheet=self.kit.hero(),
                    controller=seat,
                    side="party",
                    dice=dice if name == "vera" else "table",  # type: ignore[arg-type]
                )
            )

    def _enemies(self) -> None:
        """What an enemy's sheet holds is a secret too: rounds, essence, spare weapons, skills that are not used."""
        for table, loaded, secret in ((self.a, 312, 3), (self.b, 444, 9)):
            command = EnterCombatant(
                combatant="ganger", name="Ganger", sheet=self.kit.enemy(loaded, secret), side="foes"
            )
            table.must(command, named="enter-ganger")
        self.look()

    def _unseen(self, table: Table, name: str, status: Status) -> None:
        """Somebody whom only the GM sees."""
        raw = self.kit.unseen()
        command = EnterCombatant(
            combatant=name, name=name.title(), sheet=raw, status=status, hidden=status != "reserve", side="foes"
        )
        table.must(command, named=f"enter-{name}")

    # giving commands

    @staticmethod
    def id_of(name: str) -> str:
        """The command id of a move that both tables see."""
        return f"v-{name}"

    def both(self, command: Command, seat: str = "gm", **more: Any) -> bool:
        """The same command at both tables; says whether it was accepted. It has to go alike and look alike."""
        more["named"] = self.id_of(more.get("named") or f"setup-{len(self.a.bodies)}")
        one, other = self.a.give(command, seat, **more), self.b.give(command, seat, **more)
        accepted = self.went_alike(one, other)
        if isinstance(one, Refusal) and isinstance(other, Refusal):
            viewer = next((v for v in LOOKING if v.seat == seat), None)
            if viewer and self.a.error(one, viewer) != self.b.error(other, viewer):
                raise Leaked(f"{command}: {one} but {other}")
        self.look()
        return accepted

    @staticmethod
    def went_alike(one: Accepted | Refusal, other: Accepted | Refusal) -> bool:
        """Whether what was given in sight at both tables was accepted.

        Raises:
            Leaked: it was at one of them only.
        """
        accepted = not isinstance(one, Refusal)
        if accepted == isinstance(other, Refusal):
            raise Leaked(f"given at both tables, accepted at one: {one} but {other}")
        return accepted

    def apart(self, one: Command | None, other: Command | None, **more: Any) -> None:
        """Commands of the GM that only one of the tables knows of; a refused one did nothing."""
        for table, command in ((self.a, one), (self.b, other)):
            if command is not None:
                table.give(command, **more)
        self.look()

    def look(self) -> None:
        """Compare what was sent since the last look; nothing while the table waits for somebody unseen."""
        if any(table.hidden_up() or table.waits_for_the_unseen() for table in (self.a, self.b)):
            return
        for viewer in LOOKING:
            one, other = (table.frames(viewer, self.compared[viewer]) for table in (self.a, self.b))
            if one != other:
                raise Leaked(f"{viewer}: {_first_difference(one, other)}")
            self.compared[viewer] += len(one)

    def look_at_what_is_legal(self) -> None:
        """Compare what everybody may do now; nothing while somebody unseen acts."""
        if not (self.a.hidden_up() or self.b.hidden_up()):
            for viewer in LOOKING:
                same(viewer, "actions", self.a.legal(viewer), self.b.legal(viewer))

    def look_everywhere(self, *, past: bool = True) -> None:
        """Compare every way out, now and at every own number."""
        self.look()
        for viewer in LOOKING:
            same(viewer, "present", self.a.present(viewer), self.b.present(viewer))
            same(viewer, "explanations", self.a.explanations(viewer), self.b.explanations(viewer))
            same(viewer, "actions", self.a.legal(viewer), self.b.legal(viewer))
            same(viewer, "odds", self.a.odds(viewer), self.b.odds(viewer))
            same(viewer, "trials", self.a.trials(viewer), self.b.trials(viewer))
            same(viewer, "export", self.a.exported(viewer), self.b.exported(viewer))
            for table in (self.a, self.b):
                newest = table.streams[viewer].newest
                same(viewer, "view and newest frame", _view(table, viewer, newest), _view(table, viewer, None))
            numbers = range(1, self.a.streams[viewer].newest + 1) if past else ()
            for number in numbers:
                one, other = self.a.at(viewer, number), self.b.at(viewer, number)
                if one != other:
                    same(viewer, f"at {number}", _settled(one), _settled(other))


def _view(table: Table, viewer: Viewer, number: int | None) -> dict[str, Any]:
    """A view, now or at a number; nothing in it may change without a frame, but who that is not seen is up."""
    body = (table.present(viewer) if number is None else table.at(viewer, number))["view"]
    seen: dict[str, Any] = msgspec.json.decode(body)
    return {name: value for name, value in seen.items() if name != "somebody_up"}


def _settled(answers: dict[str, bytes]) -> dict[str, Any]:
    """A past moment; that somebody unseen was up then is the one thing that may be told."""
    ways: dict[str, Any] = {name: msgspec.json.decode(body) for name, body in answers.items()}
    for name in ("view", "initiative"):
        ways[name].pop("somebody_up", None)
    return ways


def same(viewer: Viewer, what: str, one: Any, other: Any) -> None:
    """Two answers have to be the same bytes.

    Raises:
        Leaked: they are not.
    """
    if one != other:
        raise Leaked(f"{viewer}, {what}: {one} but {other}")


def _first_difference(one: list[Any], other: list[Any]) -> str:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return f"{left} but {right}"
    return f"{len(one)} frames but {len(other)}: {(one[len(other) :] or other[len(one) :])[0]}"
