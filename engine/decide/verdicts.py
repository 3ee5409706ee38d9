"""The table of decisions: command type -> the function that decides it."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from engine.commands import Command
from engine.draft import Draft

Decision = Callable[[Draft, Any], None]
Made = TypeVar("Made", bound=Decision)

DECISIONS: Final[dict[type[Command], Decision]] = {}
"""Filled by `decides` in the modules beside this one; a test holds it to the union of commands."""


def decides(command: type[Command]) -> Callable[[Made], Made]:
    """Enter the function that decides a command. It records facts in the draft, or raises Refused."""

    def enter(decision: Made) -> Made:
        DECISIONS[command] = decision
        return decision

    return enter
