"""How this process is set up: read once from the environment, then passed on as one value."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import msgspec

from api.limits import LOG, SEAT_RATE
from events.log.places import default_folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where things lie and who may do what.

    `config_folder` holds the server key and the host key and lies outside `data_folder`, so that a copy of the data
    brings no key along. `redis_url` names a server of one's own instead of the embedded one, or a
    cluster; `replicas` is how many of its replicas must have a command before it is acknowledged. `origins` may read
    the API from other web pages (bearer tokens only). `open_tables` are kept in memory, the ones used last; a log holds
    `longest_log` entries at the most.
    `loopback_opens`: whoever sits at this machine may open tables without the host key. `seat_rate` is how many
    requests a seat may make per second (0: as many as it likes), twice as many at once. `public_url` is where people
    reach the service when it stands behind a proxy.
    """

    data_folder: Path
    config_folder: Path
    redis_url: str | None = None
    replicas: int = 0
    origins: tuple[str, ...] = ()
    open_tables: int = 256
    snapshot_every: int = 500
    longest_log: int = LOG
    loopback_opens: bool = True
    seat_rate: int = SEAT_RATE
    public_url: str | None = None

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
        """What docs/reference/settings.md lists.

        Behind a proxy every request seems to come from this machine, so there it takes the host key to open tables.
        """
        data = environment.get("FRACAS_DATA")
        config = environment.get("FRACAS_CONFIG")
        rate = environment.get("FRACAS_SEAT_RATE", "")
        replicas = environment.get("FRACAS_REPLICAS", "")
        public = environment.get("FRACAS_PUBLIC_URL") or None
        return cls(
            data_folder=Path(data) if data else default_folder(environment),
            config_folder=Path(config) if config else config_folder(environment),
            redis_url=environment.get("FRACAS_REDIS_URL") or None,
            replicas=int(replicas) if replicas.isdecimal() else 0,
            origins=tuple(one.strip() for one in environment.get("FRACAS_ORIGINS", "").split(",") if one.strip()),
            seat_rate=int(rate) if rate.isdecimal() else SEAT_RATE,
            public_url=public,
            loopback_opens=public is None,
        )


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`fracas` in the user's folder for settings (XDG_CONFIG_HOME, else ~/.config)."""
    given = environment.get("XDG_CONFIG_HOME", "")
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".config"
    return base / "fracas"
