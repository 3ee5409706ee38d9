"""docs/protocol.md is what is sent: its examples and everything said at a table hold to the schema."""

import json
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

from api.live.messages import FAREWELLS, MESSAGES, AnyMessage
from api.reference.protocol import EXAMPLES, schema
from api.routes.live import CODES
from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat
from tests.live.ears import WAYS, by_socket
from tests.live.serving import Served

VALID = Draft202012Validator(schema())


def strictly(said: dict[str, Any]) -> None:
    """It has the shape of the schema, and no field that the schema does not have."""
    VALID.validate(said)
    shape = msgspec.json.decode(msgspec.json.encode(said), type=AnyMessage)
    assert set(said) - {"type"} <= set(shape.__struct_fields__)


def test_there_is_an_example_of_each_message_and_it_fits() -> None:
    assert tuple(type(example) for example in EXAMPLES) == MESSAGES
    for example in EXAMPLES:
        strictly(json.loads(msgspec.json.encode(example)))


@pytest.mark.parametrize("wrong", [{"type": "batch"}, {"type": "hello", "table": 3}, {"type": "shout"}])
def test_the_schema_refuses_what_is_no_message(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        VALID.validate(wrong)


def test_every_reason_to_close_is_a_reason_to_say_goodbye() -> None:
    assert CODES.keys() <= FAREWELLS.keys()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_whatever_is_said_at_a_table_fits(gm: Seat, way: Any) -> None:
    ana = await gm.seat("ana")
    guest = await gm.seat("guest", "spectator")
    names = {"gm": gm, "seat:ana": ana, "spectators": guest}
    async with way(gm) as one, way(ana) as two, way(guest) as three:
        ears = dict(zip(names, (one, two, three), strict=True))
        for ear in ears.values():
            await ear.until("waiting")
        await two_in_actions(gm, reaction="ask", controller="ana")
        await shoot(gm)
        await ana.give("answer", combatant="bob", choice="dodge")
        await gm.give("roll", dice="2d6")
        await gm.give("undo")
        for name, ear in ears.items():
            await ear.up_to((await names[name].look())["number"], name)
            for said in ear.heard:
                strictly(said)
        assert {said["type"] for said in one.heard} == {"hello", "snapshot", "batch", "waiting"}


async def test_heartbeats_and_goodbyes_fit(gm: Seat, service: Served) -> None:
    service.live.heartbeat = 0.05
    async with by_socket(gm) as ear:
        strictly(await ear.until("heartbeat"))
        await service.stop()
        strictly(await ear.until("goodbye"))
