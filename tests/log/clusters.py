"""A Redis Cluster on this machine: three servers that hold tables and a replica of each, which a test may kill."""

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import redis
from redis.crc import key_slot

from events.log.keys import log_key
from tests.servers import Kind, program

PATIENCE: Final = 60.0
NODE_TIMEOUT: Final = 1000
"""Milliseconds after which the others begin to think that a server is dead."""

_SLOTS: Final = 16384


class Member:
    """One server of the cluster, in a folder of its own."""

    def __init__(self, folder: Path, binary: Path, **settings: str) -> None:
        self.folder, self._binary = folder, binary
        self.port = free_port()
        self._settings = {
            "port": str(self.port), "bind": "127.0.0.1", "dir": str(folder), "save": "", "appendonly": "yes",
            "appendfsync": "always", "cluster-enabled": "yes", "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": str(NODE_TIMEOUT), "cluster-replica-validity-factor": "0",
            "repl-diskless-sync-delay": "0", "repl-ping-replica-period": "1", "protected-mode": "no",
            "enable-debug-command": "local", **settings,
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self.client = redis.Redis(port=self.port, socket_timeout=5, protocol=2)

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        command = [
            str(self._binary),
            *(word for name, value in self._settings.items() for word in (f"--{name}", value)),
        ]
        with (self.folder / "said").open("ab") as said:
            self._process = subprocess.Popen(command, cwd=self.folder, stdout=said, stderr=said)
        until(self.answers)

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False

    def signal(self, what: int) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def kill(self) -> None:
        """kill -9, and see it gone."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self.client.close()
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def ask(self, *command: Any) -> Any:
        return self.client.execute_command(*command)  # type: ignore[no-untyped-call]

    @property
    def id(self) -> str:
        return str(self.ask("CLUSTER", "MYID").decode())

    @property
    def is_master(self) -> bool:
        return self.answers() and self.ask("ROLE")[0] == b"master"


class Members:
    """Six of them, three with a replica each."""

    def __init__(self, folder: Path, kind: Kind = "valkey", **settings: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.all = [Member(folder / f"n{number}", program(kind), **settings) for number in range(6)]

    @property
    def url(self) -> str:
        """The address for `open_log`: two of the six are enough to find the others."""
        return f"redis+cluster://127.0.0.1:{self.all[0].port},127.0.0.1:{self.all[4].port}"

    def start(self) -> None:
        for one in self.all:
            one.start()
        masters, replicas = self.all[:3], self.all[3:]
        for number, one in enumerate(masters):
            first, last = number * _SLOTS // 3, (number + 1) * _SLOTS // 3 - 1
            one.ask("CLUSTER", "ADDSLOTSRANGE", first, last)
            one.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for one in self.all[1:]:
            one.ask("CLUSTER", "MEET", "127.0.0.1", self.all[0].port)
        until(lambda: all(len(one.ask("CLUSTER", "SLOTS")) == 3 for one in self.all))
        for master, replica in zip(masters, replicas, strict=True):
            replica.ask("CLUSTER", "REPLICATE", master.id)
        self.until_whole()

    def until_whole(self) -> None:
        """Return when every server that holds tables has a replica that is up to date, and all agree on it."""
        until(self._whole)

    def _whole(self) -> bool:
        try:
            seen = [one.ask("CLUSTER", "SLOTS") for one in self.all]
            states = [str(one.ask("CLUSTER", "INFO")) for one in self.all]
            behind = [one.client.info("replication")["connected_slaves"] for one in self.all if one.is_master]
        except redis.RedisError:
            return False
        agreed = all(len(part) == 4 for slots in seen for part in slots)  # first, last, who holds them, one replica
        return agreed and all("ok" in state for state in states) and behind == [1, 1, 1]

    def pair_of(self, table: str) -> tuple[Member, Member]:
        """Who holds a table now, and its replica."""
        slot = key_slot(log_key(table).encode())
        alive = next(one for one in self.all if one.answers())
        for first, last, master, *replicas in alive.ask("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return self._at(master[1]), self._at(replicas[0][1])
        raise AssertionError("nobody has it")

    def _at(self, port: int) -> Member:
        return next(one for one in self.all if one.port == port)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.all:
            one.stop()


def fall_behind(replica: Member, master: Member) -> None:
    """From now on the replica takes nothing, not even into its socket; until SIGCONT."""
    replica.signal(signal.SIGSTOP)
    master.ask("CLIENT", "KILL", "TYPE", "replica")


def promoted(replica: Member) -> None:
    """Return when it holds tables itself."""
    until(lambda: replica.is_master)


def free_port() -> int:
    """One whose bus port, ten thousand further, is free too."""
    while True:
        with socket.socket() as one, socket.socket() as bus:
            one.bind(("127.0.0.1", 0))
            port: int = one.getsockname()[1]
            if port > 55_000:
                continue
            try:
                bus.bind(("127.0.0.1", port + 10_000))
            except OSError:
                continue
            return port


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.02)


@contextmanager
def cluster(folder: Path) -> Iterator[Members]:
    with Members(folder) as members:
        yield members
