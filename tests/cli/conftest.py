"""A place of its own for everything the command line reads and writes, and the command line in this very process."""

from pathlib import Path

import msgspec
import pytest

from api.cli import main
from tests.servers import valkey_url

__all__ = ["valkey_url"]


class Ended(msgspec.Struct, frozen=True):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


class CommandLine:
    """Runs `fracas` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *more: str) -> None:
        self._capsys, self._more = capsys, more

    def __call__(self, *arguments: str) -> Ended:
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        said = self._capsys.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else 0 if code is None else 1, said.out, said.err)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with nothing in it."""
    for name in ("FRACAS_REDIS_URL", "FRACAS_SERVER_KEY", "FRACAS_ORIGINS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FRACAS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FRACAS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def fracas(home: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """`fracas` with a home of its own."""
    return CommandLine(capsys)
