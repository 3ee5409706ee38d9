"""Rules that leave something to the people at the table: none is forgotten, each is said by a command, and the log
names it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from api.scenarios import runner
from api.scenarios.memory import MemoryTable
from api.scenarios.reading import Written
from engine import commands as c
from engine.commands import AnyCommand, wire_name
from engine.rulebook import Option, Rule
from engine.rulesets import RULESETS
from events.base import Fact
from events.flow import InitiativeSet
from events.play import ActionBegan, Asked, ConditionGained, PoolRestored, RuleOverruled
from events.roster import OptionChanged, SheetChanged
from events.table import NoteAdded
from projections.audience import GM
from projections.ways import Vantage, story
from tests.api.test_audit_in_words import said as said_of
from tests.api.test_audit_in_words import shot
from tests.cli.test_capsule import a_fight
from tests.projections.twins import ANA
from tests.projections.watching import fight, stream
from tests.scenarios.shelf import readable

FILE: Final = "left_to_the_table.yaml"
LEAVES_OPEN: Final = re.compile(
    r"(?i)referee|chronicler|game master|\bgm\b|caller|by hand|discretion|judge|may suffocate|may be destroyed|may add"
)
"""The words by which a rule, or what an option of it means, leaves something to people."""
WHOLE_WORD: Final = re.compile(r"^([a-z_]+)(?: \(([a-z_]+)\))?$")


COUNTS_ONLY: Final = frozenset({"UNI-INIT-5"})
"""Says how a number set by hand counts; UNI-INIT-3 is the rule that leaves it to the referee."""


def split(way: str) -> tuple[str, str | None]:
    """The command of a way to say something, and the field of it."""
    match = WHOLE_WORD.match(way)
    assert match is not None, way
    return match[1], match[2]


def meanings(option: Option) -> str:
    """What the values of an option mean."""
    return " ".join(option.meaning)


def all_rules() -> Iterator[tuple[str, Rule]]:
    """Every rule once, under the rule set that wrote it."""
    for name, ruleset in RULESETS.items():
        base = RULESETS[ruleset.rulebook.extends].rulebook.by_id if ruleset.rulebook.extends else {}
        yield from ((name, rule) for rule in ruleset.rulebook.rules if rule.id not in base)


def leaves_something_open(ruleset: str, rule: Rule) -> bool:
    """Whether the wording of a rule, or of an option it has, leaves something to people."""
    options = (one for one in RULESETS[ruleset].rulebook.options if rule.option == one.name)
    wording = " ".join((rule.title, rule.text, *map(meanings, options)))
    return LEAVES_OPEN.search(wording) is not None


def named_in(fact: Fact) -> tuple[str, ...]:
    """The rules by which a fact says that something was left to people."""
    match fact:
        case ActionBegan(left_open=left):
            return tuple(one.rule for one in left)
        case Asked(questions=questions):
            return tuple(one.rule for one in questions)
        case OptionChanged(rules=rules):
            return rules
        case InitiativeSet() | RuleOverruled() | ConditionGained() | PoolRestored() | SheetChanged() | NoteAdded():
            return (fact.rule,)
        case _:
            return ()


def played(written: Written) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """Each command of a scenario that is accepted, and the rules that its facts name."""
    table = MemoryTable(RULESETS[written.scenario.ruleset])
    runner._set_up(table, written.scenario)
    for number, step in enumerate(written.scenario.steps, start=1):
        before = len(table.bodies)
        if step.expect.refused:
            continue
        runner._take(table, step, written.scenario.step_id(number))
        facts = (table.past(version).fact for version in range(before + 1, len(table.bodies) + 1))
        yield step.do, tuple(name for fact in facts for name in named_in(fact) if name)


@cache
def said() -> dict[str, frozenset[str]]:
    """By rule the commands after which the log names it, in the scenarios of these files."""
    found: dict[str, set[str]] = {}
    for written in readable():
        if written.file.endswith(FILE):
            for do, names in played(written):
                for name in names:
                    found.setdefault(name, set()).add(do["type"])
    return {name: frozenset(commands) for name, commands in found.items()}


def test_no_rule_that_leaves_something_to_people_is_forgotten() -> None:
    wording = {rule.id for ruleset, rule in all_rules() if leaves_something_open(ruleset, rule)}
    listed = {rule.id for _, rule in all_rules() if rule.referee}
    assert wording == listed, wording ^ listed
    assert len(listed) == 23


def test_it_is_said_by_a_command_and_the_log_names_the_rule() -> None:
    for _, rule in all_rules():
        after = said().get("UNI-INIT-3" if rule.id in COUNTS_ONLY else rule.id, frozenset())
        for way in rule.referee:
            command, _ = split(way)
            assert command in after or command == "answer", (rule.id, way, after)


def test_each_way_to_say_it_is_a_command_with_such_a_field() -> None:
    known = {wire_name(one): one for one in AnyCommand.__args__}
    for ruleset, rule in all_rules():
        for way in rule.referee:
            command, field = split(way)
            kinds = RULESETS[ruleset].actions.values() if command == "act" else ()
            fields = {name for kind in kinds for name in kind.fields.__struct_fields__}
            assert field in {None, "force", *known[command].__struct_fields__, *fields}, (rule.id, way)


def test_what_the_gm_decides_under_a_rule_is_a_sentence_of_the_story() -> None:
    table = fight()
    table.must(c.Note(text="breaking the wall takes three Turns", rule="UNI-TURN-3"))
    seen = stream(table, GM)
    lines = story(Vantage(seen, table.state, table.history.ledger, seen.newest)).lines
    assert lines[-1].text == "Breaking the wall takes three Turns (UNI-TURN-3)."


def test_the_audit_of_a_roll_tells_the_gm_what_was_left_to_the_table() -> None:
    table = a_fight()
    told = "left to the table by UNI-RANGE-8 Edges and out of range: range short"
    assert told in said_of(table, shot(table))
    assert told not in said_of(table, shot(table), ANA)
