"""What a bench says: one row per figure, ours beside the peer or limit, and the ratio that counts."""

import time
from collections.abc import Callable
from typing import Any

import msgspec


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


def best_of(runs: int, work: Callable[[], Any]) -> float:
    """The shortest of several runs, in seconds: what the machine can do when nobody disturbs it."""
    shortest = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest


def table_of(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | Fracas | beside it | ratio | target | met |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [
        f"| {r.what} | {r.ours} | {r.beside} | {r.ratio:.2f} | {r.target} | {'yes' if r.met else 'no'} |" for r in rows
    ]
    return "\n".join([*lines, "", *(f"- **{row.what}**: {row.reads}" for row in rows)])
