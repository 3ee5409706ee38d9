"""Rulings with a remedy: put right on the same dice, thrown once more, struck, or decided otherwise."""

import msgspec
import pytest

from engine.commands import Amend, ApplyDamage, Dispute, Override, Reroll, Rule, Strike, Undo
from engine.commands.correction import StatedChange
from events.correction import Amended, Retracted
from events.dispute import Provisional, Ruled
from events.play import Rolled
from tests.engine.test_amend import blow
from tests.engine.test_strike import fighting, life
from tests.plain import plain
from tests.tables import MemoryTable, refold


def contested(*, blows: int = 3, faces: tuple[int, ...] = ()) -> tuple[MemoryTable, int]:
    """A volley, something later, and the dispute about its first strike; the version of the dispute."""
    table = fighting()
    entries = table.must(blow("bob", blows=blows), named="volley", faces=faces).entries
    table.must(ApplyDamage(target="bob", amount=4), named="later")
    roll = next(entry.version for entry in entries if isinstance(entry.fact, Rolled))
    claim = msgspec.Raw(msgspec.json.encode({"blows": 1}))
    (entry,) = table.must(Dispute(roll=roll, claim=claim)).entries
    return table, entry.version


def test_a_claim_is_put_right_and_the_ruling_stands_before_what_came_of_it() -> None:
    table, dispute = contested()
    meant, _ = contested(blows=1)
    remedy = Amend(action="gm/volley", changes={"blows": 1})
    entries = table.must(Rule(dispute=dispute, reason="one blow it was", remedy=remedy)).entries
    assert isinstance(entries[0].fact, Ruled)
    assert entries[0].fact.verdict == "amend"
    assert plain(table.state) == plain(meant.state)
    assert refold(table.bodies).state == table.state
    (amended,) = table.facts(Amended)
    assert amended.reason == "one blow it was"


def test_a_roll_is_thrown_once_more_at_its_next_attempt_and_what_followed_is_judged_on_that() -> None:
    table, dispute = contested(blows=1, faces=(9, 6))
    hurt = life(table, "bob")
    table.must(Rule(dispute=dispute, reason="it rolled off the table", remedy=Reroll()), faces=(1,))
    thrown = [fact for fact in table.facts(Rolled) if fact.attempt == 1]
    assert [(fact.faces, fact.address.rpartition("|")[2], fact.typed_by) for fact in thrown] == [((1,), "1", "gm")]
    assert life(table, "bob") == hurt + 6
    assert refold(table.bodies).state == table.state
    table.must(Undo())
    assert life(table, "bob") == hurt
    assert table.history.ledger.disputes[dispute].ruling is not None


def test_a_second_dispute_of_the_new_roll_counts_the_attempts_on() -> None:
    table, dispute = contested(blows=1, faces=(9, 6))
    table.must(Rule(dispute=dispute, reason="off the table", remedy=Reroll()), faces=(8,))
    again = next(version for version in range(table.history.head, 0, -1) if _attempt(table, version) == 1)
    (entry,) = table.must(Dispute(roll=again, text="that one fell too")).entries
    table.must(Rule(dispute=entry.version, reason="once more", remedy=Reroll()), faces=(7,))
    assert [fact.attempt for fact in table.facts(Rolled) if fact.faces == (7,)] == [2]
    old = next(version for version in range(1, table.history.head) if _attempt(table, version) == 0)
    (entry,) = table.must(Dispute(roll=old, text="and the first?")).entries
    assert table.refused(Rule(dispute=entry.version, reason="no", remedy=Reroll())).code == "unknown-id"


def _attempt(table: MemoryTable, version: int) -> int | None:
    fact = table.past(version).fact
    return fact.attempt if isinstance(fact, Rolled) and fact.purpose == "strike" else None


def test_a_roll_is_thrown_by_the_table_where_nobody_gives_faces_and_again_under_another_address() -> None:
    table, dispute = contested()
    table.must(Rule(dispute=dispute, reason="off the table", remedy=Reroll()), named="ruling")
    (thrown,) = (fact for fact in table.facts(Rolled) if fact.attempt == 1)
    assert thrown.typed_by is None
    assert thrown.address.split("|")[:2] == ["gm", "ruling"]


@pytest.mark.parametrize(
    ("remedy", "verdict"),
    [
        (Strike(action="gm/volley"), "strike"),
        (Override(changes={"bob": StatedChange(pools={"life": 1})}, reason="as ruled"), "override"),
    ],
)
def test_the_gm_strikes_or_decides_otherwise(remedy: Strike | Override, verdict: str) -> None:
    table, dispute = contested()
    entries = table.must(Rule(dispute=dispute, reason="so", remedy=remedy)).entries
    assert isinstance(entries[0].fact, Ruled)
    assert entries[0].fact.verdict == verdict
    assert refold(table.bodies).state == table.state


def test_a_remedy_that_is_refused_leaves_no_ruling_behind() -> None:
    table, dispute = contested()
    wrong = Amend(action="gm/nothing", changes={"blows": 1})
    assert table.refused(Rule(dispute=dispute, reason="so", remedy=wrong)).code == "unknown-id"
    assert table.history.ledger.disputes[dispute].ruling is None
    assert not table.facts(Retracted)


def test_a_dispute_says_what_hangs_on_the_roll() -> None:
    table, dispute = contested(blows=1, faces=(9, 6))
    (hangs,) = table.history.ledger.disputes[dispute].provisional
    assert (hangs.combatant, "life" in hangs.pools) == ("bob", True)
    assert isinstance(hangs, Provisional)
    missed, dispute = contested(blows=1, faces=(1,))
    assert missed.history.ledger.disputes[dispute].provisional == ()
