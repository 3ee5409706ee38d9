"""For whoever keeps the service up: whether it is ready, why not, and what is counted."""

import resource
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from events.log import embedded
from events.log.embedded import embedded_log
from events.log.errors import LogFull
from events.log.program import find_program
from events.log.stream import Log, open_log
from events.log.wire import Disk
from tests.api.people import Seat, make_app, open_table, problem_of, running
from tests.servers import Server, server


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with server("valkey", tmp_path / "own") as one:
        yield one


@pytest.fixture
async def own_log(own: Server) -> AsyncIterator[Log]:
    async with open_log(own.url, patience=1) as log:
        yield log


async def test_a_log_without_memory_is_not_ready_says_so_and_can_be_looked_at(own_log: Log, tmp_path: Path) -> None:
    async with running(make_app(own_log, tmp_path)) as client:
        gm = await open_table(client)
        view = await gm.look()
        await own_log.wire.client.config_set("maxmemory", 1)
        body = gm.body("note", text="no room")
        for said in (await client.get("/readyz"), await gm.send(body)):
            problem = problem_of(said)
            assert (problem["status"], problem["code"]) == (503, "log-full")
            assert "retry-after" in said.headers
        assert await gm.look() == view
        await own_log.wire.client.config_set("maxmemory", 0)
        assert (await client.get("/readyz")).status_code == 200
        assert (await gm.send(body)).status_code == 200


async def test_a_disk_that_is_nearly_full_is_told_before_the_server_of_the_log_ends(tmp_path: Path) -> None:
    async with embedded_log(tmp_path / "data", spare=1 << 62) as log, running(make_app(log, tmp_path)) as client:
        problem = problem_of(await client.get("/readyz"))
        assert (problem["status"], problem["code"]) == (503, "log-full")
        assert "bytes are free" in problem["detail"]
    async with embedded_log(tmp_path / "data") as log, running(make_app(log, tmp_path)) as client:
        assert (await client.get("/readyz")).json()["status"] == "ready"


class SmallDisk:
    """A disk with room for so many blocks of a file; the server of the log finds that out when it writes."""

    def __init__(self, folder: Path, blocks: int) -> None:
        self._folder, self._room = folder, folder / "room"
        self._room.write_text(str(blocks))
        self.program = folder / "on-a-small-disk"
        self.program.write_text(
            f"""#!/bin/sh\ntrap "" XFSZ\nulimit -S -f "$(cat {self._room})"\nexec {find_program()} "$@"\n"""
        )
        self.program.chmod(0o700)

    def make_room(self) -> None:
        self._room.write_text("unlimited")
        server = int((self._folder / "data" / "server.pid").read_text())
        resource.prlimit(server, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def test_a_full_disk_is_told_and_all_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SmallDisk(tmp_path, 100)
    monkeypatch.setattr(embedded, "find_program", lambda: disk.program)
    async with embedded_log(tmp_path / "data") as log, running(make_app(log, tmp_path)) as client:
        gm = await open_table(client)
        assert (await client.get("/readyz")).status_code == 200
        landed = 0
        while (said := await gm.send(body := gm.body("note", text=str(landed) * 1000))).status_code == 200:
            landed += 1
        view = await gm.look()
        for refused in (said, await client.get("/readyz"), await gm.send(body), await client.get("/readyz")):
            problem = problem_of(refused)
            assert (problem["status"], problem["code"]) == (503, "log-full")
            assert "full" in problem["detail"] or "could not write" in problem["detail"]  # the second for the host
            assert "retry-after" in refused.headers
        assert await gm.look() == view, "what is there can be looked at"
        disk.make_room()
        assert (await client.get("/readyz")).status_code == 200
        assert (await gm.send(body)).status_code == 200
        facts = [frame["fact"]["entry"]["fact"] for frame in (await gm.look("/events", limit=500))["frames"]]
        notes = [fact["text"] for fact in facts if fact["type"] == "note-added"]
        assert notes == [str(n) * 1000 for n in range(landed + 1)]


async def test_where_the_server_of_the_log_ended_for_want_of_room_that_is_the_reason_given(tmp_path: Path) -> None:
    class Full(Disk):
        def full(self) -> str:
            return "only 7 bytes are free"

    async with open_log(f"unix://{tmp_path}/nobody", patience=0, disk=Full()) as log:
        with pytest.raises(LogFull, match="7 bytes"):
            await log.head("t1")


async def test_too_few_replicas_are_no_readiness_and_no_acknowledgement(own: Server, tmp_path: Path) -> None:
    async with open_log(own.url) as log, running(make_app(log, tmp_path)) as client:
        gm = await open_table(client)
    async with (
        open_log(own.url, patience=0.5, replicas=1) as log,
        running(make_app(log, tmp_path, replicas=1)) as client,
    ):
        said = await client.get("/readyz")
        assert problem_of(said)["code"] == "log-unavailable"
        assert "replicas" in problem_of(said)["detail"]
        refused = await Seat(client, gm.table, gm.token).send(gm.body("note", text="nobody has it"))
        assert problem_of(refused)["code"] == "log-unavailable"


async def counted(client: httpx.AsyncClient) -> dict[str, float]:
    """The figures by name and labels."""
    said = await client.get("/metrics")
    assert said.headers["content-type"].startswith("text/plain; version=")
    found = {}
    for family in text_string_to_metric_families(said.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def test_what_becomes_of_commands_is_counted_and_nobody_is_named(gm: Seat) -> None:
    before = await counted(gm.client)
    await gm.enter("bob")
    await gm.refused("enter_combatant", combatant="bob", name="Bob", sheet={})
    await gm.refused("no_such_command")
    after = await counted(gm.client)

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown("fracas_commands_total{outcome=done}") == 1
    assert grown("fracas_commands_total{outcome=invalid}") == 2
    assert grown("fracas_command_seconds_count") == 1
    assert grown("fracas_append_seconds_count") == grown("fracas_group_commands_count") == 1
    assert after["fracas_open_tables"] >= 1
    text = (await gm.client.get("/metrics")).text
    assert gm.table not in text
    assert "bob" not in text.lower()
