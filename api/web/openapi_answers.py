"""What each address answers, told in the OpenAPI document: the structs that msgspec writes, as schemas."""

from typing import Any, Final

from msgspec.json import schema_components

from api.encounters.model import Encounter
from api.proof.capsules import Taken
from api.routes.events import Events
from api.routes.host import Covers
from api.routes.live import Polled
from api.routes.seats import SeatTaken
from api.routes.tables import Opened
from api.routes.trial import Trial
from api.routes.views import Actions
from api.web.answers import JSON, LINES, TEXT, YAML
from api.web.openapi_problems import TABLE
from api.web.problems import Document
from api.web.replies import Replies, Reply
from engine.commands.character import Character
from projections.explanation import Explanation
from projections.fairness import Fairness
from projections.frames import Frame
from projections.initiative import Initiative
from projections.odds import OddsSeen
from projections.rulings import Rulings
from projections.sight import TableView
from projections.simulating import Foretold
from projections.story import Story
from projections.tactics import Suggestions
from projections.timeline import Timeline
from projections.waiting import Waiting
from projections.wounds import Wounds

COMMANDS: Final = f"{TABLE}/commands"
ANSWERS: Final[dict[tuple[str, str], Any]] = {
    ("post", "/v1/tables"): Opened,
    ("get", "/v1/tables"): Covers,
    ("post", f"{TABLE}/link"): Opened,
    ("post", "/v1/tables/import"): Taken,
    ("post", "/seats/token"): SeatTaken,
    ("get", TABLE): TableView,
    ("get", f"{TABLE}/waiting"): Waiting,
    ("get", f"{TABLE}/initiative"): Initiative,
    ("get", f"{TABLE}/wounds"): Wounds,
    ("get", f"{TABLE}/story"): Story,
    ("get", f"{TABLE}/timeline"): Timeline,
    ("get", f"{TABLE}/rulings"): Rulings,
    ("get", f"{TABLE}/actions"): Actions,
    ("post", f"{TABLE}/odds"): OddsSeen,
    ("get", f"{TABLE}/suggestions"): Suggestions,
    ("post", f"{TABLE}/simulate"): Foretold,
    ("get", f"{TABLE}/rolls/{{number}}"): Explanation,
    ("get", f"{TABLE}/combatants/{{combatant}}"): Character,
    ("get", f"{TABLE}/events"): Events,
    ("get", f"{TABLE}/fairness"): Fairness,
    ("get", f"{TABLE}/live"): Polled,
    ("post", f"{TABLE}/encounters"): Replies,
    ("post", COMMANDS): (Reply, Replies, Trial),
}
_MORE: Final = (Document, Encounter, Frame)
"""What is pointed at from elsewhere: problems, the encounter of a body, the frames in answers that hold them raw."""

_OTHER_KINDS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("get", f"{TABLE}/rolls/{{number}}"): (JSON, TEXT),
    ("get", f"{TABLE}/combatants/{{combatant}}"): (JSON, YAML),
    ("get", f"{TABLE}/live"): (JSON, "text/event-stream"),
    ("get", f"{TABLE}/export"): (LINES,),
    ("post", f"{TABLE}/simulate/log"): (LINES,),
    ("get", "/metrics"): (TEXT,),
}
"""What is answered in another form than JSON, or in several."""

_STRING: Final = {"schema": {"type": "string"}}
_KNOWN: Final = {
    "description": "All of it was here already",
    "content": {JSON: {"schema": {"$ref": "#/components/schemas/Taken"}}},
}
_HOSTS: Final = {f"{TABLE}/{what}" for what in ("link", "archive", "restore")} | {
    "/v1/tables",
    "/v1/tables/import",
    "/metrics",
}
"""What takes the host key; so does deleting a table."""

_REFS: Final = "#/components/schemas/{name}"
_SEAT: Final = {"type": "http", "scheme": "bearer", "description": "A seat's token, from POST /seats/token."}
_HOST: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "The host key, printed at the first start. At the service's own machine nobody is asked for it.",
}


def tell_answers(document: dict[str, Any]) -> None:
    """Write what is answered where into the document, frames included, and how a seat or a host says who it is."""
    components = document["components"]
    shapes = [shape for said in ANSWERS.values() for shape in shapes_of(said)]
    told, schemas = schema_components([*shapes, *_MORE], ref_template=_REFS)
    schema_of = dict(zip(shapes, told, strict=False))
    components["schemas"] = _side_by_side(schemas, components["schemas"], document)
    for struct, field in (("Events", "frames"), ("FrameBatch", "frames"), ("Reply", "events")):
        components["schemas"][struct]["properties"][field]["items"] = {"$ref": _REFS.format(name="Frame")}
    for (method, path), said in ANSWERS.items():
        schemas_told = [schema_of[shape] for shape in shapes_of(said)]
        schema = schemas_told[0] if len(schemas_told) == 1 else {"anyOf": schemas_told}
        _success(document["paths"][path][method])["content"] = {JSON: {"schema": schema}}
    document["paths"]["/v1/tables/import"]["post"]["responses"]["200"] = _KNOWN
    _tell_other_kinds(document)
    components["securitySchemes"] = {"seat": _SEAT, "host": _HOST}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if path in _HOSTS or method == "delete":
                operation["security"] = [{"host": []}, {}]
            elif path.startswith(TABLE):
                operation["security"] = [{"seat": []}]


def shapes_of(said: Any) -> tuple[Any, ...]:
    """The structs that an address may answer with."""
    return said if isinstance(said, tuple) else (said,)


def _tell_other_kinds(document: dict[str, Any]) -> None:
    for (method, path), kinds in _OTHER_KINDS.items():
        answer = _success(document["paths"][path][method])
        same = answer.get("content", {}).get(JSON, _STRING)
        answer["content"] = {kind: same if kind in (JSON, YAML) else _STRING for kind in kinds}


def _side_by_side(answers: dict[str, Any], bodies: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Both kinds of schemas in one place: where a part of a body is called like a part of an answer, it is told apart
    (what a body may leave out, an answer may hold)."""
    for name in answers.keys() & bodies.keys():
        if answers[name] == bodies[name]:
            continue
        bodies[f"{name}InBody"] = bodies.pop(name)
        _renamed((bodies, document["paths"]), _REFS.format(name=name), _REFS.format(name=f"{name}InBody"))
    return {**answers, **bodies}


def _renamed(node: Any, old: str, new: str) -> None:
    if isinstance(node, dict):
        for key, inner in node.items():
            if inner == old:
                node[key] = new
            else:
                _renamed(inner, old, new)
    elif isinstance(node, list | tuple):
        for inner in node:
            _renamed(inner, old, new)


def _success(operation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(one for code, one in operation["responses"].items() if code.startswith("2"))
    return found
