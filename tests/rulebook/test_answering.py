"""Whatever anybody is asked, the GM may answer for them: every choice of every question that scenarios reach."""

import ast
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path

import engine.rulesets
from api.scenarios import runner
from api.scenarios.dice import ScriptedDice
from api.scenarios.memory import MemoryTable, Move
from api.scenarios.reading import Written
from engine.actions import all_open
from engine.commands import Answer
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from events.play import Question
from tests.scenarios.shelf import readable


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


def answered(table: MemoryTable, question: Question, said: Answer) -> None:
    """The GM says it at a table like this one, then answers whatever comes of it, until nobody is asked any more."""
    other = copy(table)
    other.bodies, other.dice = list(table.bodies), ScriptedDice(without_end=True)
    verdict = other.give(said, Move("for-them"))
    assert not isinstance(verdict, Refusal), (question, verdict)
    for number in range(50):
        still = all_open(other.history.state)
        if not still:
            return
        more = Answer(combatant=still[0][1].combatant, question=still[0][1].path, default=True)
        verdict = other.give(more, Move(f"for-them-{number}"))
        assert not isinstance(verdict, Refusal), (still, verdict)
    raise AssertionError(f"{question} never ends")


@cache
def questions() -> frozenset[str]:
    """What is asked in scenarios, by purpose; the GM answers each on the way, in every way there is."""
    purposes: set[str] = set()
    for written in readable():
        for table, question in asked_in(written):
            purposes.add(question.purpose)
            mine = Answer(combatant=question.combatant, question=question.path)
            for option in question.options:
                answered(table, question, Answer(combatant=mine.combatant, question=mine.question, choice=option))
            answered(table, question, Answer(combatant=mine.combatant, question=mine.question, default=True))
    return frozenset(purposes)


def choices_in_the_rules() -> set[str]:
    """The purposes of the choices that stand in the sources of the rule sets."""
    found: set[str] = set()
    for folder in engine.rulesets.__path__:
        for file in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id="Choose"), args=[_, ast.Constant(value=str(purpose)), *_]):
                        found.add(purpose)
                    case _:
                        pass
    return found


def test_the_gm_answers_everything_that_is_asked_in_scenarios() -> None:
    assert len(questions()) > 5


def test_every_choice_of_the_rules_is_among_what_the_gm_has_answered() -> None:
    assert choices_in_the_rules()
    assert not choices_in_the_rules() - questions()
