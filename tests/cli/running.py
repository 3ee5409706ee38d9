"""`fracas serve` as a real process."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.servers import tied

FRACAS = (sys.executable, "-c", "from api.cli import main; main()")
ROOT = Path(__file__).resolve().parents[2]


def environment(home: Path) -> dict[str, str]:
    """The environment of a user whose files lie in `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FRACAS_")}
    places = {"FRACAS_DATA": str(home / "data"), "FRACAS_CONFIG": str(home / "config")}
    return {**kept, **places, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


class Serving:
    """A server that was started, is up, and has said where; stopped at the end."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        command = (*FRACAS, "serve", "--port", "0", *arguments)
        self.errors = (home / "errors").open("ab")
        self.process = subprocess.Popen(
            tied(command), env=environment(home), cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.errors, text=True,
        )  # fmt: skip
        self.lines: list[str] = []
        self.address = self.until(r"Fracas serves at (\S+)")

    def until(self, pattern: str) -> str:
        """Read on until a line has the pattern; its first group."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            found = re.search(pattern, line)
            if found:
                return found[1]
        raise AssertionError(f"{pattern} never came: {''.join(self.lines)}\n{(self.home / 'errors').read_text()}")

    def invitations(self) -> None:
        """Read on until all seats of the samples have been told."""
        self.until(r"token  (curl)")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, read what it says last, and give its exit code."""
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=180)
        self.lines += rest.splitlines(keepends=True)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        (*FRACAS, *arguments), env=environment(home), cwd=home, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, check=False,
    )  # fmt: skip
