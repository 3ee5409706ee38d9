"""Entries are JSON bytes and nothing else: there and back, canonical, lifted when they are old."""

from typing import Any

import msgspec
import pytest

from events.chain import GENESIS, first_break, seal
from events.codec import UnreadableEntry, canonical, decode, encode
from events.envelope import SCHEMA, Entry
from events.play import DamageApplied, Modifier, Rolled, Step
from events.table import NoteAdded
from events.upcast import UPCASTERS


def entry(fact: Any = None, **more: Any) -> Entry:
    given = {"table": "t", "version": 1, "time": 1, "schema": SCHEMA, "seat": "gm", "command": "c", "digest": "d"}
    return Entry(**{**given, **more}, fact=fact or NoteAdded("hello"))


def test_an_entry_survives_bytes_and_back() -> None:
    one = entry(because=(3, 4), action="gm/c", on_behalf="ana")
    assert decode(encode(one)) == one


def test_the_bytes_are_readable_json_with_the_tag_in_them() -> None:
    assert b'"fact":{"type":"note-added","text":"hello"}' in encode(entry())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda b: b.replace(b'"seat":"gm"', b'"seat": "gm"'),
        lambda b: b.replace(b'"version":1', b'"version":1,"on_behalf":null'),
        lambda b: b.replace(b'"table":"t","version":1', b'"version":1,"table":"t"'),
        lambda b: b.replace(b"hello", b"h\\u0065llo"),
        lambda b: b + b" ",
        lambda b: b[:-1],
    ],
)
def test_other_bytes_for_the_same_entry_are_not_canonical(spoil: Any) -> None:
    body = encode(entry())
    assert canonical(body)
    assert not canonical(spoil(body))


def test_what_is_no_entry_is_said_to_be_unreadable() -> None:
    for body in (b"", b"{}", b"[1]", b'{"schema":99}', encode(entry()).replace(b"note-added", b"note-eaten")):
        with pytest.raises(UnreadableEntry):
            decode(body)


def test_an_old_entry_is_lifted_and_keeps_its_own_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    old = encode(entry()).replace(b'"schema":1', b'"schema":0').replace(b'"text":"hello"', b'"remark":"hello"')

    def rename(document: dict[str, Any]) -> dict[str, Any]:
        fact = dict(document["fact"])
        fact["text"] = fact.pop("remark")
        return {**document, "fact": fact}

    monkeypatch.setitem(UPCASTERS, 0, rename)
    lifted = decode(old)
    assert lifted.fact == NoteAdded("hello")
    assert lifted.schema == 0
    assert canonical(old)


def test_a_roll_whose_total_is_off_cannot_be_made_nor_read() -> None:
    given: dict[str, Any] = {
        "combatant": "bob",
        "purpose": "strike",
        "path": "p",
        "dice": "1d10",
        "faces": (7,),
        "counts": (7,),
        "address": "a",
        "epoch": 1,
        "modifiers": (Modifier("UNI-TASK-1", 3),),
    }
    good = Rolled(**given, total=10)
    with pytest.raises(ValueError, match="sum of its parts"):
        Rolled(**given, total=11)
    with pytest.raises(UnreadableEntry):
        decode(encode(entry(good)).replace(b'"total":10', b'"total":11'))


def test_damage_whose_steps_lead_elsewhere_cannot_be_made() -> None:
    steps = (
        Step("raw", "set", 20, 20, "UNI-DMG-1"),
        Step("armor", "minus", 8, 12, "UNI-ARM-1"),
        Step("least", "least", 0, 12, "UNI-ARM-4"),
        Step("doubled", "times", 2, 24, "UNI-ARM-2"),
    )
    assert DamageApplied("bob", "life", -24, steps).change == -24
    with pytest.raises(ValueError, match="lead to a loss"):
        DamageApplied("bob", "life", -23, steps)
    with pytest.raises(ValueError, match="the step armor leads"):
        DamageApplied("bob", "life", -24, (steps[0], Step("armor", "minus", 8, 11, "UNI-ARM-1")))


def test_the_chain_names_the_first_bad_version() -> None:
    sealed, held = [], GENESIS
    for version in range(1, 6):
        sealed.append(seal(held, version, encode(entry(version=version)), bytes([version]) * 16))
        held = sealed[-1].hash
    assert first_break(GENESIS, 0, sealed) is None
    spoilt = msgspec.structs.replace(sealed[2], body=sealed[2].body.replace(b"hello", b"hullo"))
    found = first_break(GENESIS, 0, [*sealed[:2], spoilt, *sealed[3:]])
    assert found is not None and (found.version, found.why) == (3, "hash")
    gone = first_break(GENESIS, 0, [*sealed[:2], *sealed[3:]])
    assert gone is not None and (gone.version, gone.why) == (3, "hole")


def test_the_chain_is_what_its_document_says() -> None:
    """A known answer, so that another program can be written against it."""
    one = seal(GENESIS, 1, b'{"a":1}', bytes(16))
    assert one.hash.hex() == "742ec11be43aa3e10d08cf656a0b8aadd290ce0fc96eac0192e9674b1bc550ac"
