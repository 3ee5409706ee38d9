"""What a sentence of the story says, in no language: a key with its values, which every language has words for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from projections.sight import Shown

_ROLLS: Final = {"strike": "attack-roll"}


class Word(Shown, frozen=True, tag_field="is", tag="word"):
    """A code, as a word: a weapon, a pool, the purpose of a roll."""

    code: str


def roll_word(purpose: str) -> Word:
    """What a roll is thrown for, as a word: one to hit is an attack, whatever the weapon."""
    return Word(_ROLLS.get(purpose, purpose))


class States(Shown, frozen=True, tag_field="is", tag="states"):
    """How somebody is, by codes, or (`over`) no longer is; `n` is of how many it is said."""

    of: tuple[str, ...]
    over: bool = False
    n: int = 1


class Listed(Shown, frozen=True, tag_field="is", tag="list"):
    """Several values, one after the other."""

    of: tuple[Value, ...]
    by: Literal["and", "comma", "semicolon"] = "and"


class Phrase(Shown, frozen=True, tag_field="is", tag="phrase"):
    """A phrase by its key, with a value for each of its holes; `n` among them is what it counts by."""

    key: str
    values: dict[str, Value] = {}


Value: TypeAlias = str | int | Word | States | Listed | Phrase
"""Names, numbers and what people wrote stand as they are."""

Saying: TypeAlias = tuple[Phrase, ...]
"""A sentence: its phrases, which a semicolon parts. Empty: nothing is said."""

NOTHING: Final[Saying] = ()
SOMEBODY: Final = Phrase("somebody")


def phrase(key: str, **values: Value) -> Phrase:
    """A phrase and what stands in its holes."""
    return Phrase(key, values)


def said(key: str, **values: Value) -> Saying:
    """A sentence of one phrase."""
    return (Phrase(key, values),)


def listed(names: Iterable[Value], by: Literal["and", "comma", "semicolon"] = "and") -> Value:
    """Names in a sentence; of nobody, somebody."""
    found = tuple(names)
    if len(found) > 1:
        return Listed(found, by)
    return found[0] if found else SOMEBODY


def is_now(name: Value, *codes: str, over: bool = False) -> Phrase:
    """How somebody is from now on, or no longer is."""
    return phrase("is-now", name=name, state=States(codes, over))


def time_passes(minutes: int, turns: int) -> Phrase:
    """How much time passes, in the units people count it by."""
    counts = {"days": minutes // (24 * 60), "hours": minutes // 60 % 24, "minutes": minutes % 60, "turns": turns}
    units = listed(phrase(unit, n=n) for unit, n in counts.items() if n)
    return phrase("time-passes", time=units, n=sum(counts.values()))
