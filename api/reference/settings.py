"""docs/reference/settings.md: the environment variables."""

from collections.abc import Iterator
from typing import Final

VARIABLES: Final[dict[str, str]] = {
    "FRACAS_DATA": "Folder of the tables' log. Else `fracas` in XDG_DATA_HOME, else `~/.local/share/fracas`.",
    "FRACAS_CONFIG": "Folder of the server key. Else `fracas` in XDG_CONFIG_HOME, else `~/.config/fracas`. "
    "Keep it apart from the data, so that a copy of the data brings no key along.",
    "FRACAS_SERVER_KEY": "The server key, at least 64 hexadecimal digits, in place of the file `server.key`. "
    "The same for every process that serves the same tables. Whoever knows it can predict every die.",
    "FRACAS_REDIS_URL": "Address (redis://, rediss:// or unix://) of a Redis 7 or newer or any Valkey, in place of the "
    "server that comes along; redis+cluster://HOST:PORT,HOST:PORT (or rediss+cluster://) names servers of a cluster. "
    "Set it to append-only with fsync always, else an acknowledged command can be lost.",
    "FRACAS_REPLICAS": "How many replicas of the server must have a command before it is acknowledged, or anybody "
    "is told of it; 0 if not set. [Running it](../operations.md#redis-cluster) says what each choice may lose.",
    "FRACAS_SEAT_RATE": "Requests that a seat may make in a second, in place of the one in [the limits](limits.md).",
    "FRACAS_PUBLIC_URL": "The address at which people reach the service behind a proxy, with its path if it has one: "
    "`https://game.example/fracas`. Cookies, links and the API's page follow it. See [behind a proxy](../proxy.md).",
    "FRACAS_ORIGINS": "Web pages, by origin and separated by commas, that may speak to the API with bearer tokens.",
}
"""Every variable that the service reads; a test looks for others in the code."""

FOR_DEVELOPERS: Final[dict[str, str]] = {
    "FRACAS_PROFILE": "How hard the random tests try: quick, ci or soak.",
    "FRACAS_SOAK": "1: repeat proofs with their full numbers, as `make soak` does.",
}
"""Variables that only the tests read."""


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Settings"
    yield ""
    yield "Environment variables. Options on the command line go before them."
    yield ""
    yield from _table(VARIABLES)
    yield ""
    yield "For those who work on Fracas:"
    yield ""
    yield from _table(FOR_DEVELOPERS)


def _table(variables: dict[str, str]) -> Iterator[str]:
    yield "| variable | meaning |"
    yield "|---|---|"
    for name, meaning in variables.items():
        yield f"| `{name}` | {meaning} |"
