"""Reading encounter files: YAML or JSON, strict types, then a try. Whatever is wrong is a sentence that says where."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

from api.encounters.checks import Wrong, wrong_with
from api.encounters.model import Encounter
from api.encounters.plain_json import read_json
from api.encounters.shape import converted
from api.limits import BODY
from api.plain_text import control_in
from api.scenarios.plain_yaml import BadYaml, documents, line_at
from api.scenarios.reading import in_plain_words
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS

LARGEST: Final = BODY
"""Bytes of an encounter file at the most: as many as a request's body may have."""


class Fault(msgspec.Struct, frozen=True):
    """Something that is wrong in a file: where, and a sentence."""

    file: str
    line: int
    field: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


class BadEncounter(ValueError):
    """A text or document that holds no encounter that could be put onto a table, with everything that is wrong."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def read_file(path: Path, rulesets: Mapping[str, RuleSet] = RULESETS) -> Encounter:
    """The encounter of a file.

    Raises:
        BadEncounter: the file cannot be read, or holds none.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise BadEncounter((Fault(str(path), 1, "", f"an encounter file has {LARGEST} bytes at the most"),))
        content = path.read_bytes()
    except (OSError, ValueError) as problem:
        if isinstance(problem, BadEncounter):
            raise
        raise BadEncounter((Fault(str(path), 1, "", f"the file cannot be read: {problem}"),)) from problem
    return read_text(content, str(path), rulesets)


def read_text(content: bytes, name: str, rulesets: Mapping[str, RuleSet] = RULESETS) -> Encounter:
    """The encounter of a text: JSON where the name says so, else YAML.

    Raises:
        BadEncounter: it holds none, or several.
    """
    try:
        value, node = read_json(content) if name.endswith(".json") else _yaml(content)
    except BadYaml as problem:
        raise BadEncounter((Fault(name, problem.line, "", str(problem)),)) from problem
    return read_document(value, rulesets, name, node)


def read_document(
    value: Any, rulesets: Mapping[str, RuleSet] = RULESETS, name: str = "", node: yaml.Node | None = None
) -> Encounter:
    """The encounter that a document is; `node` knows its lines.

    Raises:
        BadEncounter: it is none, or the rules have something against it; all that was found.
    """

    def fault(wrong: Wrong) -> Fault:
        line = line_at(node, wrong.where) if node is not None else 1
        return Fault(name, line, ".".join(map(str, wrong.where)), in_plain_words(wrong.sentence, wrong.where))

    steering = control_in(value)
    if steering is not None:
        raise BadEncounter((fault(Wrong("this holds a control character", steering)),))
    encounter, wrongs = converted(value)
    if encounter is not None:
        wrongs += wrong_with(encounter, rulesets, tuple(one.where for one in wrongs))
    if wrongs or encounter is None:
        faults = sorted(map(fault, wrongs), key=lambda one: one.line)
        raise BadEncounter(tuple(faults))
    return encounter


def _yaml(content: bytes) -> tuple[Any, yaml.Node]:
    found = documents(content)
    if len(found) != 1:
        raise BadYaml(f"a file holds one encounter, this one holds {len(found)}", 1)
    return found[0].value, found[0].node
