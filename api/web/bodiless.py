"""HEAD is answered as GET would be, without the body, wherever there is a GET that ends."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LIVE = "/live"
"""The end of the one address whose answer may go on for hours: whoever wants nothing of it does not ask there."""


class Bodiless:
    """Lets the service answer a GET in place of a HEAD and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith(LIVE):
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, without_body)
