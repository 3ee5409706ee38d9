"""Many fights on all cores: each run has dice of its own that follow from the seed and its number.

Processes share one number: questions up to it are given up. A fight of theirs ends at its next die and counts nothing.
"""

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, Final

import msgspec

from engine.playing import Face
from engine.rulesets import RULESETS
from engine.state import State
from projections.simulating import Fought, Plan, fight

NICE: Final = 10
"""By so much processes of a service stand back behind the service itself."""

PORTION: Final = 25
"""So many runs at the most are given to a process at a time: what is cancelled ends soon."""

_encode: Final = msgspec.json.Encoder().encode
_state: Final = msgspec.json.Decoder(State)
_plan: Final = msgspec.json.Decoder(Plan)
_fought: Final = msgspec.json.Decoder(list[Fought])


class Fights(msgspec.Struct, frozen=True):
    """Fights that are to be played: under which rules, from where, how, and the seed of all their dice."""

    ruleset: str
    state: State
    plan: Plan
    seed: int


def dice_of(seed: int, run: int) -> Face:
    """The dice of one run."""
    draw = random.Random(f"{seed} {run}").random
    return lambda sides: int(draw() * sides) + 1


class GivenUp(Exception):
    """Nobody waits for this fight any more."""


def nothing_given_up() -> Any:
    """The number that processes share; questions count from 1."""
    return get_context("spawn").Value("q", 0, lock=False)


def cores() -> int:
    """How many processes may work at a time: as many as there are cores that this one may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool(given_up: Any = None) -> ProcessPoolExecutor:
    """Processes that play fights. They begin anew, not as copies: the service has threads."""
    spawn = get_context("spawn")
    return ProcessPoolExecutor(cores(), mp_context=spawn, initializer=_begin, initargs=(given_up,))


def portions(runs: int, workers: int) -> tuple[range, ...]:
    """The numbers of the runs, shared out."""
    size = max(1, min(PORTION, runs // (4 * workers)))
    return tuple(range(begins, min(begins + size, runs)) for begins in range(0, runs, size))


def start(processes: ProcessPoolExecutor, fights: Fights, numbers: range, question: int = 0) -> "Future[bytes]":
    """Have a portion of the runs played, for a question that may be given up."""
    state, plan = _encode(fights.state), _encode(fights.plan)
    return processes.submit(_played, fights.ruleset, state, plan, fights.seed, numbers, question)


def read(told: bytes) -> list[Fought]:
    """The fights of a portion."""
    return _fought.decode(told)


class _Worker:
    """What a process that plays fights knows beside its fights."""

    given_up: Any = None


def _begin(given_up: Any) -> None:
    """A process of a service begins: play and looking go before it."""
    _Worker.given_up = given_up
    if given_up is not None:
        os.nice(NICE)


def _played(ruleset: str, state: bytes, plan: bytes, seed: int, numbers: range, question: int) -> bytes:
    rules, begins, how = RULESETS[ruleset], _state.decode(state), _plan.decode(plan)
    found: list[Fought] = []
    with suppress(GivenUp):
        found.extend(fight(rules, begins, how, _until_given_up(dice_of(seed, number), question)) for number in numbers)
    return _encode(found)


def _until_given_up(face: Face, question: int) -> Face:
    given_up = _Worker.given_up
    if given_up is None or not question:
        return face

    def thrown(sides: int) -> int:
        if given_up.value >= question:
            raise GivenUp
        return face(sides)

    return thrown


def all_of_them(fights: Fights, runs: int, tell: Callable[[int], None] = lambda done: None) -> list[Fought]:
    """Play so many fights on all cores; `tell` is given how many more are done. In the order of their numbers."""
    shares = portions(runs, cores())
    if runs < 2 * cores():
        return list(_one_by_one(fights, runs, tell))
    with pool() as processes:
        begun = {start(processes, fights, share): share for share in shares}
        found: dict[int, list[Fought]] = {}
        for one in as_completed(begun):
            found[begun[one].start] = read(one.result())
            tell(len(begun[one]))
    return [fought for share in shares for fought in found[share.start]]


def _one_by_one(fights: Fights, runs: int, tell: Callable[[int], None]) -> Iterator[Fought]:
    for number in range(runs):
        yield fight(RULESETS[fights.ruleset], fights.state, fights.plan, dice_of(fights.seed, number))
        tell(1)
