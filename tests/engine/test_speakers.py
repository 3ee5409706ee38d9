"""Who may speak at a table: for themselves, for others, and for nobody once the seat is closed."""

from engine.commands import CloseSeat, Note, OfferSeat
from tests.engine.toy import TOY
from tests.tables import MemoryTable


def with_a_program() -> MemoryTable:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.must(OfferSeat(seat="bot", kind="service", name="Bot", link_digest="2" * 64, speaks_for=("ana",)))
    return table


def test_a_program_speaks_for_the_seat_it_was_given() -> None:
    answer = with_a_program().must(Note(text="hello"), seat="bot", on_behalf="ana")
    assert [(entry.seat, entry.on_behalf) for entry in answer.entries] == [("bot", "ana")]


def test_a_program_does_not_speak_for_a_seat_that_was_closed() -> None:
    table = with_a_program()
    table.must(CloseSeat(seat="ana"))
    assert table.refused(Note(text="still here"), seat="bot", on_behalf="ana").code == "unauthorized"


def test_a_program_does_not_speak_for_a_seat_it_was_not_given() -> None:
    table = with_a_program()
    table.seat("ben")
    assert table.refused(Note(text="hello"), seat="bot", on_behalf="ben").code == "unauthorized"
