"""Reading scenario files: strict YAML, then strict types. Whatever is wrong is a sentence that says where."""

import re
from pathlib import Path
from typing import Final

import msgspec

from api.scenarios.checks import wrong_with
from api.scenarios.model import Scenario
from api.scenarios.plain_yaml import BadYaml, Document, documents, line_at

LARGEST: Final = 1_000_000
"""Bytes of a scenario file at the most."""


class Written(msgspec.Struct, frozen=True):
    """A scenario as it stands in a file, and on which line it and each of its steps begin."""

    scenario: Scenario
    file: str
    line: int
    step_lines: tuple[int, ...]


class Unreadable(msgspec.Struct, frozen=True):
    """A file, or a document in it, that holds no scenario, and why."""

    file: str
    line: int
    sentence: str


def read_file(path: Path, name: str = "") -> tuple[Written | Unreadable, ...]:
    """The scenarios of a file in their order. Nothing that stands in the file, or its absence, raises."""
    name = name or str(path)
    try:
        if path.stat().st_size > LARGEST:
            return (Unreadable(name, 1, f"a scenario file has {LARGEST} bytes at the most"),)
        content = path.read_bytes()
    except (OSError, ValueError) as problem:
        return (Unreadable(name, 1, f"the file cannot be read: {problem}"),)
    return read_text(content, name)


def read_text(content: bytes | str, name: str) -> tuple[Written | Unreadable, ...]:
    """The scenarios of a text, one per YAML document."""
    try:
        found = tuple(_read(document, name) for document in documents(content))
    except BadYaml as problem:
        return (Unreadable(name, problem.line, str(problem)),)
    return found or (Unreadable(name, 1, "the file holds no scenario"),)


def _read(document: Document, name: str) -> Written | Unreadable:
    try:
        scenario = msgspec.convert(document.value, type=Scenario)
    except msgspec.ValidationError as problem:
        said, _, path = str(problem).rpartition(" - at ")
        where = keys_of(path)
        return Unreadable(name, line_at(document.node, where), in_plain_words(said or str(problem), where))
    wrong = next(wrong_with(scenario), None)
    if wrong is not None:
        return Unreadable(name, line_at(document.node, wrong.where), in_plain_words(wrong.sentence, wrong.where))
    steps = range(len(scenario.steps))
    lines = tuple(line_at(document.node, ("steps", index)) for index in steps)
    return Written(scenario, name, line_at(document.node, ()), lines)


_KEY = re.compile(r"\.(\w+)|\[(\d+)\]")


def keys_of(path: str) -> tuple[str | int, ...]:
    """`$.steps[0].expect` as the keys on the way: steps, 0, expect."""
    return tuple(int(index) if index else name for name, index in _KEY.findall(path))


def in_plain_words(sentence: str, where: tuple[str | int, ...]) -> str:
    """The sentence with its place before it; what people count from 1 is counted from 1: `step 1, expect: ...`."""
    words: list[str] = []
    for key in where:
        if isinstance(key, int) and words:
            words[-1] = f"{words[-1].removesuffix('s')} {key + 1}"
        else:
            words.append(str(key))
    return f"{', '.join(words)}: {sentence}" if words else sentence
