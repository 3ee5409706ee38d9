"""YAML without its traps: only true and false are booleans, no dates, no second of two equal keys, no bombs."""

import math
import re
from typing import Any, ClassVar, Final, NamedTuple, cast

import yaml

MOST_NODES: Final = 100_000
"""Values of one document at the most, aliases counted as often as they are used."""
DEEPEST: Final = 40


class BadYaml(Exception):
    """A text that is not such YAML, with the line on which that shows."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.line = line


class Document(NamedTuple):
    """A document: its nodes, which know their lines, and its value."""

    node: yaml.Node
    value: Any


class PlainLoader(yaml.SafeLoader):
    """Reads null, true, false, numbers, strings, lists and mappings with string keys, and nothing else."""

    yaml_implicit_resolvers: dict[str, Any] = {}
    yaml_constructors: ClassVar[dict[str | None, Any]] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """A mapping; a key that stands twice or is no string is refused (merged keys may be overridden)."""
        written: set[str] = set()
        for key, _ in node.value:
            if key.tag == _TAG + "merge":
                continue
            if key.tag != _TAG + "str":
                raise BadYaml(f"the key {_shown(key)} is no string; write it in quotes", _line(key))
            if key.value in written:
                raise BadYaml(f"the key {key.value!r} stands twice", _line(key))
            written.add(key.value)
        return super().construct_mapping(node, deep)


_TAG: Final = "tag:yaml.org,2002:"


def _number(loader: PlainLoader, node: yaml.Node) -> int | float:
    text = str(node.value)
    try:
        number = int(text) if node.tag == _TAG + "int" else float(text.replace(".nan", "nan").replace(".inf", "inf"))
    except ValueError:
        raise BadYaml(f"{_shown(node)} is no number that can be read", _line(node)) from None
    if isinstance(number, float) and not math.isfinite(number):
        raise BadYaml(f"{_shown(node)} is no number to reckon with", _line(node))
    return number


def _text(loader: PlainLoader, node: yaml.Node) -> str:
    text = str(node.value)
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadYaml("half of a character is no text", _line(node))
    return text


def _resolve(name: str, pattern: str, first: str) -> None:
    PlainLoader.add_implicit_resolver(_TAG + name, re.compile(pattern), list(first))


_resolve("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF")
_resolve("int", r"^[-+]?[0-9]+$", "-+0123456789")
_resolve("float", r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$", "-+.0123456789")
_resolve("float", r"^(?:[-+]?\.inf|\.nan)$", "-+.")
_resolve("merge", r"^<<$", "<")
PlainLoader.add_implicit_resolver(_TAG + "null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])

for _name, _construct in {
    "null": PlainLoader.construct_yaml_null,
    "bool": PlainLoader.construct_yaml_bool,
    "str": _text,
    "seq": PlainLoader.construct_yaml_seq,
    "map": PlainLoader.construct_yaml_map,
    "int": _number,
    "float": _number,
}.items():
    PlainLoader.yaml_constructors[_TAG + _name] = _construct
PlainLoader.yaml_constructors[None] = PlainLoader.construct_undefined


def documents(content: bytes | str) -> tuple[Document, ...]:
    """The documents of a text, empty ones left out.

    Raises:
        BadYaml: it is no such YAML; the message is a sentence, `line` tells where.
    """
    try:
        return tuple(_documents(content))
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        raise BadYaml(_said(problem), mark.line + 1 if mark else 1) from problem
    except (yaml.YAMLError, UnicodeError) as problem:
        raise BadYaml(" ".join(str(problem).split()), 1) from problem
    except (ValueError, TypeError) as problem:
        raise BadYaml(f"this cannot be read: {problem}", 1) from problem
    except RecursionError:
        raise BadYaml("this is nested too deeply", 1) from None


def _documents(content: bytes | str) -> list[Document]:
    loader = PlainLoader(content)
    found: list[Document] = []
    try:
        while loader.check_node():
            node = loader.get_node()
            assert node is not None, "there is a node to get"
            _size(node, {}, ())
            value = loader.construct_document(node)
            if value is not None:
                found.append(Document(node, value))
    finally:
        loader.dispose()
    return found


def _size(node: yaml.Node, known: dict[int, int], above: tuple[int, ...]) -> int:
    """How many values a node stands for once its aliases are written out; refuses loops, towers and bombs."""
    if id(node) in above:
        raise BadYaml("something contains itself", _line(node))
    if len(above) > DEEPEST:
        raise BadYaml("this is nested too deeply", _line(node))
    if id(node) not in known:
        known[id(node)] = 1 + sum(_size(part, known, (*above, id(node))) for part in _parts(node))
    if known[id(node)] > MOST_NODES:
        raise BadYaml(f"a document has {MOST_NODES} values at the most", _line(node))
    return known[id(node)]


def _parts(node: yaml.Node) -> list[yaml.Node]:
    match node:
        case yaml.MappingNode():
            return [part for pair in node.value for part in pair]
        case yaml.SequenceNode():
            return list(node.value)
        case _:
            return []


def line_at(node: yaml.Node, keys: tuple[str | int, ...]) -> int:
    """The line of a value inside a document, or of the nearest one around it."""
    for key in keys:
        inner = _inner(node, key)
        if inner is None:
            break
        node = inner
    return _line(node)


def _inner(node: yaml.Node, key: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return cast(yaml.Node, node.value[key])
    if isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == key), None)
    return None


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _shown(node: yaml.Node) -> str:
    return str(node.value)[:40] if isinstance(node, yaml.ScalarNode) else "of several values"


def _said(problem: yaml.MarkedYAMLError) -> str:
    return ", ".join(part for part in (problem.context, problem.problem) if part)
