"""The tables in code are complete: reducers, postings, decisions, admissions, refusals."""

import json

import msgspec
import pytest

from engine.admission import ADMISSIONS
from engine.commands import COMMANDS, wire_name
from engine.decide.verdicts import DECISIONS
from engine.evolve import REDUCERS
from engine.ledger import POSTINGS
from engine.refusals import CODES, FORCEABLE, first_in_the_list, refusal
from engine.snapshot import fingerprint
from events.facts import LEDGER, PLAY
from events.roster import CombatantHidden, CombatantShown
from events.table import TableOpened


def test_every_fact_of_play_has_one_reducer() -> None:
    assert set(REDUCERS) == PLAY | {TableOpened}


def test_every_fact_of_the_ledger_has_one_posting() -> None:
    assert set(POSTINGS) == LEDGER


def test_every_command_is_decided_and_admitted() -> None:
    assert set(DECISIONS) == set(COMMANDS) == set(ADMISSIONS)


def test_wire_names_are_distinct_and_explicit() -> None:
    names = [wire_name(command) for command in COMMANDS]
    assert len(names) == len(set(names))
    assert all(name == name.lower() for name in names)


def test_admissions_name_fields_that_their_commands_have() -> None:
    for command, admission in ADMISSIONS.items():
        fields = {field.name for field in msgspec.structs.fields(command)}
        assert set(admission.combatants) <= fields, command
        assert not admission.own or admission.own in fields, command
        assert not admission.acts or "combatant" in fields, command


def test_codes_that_can_be_forced_are_codes() -> None:
    assert set(CODES) >= FORCEABLE


def test_only_a_refusal_with_a_rule_behind_it_can_be_forced() -> None:
    assert refusal("over-rate-of-fire", "too fast", "INT-FIRE-4").forceable
    assert not refusal("over-rate-of-fire", "too fast").forceable
    assert not refusal("unknown-id", "nobody", "INT-FIRE-4").forceable


def test_of_several_refusals_the_first_of_the_list_is_given() -> None:
    late, early = refusal("out-of-range", "far"), refusal("not-your-turn", "wait")
    assert first_in_the_list((late, early)) == early
    assert first_in_the_list(()) is None


def test_the_name_of_the_fold_changes_when_a_fact_is_folded_by_another_reducer(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint({"unisystem": "1"})
    assert fingerprint({"unisystem": "1"}) == before
    assert fingerprint({"unisystem": "2"}) != before
    monkeypatch.setitem(REDUCERS, CombatantShown, REDUCERS[CombatantHidden])  # type: ignore[misc]
    assert fingerprint({"unisystem": "1"}) != before


def test_whatever_is_left_out_of_a_command_can_be_told_as_json() -> None:
    for command in COMMANDS:
        for field in msgspec.structs.fields(command):
            if field.default is not msgspec.NODEFAULT:
                json.loads(msgspec.json.encode(field.default))
