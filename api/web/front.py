"""What stands before the service: who follows a table goes straight to the feed, everybody else the usual way."""

from collections.abc import Awaitable

from fastapi import FastAPI
from starlette.routing import Match, WebSocketRoute
from starlette.types import Receive, Scope, Send


class Front:
    """The service as a web server runs it.

    A connection that follows a table stays for hours. On the usual way each layer that requests pass would stay with
    it, a sixth of what it takes in memory, and none of them has anything to say to a WebSocket.
    """

    def __init__(self, app: FastAPI, live: WebSocketRoute) -> None:
        self._app, self._live = app, live

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """One connection. It is handed on, not waited for: that would stay too."""
        if scope["type"] == "websocket":
            match, found = self._live.matches(scope)
            if match is Match.FULL:
                scope.update(found, app=self._app)
                return self._live.app(scope, receive, send)
        return self._app(scope, receive, send)
