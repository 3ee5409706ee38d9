"""Which field of a document is badly formed, by its keys, and what is wrong with it in plain words."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec

from api.encounters.checks import Wrong
from api.encounters.laying import Where
from api.encounters.model import Called, Encounter, Those
from api.scenarios.reading import keys_of
from engine.commands.base import Id, Word
from engine.plainly import in_plain_words
from events.base import OptionValue
from events.roster import Zone

ENTRIES: Final[Mapping[Where, Any]] = {("combatants",): Those, ("scene", "zones"): Zone, ("options",): OptionValue}
"""What the entries of each mapping are whose keys people make up: a message does not say which entry it is about."""
KEYS: Final[Mapping[Where, Any]] = {("combatants",): Id, ("scene", "zones"): Called, ("options",): Word}
"""What the keys of each of them are."""

_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_UNTITLED: Final = Wrong("title is missing", ())

MOST_TOLD: Final = 50
"""So many badly formed fields are looked for in one document."""


def converted(value: Any) -> tuple[Encounter | None, list[Wrong]]:
    """The encounter of a document without its badly formed fields, and what is wrong with each of those.

    None: without them it is no encounter. Of a list whatever is badly formed is left out by itself.
    """
    left, found, gone = deepcopy(value), list[Wrong](), dict[Where, list[int]]()
    while len(found) < MOST_TOLD:
        try:
            return msgspec.convert(left, type=Encounter), found
        except msgspec.ValidationError as problem:
            wrong = misshapen(str(problem), left)
            written = Wrong(wrong.sentence, _as_written(wrong.where, gone))
            if not _follows(written, found):
                found.append(written)
            if wrong == _UNTITLED:
                left["title"] = "?"
            elif not _taken_out(left, wrong.where, gone):
                return None, found
    return None, found


def _follows(wrong: Wrong, found: list[Wrong]) -> bool:
    """Whether something is wrong only because of what was taken out before: it is missing, or nothing is left."""
    return any(
        wrong.where == one.where[:depth] and (wrong.sentence == f"{key} is missing" or depth == len(one.where) - 1 > 0)
        for one in found
        for depth, key in enumerate(one.where)
    )


def _taken_out(value: Any, where: Where, gone: dict[Where, list[int]]) -> bool:
    """Take a field out of a document, or of a list whatever it is in, if it stands there."""
    for depth, key in enumerate(where):
        if isinstance(value, list) and isinstance(key, int):
            gone.setdefault(where[:depth], []).append(_written(key, gone.get(where[:depth], [])))
            del value[key]
            return True
        if not isinstance(value, dict) or key not in value:
            return False
        if depth == len(where) - 1:
            del value[key]
            return True
        value = value[key]
    return False


def _as_written(where: Where, gone: dict[Where, list[int]]) -> Where:
    """The keys that lead to something in the document as it was before anything was taken out of its lists."""
    return tuple(
        _written(key, gone.get(where[:depth], [])) if isinstance(key, int) else key for depth, key in enumerate(where)
    )


def _written(place: int, gone: list[int]) -> int:
    for one in sorted(gone):
        place += one <= place
    return place


def misshapen(message: str, value: Any) -> Wrong:
    """What is wrong, and where, of a document that is no encounter for the reason that the message gives."""
    said, _, path = message.rpartition(" - at ")
    if "key` in" in path:
        where = keys_of(path.partition("in `")[2])
        return _in_words(said, (*where, *_bad_key(value, where)))
    where = keys_of(path.partition("[...]")[0])
    inner = next(_entry(value, where), None) if "[...]" in path else None
    if inner is not None:
        name, problem = inner
        said, _, path = str(problem).rpartition(" - at ")
        said, where = said or str(problem), (*where, name, *keys_of(path))
    return _in_words(said or message, where)


def _bad_key(value: Any, where: Where) -> Iterator[str]:
    """The first key of a mapping that cannot be one."""
    for key in where:
        value = value[key]
    for name in value:
        try:
            msgspec.convert(name, type=KEYS[where])
        except msgspec.ValidationError:
            yield name
            return


def _entry(value: Any, where: Where) -> Iterator[tuple[str, msgspec.ValidationError]]:
    """The entries of a mapping that are not what they should be."""
    for key in where:
        value = value[key]
    for name, one in value.items():
        try:
            msgspec.convert(one, type=ENTRIES[where])
        except msgspec.ValidationError as problem:
            yield name, problem


def _in_words(said: str, where: Where) -> Wrong:
    if unknown := _UNKNOWN.fullmatch(said):
        return Wrong("there is no such field", (*where, unknown[1]))
    if missing := _MISSING.fullmatch(said):
        return Wrong(f"{missing[1]} is missing", where)
    if said.startswith("Expected `object`") and not where:
        return Wrong(f"an encounter is a mapping with {', '.join(Encounter.__struct_fields__)}", where)
    return Wrong(in_plain_words(said), where)
