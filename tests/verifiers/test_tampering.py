"""Whatever is done to an export at random, both verifiers find it, at the same version and for the same reason."""

import io
import random
from collections.abc import Iterator

import pytest

from api.proof.verify import lines_of, verify
from tests.reps import repetitions
from tests.verifiers.node import Node
from tests.verifiers.tampering import WAYS, body_of, export, salt_of, sealed

pytestmark = [pytest.mark.service, pytest.mark.slow]

EACH = repetitions(ci=60, soak=1_500)
"""How often each of the eight ways is tried; under soak 12 000 tamperings in all."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


def ours(file: bytes, receipt: str | None = None) -> list[tuple[int, str]]:
    """Version and kind of every fault that `fracas verify` finds."""
    return [(fault.version, fault.kind) for fault in verify(lines_of(io.BytesIO(file)), receipt).faults]


def theirs(node: Node, file: bytes, receipt: str | None = None) -> list[tuple[int, str]]:
    """The same of the verifier in the page."""
    return [(fault["version"], fault["kind"]) for fault in node.verify(file, receipt)["faults"]]


def test_the_honest_export_is_whole_to_both(node: Node) -> None:
    file = b"".join(export())
    report, other = verify(lines_of(io.BytesIO(file))), node.verify(file)
    assert report.whole
    assert report.faces > 20
    assert other == {
        "table": report.table,
        "ruleset": report.ruleset,
        "count": report.count,
        "head": report.head,
        "faults": [],
        "faces": report.faces,
        "typed": report.typed,
        "sealed": report.sealed,
        "receiptAt": None,
        "moved": [],
    }


@pytest.mark.parametrize("way", WAYS)
def test_tampering_is_always_found_and_put_at_its_version(node: Node, way: str) -> None:
    rng = random.Random(way)
    for turn in range(EACH):
        spoilt = WAYS[way](rng, export())
        found = ours(spoilt.file, spoilt.receipt)
        assert found, f"{way} {turn} was not found"
        assert found[0][0] in spoilt.at, f"{way} {turn}: {found[0]} is not in {spoilt.at}"
        assert theirs(node, spoilt.file, spoilt.receipt) == found, f"{way} {turn}"


def test_an_entry_spoilt_before_it_was_sealed_is_judged_alike(node: Node) -> None:
    """The chain then fits, so that everything else has to be looked at: types, sums, order of fields, keys, faces."""
    rng = random.Random("sealed")
    lines = export()
    told: set[str] = set()
    salts = [salt_of(line) for line in lines[1:-1]]
    for turn in range(repetitions(ci=400, soak=10_000)):
        bodies = [body_of(line) for line in lines[1:-1]]
        place = rng.randrange(len(bodies))
        spoilt = bytearray(bodies[place])
        spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
        bodies[place] = bytes(spoilt)
        file = b"".join(sealed(lines[0], bodies, salts))
        found = ours(file)
        assert theirs(node, file) == found, f"{turn}: {spoilt!r}"
        told.update(kind for _, kind in found)
    assert {"unreadable", "key-head"} <= told
