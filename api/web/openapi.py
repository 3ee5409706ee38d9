"""The OpenAPI document: what FastAPI finds by itself, and the commands, each with an example, and every answer."""

from typing import Any, Final

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from api.web.bodies import BatchModel, CommandBodyModel
from api.web.examples import EXAMPLES
from api.web.openapi_answers import COMMANDS, tell_answers
from api.web.openapi_problems import tell_problems
from api.web.problems import ALL_CODES

_REFS: Final = "#/components/schemas/{name}"


def describe(app: FastAPI) -> None:
    """Make the app tell of its commands and problems too."""
    plain = app.openapi

    def whole() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            _add(document, sorted(app.state.service.rulesets))
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]


def _add(document: dict[str, Any], rulesets: list[str]) -> None:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    models = [(CommandBodyModel, "validation"), (BatchModel, "validation")]
    _, commands = models_json_schema(models, ref_template=_REFS.replace("{name}", "{model}"))  # type: ignore[arg-type]
    schemas.update(commands["$defs"])
    schemas["OpeningModel"]["properties"]["ruleset"]["anyOf"][0]["enum"] = rulesets
    for gone in ("HTTPValidationError", "ValidationError"):
        schemas.pop(gone, None)
    document["paths"][COMMANDS] = {"post": _commands()}
    tell_answers(document)
    tell_problems(document)
    document["components"]["schemas"]["Document"]["properties"]["code"] = {"enum": list(ALL_CODES), "type": "string"}


def _commands() -> dict[str, Any]:
    body = {"anyOf": [{"$ref": _REFS.format(name="CommandBody")}, {"$ref": _REFS.format(name="Batch")}]}
    examples = {name: {"summary": one.summary, "value": one.body} for name, one in EXAMPLES.items()}
    return {
        "tags": ["commands"],
        "summary": "Give a command, or a batch that is accepted or refused as one",
        "description": (
            "The same id with the same body is the same command: send it again after a lost answer and the answer is "
            "the same. A refusal appends nothing and throws no die; its id may be used again."
        ),
        "operationId": "give",
        "parameters": [
            {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}, "description": "The table."}
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body, "examples": examples}}},
        "responses": {"200": {"description": "What became of it"}},
    }
