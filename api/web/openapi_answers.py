"""What each address answers, told in the OpenAPI document: the structs that msgspec writes, as schemas."""

from typing import Any, Final

from msgspec.json import schema_components

from api.proof.capsules import Taken
from api.routes.events import Events
from api.routes.host import Covers
from api.routes.live import Polled
from api.routes.seats import SeatTaken
from api.routes.tables import Opened
from api.routes.views import Actions
from api.web.replies import Replies
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

TABLE: Final = "/v1/tables/{table}"
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
}
_HOSTS: Final = {f"{TABLE}/{what}" for what in ("link", "archive", "restore")}
"""What takes the host key; so does deleting a table."""

_REFS: Final = "#/components/schemas/{name}"
_BEARER: Final = {"type": "http", "scheme": "bearer", "description": "A seat's token, from POST /seats/token."}


def tell_answers(document: dict[str, Any]) -> None:
    """Write what is answered where into the document, frames included, and how a seat says who it is."""
    components = document["components"]
    told, schemas = schema_components([*ANSWERS.values(), Frame], ref_template=_REFS)
    components["schemas"] = {**schemas, **components["schemas"]}
    for struct, field in (("Events", "frames"), ("FrameBatch", "frames"), ("Reply", "events")):
        components["schemas"][struct]["properties"][field]["items"] = {"$ref": _REFS.format(name="Frame")}
    for (method, path), schema in zip(ANSWERS, told, strict=False):
        _success(document["paths"][path][method])["content"] = {"application/json": {"schema": schema}}
    roll = _success(document["paths"][f"{TABLE}/rolls/{{number}}"]["get"])
    roll["content"]["text/plain"] = {"schema": {"type": "string"}}
    components["securitySchemes"] = {"seat": _BEARER}
    for path, operations in document["paths"].items():
        if path.startswith(TABLE) and path not in _HOSTS:
            for method, operation in operations.items():
                if method != "delete":
                    operation["security"] = [{"seat": []}]


def _success(operation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(one for code, one in operation["responses"].items() if code.startswith("2"))
    return found
