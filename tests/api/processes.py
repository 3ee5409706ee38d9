"""The service as a process of its own, which a test may kill."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self

import httpx
from msgspec.structs import replace

from api.app import create_app
from api.lines import set_up
from api.settings import Settings
from tests.api.people import at_leisure
from tests.servers import tied

PATIENCE: Final = 120.0
KEY_HEX: Final = bytes(range(1, 33)).hex()


class Service:
    """`uvicorn api.app:create_app` with an embedded Valkey in a folder; the port stays the same over restarts."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.lines = folder / "service.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("FRACAS_")},
            "FRACAS_DATA": str(folder / "data"),
            "FRACAS_CONFIG": str(folder / "config"),
            "FRACAS_SEAT_RATE": "0",
            **environment,
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def places(self) -> dict[str, str]:
        """What another one needs to know for serving the same tables."""
        return {name: self._environment[name] for name in ("FRACAS_DATA", "FRACAS_CONFIG")}

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it and return when it can write."""
        command = [sys.executable, "-m", "uvicorn", "--factory", "tests.api.processes:app", "--port", str(self.port)]
        with self.lines.open("ab") as said:
            self._process = subprocess.Popen(
                tied(command), stdout=said, stderr=said, stdin=subprocess.DEVNULL, env=self._environment
            )
        deadline = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, self.lines.read_text()
            assert time.monotonic() < deadline, self.lines.read_text()
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def kill_log(self) -> None:
        """kill -9 of the Valkey that it brought along."""
        os.kill(int((self.folder / "data" / "server.pid").read_text()), signal.SIGKILL)

    def stop(self) -> None:
        """End it as an administrator would."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def _ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def app() -> object:
    """The service with its log lines in its own form, a snapshot every few entries, and a door that is wide open."""
    set_up()
    made = create_app(settings=replace(Settings.from_environment(), snapshot_every=60))
    at_leisure(made)
    return made
