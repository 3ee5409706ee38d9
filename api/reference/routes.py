"""docs/reference/routes.md: every address of the service, from its own OpenAPI document."""

from collections.abc import Iterator
from typing import Any, Final

from api.reference.service import openapi

_METHODS: Final = ("get", "post", "put", "patch", "delete")


def page() -> Iterator[str]:
    """The page, line by line."""
    document = openapi()
    yield "# Routes"
    yield ""
    yield "Tables and rule sets stand under `/v1`, the rest at the root. A seat speaks with `Authorization: Bearer"
    yield "TOKEN` or its"
    yield "cookie. A running service has the same with schemas and examples at `/docs` and `/openapi.json`."
    yield ""
    yield "| method | address | what for |"
    yield "|---|---|---|"
    for method, path, operation in _operations(document):
        yield f"| {method.upper()} | `{path}` | {operation.get('summary', '')} |"
    for method, path, operation in _operations(document):
        yield ""
        yield f"## {method.upper()} {path}"
        yield ""
        yield _meaning(operation)
        parameters = operation.get("parameters", ())
        if parameters:
            yield ""
            yield "| parameter | where | meaning |"
            yield "|---|---|---|"
            for one in parameters:
                yield f"| `{one['name']}` | {one['in']} | {_parameter(one)} |"


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
