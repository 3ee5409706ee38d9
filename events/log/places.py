"""Where the embedded server keeps its files, and where its socket is when the folder's path is too long."""

import os
import stat
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from events.log.errors import EmbeddedFailed

LONGEST_SOCKET: Final = 100
"""Bytes that the path of a unix socket may have everywhere (Linux takes 107, macOS 103)."""


def default_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`fracas` in the user's data folder (XDG_DATA_HOME, else ~/.local/share)."""
    given = environment.get("XDG_DATA_HOME", "")
    # The standard says that a relative path there is to be ignored.
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".local" / "share"
    return base / "fracas"


def private_folder(folder: Path) -> Path:
    """The folder, made for this user alone where it does not exist.

    Raises:
        EmbeddedFailed: it cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError("not writable")
    except OSError as problem:
        raise EmbeddedFailed(
            f"The folder {folder} for the log cannot be used ({problem}). "
            "Give another one, or make it writable for this user."
        ) from problem
    return folder.resolve()


def socket_path(folder: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """The socket of a folder's server: in it, or in a short private one where the path would be too long."""
    inside = folder / "socket"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET:
        return inside
    name = sha256(os.fsencode(folder)).hexdigest()[:12]
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    candidates = [Path(runtime) / f"fracas-{name}"] if runtime else []
    candidates += [Path(base) / f"fracas-{os.getuid()}-{name}" for base in (tempfile.gettempdir(), "/tmp")]
    for candidate in candidates:
        if len(os.fsencode(candidate / "socket")) <= LONGEST_SOCKET and candidate.parent.is_dir():
            return _ours_alone(candidate) / "socket"
    raise EmbeddedFailed(f"No path for a socket is short enough for {folder}. Give a folder nearer to the root.")


def _ours_alone(folder: Path) -> Path:
    """In a place where everybody may write, somebody may have been there first."""
    private_folder(folder)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise EmbeddedFailed(f"{folder} is not private to this user. Remove it, or set XDG_RUNTIME_DIR.")
    return folder
