"""What may be done now, as a page asks for it: it is never empty to a GM, and of a crowd only the nearest are told."""

from typing import Any

from tests.api.fights import two_in_actions
from tests.api.people import Seat


def by_type(commands: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {one["type"]: one for one in reversed(commands)}


async def test_a_gm_is_told_how_to_begin_before_there_is_anybody(gm: Seat) -> None:
    told = await gm.look("/actions")
    commands = by_type(told["commands"])
    assert commands["begin_combat"]["command"] == {"type": "begin_combat"}
    assert commands["next_turn"]["refusal"]["code"] == "wrong-phase"
    assert {"pass_time", "roll", "note", "enter_combatant", "set_initiative", "restore"} <= commands.keys()


async def test_what_is_told_is_a_body_that_is_accepted(gm: Seat) -> None:
    await gm.enter("ann", side="party")
    begin = by_type((await gm.look("/actions"))["commands"])["begin_combat"]["command"]
    assert (await gm.give(**_as_fields(begin)))["status"] == "done"
    roll = by_type((await gm.look("/actions"))["commands"])["roll_initiative"]["command"]
    await gm.give(**_as_fields(roll))
    told = await gm.look("/actions")
    assert [one["combatant"] for one in told["combatants"]] == ["ann"]


def _as_fields(command: dict[str, Any]) -> dict[str, Any]:
    return {"type_" if name == "type" else name: value for name, value in command.items()}


async def test_a_player_of_many_is_told_of_whoever_is_up_first_and_whom_to_ask_for(gm: Seat) -> None:
    ana = await gm.seat("ana")
    names = [f"a{number}" for number in range(6)]
    for name in names:
        await gm.enter(name, side="party", controller="ana")
    await two_in_actions(gm)
    for number, name in enumerate(names):
        await gm.give("set_initiative", combatant=name, value=number)
    await gm.give("jump", combatant="a5")
    told = await ana.look("/actions")
    assert [one["combatant"] for one in told["combatants"]] == ["a5", "a0", "a1", "a2"]
    assert told["left_out"] == ["a3", "a4"]
    assert [one["combatant"] for one in (await ana.look("/actions", combatant="a4"))["combatants"]] == ["a4"]


async def test_a_spectator_may_write_a_note(gm: Seat) -> None:
    screen = await gm.seat("screen", kind="spectator")
    told = await screen.look("/actions")
    assert "note" in by_type(told["commands"])
    assert "combatants" not in told or told["combatants"] == []
