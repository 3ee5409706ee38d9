"""What the server behind an address is: which one, which version, how durable."""

from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from events.log.errors import LogTooOld


class Server(msgspec.Struct, frozen=True):
    """A server as it describes itself, or all `servers` of a cluster that hold tables, by the weakest of them.

    `durable`: an acknowledged append outlives a kill of the server. `replicas`: how many follow it. `full`: why it
    takes nothing more; empty while it does.
    """

    kind: str
    version: str
    append_only: bool
    fsync: str | None
    servers: int = 1
    replicas: int = 0
    full: str = ""

    @property
    def durable(self) -> bool:
        """Whether every append is on the disk before it is acknowledged."""
        return self.append_only and self.fsync == "always"


async def look_at(client: Redis) -> Server:
    """Ask the server what it is. `fsync` is None where it does not say (hosted servers often refuse CONFIG).

    Raises:
        LogTooOld: older than Redis 7; any Valkey will do.
    """
    said: dict[str, Any] = await client.info("server")
    kind = str(said.get("server_name", "redis"))
    version = str(said.get(f"{kind}_version", said["redis_version"]))
    if kind != "valkey" and int(version.partition(".")[0]) < 7:
        raise LogTooOld(f"The log's server is {kind} {version}. Use Redis 7 or newer, or any Valkey.")
    kept: dict[str, Any] = await client.info("persistence")
    memory: dict[str, Any] = await client.info("memory")
    followed: dict[str, Any] = await client.info("replication")
    return Server(
        kind,
        version,
        bool(kept.get("aof_enabled")),
        await _fsync(client),
        replicas=int(followed.get("connected_slaves", 0)),
        full=_full(kept, memory),
    )


def _full(kept: dict[str, Any], memory: dict[str, Any]) -> str:
    if kept.get("aof_last_write_status", "ok") != "ok":
        return "its last write to the disk failed"
    most = int(memory.get("maxmemory", 0))
    if most and int(memory.get("used_memory", 0)) >= most:
        return f"it has used the {most} bytes of memory that it may"
    return ""


async def _fsync(client: Redis) -> str | None:
    try:
        answer = await client.config_get("appendfsync")
    except ResponseError:
        return None
    return str(answer.get("appendfsync")) if answer.get("appendfsync") else None


def together(found: list[Server]) -> Server:
    """Several servers as one: durable if all are."""
    weakest = min(found, key=lambda one: one.durable)
    return msgspec.structs.replace(
        weakest,
        servers=len(found),
        replicas=min(one.replicas for one in found),
        full=next((one.full for one in found if one.full), ""),
    )
