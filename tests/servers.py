"""Real servers for tests: the Valkey that comes along, and Debian's redis-server, each in a folder of its own.

For one server per test session, have this in your conftest: `from tests.servers import valkey_url`.
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import pytest

from events.log.embedded import EmbeddedValkey
from events.log.program import find_program

Kind = Literal["valkey", "redis-server"]
KINDS: Final[tuple[Kind, ...]] = ("valkey", "redis-server")


_TIE: Final = shutil.which("setpriv")
"""What asks the kernel for it, where it is Linux."""


def tied(command: Sequence[str]) -> list[str]:
    """A command whose process is told to end when the thread that starts it is gone, however that went: a run of the
    tests that is broken off leaves nothing behind."""
    return [_TIE, "--pdeathsig", "TERM", "--", *command] if _TIE else list(command)


class Server(EmbeddedValkey):
    """A server that a test may kill, and that ends with the run of the tests."""

    def _spawn(self, command: list[str], lock: int) -> None:
        super()._spawn(tied(command), lock)

    @property
    def pid(self) -> int:
        return int((self.folder / "server.pid").read_text())

    def kill(self) -> None:
        """kill -9, and see it gone. `start` brings it back."""
        process = self._process
        assert process is not None
        process.kill()
        process.wait()


def program(kind: Kind) -> Path:
    """The program of a kind of server; `.ci/services` installs the one that no wheel brings."""
    if kind == "valkey":
        return find_program()
    found = shutil.which("redis-server")
    if found is None:
        raise FileNotFoundError("redis-server is not installed; as root: apt-get install redis-server")
    return Path(found)


def server(kind: Kind, folder: Path) -> Server:
    """A server, not yet started."""
    return Server(folder, program=program(kind))


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The unix:// address of one embedded Valkey for the whole session. Use table names of your own."""
    with server("valkey", tmp_path_factory.mktemp("valkey")) as running:
        yield running.url
