"""JSON as strict as our YAML: no second of two equal keys, no number that is none; lines for the errors."""

import json
import math
from typing import Any

import yaml

from api.scenarios.plain_yaml import DEEPEST, BadYaml, PlainLoader


def read_json(content: bytes) -> tuple[Any, yaml.Node | None]:
    """The value of a JSON text, and its nodes, which know their lines, where they can be had.

    Raises:
        BadYaml: it is no such JSON; `line` tells where.
    """
    try:
        text = content.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as problem:
        raise BadYaml(f"this is no JSON: {problem.msg}", problem.lineno) from problem
    except (ValueError, RecursionError) as problem:
        raise BadYaml(f"this cannot be read: {problem}", 1) from problem
    _check_depth(value, DEEPEST)
    return value, _nodes(text)


def _check_depth(value: Any, levels: int) -> None:
    """Refuse a value with more levels than these beneath it."""
    if levels < 0:
        raise BadYaml("this is nested too deeply", 1)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        _check_depth(one, levels - 1)


def _nodes(text: str) -> yaml.Node | None:
    """JSON is YAML too, once tabs are spaces: they stand between values only."""
    try:
        node: yaml.Node | None = yaml.compose(text.replace("\t", " "), Loader=PlainLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return node


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise ValueError(f"the key {key!r} stands twice")
        read[key] = value
    return read


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number to reckon with")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)
