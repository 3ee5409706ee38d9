"""Which servers will do."""

from typing import Any, cast

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from events.log.errors import LogTooOld
from events.log.server import Server, look_at


class Said:
    """A server that says what it is told to."""

    def __init__(self, server: dict[str, Any], fsync: str | None = "always") -> None:
        self.server, self.fsync = server, fsync

    async def info(self, section: str) -> dict[str, Any]:
        return self.server if section == "server" else {"aof_enabled": 1}

    async def config_get(self, name: str) -> dict[str, str]:
        if self.fsync is None:
            raise NoPermissionError("no permissions to run the 'config|get' command")
        return {name: self.fsync}


async def look(server: dict[str, Any], fsync: str | None = "always") -> Server:
    return await look_at(cast(Redis, Said(server, fsync)))


async def test_a_redis_before_7_is_too_old() -> None:
    with pytest.raises(LogTooOld, match=r"redis 6\.2\.14\. Use Redis 7 or newer, or any Valkey"):
        await look({"redis_version": "6.2.14"})


async def test_redis_from_7_on_and_any_valkey_will_do() -> None:
    assert await look({"redis_version": "7.0.15"}) == Server("redis", "7.0.15", True, "always")
    valkey = {"server_name": "valkey", "valkey_version": "8.1.0", "redis_version": "7.2.4"}
    assert await look(valkey) == Server("valkey", "8.1.0", True, "always")


async def test_durable_is_only_said_of_what_is_known_to_be() -> None:
    new = {"redis_version": "8.0.0"}
    assert [(await look(new, fsync)).durable for fsync in ("always", "everysec", None)] == [True, False, False]
