"""How this process is set up: read once from the environment, then passed on as one value.

The page of settings is written from the type: what a variable means stands beside its field.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Self, get_type_hints
from urllib.parse import urlsplit

import msgspec

from api.limits import LOG, SEAT_RATE
from events.log.places import default_folder

LOGS: Final = ("all", "warnings")
"""Which log lines are written."""


class BadSetting(ValueError):
    """A variable of the environment does not read; the message says which and how."""


class Variable(msgspec.Struct, frozen=True):
    """The variable of the environment that sets a field, and what it means to whoever runs the service."""

    name: str
    meaning: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where things lie and who may do what.

    What has a variable is told beside it. A snapshot of a table is kept every `snapshot_every` entries, a log holds
    `longest_log` at the most. `loopback_opens`: whoever sits at this machine may open tables without the host key;
    behind a proxy every request seems to come from this machine, so there it takes the key. `network_address`: where
    phones in this network reach the service, as it found at its start; empty where they do not.
    """

    data_folder: Annotated[
        Path,
        Variable(
            "FRACAS_DATA",
            "Folder of the tables' log. Else `fracas` in XDG_DATA_HOME, else `~/.local/share/fracas`.",
        ),
    ]
    config_folder: Annotated[
        Path,
        Variable(
            "FRACAS_CONFIG",
            "Folder of the server key. Else `fracas` in XDG_CONFIG_HOME, else `~/.config/fracas`. Keep it apart from "
            "the data, so that a copy of the data brings no key along.",
        ),
    ]
    redis_url: Annotated[
        str | None,
        Variable(
            "FRACAS_REDIS_URL",
            "Address (redis://, rediss:// or unix://) of a Redis 7 or newer or any Valkey, in place of the server that "
            "comes along; redis+cluster://HOST:PORT,HOST:PORT (or rediss+cluster://) names servers of a cluster. Set "
            "it to append-only with fsync always, else an acknowledged command can be lost.",
        ),
    ] = None
    replicas: Annotated[
        int,
        Variable(
            "FRACAS_REPLICAS",
            "How many replicas of the server must have a command before it is acknowledged, or anybody is told of it. "
            "[Running it](../operations.md#redis-cluster) says what each choice may lose.",
        ),
    ] = 0
    public_url: Annotated[
        str | None,
        Variable(
            "FRACAS_PUBLIC_URL",
            "The address at which people reach the service behind a proxy, with its path if it has one: "
            "`https://game.example/fracas`. Cookies, links and the API's page follow it. See "
            "[behind a proxy](../proxy.md).",
        ),
    ] = None
    origins: Annotated[
        tuple[str, ...],
        Variable(
            "FRACAS_ORIGINS",
            "Web pages, by origin and separated by commas, that may speak to the API with bearer tokens.",
        ),
    ] = ()
    seat_rate: Annotated[
        int,
        Variable(
            "FRACAS_SEAT_RATE",
            "Requests that a seat may make in a second at each process, twice as many at once; 0: as many as it likes.",
        ),
    ] = SEAT_RATE
    open_tables: Annotated[
        int, Variable("FRACAS_OPEN_TABLES", "Tables that a process keeps in memory at most, those used last.")
    ] = 256
    idle_seconds: Annotated[
        int,
        Variable("FRACAS_IDLE_SECONDS", "Seconds after which a table that nobody uses leaves the memory of a process."),
    ] = 1800
    log: Annotated[
        str,
        Variable(
            "FRACAS_LOG",
            "Which log lines are written to the error channel: `all`, one for each thing that happens, or `warnings`, "
            "what goes wrong. If not set: all, and in a terminal warnings.",
        ),
    ] = ""
    snapshot_every: int = 500
    longest_log: int = LOG
    loopback_opens: bool = True
    network_address: str = ""

    @property
    def root_path(self) -> str:
        """What stands before every path of the service where people reach it; empty where it stands at the root."""
        return urlsplit(self.public_url or "").path.rstrip("/")

    @property
    def public_origin(self) -> str:
        """Scheme and host of the address where people reach it, as a browser names a page's origin; empty if unset."""
        said = urlsplit(self.public_url or "")
        return f"{said.scheme}://{said.netloc}" if said.netloc else ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """What docs/reference/settings.md lists; a variable that is empty is as good as none.

        Raises:
            BadSetting: a variable does not read.
        """
        said: dict[str, Any] = {
            "data_folder": default_folder(environment),
            "config_folder": config_folder(environment),
        }
        for field, (kind, variable) in variables().items():
            text = environment.get(variable.name, "").strip()
            if text:
                said[field] = _read(text, kind, variable)
        if said.get("log", "all") not in LOGS:
            raise BadSetting(f"FRACAS_LOG is {' or '.join(LOGS)}, not {said['log']!r}")
        return cls(**said, loopback_opens=said.get("public_url") is None)


def variables() -> dict[str, tuple[Any, Variable]]:
    """The fields that a variable sets, each with its type."""
    hints = get_type_hints(Settings, include_extras=True)
    return {
        field: (hint.__origin__, hint.__metadata__[0]) for field, hint in hints.items() if hasattr(hint, "__metadata__")
    }


def _read(text: str, kind: Any, variable: Variable) -> Any:
    if kind is Path:
        return Path(text)
    if kind is int:
        if not text.isdecimal():
            raise BadSetting(f"{variable.name} is a whole number, not {text!r}")
        return int(text)
    if kind == tuple[str, ...]:
        return tuple(one.strip() for one in text.split(",") if one.strip())
    return text


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`fracas` in the user's folder for settings (XDG_CONFIG_HOME, else ~/.config)."""
    given = environment.get("XDG_CONFIG_HOME", "")
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".config"
    return base / "fracas"
