"""Work that takes a while, done beside the event loop: a few questions at a time, so that play is not held up."""

import asyncio
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

from projections.odds import OddsOf

Answer = TypeVar("Answer")

AT_ONCE: Final = 2
"""So many questions of all tables are worked on at a time; others wait for their turn."""


class Thinking:
    """Where questions are worked on. It belongs to one event loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._turns = asyncio.Semaphore(at_once)

    async def about(self, question: Callable[[], Answer]) -> Answer:
        """The answer to a question that touches nothing but what it was given."""
        async with self._turns:
            return await asyncio.to_thread(question)


def dice_for(asked: OddsOf) -> random.Random:
    """Dice for trying an act: the same question is always answered alike, so the answer tells of nothing else."""
    return random.Random(sha256(msgspec.json.encode(asked)).digest())
