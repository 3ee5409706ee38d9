"""Which field of a document is badly formed, by its keys, and what is wrong with it in plain words."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec

from api.encounters.checks import Wrong
from api.encounters.laying import Where
from api.encounters.model import Encounter, Those
from api.scenarios.reading import keys_of
from engine.plainly import in_plain_words
from events.base import OptionValue
from events.roster import Zone

ENTRIES: Final[Mapping[Where, Any]] = {("combatants",): Those, ("scene", "zones"): Zone, ("options",): OptionValue}
"""What the entries of each mapping are whose keys people make up: a message does not say which entry it is about."""

_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")


MOST_TOLD: Final = 50
"""So many badly formed fields are looked for in one document."""


def converted(value: Any) -> tuple[Encounter | None, list[Wrong]]:
    """The encounter of a document without its badly formed fields, and what is wrong with each of those.

    None: without them it is no encounter.
    """
    left, found = deepcopy(value), list[Wrong]()
    while len(found) < MOST_TOLD:
        try:
            return msgspec.convert(left, type=Encounter), found
        except msgspec.ValidationError as problem:
            wrong = misshapen(str(problem), left)
            if any(wrong == Wrong(f"{one.where[-1]} is missing", one.where[:-1]) for one in found if one.where):
                return None, found  # what was taken out is what it cannot be without
            found.append(wrong)
            if not _taken_out(left, wrong.where):
                return None, found
    return None, found


def _taken_out(value: Any, where: Where) -> bool:
    """Take a field out of a document, if it stands there."""
    for key in where[:-1]:
        value = value[key]
    if not where or not isinstance(value, dict) or where[-1] not in value:
        return False
    del value[where[-1]]
    return True


def misshapen(message: str, value: Any) -> Wrong:
    """What is wrong, and where, of a document that is no encounter for the reason that the message gives."""
    said, _, path = message.rpartition(" - at ")
    where = keys_of(path.partition("[...]")[0]) if "key` in" not in path else keys_of(path.partition("in `")[2])
    inner = next(_entry(value, where), None) if "[...]" in path else None
    if inner is not None:
        name, problem = inner
        said, _, path = str(problem).rpartition(" - at ")
        said, where = said or str(problem), (*where, name, *keys_of(path))
    return _in_words(said or message, where)


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
