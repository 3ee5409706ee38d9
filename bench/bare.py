"""The limit for commands over HTTP: a bare ASGI application that appends the same three entries and echoes the body."""

import os
from typing import Any

import redis.asyncio

SCRIPT = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local head = 0
if last[1] then head = tonumber(string.match(last[1][1], '^(%d+)')) end
for place = 1, #ARGV do
  redis.call('XADD', KEYS[1], (head + place) .. '-0', 'e', ARGV[place], 's', 'ssssssssssssssss', 'h', ARGV[place])
end
return head + #ARGV
"""
ENTRY = b"x" * 330
"""About the size of one of our entries."""

_client = redis.asyncio.from_url(os.environ.get("FRACAS_REDIS_URL", "redis://localhost"))
_append = _client.register_script(SCRIPT)


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """One request: read the body, append three entries, answer with the body."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    await _append(keys=["{bare}:log"], args=[ENTRY, ENTRY, ENTRY])
    length = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": body})


async def _lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
