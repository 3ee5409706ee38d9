"""What schemathesis is told by us: who asks, at which table, and what no schema can say of a body.

It runs in a process of its own and finds the service by FRACAS_BASE. A table is opened anew when its seats are gone:
commands hand seats over and close tables. Bodies that are meant to be right are mended where their schema says too
little: text holds no control characters, the commands of a batch have ids of their own and are all tried or all meant.
"""

import os
from itertools import count
from typing import Any, Final

import requests
import schemathesis
from schemathesis import AuthContext, Case, HookContext, Response
from schemathesis.core.parameters import ParameterLocation

from api.plain_text import CONTROL

BASE: Final = os.environ["FRACAS_BASE"]
ATTRIBUTES: Final = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
PISTOL: Final = {"dice": "1d6", "multiplier": 4, "damage_type": "bullet", "skill": "handguns"}
FIGHTER: Final = {
    "attributes": dict.fromkeys(ATTRIBUTES, 2),
    "skills": {"handguns": 3, "dodge": 2},
    "life_points": 30,
    "weapons": {"pistol": PISTOL},
}
ASKERS: Final = ("gm", "player", "gm", "spectator", "gm", "service")
"""Who asks, in turn. A GM gets farthest."""

schemathesis.serializer.alias("application/jsonl", "application/octet-stream")

NAMED: Final = {"combatant": "liz", "ruleset": "unisystem"}
"""What an address names of what there is."""

_turn: Final = count()


class Room:
    """A table with a fight under way, and the tokens of its seats."""

    def __init__(self) -> None:
        self.doubted = False
        opened = _post("/v1/tables", {"title": "The warehouse", "ruleset": "unisystem"})
        self.table: str = opened["table"]
        self.tokens = {"gm": self._sit_down(opened["links"]["gm"])}
        for combatant, side in (("liz", "party"), ("rico", "foes")):
            self._give("enter_combatant", combatant=combatant, name=combatant.title(), side=side, sheet=FIGHTER)
        for kind, speaks_for in (("player", []), ("spectator", []), ("service", ["player"])):
            offered = self._give("offer_seat", seat=kind, kind=kind, name=kind.title(), speaks_for=speaks_for)
            self.link: str = offered["link"]
            self.tokens[kind] = self._sit_down(self.link)
        self._give("give_control", combatant="liz", seat="player")
        self._give("begin_combat")
        self._give("roll_initiative")
        frames = self._give("roll", dice="1d6")["events"]
        self.roll: int = next(one["number"] for one in frames if one["fact"]["entry"]["fact"]["type"] == "rolled")

    @property
    def open(self) -> bool:
        """Whether all its seats are as they were."""
        return all(_get(f"/v1/tables/{self.table}/waiting", token) == 200 for token in self.tokens.values())

    def _sit_down(self, link: str) -> str:
        return str(_post("/seats/token", {"table": self.table, "link": link})["token"])

    def _give(self, type_: str, **fields: Any) -> Any:
        said = {"id": f"room-{next(_turn)}", "command": {"type": type_, **fields}}
        return _post(f"/v1/tables/{self.table}/commands", said, self.tokens["gm"])


_rooms: Final[list[Room]] = []
_session: Final = requests.Session()


@schemathesis.auth(refresh_interval=None)
class Asker:
    """Somebody at the table; a host asks from this machine and needs no token."""

    def get(self, case: Case[Any], context: AuthContext) -> tuple[Room, str]:
        """Whose turn it is, at a table where all seats are open."""
        if not _rooms or (_rooms[-1].doubted and not _rooms[-1].open):
            _rooms.append(Room())
        room = _rooms[-1]
        room.doubted = False
        return room, ASKERS[next(_turn) % len(ASKERS)]

    def set(self, case: Case[Any], data: tuple[Room, str], context: AuthContext) -> None:
        """Say who asks, and what there is to be asked about."""
        room, asker = data
        if not _wrong(case, ParameterLocation.PATH):
            there: dict[str, Any] = {"table": room.table, "number": room.roll, **NAMED}
            case.path_parameters.update({name: there[name] for name in case.path_parameters if name in there})
        if not _wrong(case, ParameterLocation.QUERY):
            query: Any = case.query
            there = {"as": "player" if asker == "service" else asker, "at": room.roll, "combatant": "liz"}
            query.update({name: there[name] for name in query if name in there and query[name] is not None})
        if case.operation.definition.raw.get("security") == [{"seat": []}]:
            case.headers["Authorization"] = f"Bearer {room.tokens[asker]}"


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Mend what is meant to be right."""
    if _wrong(case, ParameterLocation.BODY) or not isinstance(case.body, dict):
        return
    body: Any = _plain(case.body)
    if case.path.endswith("/simulate"):
        body.update(runs=1, longest=2)
    if case.path.endswith("/simulate/log"):
        body.update(longest=2)
    if case.path == "/seats/token":
        body.update(table=_rooms[-1].table, link=_rooms[-1].link)
    if isinstance(body.get("commands"), list):
        body["commands"] = _batch(body["commands"])
    case.body = body


@schemathesis.hook
def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
    """Whoever is turned away may have lost the seat, and not only said it wrong on purpose."""
    _rooms[-1].doubted = response.status_code in (401, 403)


def _batch(commands: list[Any]) -> list[Any]:
    """Ids of their own; all tried or all meant, one alone if tried; only the first expects a number."""
    first = commands[0]
    around = {name: first[name] for name in ("as", "dry_run") if name in first}
    given = [{"id": f"{n}-{one['id'][:30]}", "command": one["command"], **around} for n, one in enumerate(commands)]
    return given[:1] if first.get("dry_run") else given


def _wrong(case: Case[Any], where: ParameterLocation) -> bool:
    """Whether something is wrong there on purpose."""
    return case.meta is not None and case.meta.is_negative_at(where)


def _plain(said: Any) -> Any:
    match said:
        case str():
            return CONTROL.sub("", said)
        case dict():
            return {_plain(name): _plain(one) for name, one in said.items()}
        case list():
            return [_plain(one) for one in said]
        case _:
            return said


def _get(path: str, token: str) -> int:
    return _session.get(BASE + path, headers={"authorization": f"Bearer {token}"}, timeout=60).status_code


def _post(path: str, said: Any, token: str = "") -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = _session.post(BASE + path, json=said, headers=headers, timeout=60)
    _session.cookies.clear()
    assert answer.ok, answer.text
    return answer.json()
