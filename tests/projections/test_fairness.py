"""How dice have fallen is counted per seat and size, real ones apart, and told without more than the numbers hold."""

import hmac
from hashlib import sha256

import msgspec
import pytest

from engine.commands import Act, FreeRoll, GiveControl, Undo
from engine.dice import KeyedDice, face
from events.codec import decode
from events.play import Rolled
from projections.fairness import FEWEST, Count, DiceFallen, chi_square
from tests.engine.toy import TOY
from tests.projections.kits import ALL_SIX, UNISYSTEM
from tests.reps import repetitions
from tests.tables import MemoryTable


def counted(table: MemoryTable) -> dict[tuple[str, int, bool], DiceFallen]:
    count = Count()
    for body in table.bodies:
        count.take(decode(body))
    assert count.version == len(table.bodies)
    return {(row.seat, row.sides, row.typed): row for row in count.told().rows}


@pytest.fixture
def table() -> MemoryTable:
    one = MemoryTable(TOY)
    one.seat("ana")
    one.enter("ann", controller="ana")
    one.enter("bob")
    return one


def test_dice_are_counted_for_the_seat_they_fell_for_and_real_ones_apart(table: MemoryTable) -> None:
    table.must(FreeRoll(dice="3d6", combatant="ann"))
    table.must(FreeRoll(dice="2d6", combatant="bob"))
    table.must(FreeRoll(dice="d10"))
    table.must(FreeRoll(dice="2d6"), faces=(6, 6))
    found = counted(table)
    assert {of: row.thrown for of, row in found.items()} == {
        ("ana", 6, False): 3,
        ("gm", 6, False): 2,
        ("gm", 10, False): 1,
        ("gm", 6, True): 2,
    }
    assert found["gm", 6, True].faces == (0, 0, 0, 0, 0, 2)
    assert found["gm", 6, True].mean == 6


def test_what_was_undone_has_fallen_and_who_plays_whom_is_undone_too(table: MemoryTable) -> None:
    table.must(GiveControl(combatant="bob", seat="ana"))
    table.must(FreeRoll(dice="2d6", combatant="bob"))
    table.must(Undo())
    table.must(Undo())
    table.must(FreeRoll(dice="2d6", combatant="bob"))
    assert {of: row.thrown for of, row in counted(table).items()} == {("ana", 6, False): 2, ("gm", 6, False): 2}


def test_the_same_dice_shown_in_another_place_are_counted_once(table: MemoryTable) -> None:
    table.must(FreeRoll(dice="2d6"))
    entry = decode(table.bodies[-1])
    rolled = next(e for e in map(decode, table.bodies) if isinstance(e.fact, Rolled))
    count = Count()
    for one in (rolled, rolled, entry):
        count.take(one)
    assert count.told().rows[0].thrown == 2


def test_a_die_that_goes_on_is_counted_face_by_face() -> None:
    table = MemoryTable(UNISYSTEM)
    table.enter("ann", {"attributes": dict.fromkeys(ALL_SIX, 2)})
    roll = msgspec.Raw(b'{"kind":"task","attribute":"dexterity"}')
    table.must(Act(combatant="ann", action=roll), faces=(10, 10, 7))
    assert {of: row.faces for of, row in counted(table).items()} == {("gm", 10, True): (0,) * 6 + (1, 0, 0, 2)}


def test_too_few_throws_are_called_too_few(table: MemoryTable) -> None:
    for _ in range(FEWEST * 6 - 1):
        table.must(FreeRoll(dice="d6"))
    row = counted(table)["gm", 6, False]
    assert row.p is None
    assert "too few to say anything: 29 throws of a d6; from 30 on" in row.word
    table.must(FreeRoll(dice="d6"))
    assert counted(table)["gm", 6, False].p is not None


def test_loaded_dice_are_called_unusual_with_how_often_that_happens_by_itself(table: MemoryTable) -> None:
    for _ in range(40):
        table.must(FreeRoll(dice="d6"), faces=(6,))
    row = counted(table)["gm", 6, True]
    assert row.p is not None
    assert row.p < 1e-9
    assert row.word.startswith("unusual: of fair dice only fewer than 0.1 %")
    assert "in one of 1 rows looked at" in row.word


def test_chi_square_is_that_of_the_books() -> None:
    # Critical values of printed tables: 11.070 at 5 degrees and 16.919 at 9 are both exceeded in 5 % of cases.
    value, p = chi_square([22, 24, 38, 30, 46, 44])
    assert (value, round(p, 4)) == (15.2941, 0.0092)
    for faces in ([10] * 6, [7] * 10):
        assert chi_square(faces) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_the_tables_dice_fall_as_fair_dice_do(sides: int) -> None:
    dice = KeyedDice(sha256(b"fair").digest(), "t1")
    faces = [0] * sides
    for throw in range(repetitions(ci=20_000, soak=1_000_000)):
        faces[dice.face(1 + throw // 1000, "e", f"gm|c-{throw}|free|0", 0, sides, closed=False) - 1] += 1
    assert 0.001 < chi_square(faces)[1] < 0.999


def test_a_face_that_were_read_with_a_remainder_would_be_noticed() -> None:
    """The lowest faces come too often when a word is divided without leaving out the rest: with three bits of it."""
    key, faces = b"k" * 32, [0] * 6
    for throw in range(3000):
        faces[hmac.digest(key, str(throw).encode(), "sha256")[0] % 8 % 6] += 1
    assert chi_square(faces)[1] < 1e-6
    assert face(key, "a|0", "", 6) in range(1, 7)
