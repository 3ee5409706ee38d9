"""What running a scenario comes to: passed, or what was wrong at which step, with the whole explanation."""

from typing import Any, Literal

import msgspec

Kind = Literal["unreadable", "setup", "expectation", "refusal", "dice", "fold", "broken"]
"""What sort of failure it is.

`unreadable`: the file; `setup`: the situation cannot be had; `expectation`: something came out otherwise;
`refusal`: a command was refused that should not have been, or the other way round; `dice`: faces were left over,
missing, or no faces of their die; `fold`: the log does not add up to the state; `broken`: the rules themselves raised.
"""


class Mismatch(msgspec.Struct, frozen=True):
    """One thing that came out otherwise: what, what was expected, and what it was."""

    what: str
    expected: Any
    got: Any


class Problem(msgspec.Struct, frozen=True):
    """Why a scenario failed: its kind, a sentence, and for a step all that came out otherwise."""

    kind: Kind
    sentence: str
    mismatches: tuple[Mismatch, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """One scenario that was run. `step` (from 1; 0 before the first) and `told` belong to the step that failed."""

    file: str
    line: int
    title: str
    ruleset: str = ""
    rules: tuple[str, ...] = ()
    problem: Problem | None = None
    steps: int = 0
    step: int = 0
    step_line: int = 0
    command: str = ""
    told: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return self.problem is None
