"""Where fights are played: what a question may take, who waits for it, and what becomes of processes that die."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from multiprocessing import active_children
from typing import Any

import pytest

from api.limits import MOST_FIGHTS_WAITING
from api.simulation.arena import Arena, before_the_first_gap
from api.simulation.many import NICE, Fights, all_of_them
from api.simulation.plots import as_svg
from api.web.problems import Problem
from projections.simulating import Plan, foretold, how_many
from tests.simulating.sides import sides

MANY = 2_000


def fights(tactic: str = "nearest") -> Fights:
    return Fights("unisystem", sides("unisystem", each=2).state, Plan(tactic=tactic), 7)


async def still_here() -> bool:
    return False


async def gone() -> bool:
    return True


@pytest.fixture
async def arena() -> AsyncIterator[Arena]:
    one = Arena(longest=0.0)
    yield one
    await one.close()


def workers() -> list[Any]:
    return [one for one in active_children() if one.name.startswith("SpawnProcess")]


async def test_what_is_over_in_time_is_told_and_the_next_question_is_played(arena: Arena) -> None:
    found = await arena.fought(fights(), MANY, still_here)
    assert found is not None and len(found) < MANY
    assert found == all_of_them(fights(), MANY)[: len(found)], "none before them is missing"
    arena._longest = 60.0
    assert await arena.fought(fights(), 3, still_here) == all_of_them(fights(), 3)


async def test_whoever_is_gone_is_played_nothing_for(arena: Arena) -> None:
    assert await arena.fought(fights(), MANY, gone) is None
    assert workers() == [], "nothing was begun"


async def test_whoever_goes_while_the_own_fights_are_played_ends_them(arena: Arena) -> None:
    arena._longest = 600.0
    still_there = iter((True,))

    async def leaves() -> bool:
        return not next(still_there, False)

    assert await arena.fought(fights(), 50 * MANY, leaves) is None
    assert arena._given_up.value == arena._question, "what was begun ends at its next die"
    assert await arena.fought(fights(), 3, still_here) == all_of_them(fights(), 3)


async def test_whoever_goes_while_others_have_their_turn_gives_the_own_one_up(arena: Arena) -> None:
    await arena._turn.acquire()
    left = asyncio.Event()

    async def leaves() -> bool:
        return left.is_set()

    waiting = asyncio.create_task(arena.fought(fights(), MANY, leaves))
    await asyncio.sleep(0)
    left.set()
    assert await waiting is None


async def test_more_questions_than_may_wait_are_told_to_come_again(arena: Arena) -> None:
    await arena._turn.acquire()
    waiting = [asyncio.create_task(arena.fought(fights(), 1, still_here)) for _ in range(MOST_FIGHTS_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as told:
        await arena.fought(fights(), 1, still_here)
    assert told.value.document.code == "busy" and told.value.headers
    arena._longest = 60.0
    arena._turn.release()
    assert [len(one or ()) for one in await asyncio.gather(*waiting)] == [1] * MOST_FIGHTS_WAITING
    nice = max(os.getpriority(os.PRIO_PROCESS, worker.pid) for worker in workers())
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE), "the service itself goes before it"


def test_of_fights_that_are_cut_those_before_the_first_that_is_missing_are_told() -> None:
    played = all_of_them(fights(), 9)
    shares = (range(3), range(3, 6), range(6, 9))
    found = [played[:3], played[3:5], played[6:]]
    assert list(before_the_first_gap(shares, found)) == played[:5]
    told = foretold(fights().state, played[:5], 7, "nearest", asked=9)
    assert (told.runs, told.cut) == (5, 4) and how_many(told) == "5 fights of 9, for the others were not over in time"
    assert b"5 fights of 9" in as_svg(told)


async def test_a_process_that_dies_costs_nobody_an_answer(arena: Arena, caplog: pytest.LogCaptureFixture) -> None:
    arena._longest = 60.0
    playing = asyncio.create_task(arena.fought(fights(), 60, still_here))
    os.kill((await other_workers(set())).pop(), signal.SIGKILL)
    assert len(await playing or ()) == 60
    os.kill((await other_workers(set())).pop(), signal.SIGKILL)  # and while nobody asks
    assert await arena.fought(fights(), 3, still_here) == all_of_them(fights(), 3)
    assert caplog.records == []


async def test_fights_that_kill_their_processes_are_a_fault_and_no_other_question_is(arena: Arena) -> None:
    arena._longest = 60.0
    playing = asyncio.create_task(arena.fought(fights(), MANY, still_here))
    first = await other_workers(set())
    os.kill(next(iter(first)), signal.SIGKILL)
    os.kill((await other_workers(first)).pop(), signal.SIGKILL)
    with pytest.raises(Problem, match="ask for less"):
        await playing
    assert await arena.fought(fights(), 3, still_here) == all_of_them(fights(), 3)


async def other_workers(than: set[int]) -> set[int]:
    """The processes that play now and are none of these, as soon as there are some."""
    while not (found := {one.pid for one in active_children() if "SpawnProcess" in one.name and one.pid} - than):
        await asyncio.to_thread(time.sleep, 0.02)
    return found
