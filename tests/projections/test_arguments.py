"""Who hears that a roll is contested, and how it ended: whoever was told of the roll, by their own number of it."""

import msgspec

from engine import commands as c
from events.table import RollShown
from projections.audience import GM, SPECTATORS
from projections.explanation import RollExplained
from projections.frames import DisputeSeen, RulingSeen, SeenFact
from projections.ways import Vantage, explanation, rulings, view
from tests.projections.twins import ANA, BEN, Table
from tests.projections.watching import fight, since, stream

LONG = msgspec.Raw(b'{"range":"long"}')


def rolled(table: Table, **more: object) -> int:
    """The version of a free roll."""
    table.must(c.FreeRoll(dice="1d10", **more))  # type: ignore[arg-type]
    return table.history.head - 1


def vantage(table: Table, viewer: object) -> Vantage:
    seen = stream(table, viewer)  # type: ignore[arg-type]
    return Vantage(seen, table.state, table.history.ledger, seen.newest)


def test_whoever_was_told_of_a_roll_hears_that_it_is_contested_by_their_own_number() -> None:
    table = fight()
    table.must(c.Note(text="hidden", gm_only=True))
    roll = rolled(table)
    for viewer in (ANA, BEN, SPECTATORS):
        own = stream(table, viewer).numbers.own(roll)
        assert own is not None
        assert own < roll
        told: list[SeenFact] = since(table, viewer, c.Dispute(roll=roll, claim=LONG, text=str(viewer)))
        if viewer is ANA:
            assert told == [DisputeSeen(own, "gm", {"range": "long"}, str(viewer))]
        table.must(c.Rule(dispute=table.history.head, reason="it stands"))


def test_of_a_roll_for_the_gm_alone_nobody_else_hears_dispute_or_ruling() -> None:
    table = fight()
    roll = rolled(table, level="gm")
    assert since(table, ANA, c.Dispute(roll=roll, text="it was short range")) == []
    dispute = table.history.head
    assert since(table, ANA, c.Rule(dispute=dispute, reason="it was")) == []
    assert rulings(vantage(table, ANA)).settled == ()
    assert len(rulings(vantage(table, GM)).settled) == 1


def test_a_ruling_that_holds_is_for_all_and_does_not_say_what_it_was_about() -> None:
    table = fight()
    table.must(c.Dispute(roll=rolled(table, level="gm"), text="no"))
    ruling = c.Rule(dispute=table.history.head, reason="Fog is smoke.", rule="UNI-LIGHT-1", kept=True)
    assert since(table, ANA, ruling) == [RulingSeen(None, "uphold", "Fog is smoke.", "UNI-LIGHT-1", kept=True)]
    (kept,) = rulings(vantage(table, ANA)).kept
    assert (kept.rule, kept.reason) == ("UNI-LIGHT-1", "Fog is smoke.")
    assert kept.title


def test_a_roll_shown_later_is_contested_under_the_number_it_was_shown_at() -> None:
    table = fight()
    table.must(c.RevealRoll(roll=rolled(table, level="gm")))
    shown = table.history.head
    assert isinstance(table.past(shown).fact, RollShown)
    (told,) = since(table, ANA, c.Dispute(roll=shown, text="no"))
    assert isinstance(told, DisputeSeen)
    assert told.roll == stream(table, ANA).numbers.own(shown)


def test_the_view_marks_a_contested_roll_until_it_is_settled_and_its_explanation_tells_the_argument() -> None:
    table = fight()
    roll = rolled(table)
    own = stream(table, ANA).numbers.own(roll)
    assert own is not None
    table.must(c.Dispute(roll=roll, claim=LONG))
    dispute = table.history.head
    assert [one.roll for one in view(vantage(table, ANA)).contested] == [own]
    table.must(c.Rule(dispute=dispute, reason="it stands"))
    at = vantage(table, ANA)
    assert view(at).contested == ()
    found = explanation(at, own)
    assert isinstance(found, RollExplained)
    (said,) = found.disputes
    assert (said.seat, said.claim) == ("gm", {"range": "long"})
    assert said.ruling is not None
    assert (said.ruling.verdict, said.ruling.reason) == ("uphold", "it stands")


def test_the_story_tells_of_dispute_and_ruling() -> None:
    table = fight()
    table.must(c.Dispute(roll=rolled(table), claim=LONG))
    table.must(c.Rule(dispute=table.history.head, reason="the bar is long"))
    said = [line.text for line in stream(table, SPECTATORS).lines()][-2:]
    assert said == ["The GM contests a roll: range long.", "The GM upholds it: the bar is long."]
