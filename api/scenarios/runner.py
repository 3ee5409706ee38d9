"""Running a scenario: set the situation up, give its commands, and compare after every one of them."""

import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from api.scenarios.checks import controllers, newcomer_of
from api.scenarios.compare import Seen, mismatches
from api.scenarios.dice import WrongFaces
from api.scenarios.explain import explain
from api.scenarios.memory import MemoryTable, Move, differences, read_command, refolded
from api.scenarios.model import Scenario, Step
from api.scenarios.outcome import Mismatch, Problem, Result
from api.scenarios.reading import Unreadable, Written, read_file
from engine.commands import AnyCommand, EnterCombatant, OfferSeat, OpenTable
from engine.refusals import Refusal, refusal
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from events.envelope import Entry
from events.play import Rolled

RuleSets = Mapping[str, RuleSet]

_NO_LINK: Final = "0" * 64


class _Failed(Exception):
    """Ends a scenario with a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.sentence)
        self.problem = problem


def run_file(path: Path, rulesets: RuleSets = RULESETS, name: str = "") -> list[Result]:
    """Run every scenario of a file. A file that cannot be read is one failed result."""
    return [run(written, rulesets) for written in read_file(path, name)]


def run(written: Written | Unreadable, rulesets: RuleSets = RULESETS) -> Result:
    """Run one scenario; nothing that happens in it raises."""
    if isinstance(written, Unreadable):
        return Result(written.file, written.line, "", problem=Problem("unreadable", written.sentence))
    scenario = written.scenario
    result = Result(
        written.file,
        written.line,
        scenario.title,
        scenario.ruleset,
        scenario.rules,
        steps=len(scenario.steps),
    )
    ruleset = rulesets.get(scenario.ruleset)
    if ruleset is None:
        names = ", ".join(rulesets)
        problem = Problem("setup", f"there is no rule set {scenario.ruleset!r}; there are {names}")
        return msgspec.structs.replace(result, problem=problem)
    return _played(result, written, MemoryTable(ruleset))


def _played(result: Result, written: Written, table: MemoryTable) -> Result:
    number, line, head = 0, written.line, 0
    try:
        _set_up(table, written.scenario)
        for number, step in enumerate(written.scenario.steps, start=1):
            line, head = written.step_lines[number - 1], table.history.head
            _take(table, step, written.scenario.step_id(number))
    except _Failed as failed:
        problem = failed.problem
    except Exception:
        problem = Problem("broken", f"the rules broke down:\n{traceback.format_exc()}")
    else:
        return result
    result = msgspec.structs.replace(result, problem=problem, step=number, step_line=line)
    if not number:
        return result
    step, step_id = written.scenario.steps[number - 1], written.scenario.step_id(number)
    told = () if problem.kind == "broken" else tuple(_told(table, head, step, step_id))
    return msgspec.structs.replace(result, command=_command_of(step), told=told)


def _told(table: MemoryTable, head: int, step: Step, step_id: str) -> Iterator[str]:
    """What a step that failed did; where its dice did not do, what it did as far as they went."""
    entries = tuple(map(table.past, range(head + 1, table.history.head + 1)))
    for entry in entries or _as_far_as_the_dice_went(table, step, step_id):
        yield from explain(entry, table.ruleset.rulebook)


def _as_far_as_the_dice_went(table: MemoryTable, step: Step, step_id: str) -> Iterator[Entry]:
    thrown = tuple(throw.face for throw in table.dice.thrown)
    used = 0
    for entry in _rehearsed(table, step, step_id, thrown):
        if isinstance(entry.fact, Rolled) and entry.fact.typed_by is None:
            used += len(entry.fact.faces)
        if used > len(thrown):
            return
        yield entry


def _rehearsed(table: MemoryTable, step: Step, step_id: str, faces: tuple[int, ...]) -> tuple[Entry, ...]:
    try:
        return table.rehearse(read_command(step.do), _move(step, step_id), faces)
    except Exception:  # what would have come after the dice ran out is nobody's failure
        return ()


def _move(step: Step, step_id: str) -> Move:
    return Move(step_id, step.seat, step.force, step.faces)


def _command_of(step: Step) -> str:
    force = f", by force: {step.force}" if step.force else ""
    faces = f", faces {list(step.faces)}" if step.faces else ""
    return f"{msgspec.json.encode(step.do).decode()} as {step.seat}{faces}{force}"


# the situation


def _set_up(table: MemoryTable, scenario: Scenario) -> None:
    _check_rules(table.ruleset, scenario)
    title = scenario.title[:80]
    opening = OpenTable(title=title, ruleset=scenario.ruleset, preset=scenario.preset, options=scenario.options)
    _must("opening the table", table.open(opening))
    for seat in scenario.players:
        offer = OfferSeat(seat=seat, kind="player", name=seat, link_digest=_NO_LINK)
        _give(table, f"seat:{seat}", offer)
    for combatant in scenario.combatants:
        _give(table, f"enter:{combatant}", _entering(scenario, combatant))
    start = scenario.start
    if start is not None:
        up = start.order[0] if start.up is UNSET else start.up
        _must("start", table.stage(start.order, start.turn, up))
    _check_fold(table)


def _check_rules(ruleset: RuleSet, scenario: Scenario) -> None:
    unknown = [rule for rule in scenario.rules if ruleset.rulebook.rule(rule) is None]
    if unknown:
        raise _Failed(Problem("setup", f"{ruleset.id} has no rule {unknown[0]}"))


def _entering(scenario: Scenario, combatant: str) -> EnterCombatant:
    newcomer, sheet = newcomer_of(scenario.combatants[combatant])
    return EnterCombatant(
        combatant=combatant,
        name=newcomer.name or combatant,
        template=newcomer.template,
        gear=newcomer.gear,
        sheet=msgspec.Raw(msgspec.json.encode(sheet)),
        side=newcomer.side,
        status=newcomer.status,
        controller=newcomer.controller or controllers(scenario).get(combatant),
        dice=newcomer.dice,
        hidden=newcomer.hidden,
    )


def _give(table: MemoryTable, name: str, command: OfferSeat | EnterCombatant) -> None:
    verdict = table.give(command, Move(f"setup:{name}"))
    _must(name.replace(":", " "), verdict if isinstance(verdict, Refusal) else None)


def _must(what: str, refused: Refusal | None) -> None:
    if refused is not None:
        raise _Failed(Problem("setup", f"{what} is refused: {refused.code}: {refused.sentence}"))


# the steps


def _take(table: MemoryTable, step: Step, step_id: str) -> None:
    head = table.history.head
    table.dice.fill(step.dice)
    try:
        refused = _given(table, step, step_id)
    except WrongFaces as problem:
        raise _Failed(_wrong_faces(step, problem)) from problem
    _check_dice(table, refused)
    entries = tuple(map(table.past, range(head + 1, table.history.head + 1)))
    seen = Seen(table.ruleset, table.history.state, entries, refused)
    _check_verdict(step, seen)
    found = tuple(mismatches(step.expect, seen))
    if found:
        raise _Failed(Problem("expectation", "not as expected", found))
    _check_fold(table)


def _wrong_faces(step: Step, problem: WrongFaces) -> Problem:
    """Dice where a refusal is expected mean that it did not come."""
    if step.expect.refused is UNSET:
        return Problem("dice", str(problem))
    return Problem(
        "expectation", f"accepted: {problem}", (Mismatch("refused", step.expect.refused, "dice are thrown"),)
    )


def _given(table: MemoryTable, step: Step, step_id: str) -> Refusal | None:
    command = _read(step)
    if isinstance(command, Refusal):
        return command
    verdict = table.give(command, _move(step, step_id))
    return verdict if isinstance(verdict, Refusal) else None


def _read(step: Step) -> AnyCommand | Refusal:
    """The command of a step; one that is badly formed is refused as it would be over HTTP."""
    try:
        return read_command(step.do)
    except (msgspec.MsgspecError, OverflowError, ValueError) as problem:
        return refusal("invalid", f"{step.do['type']}: {problem}")


def _check_dice(table: MemoryTable, refused: Refusal | None) -> None:
    left = table.dice.left
    if refused is not None and table.dice.thrown:
        raise _Failed(Problem("dice", f"dice were thrown although the command is refused: {refused.sentence}"))
    if refused is None and left:
        faces = ", ".join(map(str, left))
        raise _Failed(Problem("dice", f"the rules ask for fewer dice: {faces} {'are' if left[1:] else 'is'} left over"))


def _check_verdict(step: Step, seen: Seen) -> None:
    if seen.refusal is not None and step.expect.refused is UNSET:
        rule = f" ({seen.refusal.rule})" if seen.refusal.rule else ""
        raise _Failed(Problem("refusal", f"refused: {seen.refusal.code}{rule}: {seen.refusal.sentence}"))
    if seen.refusal is not None and seen.entries:
        raise _Failed(Problem("fold", "something was appended although the command is refused"))


def _check_fold(table: MemoryTable) -> None:
    """The state folded forward is the one that the bytes add up to."""
    differ = differences(table.history, refolded(table.bodies))
    if differ:
        raise _Failed(Problem("fold", f"the log does not add up to what stands: {', '.join(differ)} differ"))
