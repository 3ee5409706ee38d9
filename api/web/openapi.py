"""The OpenAPI document: what FastAPI finds by itself, and the commands, each with an example, and every answer."""

from typing import Any, Final

from fastapi import FastAPI
from msgspec.json import schema_components
from pydantic.json_schema import models_json_schema

from api.encounters.model import Encounter
from api.web.bodies import BatchModel, CommandBodyModel
from api.web.examples import EXAMPLES
from api.web.openapi_answers import tell_answers
from api.web.problems import ALL_CODES, PROBLEM, Document
from api.web.replies import Replies, Reply

COMMANDS: Final = "/v1/tables/{table}/commands"
_REFS: Final = "#/components/schemas/{name}"


def describe(app: FastAPI) -> None:
    """Make the app tell of its commands and problems too."""
    plain = app.openapi

    def whole() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            _add(document)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]


def _add(document: dict[str, Any]) -> None:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    models = [(CommandBodyModel, "validation"), (BatchModel, "validation")]
    _, commands = models_json_schema(models, ref_template=_REFS.replace("{name}", "{model}"))  # type: ignore[arg-type]
    schemas.update(commands["$defs"])
    _, answers = schema_components([Document, Reply, Replies, Encounter], ref_template=_REFS)
    schemas.update({name.replace("_", ""): one for name, one in answers.items()})
    schemas["Document"]["properties"]["code"] = {"enum": list(ALL_CODES), "type": "string"}
    document["paths"][COMMANDS] = {"post": _commands()}
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
            operation["responses"]["default"] = _problem()
    for gone in ("HTTPValidationError", "ValidationError"):
        schemas.pop(gone, None)
    tell_answers(document)


def _commands() -> dict[str, Any]:
    body = {"anyOf": [{"$ref": _REFS.format(name="CommandBody")}, {"$ref": _REFS.format(name="Batch")}]}
    reply = {"anyOf": [{"$ref": _REFS.format(name="Reply")}, {"$ref": _REFS.format(name="Replies")}]}
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
        "responses": {"200": {"description": "What became of it", "content": {"application/json": {"schema": reply}}}},
    }


def _problem() -> dict[str, Any]:
    schema = {"$ref": _REFS.format(name="Document")}
    return {"description": "A problem (RFC 9457)", "content": {PROBLEM: {"schema": schema}}}
