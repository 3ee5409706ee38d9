"""The server that comes with Fracas: a real Valkey on a unix socket in a folder, shared by all who use it.

It is the folder's, not a process's: it outlives a killed API process, the next one finds it again, and the
last one to stop ends it. It never listens on the network.
"""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Literal, Self

from events.log.errors import EmbeddedFailed
from events.log.locks import alone, try_lock, upgrade
from events.log.places import private_folder, socket_path
from events.log.program import find_program
from events.log.stream import Log, open_log
from events.log.wire import Disk

_PAUSE: Final = 0.02

SPARE: Final = 32 * 1024 * 1024
"""Bytes that have to be free where the log lies. With fsync always a server that cannot write ends itself, so it is
told while there is still room."""

SETTINGS: Final = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "appendonly": "yes",
    "appendfsync": "always",  # everysec was measured to lose 18 % of acknowledged appends at a kill
    "no-appendfsync-on-rewrite": "no",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory": "0",
    "maxmemory-policy": "noeviction",
}

_TAIL: Final = 16 * 1024
_BEGINS: Final = re.compile(r"oO0OoO0OoO0Oo .* oO0OoO0OoO0Oo")
"""The first words of every start."""

_CHOKED: Final = re.compile(r"(?:Error|Short write) .*AOF.*: .+")

Answering = Literal["ready", "loading", "silent"]


class EmbeddedValkey:
    """The server of one folder. `start` finds or starts it, `stop` ends it if nobody else uses it.

    `patience` is how many seconds either may take, loading the file included.
    """

    def __init__(self, folder: Path, *, patience: float = 30.0, program: Path | None = None) -> None:
        self.folder = folder
        self._patience, self._program = patience, program
        self._process: subprocess.Popen[bytes] | None = None
        self._using: int | None = None

    @property
    def url(self) -> str:
        """The address for `open_log`."""
        return f"unix://{self._socket()}"

    @property
    def started_it(self) -> bool:
        """Whether the server is a child of this process."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> str:
        """Have the server answer, and return its address. May be called at any time: heals a killed server.

        Raises:
            EmbeddedFailed: the folder cannot be used, there is no program, or it does not come up in time.
        """
        self.folder = private_folder(self.folder)
        with alone(self.folder / "lock", self._patience):
            joined = self._using is None
            if joined:
                self._using = try_lock(self.folder / "users", shared=True)
            try:
                self._bring_up(time.monotonic() + self._patience)
            except BaseException:
                if joined:
                    self._leave()  # else the server would wait for ever for its last user
                raise
        return self.url

    def stop(self) -> None:
        """Use the server no more. The last user ends it; what it acknowledged is on the disk.

        Raises:
            EmbeddedFailed: it does not end.
        """
        if self._using is None:
            return
        with alone(self.folder / "lock", self._patience):
            last = upgrade(self._using)
            self._leave()
            if last:
                self._end(time.monotonic() + self._patience)
            self._process = None

    def _leave(self) -> None:
        using, self._using = self._using, None
        if using is not None:
            os.close(using)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _socket(self) -> Path:
        """As whoever started the server wrote it down: the environment may be another one there."""
        with suppress(OSError):
            return Path((self.folder / "address").read_text("utf-8"))
        return socket_path(self.folder)

    def _bring_up(self, deadline: float) -> None:
        launched = False
        while (state := answering(self._socket())) != "ready":
            if state == "silent" and not launched:
                launched = self._launch_if_free()
            if launched and self._process is not None and self._process.poll() is not None:
                raise EmbeddedFailed(
                    f"The log's server in {self.folder} ended at once with code {self._process.returncode}. "
                    f"It last said: {self._last_words()}"
                )
            if time.monotonic() > deadline:
                raise EmbeddedFailed(self._too_slow(state))
            time.sleep(_PAUSE)

    def _launch_if_free(self) -> bool:
        """Start the program, unless one is alive in this folder: two on one file would ruin it.

        The lock is held by the program itself, through a descriptor it inherits, so it ends with it.
        """
        held = try_lock(self.folder / "server.lock")
        if held is None:
            return False
        try:
            where = socket_path(self.folder)
            (self.folder / "address").write_text(str(where), "utf-8")
            settings = SETTINGS | {
                "dir": str(self.folder),
                "unixsocket": str(where),
                "pidfile": str(self.folder / "server.pid"),
                "logfile": str(self.folder / "server.log"),
            }
            command = [str(self._program or find_program())]
            for name, value in settings.items():
                command += [f"--{name}", value]
            self._spawn(command, held)
        finally:
            os.close(held)
        return True

    def _spawn(self, command: list[str], lock: int) -> None:
        if self._process is not None:
            self._process.wait()  # it has let go of the lock, so it has ended
        said = os.open(self.folder / "server.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                umask=0o077,
                pass_fds=[lock],
                # Not ended by Ctrl-C in the terminal, nor by a kill of this process.
                start_new_session=True,
            )
        except OSError as problem:
            raise EmbeddedFailed(f"{command[0]} cannot be run: {problem}") from problem
        finally:
            os.close(said)
        # Whoever kills it, and whoever starts the next one: it is our child and is waited for as a child must be.
        threading.Thread(target=self._process.wait, daemon=True).start()

    def _end(self, deadline: float) -> None:
        _say(self._socket(), b"SHUTDOWN NOSAVE\r\n")
        halfway = time.monotonic() + (deadline - time.monotonic()) / 2
        while not self._gone():
            if self._process is not None and time.monotonic() > halfway:
                self._process.terminate()
            if time.monotonic() > deadline:
                raise EmbeddedFailed(
                    f"The log's server in {self.folder} (process {self._pid()}) does not end. "
                    f"It last said: {self._last_words()}"
                )
            time.sleep(_PAUSE)

    def _gone(self) -> bool:
        if self._process is not None and self._process.poll() is None:
            return False
        held = try_lock(self.folder / "server.lock")
        if held is None:
            return False
        os.close(held)
        return True

    def _too_slow(self, state: Answering) -> str:
        what = "is still reading its file" if state == "loading" else "does not answer"
        return (
            f"The log's server in {self.folder} (process {self._pid()}) {what} after "
            f"{self._patience:.0f} seconds. "
            f"It last said: {self._last_words()}. Give it more time, or end that process and try again."
        )

    def _pid(self) -> str:
        with suppress(OSError):
            return (self.folder / "server.pid").read_text("utf-8").strip()
        return "unknown"

    def _last_words(self) -> str:
        with suppress(OSError):
            return " / ".join((self.folder / "server.log").read_text("utf-8", "replace").splitlines()[-4:])
        return "nothing"


class FolderDisk(Disk):
    """The disk that a folder's server writes to. `spare`: bytes that have to be free there, else it counts as full."""

    def __init__(self, server: EmbeddedValkey, spare: int) -> None:
        self._server, self._spare = server, spare
        self._settled = self._words = 0

    def full(self) -> str:
        """As the file system says; a quota or a limit on files it does not know of."""
        return room_in(self._server.folder, self._spare)

    def choked(self) -> str:
        """From the server's own log: what it said just before it ended last."""
        with suppress(OSError), (self._server.folder / "server.log").open("rb") as said:
            self._words = said.seek(0, os.SEEK_END)
            said.seek(max(self._settled, self._words - _TAIL))
            lives = _BEGINS.split(said.read().decode("utf-8", "replace"))
            found = _CHOKED.findall("".join(lives[-2:]))  # the one before, and this one, which may just have ended
            if found:
                return f"its server could not write and ended itself ({found[-1]})"
        return ""

    def settled(self) -> None:
        """What it said up to now is past."""
        self._settled = max(self._settled, self._words)


def room_in(folder: Path, spare: int = SPARE) -> str:
    """Why a folder takes nothing more; empty while there is room."""
    with suppress(OSError):
        free = shutil.disk_usage(folder).free
        return f"only {free} bytes are free in {folder}, {spare} have to be" if free < spare else ""
    return ""


@asynccontextmanager
async def embedded_log(folder: Path, *, patience: float = 10.0, spare: int = SPARE) -> AsyncIterator[Log]:
    """The log on a folder's server, which is started, healed when it dies, and ended with its last user.

    `spare`: bytes that have to be free in the folder, else the log counts as full.
    """
    server = EmbeddedValkey(folder)

    async def revive() -> None:
        await asyncio.to_thread(server.start)

    disk = FolderDisk(server, spare)
    log = open_log(await asyncio.to_thread(server.start), patience=patience, revive=revive, disk=disk)
    try:
        yield log
    finally:
        await log.aclose()
        await asyncio.to_thread(server.stop)


def answering(where: Path) -> Answering:
    """Whether a server answers on a socket, is loading its file, or does not answer."""
    said = _say(where, b"PING\r\n")
    if said.startswith(b"+PONG"):
        return "ready"
    return "loading" if said.startswith(b"-LOADING") else "silent"


def _say(where: Path, words: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(1.0)
        with suppress(OSError):
            line.connect(str(where))
            line.sendall(words)
            return line.recv(256)
    return b""
