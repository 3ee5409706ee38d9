"""An honest export passes; every kind of fault is found, named, and put at its version."""

import io
from collections.abc import Callable
from typing import get_args

import msgspec
import pytest

from api.proof.faults import Kind
from api.proof.verify import LONGEST_LINE, Report, lines_of, verify
from events.play import Rolled
from events.table import ClosedKeyOpened, DiceKeyTurned, NoteAdded, SeatOffered
from tests.cli.exports import Document, Export, another_face, played

TABLE = played()


@pytest.fixture
def export() -> Export:
    return Export(TABLE)


def first(report: Report) -> tuple[str, int]:
    assert not report.whole
    return report.faults[0].kind, report.faults[0].version


def test_an_honest_export_is_whole_and_every_revealed_die_is_recomputed(export: Export) -> None:
    report = verify(export.lines())
    assert report.faults == ()
    assert (report.table, report.ruleset, report.count) == ("t1", "toy", len(export.bodies))
    thrown = [e.fact for e in export.entries() if isinstance(e.fact, Rolled)]
    assert report.typed == 1
    assert report.sealed == 1, "the d20 of the turn that still runs"
    assert report.faces == sum(len(roll.faces) for roll in thrown) - 2
    assert report.faces > 8


def test_a_hidden_roll_stays_sealed_until_its_key_is_opened(export: Export) -> None:
    opened = export.versions(ClosedKeyOpened)[0]
    lines = export.lines()[:opened]
    trailer = {"count": opened - 1, "head": export.hashes[opened - 2].hex()}
    report = verify([*lines, msgspec.json.encode(trailer)])
    assert report.whole
    assert report.sealed == 2, "two dice behind the screen"


@pytest.mark.parametrize("version", [1, 5, 17])
def test_a_receipt_from_any_moment_is_found(export: Export, version: int) -> None:
    report = verify(export.lines(), receipt=export.hashes[version - 1].hex().upper())
    assert report.whole
    assert report.receipt_at == version


def test_a_rewritten_tail_passes_by_itself_but_not_against_a_receipt(export: Export) -> None:
    receipt = export.trailer["head"]
    note = export.versions(NoteAdded)[0]
    export.twist(note, lambda d: d["fact"].update(text="The gate is shut."))
    assert verify(export.lines()).whole
    assert first(verify(export.lines(), receipt=receipt)) == ("receipt", len(export.bodies))


def test_every_flipped_bit_is_found(export: Export) -> None:
    line = export.line(9)
    lines = export.lines()
    for place in range(0, 8 * len(line), 7):
        flipped = bytearray(line)
        flipped[place // 8] ^= 1 << place % 8
        assert not verify([*lines[:9], bytes(flipped), *lines[10:]]).whole, place


# every kind of fault: how a forger makes it, and the version it shows at


def emptied(export: Export) -> int:
    export.header = {"fracas": 7, "table": "t1", "ruleset": "toy"}
    return 0


def misshapen(export: Export) -> int:
    export.salts[3] = b"short"
    return 4


def left_out(export: Export) -> int:
    lines = export.lines()
    export.lines = lambda: [*lines[:4], *lines[5:]]  # type: ignore[method-assign]
    return 4


def unreadable(export: Export) -> int:
    roll = export.rolls()[0]
    export.twist(roll, lambda d: d["fact"].update(total=99))
    return roll


def reformatted(export: Export) -> int:
    export.bodies[4] = msgspec.json.format(export.bodies[4], indent=1).replace(b"\n", b" ")
    export.rechain()
    return 5


def renumbered(export: Export) -> int:
    export.twist(5, lambda d: d.update(version=6))
    return 5


def foreign(export: Export) -> int:
    export.twist(5, lambda d: d.update(table="t2"))
    return 5


def other_rules(export: Export) -> int:
    export.header["ruleset"] = "interlock"
    return 1


def changed(export: Export) -> int:
    export.twist(6, lambda d: d.update(time=d["time"] + 1), rechain=False)
    return 6


def backdated(export: Export) -> int:
    export.twist(9, lambda d: d.update(time=5))
    return 9


def used_twice(export: Export) -> int:
    version = len(export.bodies)
    export.twist(version, lambda d: d.update(command="c-2"))
    return version


def epoch_left_out(export: Export) -> int:
    version = export.versions(DiceKeyTurned)[-1]
    export.twist(version, lambda d: d["fact"].update(epoch=d["fact"]["epoch"] + 1))
    return version


def nothing_revealed(export: Export) -> int:
    version = export.versions(DiceKeyTurned)[-1]
    export.twist(version, lambda d: d["fact"].pop("reveals"))
    return version


def own_entropy(export: Export) -> int:
    version = export.versions(DiceKeyTurned)[1]
    export.twist(version, lambda d: d["fact"].update(entropy="0" * 64))
    return version


def other_key(export: Export) -> int:
    version = export.versions(DiceKeyTurned)[-1]
    export.twist(version, lambda d: d["fact"]["reveals"].update(key="ab" * 32))
    return version


def other_closed_key(export: Export) -> int:
    version = export.versions(ClosedKeyOpened)[0]
    export.twist(version, lambda d: d["fact"].update(key="not hex"))
    return version


def other_head(export: Export) -> int:
    version = export.versions(DiceKeyTurned)[-1]
    export.twist(version, lambda d: d["fact"].update(head="0" * 64))
    return version


def history_rewritten(export: Export) -> int:
    export.twist(4, lambda d: d["fact"].update(name="Somebody else"))
    return export.versions(DiceKeyTurned)[1]


def other_epoch(export: Export) -> int:
    version = export.rolls(purpose="initiative")[0]
    export.twist(version, lambda d: d["fact"].update(epoch=1))
    return version


def searched_address(export: Export) -> int:
    version = export.rolls(purpose="strike")[0]
    export.twist(version, lambda d: d["fact"].update(address=d["fact"]["address"] + "0"))
    return version


def nicer_face(export: Export) -> int:
    version = export.rolls(purpose="free", key="open")[0]
    export.twist(version, another_face)
    return version


def nicer_hidden_face(export: Export) -> int:
    version = export.rolls(key="closed")[0]
    export.twist(version, another_face)
    return version


def impossible_face(export: Export) -> int:
    version = next(e.version for e in export.entries() if isinstance(e.fact, Rolled) and e.fact.typed_by)

    def eleven(document: Document) -> None:
        document["fact"].update(faces=[11], counts=[11], total=11)

    export.twist(version, eleven)
    return version


def impossible_dice(export: Export) -> int:
    version = export.rolls(purpose="free", key="open")[0]
    export.twist(version, lambda d: d["fact"].update(dice="1d0"))
    return version


def nobody(export: Export) -> int:
    version = len(export.bodies)

    def taken(document: Document) -> None:
        document["fact"] = {"type": "seat-taken", "seat": "zoe", "device": "phone"}

    export.twist(version, taken)
    return version


def cut(export: Export) -> int:
    lines = export.lines()
    export.lines = lambda: lines[:8]  # type: ignore[method-assign]
    return 7


def short_count(export: Export) -> int:
    export.trailer["count"] += 1
    return len(export.bodies)


def wrong_head(export: Export) -> int:
    export.trailer["head"] = "0" * 64
    return len(export.bodies)


def goes_on(export: Export) -> int:
    lines = export.lines()
    export.lines = lambda: [*lines, lines[3]]  # type: ignore[method-assign]
    return len(export.bodies)


FORGERIES: list[tuple[Kind, Callable[[Export], int]]] = [
    ("header", emptied),
    ("line", misshapen),
    ("hole", left_out),
    ("unreadable", unreadable),
    ("bytes", reformatted),
    ("version", renumbered),
    ("table", foreign),
    ("opening", other_rules),
    ("hash", changed),
    ("clock", backdated),
    ("command", used_twice),
    ("epoch", epoch_left_out),
    ("epoch", nothing_revealed),
    ("entropy", own_entropy),
    ("reveal", other_key),
    ("reveal", other_closed_key),
    ("key-head", other_head),
    ("key-head", history_rewritten),
    ("roll-epoch", other_epoch),
    ("address", searched_address),
    ("face", nicer_face),
    ("face", nicer_hidden_face),
    ("face", impossible_face),
    ("face", impossible_dice),
    ("reference", nobody),
    ("cut", cut),
    ("count", short_count),
    ("head", wrong_head),
    ("after-the-end", goes_on),
]


@pytest.mark.parametrize(("kind", "forge"), FORGERIES, ids=lambda one: getattr(one, "__name__", one))
def test_a_forgery_is_found_and_named(export: Export, kind: Kind, forge: Callable[[Export], int]) -> None:
    at = forge(export)
    assert first(verify(export.lines())) == (kind, at)


def test_every_kind_of_fault_has_its_forgery() -> None:
    assert {kind for kind, _ in FORGERIES} | {"receipt"} == set(get_args(Kind))


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    file = io.BytesIO(b" " * (3 * LONGEST_LINE))
    assert first(verify(lines_of(file))) == ("header", 0)
    assert file.tell() == LONGEST_LINE


@pytest.mark.parametrize(
    "fact",
    [
        b'{"type":"act","given":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"type":"action-began","procedure":"act","given":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}",
    ],
    ids=["nested lists", "nested objects"],
)
def test_an_entry_nested_without_end_is_a_fault_and_no_crash(export: Export, fact: bytes) -> None:
    before, _, _ = export.bodies[8].partition(b'"fact":')
    export.bodies[8] = before + b'"fact":' + fact + b"}"
    export.rechain(9)
    assert first(verify(export.lines()))[1] == 9


def test_dice_with_a_number_without_end_are_a_fault_and_no_crash(export: Export) -> None:
    version = export.rolls(purpose="free", key="open")[0]
    export.twist(version, lambda d: d["fact"].update(dice=f"1d{'9' * 5000}"))
    assert first(verify(export.lines())) == ("face", version)


def test_an_empty_file_is_no_export() -> None:
    assert first(verify([])) == ("header", 0)
    assert first(verify([b"\x00\xff\n"])) == ("header", 0)


def test_the_link_of_a_seat_is_nowhere_in_an_export(export: Export) -> None:
    offered = [e.fact for e in export.entries() if isinstance(e.fact, SeatOffered)]
    assert all(len(fact.link_digest) == 64 for fact in offered)
