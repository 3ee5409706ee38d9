"""`fracas backup` and `fracas restore`: all tables out while people play, checked, and back in, here or elsewhere."""

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from api.clock import now
from api.proof.backups import CONTENTS, back_up, check
from events.log.stream import Log, open_log
from tests.api.people import Seat, make_app, open_table, running
from tests.api.processes import Service
from tests.cli.conftest import CommandLine
from tests.cli.running import run
from tests.servers import Server, server


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Server]:
    with server("valkey", tmp_path / "elsewhere") as running:
        yield running


def opened(fracas: CommandLine, title: str, url: str) -> str:
    return fracas("tables", "open", title, "--redis", url).out.split()[1].rstrip(",")


def test_all_tables_come_back_elsewhere_and_what_is_there_already_stays(
    fracas: CommandLine, tmp_path: Path, elsewhere: Server
) -> None:
    file = str(tmp_path / "all.zip")
    with server("valkey", tmp_path / "first") as first:
        names = {title: opened(fracas, title, first.url) for title in ("Friday", "Saturday")}
        said = fracas("backup", file, "--redis", first.url)
        assert (said.code, "2 tables" in said.out, "verified" in said.out) == (0, True, True), said.err
        assert "nothing was missing" in fracas("restore", file, "--redis", first.url).out
    came = fracas("restore", file, "--redis", elsewhere.url)
    assert (came.code, came.out.count("3 entries brought back")) == (0, 2), came.err
    listed = fracas("tables", "--redis", elsewhere.url).out
    assert all(title in listed and name in listed for title, name in names.items())
    for name in names.values():
        out = str(tmp_path / f"{name}.jsonl")
        assert fracas("export", name, "--out", out, "--redis", elsewhere.url).code == 0
        assert fracas("verify", out).code == 0


def test_one_table_may_be_brought_back_alone_and_one_that_differs_is_left_alone(
    fracas: CommandLine, tmp_path: Path, elsewhere: Server, valkey_url: str
) -> None:
    file = str(tmp_path / "all.zip")
    with server("valkey", tmp_path / "first") as first:
        one, other = (opened(fracas, title, first.url) for title in ("One", "Other"))
        assert fracas("backup", file, "--redis", first.url).code == 0
    said = fracas("restore", file, "--table", one, "--redis", elsewhere.url)
    assert (said.code, one in said.out, other in said.out) == (0, True, False)
    # The keys of the first have turned here: brought back in a third place, its log goes another way.
    with server("valkey", tmp_path / "third") as third:
        assert fracas("restore", file, "--redis", third.url).code == 0
        later = str(tmp_path / "later.zip")
        assert fracas("backup", later, "--redis", third.url).code == 0
        said = fracas("restore", later, "--redis", elsewhere.url)
    assert said.code == 1
    assert f"there is a table {one} here, and its log is not the one" in said.err
    assert f"table {other}:" in said.out
    said = fracas("restore", file, "--table", "nosuch", "--redis", elsewhere.url)
    assert (said.code, "does not hold nosuch" in said.err) == (1, True)


def test_a_file_that_is_there_is_written_over_only_by_force(
    fracas: CommandLine, tmp_path: Path, valkey_url: str
) -> None:
    file = tmp_path / "friday.zip"
    file.write_text("the only copy")
    said = fracas("backup", str(file), "--redis", valkey_url)
    assert (said.code, "is there already" in said.err, "--force" in said.err) == (1, True, True)
    assert file.read_text() == "the only copy"
    assert fracas("backup", str(file), "--force", "--redis", valkey_url).code == 0
    assert file.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize("harm", ["byte", "cut", "member", "nothing at all"])
def test_a_spoilt_backup_brings_nothing_back(fracas: CommandLine, tmp_path: Path, elsewhere: Server, harm: str) -> None:
    file, spoilt = tmp_path / "all.zip", tmp_path / "spoilt.zip"
    with server("valkey", tmp_path / "first") as first:
        for title in ("One", "Other"):
            opened(fracas, title, first.url)
        assert fracas("backup", str(file), "--redis", first.url).code == 0
    whole = file.read_bytes()
    match harm:
        case "byte":
            with ZipFile(file) as old, ZipFile(spoilt, "w") as new:
                for name in old.namelist():
                    kept = old.read(name)
                    new.writestr(name, kept if name == CONTENTS else kept.replace(b'"title":"One"', b'"title":"Won"'))
        case "cut":
            spoilt.write_bytes(whole[: len(whole) // 2])
        case "member":
            with ZipFile(file) as old, ZipFile(spoilt, "w") as new:
                for name in old.namelist()[1:]:
                    new.writestr(name, old.read(name))
        case _:
            spoilt.write_bytes(b"")
    said = fracas("restore", str(spoilt), "--redis", elsewhere.url)
    assert said.code == 1, said.out
    assert "no tables yet" in fracas("tables", "--redis", elsewhere.url).out


@pytest.mark.slow
async def test_a_running_service_is_backed_up_while_everybody_plays(tmp_path: Path) -> None:
    """Each table is whole up to a command, and what was acknowledged before the backup was begun is in it."""
    with Service(tmp_path) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=30) as client:
            tables = [await open_table(client) for _ in range(3)]
            for gm in tables:
                await gm.enter("bob")
            going_on = True

            async def play(gm: Seat) -> None:
                while going_on:
                    await gm.send(
                        {
                            "commands": [
                                gm.body("apply_damage", target="bob", amount=1),
                                gm.body("restore", target="bob", amount=1),
                            ]
                        }
                    )

            playing = [asyncio.create_task(play(gm)) for gm in tables]
            before = {gm.table: (await gm.give("note", text="before"))["version"] for gm in tables}
            file = tmp_path / "all.zip"
            done = await asyncio.to_thread(run, tmp_path, "backup", str(file))
            going_on = False
            await asyncio.gather(*playing)
            assert done.returncode == 0, done.stderr
            kept = {one.table: one for one in check(file).tables}
            assert kept.keys() == before.keys()
            for gm in tables:
                one = kept[gm.table]
                assert one.version >= before[gm.table]
                page = await gm.look("/events", after=one.version - 1, limit=2)
                last, after = (frame["fact"]["entry"] for frame in page["frames"])
                assert (last["seat"], last["command"]) != (after["seat"], after["command"]), "cut within a command"
    home = tmp_path / "elsewhere"
    home.mkdir()
    came = await asyncio.to_thread(run, home, "restore", str(file))
    assert (came.returncode, came.stdout.count("brought back")) == (0, 3), came.stderr


class Losing(Log):
    """A log in which a table was deleted after it was listed."""

    async def tables(self) -> tuple[str, ...]:
        return ("deleted-meanwhile", *await super().tables())


async def test_a_table_that_is_deleted_before_its_turn_is_left_out_and_the_rest_is_kept(
    valkey_url: str, tmp_path: Path
) -> None:
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path)) as client:
        gm = await open_table(client)
        contents = await back_up(Losing(log.wire), tmp_path / "all.zip", now)
    names = {one.table for one in contents.tables}
    assert gm.table in names and "deleted-meanwhile" not in names


def test_nobody_else_on_the_machine_reads_a_backup_or_an_export(
    fracas: CommandLine, tmp_path: Path, valkey_url: str
) -> None:
    table = opened(fracas, "Secrets", valkey_url)
    backup, export = tmp_path / "all.zip", tmp_path / "one.jsonl"
    export.write_text("there already, and everybody may read it")
    export.chmod(0o644)
    assert fracas("backup", str(backup), "--redis", valkey_url).code == 0
    assert fracas("export", table, "--out", str(export), "--redis", valkey_url).code == 0
    assert [stat.S_IMODE(file.stat().st_mode) for file in (backup, export)] == [0o600, 0o600]
