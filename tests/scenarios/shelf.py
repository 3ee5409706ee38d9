"""The scenario files of the tests, read once."""

from functools import cache
from pathlib import Path

from api.scenarios.command import files_of
from api.scenarios.reading import Unreadable, Written, read_file

FOLDER = Path(__file__).parent


@cache
def all_scenarios() -> tuple[Written | Unreadable, ...]:
    """Every scenario, and every document that is none, in the order of files."""
    return tuple(one for path in files_of([FOLDER]) for one in read_file(path, str(path.relative_to(FOLDER))))


def readable() -> tuple[Written, ...]:
    """The scenarios that can be read; the others fail a test of their own."""
    return tuple(one for one in all_scenarios() if isinstance(one, Written))
