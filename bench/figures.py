"""What a bench says: one row per figure, ours beside the peer or limit, and the ratio that counts."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from bench.curves import Picture
from bench.reasons import reason


class Row(msgspec.Struct, frozen=True):
    """One comparison. `ratio` is what the target speaks of; `reads` says in one line how to read it."""

    what: str
    ours: str
    beside: str
    ratio: float
    target: str
    met: bool
    reads: str


def at_least(what: str, ours: float, beside: float, least: float, unit: str, reads: str) -> Row:
    """A rate of ours that must be at least some part of the other one."""
    ratio = ours / beside
    return Row(
        what, f"{ours:,.0f} {unit}", f"{beside:,.0f} {unit}", ratio, f"at least {least:.2f} x", ratio >= least, reads
    )


def at_most(what: str, ours: float, beside: float, most: float, unit: str, reads: str) -> Row:
    """A time of ours that must be at most some multiple of the other one."""
    ratio = ours / beside
    return Row(
        what, f"{ours:,.3f} {unit}", f"{beside:,.3f} {unit}", ratio, f"at most {most:.2f} x", ratio <= most, reads
    )


def best_of(runs: int, work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs, in seconds: what the machine can do when nobody disturbs it.

    By `time.process_time` it is the time of this process alone, however busy the machine is with others.
    """
    shortest = float("inf")
    for _ in range(runs):
        began = clock()
        work()
        shortest = min(shortest, clock() - began)
    return shortest


class Section(msgspec.Struct, frozen=True):
    """What one part of the bench found: rows, pictures of how things grow, and whatever else there is to say."""

    rows: tuple[Row, ...] = ()
    pictures: tuple[Picture, ...] = ()
    text: str = ""


def table_of(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table, how to read each, and why one misses its target."""
    lines = ["| what | Fracas | beside it | ratio | target | met |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [
        f"| {r.what} | {r.ours} | {r.beside} | {r.ratio:.2f} | {r.target} | {'yes' if r.met else 'no'} |" for r in rows
    ]
    return "\n".join([*lines, "", *(f"- **{row.what}**: {row.reads}{_why(row)}" for row in rows)])


def _why(row: Row) -> str:
    return "" if row.met else f" *Not met: {reason(row.what)}*"
