"""docs/reference/settings.md: the environment variables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.keys import KEY_VARIABLE
from api.settings import Settings, Variable, variables


def _told(field: str, variable: Variable) -> str:
    """What it means, and what holds where it is not set."""
    default = getattr(Settings(data_folder=Path(), config_folder=Path()), field)
    return f"{variable.meaning} If not set: {default}." if isinstance(default, int) else variable.meaning


_KEY: Final = {
    KEY_VARIABLE: "The server key, at least 64 hexadecimal digits, in place of the file `server.key`. The same for "
    "every process that serves the same tables. Whoever knows it can predict every die."
}
VARIABLES: Final[dict[str, str]] = {one.name: _told(field, one) for field, (_, one) in variables().items()} | _KEY
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
