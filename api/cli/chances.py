"""Odds in words, line by line."""

from collections.abc import Iterator
from typing import Any


def lines(found: dict[str, Any]) -> Iterator[str]:
    """What `POST /odds` answers, told to a person."""
    yield _how(found)
    yield from _way(found)
    if found.get("unknown"):
        yield f"unknown to this seat: {', '.join(found['unknown'])}"
    for asked in found.get("asked", ()):
        for option, way in asked["options"].items():
            yield f"if {asked['combatant']} chooses {option} ({asked['purpose']}):"
            yield from (f"  {line}" for line in _way(way))


def _how(found: dict[str, Any]) -> str:
    if not found["exact"]:
        return f"tried {found['samples']} times; each chance with its interval of {found['confidence']:.0%} confidence"
    cut = found.get("cut", 0.0)
    return f"exact; ways that weigh {cut:.0e} in all are left out" if cut > 1e-15 else "exact"


def _way(way: dict[str, Any]) -> Iterator[str]:
    for purpose, passed in way.get("first", {}).items():
        yield f"first a test, {purpose}: {_chance(passed)} pass; all chances count with it"
    if way.get("outcomes"):
        yield f"ends with: {_words(way['outcomes'])}"
    for target in way.get("targets", ()):
        yield from _target(target)
    cost = way.get("cost", {})
    for weapon, spread in cost.get("ammo", {}).items():
        yield f"costs: {_mean(spread):.2f} rounds of {weapon}"
    for pool, spread in cost.get("pools", {}).items():
        yield f"costs: {_mean(spread):.2f} {pool}"
    if cost.get("conditions"):
        yield f"may bring: {_words(cost['conditions'])}"


def _target(target: dict[str, Any]) -> Iterator[str]:
    name = target["combatant"]
    if "hit" in target:
        yield f"{name} is hit: {_chance(target['hit'])}"
    for pool, spread in target.get("damage", {}).items():
        bare = ", without armor" if target.get("bare") else ""
        yield f"{name} loses {pool}{bare}: {_mean(spread):.2f} on average; {_spread(spread)}"
    for what in ("down", "dead"):
        if what in target:
            yield f"{name} is {what}: {_chance(target[what])}"
    if target.get("conditions"):
        yield f"{name} comes to be: {_words(target['conditions'])}"


def _words(chances: dict[str, Any]) -> str:
    return ", ".join(f"{word} {_chance(one)}" for word, one in sorted(chances.items(), key=lambda it: -it[1]["chance"]))


def _chance(one: dict[str, Any]) -> str:
    told = f"{one['chance']:.1%}"
    return f"{told} ({one['low']:.1%} to {one['high']:.1%})" if "low" in one else told


def _mean(spread: list[dict[str, Any]]) -> float:
    return float(sum(row["points"] * row["chance"] for row in spread))


def _spread(spread: list[dict[str, Any]]) -> str:
    """Few rows whole; of many the quarters."""
    if len(spread) <= 8:
        return ", ".join(f"{row['points']}: {row['chance']:.1%}" for row in spread)
    return "one in four at most {}, half at most {}, nine in ten at most {}".format(
        *(_quantile(spread, part) for part in (0.25, 0.5, 0.9))
    )


def _quantile(spread: list[dict[str, Any]], part: float) -> int:
    reached = 0.0
    for row in spread:
        reached += row["chance"]
        if reached >= part - 1e-9:
            break
    return int(row["points"])
