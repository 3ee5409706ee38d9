"""The server key, from which every other secret is derived. It is written nowhere but in its own file."""

import hmac
import os
import secrets
from base64 import b32encode
from collections.abc import Mapping
from pathlib import Path
from typing import Final

KEY_FILE: Final = "server.key"
KEY_VARIABLE: Final = "FRACAS_SERVER_KEY"
SHORTEST: Final = 32
_OWN_EYES: Final = 0o077


class BadKey(Exception):
    """The server key cannot be used; the message says what to do."""


class Keys:
    """What is derived from the server key, each purpose under a name of its own.

    The key itself and what it derives have no readable form: they never reach a log line by accident.
    """

    __slots__ = ("_server_key", "host", "links", "sessions", "snapshots", "tables")

    def __init__(self, server_key: bytes) -> None:
        if len(server_key) < SHORTEST:
            raise BadKey(f"The server key must have {SHORTEST} bytes or more: {2 * SHORTEST} hexadecimal digits.")
        self._server_key = server_key
        self.sessions = self._derived("sessions")
        self.snapshots = self._derived("snapshots")
        self.links = self._derived("links")
        self.tables = self._derived("tables")
        self.host = self._derived("host").hex()[:40]

    @property
    def dice(self) -> bytes:
        """The key under every table's dice."""
        return self._derived("dice")

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self._server_key, f"fracas {purpose}".encode(), "sha256")

    def __repr__(self) -> str:
        return "Keys(...)"


def load_keys(config_folder: Path, environment: Mapping[str, str] = os.environ) -> Keys:
    """The keys of this server: from FRACAS_SERVER_KEY, else from the key file, which is made at the first start.

    Raises:
        BadKey: the variable or the file holds no key, or others can read the file.
    """
    given = environment.get(KEY_VARIABLE, "").strip()
    if given:
        return Keys(_from_hex(given, KEY_VARIABLE))
    path = config_folder / KEY_FILE
    try:
        config_folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _make(path)
        if path.stat().st_mode & _OWN_EYES:
            raise BadKey(f"{path} can be read by others. Say: chmod 600 {path}")
        return Keys(_from_hex(path.read_text("ascii").strip(), str(path)))
    except OSError as problem:
        raise BadKey(
            f"The server key cannot be kept in {config_folder} ({problem}). Set FRACAS_CONFIG or {KEY_VARIABLE}."
        ) from problem


def _make(path: Path) -> None:
    """Written aside and linked into place, so that of two processes that start at once one key wins."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    held = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(held, secrets.token_hex(SHORTEST).encode() + b"\n")
        os.fsync(held)
    finally:
        os.close(held)
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()


def _from_hex(text: str, where: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as problem:
        raise BadKey(f"{where} does not hold a key in hexadecimal digits.") from problem


def named_id(key: bytes, name: str) -> str:
    """Twelve letters and digits that follow from a key and a name: the id of the table that a given id opens."""
    return b32encode(hmac.digest(key, name.encode(), "sha256")).decode().lower()[:12]


def random_id() -> str:
    """Twelve random letters and digits."""
    return b32encode(secrets.token_bytes(8)).decode().lower()[:12]
