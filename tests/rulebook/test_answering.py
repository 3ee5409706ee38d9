"""Whatever anybody is asked, the GM may answer for them: every choice and every roll that the rules can ask for."""

import ast
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

import engine.procedures
import engine.rulesets
from api.scenarios import runner
from api.scenarios.memory import MemoryTable, Move, read_command
from api.scenarios.model import Step
from api.scenarios.reading import Written
from engine.actions import all_open
from engine.commands import Answer, GiveControl
from engine.decide import Accepted
from engine.dice import KeyedDice
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from events.play import Answered, Question, Rolled
from tests.scenarios.shelf import readable

BUILDS_ON: Final = {"unisystem": (), "firefight": ("unisystem",), "interlock": ()}
"""Rule sets whose questions a rule set asks besides its own."""
NEVER: Final = {("firefight", "roll", "armor")}
"""What shared procedures ask for and these rules never do: their armor has a fixed value (FIRE-ARM-1)."""
OF_EACH: Final = 3
"""How many questions that ask for the same thing are answered in every way there is."""

Kind = tuple[str, str, str]
"""Whose rules ask, whether for a choice or a roll, and what for."""


def asked_in(written: Written) -> Iterator[tuple[MemoryTable, Question]]:
    """Every question that is open after a step of a scenario, with the table as it stands then."""
    table = MemoryTable(RULESETS[written.scenario.ruleset])
    runner._set_up(table, written.scenario)
    for number, step in enumerate(written.scenario.steps, start=1):
        if step.expect.refused:
            continue
        runner._take(table, step, written.scenario.step_id(number))
        for _, question in all_open(table.history.state):
            yield table, question


def asked_of_people_with_dice(written: Written) -> Iterator[tuple[MemoryTable, Question]]:
    """The same, as far as it goes where everybody throws real dice: each roll is asked for."""
    table = MemoryTable(RULESETS[written.scenario.ruleset])
    runner._set_up(table, written.scenario)
    for one in tuple(table.history.state.combatants.values()):
        table.give(GiveControl(combatant=one.id, seat=one.controller, dice="own"), Move(f"dice-for-{one.id}"))
    for number, step in enumerate(written.scenario.steps, start=1):
        if step.expect.refused or isinstance(_given(table, step, written.scenario.step_id(number)), Refusal):
            continue
        while open_now := all_open(table.history.state):
            rolls = [question for _, question in open_now if not question.options]
            yield from ((table, question) for question in rolls)
            if not rolls:
                break
            answer = Answer(combatant=rolls[0].combatant, question=rolls[0].path, default=True)
            if isinstance(table.give(answer, Move(f"thrown-{table.history.head}")), Refusal):
                return


def _given(table: MemoryTable, step: Step, name: str) -> Accepted | Refusal:
    table.dice = KeyedDice(bytes(range(32)), name)  # type: ignore[assignment]
    return table.give(read_command(step.do), runner._move(step, name))


def at_a_table_like(table: MemoryTable) -> MemoryTable:
    """Another table that stands the same, where dice fall as they do."""
    other = copy(table)
    other.bodies, other.dice = list(table.bodies), KeyedDice(bytes(range(32)), "t")  # type: ignore[assignment]
    return other


def answered(table: MemoryTable, question: Question, said: Answer, faces: tuple[int, ...] = ()) -> MemoryTable:
    """The GM says it at a table like this one, then answers whatever comes of it, until nobody is asked any more."""
    other = at_a_table_like(table)
    verdict = other.give(said, Move("for-them", faces=faces))
    assert isinstance(verdict, Accepted), (question, said, verdict)
    given = next(entry.fact for entry in verdict.entries if isinstance(entry.fact, Answered))
    assert (given.path, given.combatant) == (question.path, question.combatant)
    for number in range(200):
        still = all_open(other.history.state)
        if not still:
            return other
        more = Answer(combatant=still[0][1].combatant, question=still[0][1].path, default=True)
        verdict = other.give(more, Move(f"for-them-{number}"))
        assert isinstance(verdict, Accepted), (still, verdict)
    raise AssertionError(f"{question} never ends")


def answer_in_every_way(table: MemoryTable, question: Question) -> None:
    """By default, by each choice, and with the faces of real dice."""
    mine = Answer(combatant=question.combatant, question=question.path)
    thrown = answered(table, question, replace(mine, default=True))
    for option in question.options:
        answered(table, question, replace(mine, choice=option))
    if not question.options:
        faces = roll_of(thrown, table, question).faces
        typed = roll_of(answered(table, question, mine, faces), table, question)
        assert (typed.faces, typed.typed_by) == (faces, "gm"), (question, typed)


def roll_of(table: MemoryTable, before: MemoryTable, question: Question) -> Rolled:
    """The roll that came of a question."""
    facts = (table.past(version).fact for version in range(before.history.head + 1, table.history.head + 1))
    return next(fact for fact in facts if isinstance(fact, Rolled) and fact.path == question.path)


@cache
def questions() -> Counter[Kind]:
    """What is asked in scenarios; the GM answers the first of each on the way, in every way there is."""
    asked: Counter[Kind] = Counter()
    for written in readable():
        for way in (asked_in, asked_of_people_with_dice):
            for table, question in way(written):
                kind = (table.ruleset.id, "choice" if question.options else "roll", question.purpose)
                asked[kind] += 1
                if asked[kind] <= OF_EACH:
                    answer_in_every_way(table, question)
    return asked


def written_in_the_rules() -> set[Kind]:
    """What the sources of the rule sets can ask for.

    Raises:
        AssertionError: it is nowhere to be read what for.
    """
    own = {
        name: {asked for folder in engine.rulesets.__path__ for asked in _asked_by(Path(folder) / name)}
        for name in RULESETS
    }
    shared = {asked for folder in engine.procedures.__path__ for asked in _asked_by(Path(folder))}
    assert set(BUILDS_ON) == set(RULESETS)
    return {
        (name, how, purpose)
        for name in RULESETS
        for how, purpose in own[name].union(shared, *(own[other] for other in BUILDS_ON[name]))
    }


def _asked_by(folder: Path) -> Iterator[tuple[str, str]]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASK:
                named = {keyword.arg: keyword.value for keyword in node.keywords}
                whom = named.get("combatant", node.args[0] if node.args else None)
                purpose = named.get("purpose", node.args[1] if len(node.args) > 1 else None)
                if isinstance(whom, ast.Constant) and whom.value is None:
                    continue  # nobody's dice
                if isinstance(purpose, ast.Constant):
                    yield _ASK[node.func.id], str(purpose.value)
                else:
                    assert isinstance(purpose, ast.Attribute), f"{file}: what is asked in {ast.unparse(node)}?"


_ASK: Final = {"Choose": "choice", "Roll": "roll", "Throw": "roll"}


def test_the_gm_answers_everything_that_the_rules_can_ask_for() -> None:
    written = written_in_the_rules()
    assert {name for name, _, _ in written} == set(RULESETS) and len(written) > 30
    missing = written - NEVER - set(questions())
    assert not missing, sorted(missing)
    assert not NEVER & set(questions())
