"""docs/reference/routes.md: every address of the service, from its own OpenAPI document."""

from collections.abc import Iterator
from typing import Any, Final, get_args

from api.reference.frames import parts as frame_parts
from api.reference.service import openapi
from api.reference.shapes import Shape, fields_of, meaning_of, parts_of
from api.web.openapi_answers import ANSWERS, shapes_of

_METHODS: Final = ("get", "post", "put", "patch", "delete")


def page() -> Iterator[str]:
    """The page, line by line."""
    document = openapi()
    yield "# Routes"
    yield ""
    yield from (
        "Tables and rule sets stand under `/v1`, the rest at the root. A seat speaks with",
        "`Authorization: Bearer TOKEN` or its cookie. A running service has the same",
        "with schemas and examples at `/docs` and `/openapi.json`.",
        "`/t/TABLE#LINK` is the page of the seat that the link opens, `/` the tables a browser knows; they, `/docs`",
        "and their parts under `/page/` come from the service whole and ask nothing of anybody else.",
    )
    yield ""
    yield "In answers a field that says nothing (an empty list, nobody, `false`) is left out unless it is **needed**:"
    yield "read such fields with their default. The lists that a view is about are always there."
    yield ""
    yield "| method | address | what for |"
    yield "|---|---|---|"
    for method, path, operation in _operations(document):
        yield f"| {method.upper()} | `{path}` | {operation.get('summary', '')} |"
    for method, path, operation in _operations(document):
        yield from _route(method, path, operation)
    yield ""
    yield "## Parts"
    for part in _parts():
        yield from ("", f"### {part.__name__}", "", meaning_of(part), "")
        yield from map(_led, fields_of(part))


def _route(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield from ("", f"## {method.upper()} {path}", "", _meaning(operation))
    parameters = operation.get("parameters", ())
    if parameters:
        yield from ("", "| parameter | where | meaning |", "|---|---|---|")
        for one in parameters:
            yield f"| `{one['name']}` | {one['in']} | {_parameter(one)} |"
    for shape in _shapes(method, path):
        yield from ("", f"Answer: `{shape.__name__}`. {meaning_of(shape)}", "")
        if shape in frame_parts():
            yield f"Its fields: [frames](frames.md#{shape.__name__.lower()})."
        else:
            yield from map(_led, fields_of(shape))


def _shapes(method: str, path: str) -> tuple[Shape, ...]:
    """The structs that an address answers with; more than one where `kind` tells which."""
    said = ANSWERS.get((method, path))
    return () if said is None else tuple(one for shape in shapes_of(said) for one in get_args(shape) or (shape,))


def _parts() -> tuple[Shape, ...]:
    """What stands inside the answers and is told on no other page."""
    tops = [shape for method, path in ANSWERS for shape in _shapes(method, path)]
    inside = parts_of(shape for shape in dict.fromkeys(tops) if shape not in frame_parts())
    return tuple(part for part in inside if part not in frame_parts())


def _led(row: str) -> str:
    """A row of fields whose links lead to the page of frames where the part is told there."""
    for part in frame_parts():
        row = row.replace(f"(#{part.__name__.lower()})", f"(frames.md#{part.__name__.lower()})")
    return row.replace("list of JSON object", "list of [frames](frames.md)")


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield method, path, methods[method]


def _meaning(operation: dict[str, Any]) -> str:
    text = operation.get("description") or operation.get("summary", "")
    return " ".join(text.split("Raises:")[0].split())


def _parameter(one: dict[str, Any]) -> str:
    needed = "" if one.get("required") else " (may be left out)"
    return f"{one.get('description') or one['name']}{needed}"
