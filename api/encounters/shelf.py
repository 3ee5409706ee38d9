"""The sample encounters that come along with each rule set, read from its own folder."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import msgspec

from api.encounters.model import Encounter
from api.scenarios.plain_yaml import documents
from engine.ruleset import RuleSet

FOLDER: Final = "encounters"
PARTIES: Final = "parties"


@lru_cache(maxsize=16)
def _texts(package: str, of: str = FOLDER) -> Mapping[str, bytes]:
    folder = files(package).joinpath(of)
    if not folder.is_dir():
        return {}
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".yaml")), key=lambda one: one.name)
    return MappingProxyType({one.name.removesuffix(".yaml"): one.read_bytes() for one in found})


def texts(ruleset: RuleSet) -> Mapping[str, bytes]:
    """The files of the sample encounters by id, as they are written; none where a rule set brings none along."""
    return _texts(ruleset.samples.package) if ruleset.samples.package else {}


def parties(ruleset: RuleSet) -> Mapping[str, bytes]:
    """The files of the sample parties by id: whom an encounter may be sent against."""
    return _texts(ruleset.samples.package, PARTIES) if ruleset.samples.package else {}


def read_party(text: bytes) -> Encounter:
    """A sample party."""
    return _read(text)


def sample(ruleset: RuleSet, name: str) -> Encounter:
    """A sample encounter, as a test has checked it against its rules.

    Raises:
        LookupError: there is none of this id; the message is a sentence that says which there are.
    """
    found = texts(ruleset)
    if name not in found:
        listed = ", ".join(found)
        there = f"there are {listed}" if listed else "there are none under these rules"
        raise LookupError(f"there is no sample encounter {name!r}; {there}")
    return _read(found[name])


@lru_cache(maxsize=100)
def _read(text: bytes) -> Encounter:
    (document,) = documents(text)
    return msgspec.convert(document.value, type=Encounter)
