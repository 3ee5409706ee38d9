"""Both verifiers give what docs/proof-vectors.json says, by which a third one can be checked too."""

import hashlib
import hmac
import io
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from api.proof.faults import Kind
from api.proof.verify import lines_of, verify
from api.reference.client_shapes import FILE, text
from engine.commands import Amend, BeginCombat, FreeRoll, NextTurn
from engine.dice import commitment_of, entropy_digest, face
from events.codec import UnreadableEntry, canonical, decode
from events.facts import FACTS
from events.upcast import UPCASTERS
from tests.cli.exports import Export, played
from tests.verifiers.node import Node
from tests.verifiers.vectors import file_of, vectors

CASES = vectors()["cases"]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


def test_ours_hashes_keys_and_throws_as_the_vectors_say() -> None:
    told = vectors()
    for one in told["sha256"]:
        assert hashlib.sha256(one["message"].encode()).hexdigest() == one["digest"]
    for one in told["hmac"]:
        assert hmac.digest(bytes.fromhex(one["key"]), one["message"].encode(), "sha256").hex() == one["mac"]
    for one in told["entropy"]:
        assert entropy_digest(tuple(one["contributions"])) == one["digest"]
    for one in told["faces"]:
        assert face(bytes.fromhex(one["key"]), one["address"], one["entropy"], one["sides"]) == one["face"]
    assert commitment_of(bytes.fromhex(told["commitment"]["key"])) == told["commitment"]["commitment"]
    assert max(one["k"] for one in told["faces"]) > 0, "a word that does not fit has to occur"


@pytest.mark.service
def test_the_page_hashes_keys_and_throws_as_the_vectors_say(node: Node) -> None:
    told = vectors()
    for one in told["sha256"]:
        assert node.ask("sha256", message=one["message"].encode()) == one["digest"]
    for one in told["hmac"]:
        mac = node.ask("hmac", key=bytes.fromhex(one["key"]), message=one["message"].encode())
        assert mac == one["mac"]
    for one in told["entropy"]:
        assert node.ask("entropy", contributions=one["contributions"]) == one["digest"]
    for one in told["faces"]:
        thrown = {name: one[name] for name in ("key", "address", "entropy", "sides")}
        assert node.ask("face", **thrown) == one["face"]
    assert node.ask("commitment", key=told["commitment"]["key"]) == told["commitment"]["commitment"]


def plain(body: bytes) -> bool | None:
    """Whether an entry is written the one way; None where it is no entry."""
    try:
        decode(body)
    except UnreadableEntry:
        return None
    return canonical(body)


def test_ours_reads_entries_as_the_vectors_say() -> None:
    for one in vectors()["entries"]:
        assert plain(one["body"].encode()) == one["plain"], one["body"]


@pytest.mark.service
def test_the_page_reads_entries_as_the_vectors_say(node: Node) -> None:
    for one in vectors()["entries"]:
        assert node.ask("plain", body=one["body"]) == one["plain"], one["body"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_ours_finds_in_every_case_what_is_wrong(case: dict[str, Any]) -> None:
    report = verify(lines_of(io.BytesIO(file_of(case))), case.get("receipt"))
    assert [[fault.version, fault.kind] for fault in report.faults] == case["faults"]


@pytest.mark.service
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_page_finds_in_every_case_what_is_wrong(case: dict[str, Any], node: Node) -> None:
    faults = node.verify(file_of(case), case.get("receipt"))["faults"]
    assert [[fault["version"], fault["kind"]] for fault in faults] == case["faults"]


@pytest.mark.service
def test_each_kind_of_fault_occurs_and_has_a_sentence_of_its_own(node: Node) -> None:
    ours, theirs = {}, {}
    for case in CASES:
        for fault in verify(lines_of(io.BytesIO(file_of(case))), case.get("receipt")).faults:
            ours[fault.kind] = fault.sentence
        for found in node.verify(file_of(case), case.get("receipt"))["faults"]:
            theirs[found["kind"]] = found["sentence"]
    assert set(ours) == set(theirs) == set(get_args(Kind))
    assert len(set(ours.values())) == len(set(theirs.values())) == len(ours)


@pytest.mark.docs
def test_the_shapes_of_the_page_are_those_of_the_types() -> None:
    assert FILE.read_text("utf-8") == text(), "`make docs` writes them anew"


def test_the_page_knows_every_fact_that_is_more_than_its_fields() -> None:
    sums = {fact.__struct_config__.tag for fact in FACTS if hasattr(fact, "__post_init__")}
    source = FILE.with_name("entry.js").read_text("utf-8")
    told = source.partition("const SUMS = {")[2].partition("\n};")[0]
    assert sums == {
        line.strip().partition("(")[0].strip('"')
        for line in told.splitlines()
        if line.startswith("  ") and line[2] != " " and "(" in line
    }


OLD = (
    '{"table":"t1","version":9,"time":5,"schema":0,"seat":"gm","command":"c-9","digest":"d",'
    '"fact":{"type":"note-added","remark":"A"}}'
)


@pytest.mark.service
def test_the_page_lifts_old_entries_like_ours(node: Node) -> None:
    assert set(node.ask("lifts")) == set(UPCASTERS), "each schema step is there twice"
    told = node.ask("lifted", body=OLD)
    assert (told["entry"]["fact"]["text"], told["entry"]["schema"], told["plain"]) == ("A", 0, True)
    assert node.ask("lifted", body=OLD.replace('"A"', ' "A"'))["plain"] is False
    assert node.ask("lifted", body=OLD.replace('"seat":"gm"', '"seat":"gm","seat":"gm"'))["plain"] is False
    assert node.ask("lifted", body=OLD.replace('"schema":0', '"schema":7')) == "nothing is known of schema 7"
    assert node.ask("lifted", body=OLD.replace("remark", "text")) != ""
    assert node.ask("plain", body=OLD) is None


def completed() -> Export:
    """A game in which a correction asked for more dice than had fallen, twice, and the keys that show it."""
    table = played()
    table.must(BeginCombat())
    table.must(FreeRoll(dice="2d6"), named="cast")
    table.must(Amend(action="gm/cast", changes={"dice": "4d6"}), named="more")
    table.must(NextTurn())
    table.must(Amend(action="gm/cast", changes={"dice": "5d6"}), named="most")
    table.must(Amend(action="gm/cast", changes={"dice": "7d6"}), named="typed", faces=(6, 1))
    table.must(NextTurn())
    return Export(table)


@pytest.mark.service
def test_both_check_dice_that_were_added(node: Node) -> None:
    export = completed()
    last = export.rolls(path="free")[-1]
    firsts = [one["first"] for one in msgspec.json.decode(export.bodies[last - 1])["fact"]["added"]]
    assert firsts == [2, 4, 5]
    file = b"".join(export.lines())
    report = verify(lines_of(io.BytesIO(file)))
    assert report.faults == () and node.verify(file)["faults"] == []
    assert node.verify(file)["faces"] == report.faces and node.verify(file)["typed"] == report.typed

    def other_face(document: dict[str, Any]) -> None:
        fact = document["fact"]
        new = fact["faces"][3] % 6 + 1
        fact["total"] += new - fact["faces"][3]
        fact["faces"][3] = fact["counts"][3] = new

    def other_address(document: dict[str, Any]) -> None:
        document["fact"]["added"][0]["address"] += "x"

    def other_place(document: dict[str, Any]) -> None:
        document["fact"]["added"][0]["first"] = 0

    def other_epoch(document: dict[str, Any]) -> None:
        document["fact"]["added"][1]["epoch"] = 1

    for twist, kinds in (
        (other_face, {"face"}),
        (other_address, {"address", "face"}),
        (other_place, {"unreadable"}),
        (other_epoch, {"address", "face"}),
    ):
        forged = completed()
        forged.twist(last, twist)
        told = b"".join(forged.lines())
        ours = [(fault.version, fault.kind) for fault in verify(lines_of(io.BytesIO(told))).faults]
        assert ours == [(fault["version"], fault["kind"]) for fault in node.verify(told)["faults"]]
        assert {kind for _, kind in ours if kind != "key-head"} >= kinds, (twist, ours)
        assert (last, ours[0][1]) in ours
