"""How this process is set up: read once from the environment, then passed on as one value."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import msgspec

from api.limits import LOG, SEAT_RATE
from events.log.places import default_folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where things lie and who may do what.

    `config_folder` holds the server key and the host key and lies outside `data_folder`, so that a copy of the data
    brings no key along. `redis_url` names a server of one's own instead of the embedded one. `origins` may read the
    API from other web pages (bearer tokens only). `open_tables` are kept in memory, the ones used last; a log holds
    `longest_log` entries at the most.
    `loopback_opens`: whoever sits at this machine may open tables without the host key. `seat_rate` is how many
    requests a seat may make per second (0: as many as it likes), twice as many at once.
    """

    data_folder: Path
    config_folder: Path
    redis_url: str | None = None
    origins: tuple[str, ...] = ()
    open_tables: int = 256
    snapshot_every: int = 500
    longest_log: int = LOG
    loopback_opens: bool = True
    seat_rate: int = SEAT_RATE

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """FRACAS_DATA, FRACAS_CONFIG, FRACAS_REDIS_URL, FRACAS_ORIGINS (separated by commas), FRACAS_SEAT_RATE."""
        data = environment.get("FRACAS_DATA")
        config = environment.get("FRACAS_CONFIG")
        rate = environment.get("FRACAS_SEAT_RATE", "")
        return cls(
            data_folder=Path(data) if data else default_folder(environment),
            config_folder=Path(config) if config else config_folder(environment),
            redis_url=environment.get("FRACAS_REDIS_URL") or None,
            origins=tuple(one.strip() for one in environment.get("FRACAS_ORIGINS", "").split(",") if one.strip()),
            seat_rate=int(rate) if rate.isdecimal() else SEAT_RATE,
        )


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`fracas` in the user's folder for settings (XDG_CONFIG_HOME, else ~/.config)."""
    given = environment.get("XDG_CONFIG_HOME", "")
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".config"
    return base / "fracas"
