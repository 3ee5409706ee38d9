"""The limit for the live feed: a bare ASGI application that sends what it is posted to every WebSocket at its path."""

from typing import Any

_everybody: dict[str, dict[int, Any]] = {}


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Sockets are kept until they go; a POST is told to all of them, one send after the other, then answered."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    if scope["type"] == "websocket":
        await _listen(scope["path"], receive, send)
        return
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    text = body.decode()
    for tell in tuple(_everybody.get(scope["path"], {}).values()):
        await tell({"type": "websocket.send", "text": text})
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"{}"})


async def _listen(path: str, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    here = _everybody.setdefault(path, {})
    here[id(send)] = send
    try:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        del here[id(send)]
