"""An argument about a roll: contested by whoever sees it, settled by the GM, kept as a rule, never undone."""

from typing import Any

import msgspec
import pytest

from engine.commands import Dispute, FreeRoll, Note, RevealRoll, Rule, Undo
from engine.decide.dispute import MOST_CLAIMED, MOST_OPEN
from engine.rulesets import RULESETS
from events.dispute import Disputed, Ruled
from tests.tables import MemoryTable, refold

SIX = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")


@pytest.fixture
def table() -> MemoryTable:
    table = MemoryTable(RULESETS["unisystem"])
    table.seat("ana")
    table.seat("sam", "spectator")
    return table


def rolled(table: MemoryTable, **more: Any) -> int:
    """The version of a roll."""
    answer = table.must(FreeRoll(dice="d10", **more))
    return next(entry.version for entry in answer.entries if entry.fact.__struct_config__.tag == "rolled")


def claim(**fields: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(fields))


def test_a_roll_is_contested_and_the_ledger_holds_who_and_why(table: MemoryTable) -> None:
    roll = rolled(table)
    (entry,) = table.must(Dispute(roll=roll, claim=claim(range="long"), text="not close"), "ana").entries
    assert entry.fact == Disputed(roll, claim(range="long"), "not close", "gm/c-4")
    assert entry.because == (roll,)
    (one,) = table.history.ledger.disputes.values()
    assert (one.seat, one.roll, one.claim, one.ruling) == ("ana", roll, claim(range="long"), None)


def test_a_roll_that_was_shown_later_is_contested_where_it_was_shown(table: MemoryTable) -> None:
    roll = rolled(table, level="gm")
    (shown,) = table.must(RevealRoll(roll=roll)).entries
    (entry,) = table.must(Dispute(roll=shown.version, text="never a ten"), "sam").entries
    assert entry.fact == Disputed(roll, claim(), "never a ten", "gm/c-4")
    assert entry.because == (shown.version,)


def test_what_is_no_roll_cannot_be_contested(table: MemoryTable) -> None:
    (note,) = table.must(Note(text="rain")).entries
    for version in (0, note.version, table.history.head + 1):
        assert table.refused(Dispute(roll=version, text="no"), "ana").code == "unknown-id"


def test_a_dispute_says_what_is_wrong(table: MemoryTable) -> None:
    roll = rolled(table)
    assert table.refused(Dispute(roll=roll), "ana").code == "invalid"
    wide = claim(**{f"field{n}": n for n in range(MOST_CLAIMED + 1)})
    assert table.refused(Dispute(roll=roll, claim=wide), "ana").code == "limit-exceeded"


def test_a_seat_contests_a_roll_once_until_the_gm_has_ruled_and_others_may_too(table: MemoryTable) -> None:
    roll = rolled(table)
    (first,) = table.must(Dispute(roll=roll, text="no"), "ana").entries
    assert table.refused(Dispute(roll=roll, text="no!"), "ana").code == "already-answered"
    table.must(Dispute(roll=roll, text="no"), "sam")
    table.must(Rule(dispute=first.version, reason="it stands"))
    table.must(Dispute(roll=roll, text="but look"), "ana")


def test_open_disputes_are_bounded(table: MemoryTable) -> None:
    for _ in range(MOST_OPEN):
        table.must(Dispute(roll=rolled(table), text="no"), "ana")
    assert table.refused(Dispute(roll=rolled(table), text="no"), "ana").code == "limit-exceeded"


def test_the_gm_upholds_a_roll_and_keeps_the_ruling_under_its_rule(table: MemoryTable) -> None:
    roll = rolled(table)
    (contested,) = table.must(Dispute(roll=roll, text="no"), "ana").entries
    (entry,) = table.must(Rule(dispute=contested.version, reason="see there", rule="UNI-RANGE-1", kept=True)).entries
    assert entry.fact == Ruled(contested.version, "uphold", "see there", "UNI-RANGE-1", kept=True)
    ruling = table.history.ledger.disputes[contested.version].ruling
    assert ruling is not None
    assert (ruling.verdict, ruling.rule, ruling.kept, ruling.seat) == ("uphold", "UNI-RANGE-1", True, "gm")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"dispute": 1}, "unknown-id"),
        ({"rule": "UNI-NONSENSE-1"}, "unknown-id"),
        ({"kept": True}, "invalid"),
    ],
)
def test_a_ruling_on_nothing_under_no_rule_or_kept_nowhere_is_refused(
    table: MemoryTable, more: dict[str, Any], code: str
) -> None:
    (contested,) = table.must(Dispute(roll=rolled(table), text="no"), "ana").entries
    fields: dict[str, Any] = {"dispute": contested.version, "reason": "so"} | more
    assert table.refused(Rule(**fields)).code == code


def test_only_the_gm_rules_and_only_once(table: MemoryTable) -> None:
    (contested,) = table.must(Dispute(roll=rolled(table), text="no"), "ana").entries
    ruling = Rule(dispute=contested.version, reason="so")
    assert table.refused(ruling, "ana").code == "unauthorized"
    table.must(ruling)
    assert table.refused(ruling).code == "already-answered"


def test_an_undo_takes_back_neither_dispute_nor_ruling(table: MemoryTable) -> None:
    table.enter("bob", {"attributes": dict.fromkeys(SIX, 2)})
    (contested,) = table.must(Dispute(roll=rolled(table), text="no"), "ana").entries
    table.must(Rule(dispute=contested.version, reason="so"))
    before = table.history.ledger.disputes
    table.must(Undo())
    table.must(Undo())
    assert "bob" not in table.state.combatants
    assert table.history.ledger.disputes == before
    assert refold(table.bodies).ledger.disputes == before
