"""The chain: any change to what was sealed shows, at the very version."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.chain import GENESIS, Break, Sealed, first_break, leaf, link, seal

SALT = bytes(range(16))
BODIES = st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8)


def sealed(bodies: list[bytes], previous: bytes = GENESIS, version: int = 0) -> list[Sealed]:
    entries: list[Sealed] = []
    for number, body in enumerate(bodies, version + 1):
        entries.append(seal(entries[-1].hash if entries else previous, number, body, SALT))
    return entries


def test_the_chain_is_what_the_stream_s_contract_says() -> None:
    # Worked by hand with sha256sum: anybody's program must come to the same.
    assert leaf(SALT, b"{}").hex() == "b5c1f9361eb9fbedd3e628a72d1c8fef46544361fd79fa6781baf6d932b1c3f6"
    assert link(GENESIS, leaf(SALT, b"{}")).hex() == "0de6565581c42787962d674b44502814b52456978cb36949ebcae4934aeeae33"
    assert seal(GENESIS, 1, b"{}", SALT) == Sealed(1, b"{}", SALT, link(GENESIS, leaf(SALT, b"{}")))


@given(BODIES, st.integers(0, 5))
def test_a_whole_log_has_no_break_from_any_place_on(bodies: list[bytes], start: int) -> None:
    entries = sealed(bodies)
    assert first_break(GENESIS, 0, entries) is None
    for at in range(min(start, len(entries))):
        assert first_break(entries[at].hash, at + 1, entries[at + 1 :]) is None


@given(BODIES, st.data())
def test_a_changed_bit_is_found_where_it_is(bodies: list[bytes], data: st.DataObject) -> None:
    entries = sealed(bodies)
    at = data.draw(st.integers(0, len(entries) - 1))
    field = data.draw(st.sampled_from(["body", "salt", "hash"]))
    changed = bytearray(getattr(entries[at], field))
    bit = data.draw(st.integers(0, 8 * len(changed) - 1))
    changed[bit // 8] ^= 1 << bit % 8
    entries[at] = msgspec.structs.replace(entries[at], **{field: bytes(changed)})
    assert first_break(GENESIS, 0, entries) == Break(at + 1, "hash")


@given(st.lists(st.binary(min_size=1, max_size=40), min_size=2, max_size=8), st.data())
def test_a_missing_doubled_or_swapped_entry_is_found(bodies: list[bytes], data: st.DataObject) -> None:
    entries = sealed(bodies)
    at = data.draw(st.integers(0, len(entries) - 2))
    assert first_break(GENESIS, 0, entries[:at] + entries[at + 1 :]) == Break(at + 1, "hole")
    doubled = entries[: at + 1] + entries[at:]
    assert first_break(GENESIS, 0, doubled) == Break(at + 2, "hole")
    swapped = [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]
    assert first_break(GENESIS, 0, swapped) == Break(at + 1, "hole")
    renumbered = [msgspec.structs.replace(entry, version=n) for n, entry in enumerate(swapped, 1)]
    assert first_break(GENESIS, 0, renumbered) == Break(at + 1, "hash")


@given(BODIES)
def test_a_log_does_not_follow_another_beginning(bodies: list[bytes]) -> None:
    assert first_break(SALT * 2, 0, sealed(bodies)) == Break(1, "hash")
    assert first_break(GENESIS, 1, sealed(bodies)) == Break(2, "hole")
