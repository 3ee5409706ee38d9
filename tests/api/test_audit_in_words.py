"""The audit of a roll in words: every number with its reason, the argument about it, and what became of it."""

from api.proof.audit import audit
from engine import commands as c
from events.play import DamageApplied, Rolled
from projections.audience import GM, SPECTATORS, Viewer
from projections.ways import Vantage, explanation
from tests.cli.test_capsule import a_fight
from tests.projections.test_arguments import LONG, rolled, vantage
from tests.projections.twins import ANA, Table
from tests.projections.watching import fight, stream
from tests.tables import MemoryTable


def said(table: Table | MemoryTable, version: int, viewer: Viewer = GM) -> list[str]:
    """The lines of an audit, without their indent."""
    seen = stream(table, viewer)
    own = seen.numbers.own(version)
    assert own is not None
    found = explanation(Vantage(seen, table.state, table.history.ledger, seen.newest), own)
    assert found is not None
    return [line.strip() for line in audit(found)]


def shot(table: MemoryTable) -> int:
    """The newest roll to hit."""
    entries = [table.past(version) for version in range(1, table.history.head + 1)]
    return [one.version for one in entries if isinstance(one.fact, Rolled) and one.fact.purpose == "strike"][-1]


def test_every_number_has_its_reason_and_real_dice_say_who_typed_them() -> None:
    table = a_fight()
    lines = said(table, shot(table))
    assert lines[0] == f"{shot(table)}  ann rolls strike: 1d10!"
    assert "shows 9, a real die typed by gm" in lines
    roll = table.past(shot(table)).fact
    assert isinstance(roll, Rolled)
    for one in roll.modifiers:
        assert any(line.startswith(f"{one.value:+d}  {one.rule} ") for line in lines), one
    assert f"total {roll.total} against {roll.target_number}" in lines
    assert any(line.startswith("outcome success, success level ") for line in lines)


def test_a_face_of_the_table_has_its_address() -> None:
    table = fight()
    roll = rolled(table)
    thrown = table.past(roll).fact
    assert isinstance(thrown, Rolled)
    assert f"shows {thrown.faces[0]}, thrown at {thrown.address}|0 in epoch {thrown.epoch}" in said(table, roll)


def test_a_loss_has_its_steps() -> None:
    table = a_fight()
    hits = [one for one in map(table.past, range(1, table.history.head + 1)) if isinstance(one.fact, DamageApplied)]
    lines = said(table, hits[-1].version)
    assert lines[0].startswith(f"{hits[-1].version}  bob loses ") and " by ann with gun" in lines[0]
    assert len(lines) == 1 + len(hits[-1].fact.steps) + 1  # type: ignore[union-attr]
    assert lines[-1].startswith("left to the table by UNI-RANGE-8 ")


def test_the_argument_is_told_and_nobody_writes_lines_of_their_own_into_it() -> None:
    table = fight()
    roll = rolled(table)
    table.must(c.Dispute(roll=roll, claim=LONG, text="not\nclose"))
    assert said(table, roll, ANA)[-2:][0].endswith(', who claims range long: "not close"')
    assert said(table, roll, ANA)[-1] == "not ruled on yet"
    table.must(c.Rule(dispute=table.history.head, reason="it stands"))
    ruled = said(table, roll, ANA)[-1]
    assert ruled.startswith("upheld by gm, 1970-01-01 ") and ruled.endswith(': "it stands"')


def test_a_roll_that_was_struck_says_by_what_and_counts_again_when_that_is_undone() -> None:
    table = a_fight()
    roll = shot(table)
    before = said(table, roll)
    table.must(c.Strike(roll=roll, reason="cocked"))
    head = table.history.head
    assert said(table, roll)[-1] == f'struck by {head}, gm, 1970-01-01 00:00:01: "cocked"'
    table.must(c.Undo())
    assert said(table, roll) == before


def test_a_roll_that_was_undone_says_so_also_after_other_undos() -> None:
    table = a_fight()
    roll = shot(table)
    table.must(c.Undo())
    undone = table.history.head
    table.must(c.ApplyDamage(target="cy", amount=3))
    table.must(c.Undo())
    assert said(table, roll)[-1].startswith(f"undone by {undone}, gm, ")


def test_a_roll_that_was_undone_and_redone_counts() -> None:
    table = a_fight()
    roll = shot(table)
    before = said(table, roll)
    table.must(c.Undo())
    assert said(table, roll) != before
    table.must(c.Redo())
    assert said(table, roll) == before


def test_a_roll_that_was_amended_names_the_one_that_counts_and_that_one_names_it() -> None:
    table = a_fight()
    roll = shot(table)
    table.must(c.Amend(action=table.past(roll).action or "", changes={"range": "long"}, reason="the far wall"))
    new = shot(table)
    assert new != roll
    assert f"; {new} counts instead" in said(table, roll)[-1]
    assert said(table, roll)[-1].startswith("amended by ")
    assert said(table, new)[-1] == f"counts in place of {roll}"


def test_a_loss_that_was_overridden_names_the_stated_change() -> None:
    table = a_fight()
    hit = [v for v in range(1, table.history.head + 1) if isinstance(table.past(v).fact, DamageApplied)][-1]
    change = {"bob": c.StatedChange(pools={"life": -1})}
    table.must(c.Override(version=hit, changes=change, reason="a graze"))
    last = said(table, hit)[-1]
    assert last.startswith("overridden by ") and " counts instead" in last and '"a graze"' in last


def test_others_are_told_that_a_roll_was_struck_by_their_own_number_but_not_by_whom_and_why() -> None:
    table = fight()
    table.must(c.Note(text="hidden", gm_only=True))
    roll = rolled(table)
    table.must(c.Strike(roll=roll, reason="secret"))
    own = vantage(table, SPECTATORS).number
    assert said(table, roll, SPECTATORS)[-1] == f"struck by {own}, 1970-01-01 00:00:01"
