"""Snapshots and the past: a table opens from what was kept as it would from its log, and stands at any moment of it."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from api.tables.table import Table
from engine import evolve, snapshot
from engine.commands import ApplyDamage, Command, EnterCombatant, Note, Redo, Strike, Switch, Undo
from engine.history import History
from engine.rulesets import RULESETS
from engine.snapshot import RECENT, UnreadableSnapshot, fingerprint, from_bytes, to_bytes
from events.codec import decode
from events.log.stream import Log, open_log
from tests.api.people import FIGHTER, Seat, make_app, open_table, running
from tests.tables import MemoryTable

UNISYSTEM = RULESETS["unisystem"]


def played(steps: int, seed: int = 1) -> MemoryTable:
    """A table with a past: wounds, notes, undos, redos, switches and strikes."""
    chance, table = random.Random(seed), MemoryTable(UNISYSTEM)
    sheet = msgspec.Raw(msgspec.json.encode(FIGHTER))
    table.must(EnterCombatant(combatant="bob", name="Bob", sheet=sheet))
    for n in range(steps):
        command: Command = chance.choice(
            [
                ApplyDamage(target="bob", amount=1),
                ApplyDamage(target="bob", amount=0),
                Note(text=f"step {n}"),
                Undo(),
                Redo(),
                Switch(version=chance.randint(4, table.history.head)),
                Strike(action=f"gm/c-{chance.randint(3, n + 3)}"),
            ]
        )
        table.give(command)
    return table


def same(one: History, other: History) -> bool:
    """Whether two histories are the same, but for the checkpoints they keep."""
    plain = ("state", "ledger", "head", "hash", "time", "redo", "command", "commands", "corrections")
    tracks = [[getattr(h, t)[n] for n in range(h.head + 1)] for h in (one, other) for t in ("stands", "begins")]
    return all(getattr(one, n) == getattr(other, n) for n in plain) and tracks[:2] == tracks[2:]


def test_a_history_is_the_same_after_bytes_and_back() -> None:
    history = played(400).history
    assert same(from_bytes(to_bytes(history)), history)


def test_a_history_from_bytes_stands_where_it_stood_at_every_version() -> None:
    table = played(300)
    kept = from_bytes(to_bytes(table.history))
    entries = {n + 1: decode(body) for n, body in enumerate(table.bodies)}
    for version in range(5, table.history.head, 7):
        at = table.history.stands[version]
        assert kept.restored(at, entries.__getitem__) == table.history.restored(at, entries.__getitem__)


def test_a_long_history_keeps_few_checkpoints() -> None:
    history = played(1500).history
    kept = [at for at in from_bytes(to_bytes(history)).checkpoints if at]
    assert RECENT < len(kept) <= RECENT + len(bin(history.head))


@pytest.mark.parametrize("payload", [b"", b"{}", b"[]", b"null", b"\xff", b'{"state":{}}'])
def test_what_is_no_snapshot_is_not_read_as_one(payload: bytes) -> None:
    with pytest.raises(UnreadableSnapshot):
        from_bytes(payload)


def test_a_snapshot_whose_tracks_are_cut_is_not_read() -> None:
    whole = to_bytes(played(20).history)
    cut = whole.replace(b'"head":', b'"head":1', 1)
    with pytest.raises(UnreadableSnapshot):
        from_bytes(cut)


def test_another_version_of_a_rule_set_or_of_the_fold_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = fingerprint({"unisystem": "1"})
    assert mine == fingerprint({"unisystem": "1"})
    assert mine != fingerprint({"unisystem": "2"})
    assert mine != fingerprint({"unisystem": "1", "interlock": "1"})
    monkeypatch.setattr(snapshot, "FOLD", snapshot.FOLD + 1)
    assert mine != fingerprint({"unisystem": "1"})


def test_other_code_in_a_reducer_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = fingerprint({"unisystem": "1"})

    def evolved(state: Any, entry: Any) -> Any:
        return state

    evolved.__module__ = evolve.__name__
    monkeypatch.setattr(evolve, "evolve", evolved)
    assert mine != fingerprint({"unisystem": "1"})


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", "from engine.snapshot import fingerprint; print(fingerprint({'u': '1'}))"],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert said == {fingerprint({"u": "1"}) + "\n"}


class Reads:
    """How many entries a log hands out."""

    def __init__(self, log: Log) -> None:
        self.entries = 0
        self._read = log.read
        log.read = self.read  # type: ignore[method-assign]

    async def read(self, *args: Any, **more: Any) -> Any:
        page = await self._read(*args, **more)
        self.entries += len(page)
        return page


async def _long_table(client: httpx.AsyncClient, steps: int) -> Seat:
    gm = await open_table(client)
    await gm.enter("bob", sheet={"life_points": 100})
    for start in range(0, steps, 50):
        bodies = [gm.body("apply_damage", target="bob", amount=(n % 3) // 2) for n in range(start, start + 50)]
        assert (await gm.send({"commands": bodies})).status_code == 200
    return gm


async def _kept(app: FastAPI, table: str) -> Table:
    """The table, when the snapshot on its way is written."""
    house = app.state.service.house
    place = house._places[table]
    if place.keeping is not None:
        await place.keeping
    found: Table = place.table
    return found


async def test_a_table_opens_from_its_snapshot_as_it_was(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, snapshot_every=100)
        async with running(app) as client:
            gm = await _long_table(client, 200)
            before, table = await gm.look(), await _kept(app, gm.table)
    async with open_log(valkey_url) as log:
        reads, app = Reads(log), make_app(log, tmp_path, snapshot_every=100)
        async with running(app) as client:
            opened = await app.state.service.house.table(gm.table)
            assert opened is not None
            assert same(opened.history, table.history)
            assert reads.entries < 300 < table.history.head
            assert await Seat(client, gm.table, gm.token).look() == before


async def test_a_snapshot_under_another_key_is_ignored(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, snapshot_every=50)
        async with running(app) as client:
            gm = await _long_table(client, 100)
            table = await _kept(app, gm.table)
    async with open_log(valkey_url) as log:
        async for name in log.wire.client.scan_iter(match=f"fracas:{{{gm.table}}}:snapshot:*"):
            await log.wire.client.hset(name, "mac", b"x" * 32)
        reads, again = Reads(log), make_app(log, tmp_path)
        async with running(again) as client:
            opened = await again.state.service.house.table(gm.table)
            assert opened is not None
            assert same(opened.history, table.history)
            assert reads.entries >= table.history.head


async def test_an_undo_right_after_a_start_reads_little(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, snapshot_every=100)
        async with running(app) as client:
            gm = await _long_table(client, 400)
            await _kept(app, gm.table)
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            gm = Seat(client, gm.table, gm.token)
            await gm.look()
            reads = Reads(log)
            await gm.give("undo")
            await gm.give("undo")
            assert reads.entries <= 200


async def test_every_moment_of_the_past_can_be_looked_at(client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    await gm.enter("bob", sheet={"life_points": 90})
    seen = {}
    for n in range(40):
        if n % 5 == 4:
            await gm.give("undo")
        else:
            await gm.give("apply_damage", target="bob", amount=1)
        view = await gm.look()
        seen[view["number"]] = view["combatants"]
    for number, combatants in seen.items():
        assert (await gm.look(at=number))["combatants"] == combatants


async def test_a_table_that_is_put_away_is_there_again_when_asked_for(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, open_tables=2)
        async with running(app) as client:
            seats = [await open_table(client) for _ in range(5)]
            for gm in seats:
                await gm.enter("bob")
            assert len(app.state.service.house._places) <= 2
            for gm in seats:
                assert [one["id"] for one in (await gm.look())["combatants"]] == ["bob"]
                await gm.give("note", text="still here")


async def test_the_longer_the_log_the_rarer_a_snapshot_is_written(valkey_url: str, tmp_path: Path) -> None:
    """Each holds an index of the whole log: written at a steady pace they would cost ever more."""
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, snapshot_every=1)
        async with running(app) as client:
            gm = await _long_table(client, 300)
            kept = set()
            for _ in range(20):
                await gm.give("note", text="one more")
                await _kept(app, gm.table)
                kept.add(app.state.service.house._places[gm.table].kept_at)
            assert len(kept) <= 2
