"""The kernel drives the procedures of the rules, throws what they ask for, parks where a person must answer.

An action runs from its beginning every time. What its tape holds is checked against what the procedure does now, what
others did meanwhile is folded in at its place, recorded answers are fed back, and from the end of the tape it goes on.
So nothing but the log is needed to go on after a restart.
"""

from collections.abc import Generator
from typing import Any, Final

from msgspec.structs import replace

from engine.context import Context
from engine.dice import DieWanted
from engine.draft import Draft, is_short
from engine.effects import with_effects
from engine.evolve import evolve
from engine.refusals import Refusal, Refused, refusal
from engine.requests import (
    Ask,
    Call,
    Cause,
    Choice,
    Choose,
    Each,
    Faces,
    Record,
    Request,
    Roll,
    Success,
    Total,
    Verdict,
    compared,
)
from engine.state import Parked
from events.base import Fact, SeatId
from events.envelope import Entry
from events.play import Added, Answered, Asked, Level, Modifier, Question, Rolled

DICE_PER_ROLL: Final = 100
DICE_PER_ACTION: Final = 2000


class Parks(Exception):
    """The action waits for an answer; what has happened so far stands in the draft."""


class Run:
    """One run of an action's procedure, from its beginning to its end or to the next question."""

    def __init__(self, draft: Draft, parked: Parked, answer: Answered | None = None) -> None:
        self.draft = draft
        self.action = parked.action
        self.tape = parked.tape
        self.place = 1  # the tape's first entry is the beginning itself
        self.answer = answer
        self.context = Context(parked.before, draft.ruleset.decode_sheet, draft.ruleset.ways)
        self.path: list[str] = []
        self.because: tuple[Cause, ...] = ()
        self.taken: set[str] = set()
        self.thrown = 0
        self._catch_up()

    def drive(self, procedure: Generator[Request, Any, Any]) -> Any:
        """Run a procedure to its end and return what it returns.

        Raises:
            Parks: a question is open.
            Refused: an answer or the faces given do not fit, or the rules have changed under the action.
        """
        reply: Any = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as end:
                return end.value
            reply = self._reply(request)

    def finish(self) -> None:
        """Check that nothing is left over: neither of the tape nor of the faces that were given.

        Raises:
            Refused: more faces were given than the rules asked for, or the tape holds more than the procedure did.
        """
        self._fold_foreign()
        if self.place < len(self.tape):
            raise Refused(rules_changed(f"the log goes on with {_what(self.tape[self.place])}"))
        if self.answer is not None:
            raise Refused(refusal("already-answered", "that question is not open"))

    def _reply(self, request: Request) -> Any:
        match request:
            case Record(fact=fact, because=because):
                return self._put(fact, because or self.because)
            case Roll():
                return self._several((request,))[0]
            case Choose():
                return self._several((request,))[0]
            case Ask(several=several):
                return self._several(several)
            case Call():
                return self._call(request, request.at)
            case Each():
                return tuple(self._call(request, f"{request.at}{k}") for k in range(1, request.n + 1))

    def _call(self, request: Call | Each, at: str) -> Any:
        outer, self.because = self.because, request.because or self.because
        if at:
            self.path.append(at)
        result = self.drive(request.procedure(self.context, *request.values))
        if at:
            self.path.pop()
        self.because = outer
        return result

    # the tape

    def _own(self, entry: Entry) -> bool:
        return entry.action == self.action

    def _fold_foreign(self) -> None:
        while self.place < len(self.tape) and not self._own(self.tape[self.place]):
            self._fold(self.tape[self.place])

    def _fold(self, entry: Entry) -> None:
        self.context.state = evolve(self.context.state, entry)
        self.place += 1
        self._catch_up()

    def _catch_up(self) -> None:
        """From the end of the tape on the draft's state is the present one."""
        if self.place >= len(self.tape):
            self.context.state = self.draft.state

    def _put(self, fact: Fact, because: tuple[Cause, ...]) -> Cause:
        because = tuple(cause for cause in because if cause)
        recorded = self._recorded()
        if recorded is None:
            version = self.draft.record(fact, because, self.action)
            self.context.state = self.draft.state
            return version
        if recorded.fact != fact or recorded.because != because:
            raise Refused(rules_changed(f"the log says {_what(recorded)}, the rules now {type(fact).__name__}"))
        self._fold(recorded)
        return recorded.version

    def _recorded(self) -> Entry | None:
        return self.tape[self.place] if self.place < len(self.tape) else None

    # rolls and questions

    def _several(self, several: tuple[Roll | Choose, ...]) -> tuple[Any, ...]:
        paths = tuple(self._path_of(one) for one in several)
        questions = tuple(
            _question(one, path) for one, path in zip(several, paths, strict=True) if self._asks(one, path)
        )
        rolls = {path: one for one, path in zip(several, paths, strict=True) if isinstance(one, Roll)}
        answers = self._collect(questions, rolls, several[0].because) if questions else {}
        return tuple(self._settle(one, path, answers.get(path)) for one, path in zip(several, paths, strict=True))

    def _path_of(self, one: Roll | Choose) -> str:
        own = f"{one.purpose}:{one.combatant}" if one.combatant else one.purpose
        path = "/".join((*self.path, *((one.at,) if one.at else ()), own))
        if path in self.taken:
            raise AssertionError(f"two rolls of one action share the path {path}")
        self.taken.add(path)
        return path

    def _asks(self, one: Roll | Choose, path: str) -> bool:
        """Whether somebody must be asked; on a tape the record tells, since who throws may change meanwhile."""
        recorded = self._recorded()
        if recorded is not None:
            return isinstance(recorded.fact, Asked) and any(q.path == path for q in recorded.fact.questions)
        combatant = self.context.state.combatants.get(one.combatant or "")
        if combatant is None or combatant.unseen:
            return False
        if self.draft.known is not None:
            return (self.action, path) in self.draft.known.asked
        if isinstance(one, Choose):
            return not self.draft.ruleset.helpless(self.context.state, combatant)
        if one.level in ("gm", "blind"):  # to be asked for dice would tell of the roll
            return False
        return combatant.dice == "own" and not self._tray_for(one)

    def _tray_for(self, one: Roll) -> bool:
        if not self.draft.faces or not self._may_type(one.combatant):
            return False
        return self.draft.may_be_refused_for_faces or _fits(one, self.draft.faces)

    def _may_type(self, combatant_id: str | None) -> bool:
        """Real dice are thrown for a combatant by its own player, or by the GM for anybody."""
        combatant = self.context.state.combatants.get(combatant_id or "")
        speaker = self.draft.speaker
        if speaker.kind == "gm":
            return True
        return combatant is not None and combatant.controller == speaker.id and combatant.dice == "own"

    def _collect(
        self, questions: tuple[Question, ...], rolls: dict[str, Roll], because: tuple[Cause, ...]
    ) -> dict[str, Entry]:
        """Ask, and gather the answers in whatever order they come, until the last is in."""
        deadline = int(self.context.state.options.get("answer_deadline", 0)) or None
        self._put(Asked(f"{self.action}:{questions[0].path}", questions, deadline), because or self.because)
        answers: dict[str, Entry] = {}
        while len(answers) < len(questions):
            entry = self._next_answer({one.path for one in questions} - answers.keys(), rolls)
            assert isinstance(entry.fact, Answered)
            answers[entry.fact.path] = entry
        return answers

    def _next_answer(self, open_paths: set[str], rolls: dict[str, Roll]) -> Entry:
        self._fold_foreign()
        recorded = self._recorded()
        if recorded is not None:
            if not isinstance(recorded.fact, Answered) or recorded.fact.path not in open_paths:
                raise Refused(rules_changed(f"the log goes on with {_what(recorded)}"))
            self._fold(recorded)
            return recorded
        given, self.answer = self.answer, None
        if given is None:
            raise Parks
        if given.path not in open_paths:
            raise Refused(refusal("already-answered", "that question is not open any more"))
        if given.faces and self.draft.known is None:
            given = self._own_faces_of(given, rolls[given.path])
        self.draft.record(given, (), self.action)
        self.context.state = self.draft.state
        if self.draft.ends_at_dice and given.path not in rolls:
            raise DieWanted
        return self.draft.entries[-1]

    def _own_faces_of(self, given: Answered, roll: Roll) -> Answered:
        """The answer with just the faces of its own roll; what was given beyond them lies in the tray."""
        faces, self.draft.faces = read_tray(roll, list(given.faces))
        return replace(given, faces=faces)

    def _settle(self, one: Roll | Choose, path: str, answer: Entry | None) -> Any:
        if isinstance(one, Roll):
            return self._rolled(one, path, answer)
        if answer is None:
            return Choice(one.default, 0)
        assert isinstance(answer.fact, Answered)
        return Choice(answer.fact.choice or one.default, answer.version)

    def _rolled(self, roll: Roll, path: str, answer: Entry | None) -> Any:
        recorded = self._recorded()
        roll = with_effects(self.context.state, roll)
        because = roll.because or self.because
        if recorded is not None:
            if not isinstance(recorded.fact, Rolled):
                raise Refused(rules_changed(f"the log says {_what(recorded)}, the rules now roll {roll.purpose}"))
            fact = _judged(roll, path, recorded.fact)
        else:
            fact = self._thrown(roll, path, answer)
        version = self._put(fact, because)
        return _reply_of(roll, fact, version)

    def _thrown(self, roll: Roll, path: str, answer: Entry | None) -> Rolled:
        fell = self.draft.fell_before(self.action, path, roll)
        if fell is not None:
            return _judged(roll, path, self._completed(roll, path, fell) if is_short(roll, fell.faces) else fell)
        level = self._level(roll)
        closed = level != "open"
        address = self.draft.address(self.action, path)
        typed = self._typed(roll, answer)
        if self.draft.ends_at_dice:
            raise DieWanted(roll)
        faces, typed_by = typed or (self._from_the_box(roll, address, closed), None)
        self.draft.fell |= typed is not None
        self._count(len(faces))
        fallen = Rolled(
            combatant=roll.combatant,
            purpose=roll.purpose,
            path=path,
            dice=str(roll.dice),
            faces=faces,
            counts=faces,
            total=sum(faces),
            address=address,
            epoch=self.draft.ledger.epoch,
            level=level,
            key="closed" if closed else "open",
            typed_by=typed_by,
            attempt=self.draft.attempt(self.action, path),
        )
        return _judged(roll, path, fallen)

    def _count(self, dice: int) -> None:
        self.thrown += dice
        if self.thrown > DICE_PER_ACTION:
            raise Refused(refusal("limit-exceeded", f"an action may throw {DICE_PER_ACTION} dice at the most"))

    def _completed(self, roll: Roll, path: str, fell: Rolled) -> Rolled:
        """The dice that fell, and those that are missing now: thrown or typed for the correction, and marked."""
        address = self.draft.address(self.action, path)
        typed_by = self.draft.speaker.id if self._tray_for(roll) else None
        if typed_by is not None:
            faces = self._from_the_tray(roll, fell.faces)
        else:
            faces = self._from_the_box(roll, address, fell.key == "closed", fell.faces)
        self._count(len(faces) - len(fell.faces))
        added = Added(len(fell.faces), address, self.draft.ledger.epoch, fell.key == "closed", typed_by)
        return replace(fell, faces=faces, counts=faces, total=sum(faces), added=(*fell.added, added))

    def _typed(self, roll: Roll, answer: Entry | None) -> tuple[tuple[int, ...], SeatId | None] | None:
        """The faces of real dice for this roll and who typed them: from the answer, or else from the tray."""
        judged_again = self.draft.known is not None  # an answer brought faces of other dice than these
        if answer is None or judged_again:
            return (self._from_the_tray(roll), self.draft.speaker.id) if self._tray_for(roll) else None
        assert isinstance(answer.fact, Answered)
        return (answer.fact.faces, answer.fact.given_by) if answer.fact.faces else None

    def _level(self, roll: Roll) -> Level:
        if roll.level is not None:
            return roll.level
        combatant = self.context.state.combatants.get(roll.combatant or "")
        if combatant is not None and combatant.unseen:
            return "gm"
        if combatant is None or combatant.controller or self.context.state.options.get("open_numbers"):
            return "open"
        told = self.context.state.options.get("gm_rolls", "result")
        if roll.discloses != "outcome" or told == "hidden":
            return "gm"
        return "open" if told == "open" else "result"

    def _from_the_box(self, roll: Roll, address: str, closed: bool, fell: tuple[int, ...] = ()) -> tuple[int, ...]:
        epoch, entropy = self.draft.ledger.epoch, self._entropy()

        def throw(index: int) -> int:
            try:
                return self.draft.dice.face(epoch, entropy, address, index, roll.dice.sides, closed)
            except DieWanted as wanted:
                wanted.roll = roll
                raise

        faces = fell
        while len(faces) < max(roll.dice.count, DICE_PER_ROLL) and is_short(roll, faces):
            faces = (*faces, throw(len(faces) - len(fell)))
        return faces

    def _entropy(self) -> str:
        epoch = self.draft.ledger.epochs.get(self.draft.ledger.epoch)
        return epoch.entropy if epoch else ""

    def _from_the_tray(self, roll: Roll, fell: tuple[int, ...] = ()) -> tuple[int, ...]:
        faces, self.draft.faces = read_tray(roll, self.draft.faces, fell)
        return faces


def read_tray(roll: Roll, tray: list[int], fell: tuple[int, ...] = ()) -> tuple[tuple[int, ...], list[int]]:
    """The faces of one roll, of which some `fell` before, from the front of a tray, and what is left of the tray.

    Raises:
        Refused: too few faces, or a face that the die does not have.
    """
    need = max(roll.dice.count - len(fell), 1)
    while True:
        faces = (*fell, *tray[:need])
        if len(tray) < need:
            more = f"{need} more" if fell else f"{need}"
            raise Refused(
                refusal("invalid", f"{roll.purpose} ({roll.dice}) needs {more} faces, {len(tray)} were given")
            )
        if any(not 1 <= face <= roll.dice.sides for face in faces):
            raise Refused(refusal("invalid", f"a face of {roll.dice} is a number from 1 to {roll.dice.sides}"))
        if roll.dice.reading(faces) is not None:
            return faces, tray[need:]
        need += 1


def _fits(roll: Roll, tray: list[int]) -> bool:
    try:
        read_tray(roll, tray)
    except Refused:
        return False
    return True


def _judged(roll: Roll, path: str, fallen: Rolled) -> Rolled:
    """The roll as the rules read it now, on the faces that fell."""
    counts = roll.dice.reading(fallen.faces)
    if counts is None:
        counts = fallen.faces
    modifiers = roll.modifiers
    if roll.dice.plus:
        modifiers = (Modifier(roll.rule, roll.dice.plus, "dice"), *modifiers)
    total = sum(counts) + sum(modifier.value for modifier in modifiers)
    verdict: Verdict = roll.judge(total, fallen.faces, roll.target_number)
    return replace(
        fallen,
        combatant=roll.combatant,
        purpose=roll.purpose,
        path=path,
        dice=str(roll.dice),
        counts=counts,
        total=total,
        rule=roll.rule,
        modifiers=modifiers,
        target_number=roll.target_number,
        success_level=verdict.success_level,
        outcome=verdict.outcome,
        location=verdict.location,
    )


def _reply_of(roll: Roll, fact: Rolled, version: Cause) -> Faces | Total | Success:
    if roll.reads is Faces:
        return Faces(fact.faces, version)
    if roll.reads is Success:
        return Success(fact.outcome == "success", version, fact.outcome == "fumble")
    success, fumble = fact.outcome == "success", fact.outcome == "fumble"
    total = Total(fact.total, success, fact.success_level, fact.location, version, fumble)
    return total if roll.beside is None else compared(total, roll.beside)


def _question(one: Roll | Choose, path: str) -> Question:
    assert one.combatant is not None
    if isinstance(one, Choose):
        return Question(path, one.combatant, one.purpose, one.options, default=one.default, lapses=True, rule=one.rule)
    return Question(path, one.combatant, one.purpose, dice=str(one.dice), lapses=one.lapses)


def _what(entry: Entry) -> str:
    return type(entry.fact).__name__


def rules_changed(how: str) -> Refusal:
    """The refusal to go on with an action that the rules of today would play otherwise."""
    return refusal(
        "rules-changed",
        f"the rules have changed since this action began ({how}); undo the action and begin it again",
    )
