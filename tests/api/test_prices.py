"""What an act costs, told with what may be done: by the procedure that charges it when it is done."""

from typing import Any

from httpx import AsyncClient

from tests.api.big_fights import STYLES
from tests.api.fights import shoot, two_in_actions
from tests.api.people import FIGHTER, Seat, open_table


async def priced(seat: Seat, combatant: str, kind: str) -> dict[str, Any]:
    told = (await seat.look("/actions", combatant=combatant, prices=True))["combatants"][0]["actions"]
    found: dict[str, Any] = next(one for one in told if one["kind"] == kind)
    return found


PISTOL = {**FIGHTER["weapons"]["pistol"], "capacity": 9}


async def test_a_shot_costs_the_rounds_that_it_takes_and_counts_as_an_action(gm: Seat) -> None:
    await two_in_actions(gm)
    await gm.give("change_sheet", combatant="ann", sheet={**FIGHTER, "weapons": {"pistol": PISTOL}})
    told = await priced(gm, "ann", "shoot")
    assert told["price"]["ammo"] == {"pistol": [1, 1]}
    assert told["price"]["counts"]["actions"] == [1, 1]
    before = await gm.look()
    await shoot(gm)
    after = await gm.look()
    rounds = [
        next(one for one in view["combatants"] if one["id"] == "ann")["ammo"]["pistol"] for view in (before, after)
    ]
    assert rounds[0] - rounds[1] == 1
    again = await priced(gm, "ann", "shoot")
    assert again["price"]["ammo"] == {"pistol": [1, 1]}


async def test_the_odds_tell_what_is_added_to_the_roll_of_a_further_action(gm: Seat) -> None:
    await two_in_actions(gm)
    action = {"kind": "shoot", "weapon": "pistol", "target": "bob"}
    asked = {"combatant": "ann", "action": action}
    first = (await gm.client.post(f"/v1/tables/{gm.table}/odds", json=asked, headers=gm.headers)).json()
    await shoot(gm)
    second = (await gm.client.post(f"/v1/tables/{gm.table}/odds", json=asked, headers=gm.headers)).json()
    added = [{one["note"]: one["value"] for one in told["cost"]["modifiers"]["strike"]} for told in (first, second)]
    assert sum(added[1].values()) < sum(added[0].values())
    assert set(added[1]) - set(added[0])


async def test_nothing_is_priced_where_nobody_asks(gm: Seat) -> None:
    await two_in_actions(gm)
    told = (await gm.look("/actions", combatant="ann"))["combatants"][0]["actions"]
    assert all("price" not in one for one in told)
    assert all("prices" not in field for one in told for field in one["fields"])


async def test_each_mode_of_fire_has_a_price_of_its_own(client: AsyncClient) -> None:
    gm = await open_table(client, ruleset="interlock")
    for name, side in (("ann", "party"), ("bob", "foes")):
        await gm.give(
            "enter_combatant", combatant=name, name=name.title(), side=side, sheet=STYLES["interlock"].players["max"]
        )
    await gm.give("begin_combat")
    await gm.give("next_turn")
    for name, value in (("ann", 20), ("bob", 10)):
        await gm.give("set_initiative", combatant=name, value=value)
    fields = (await priced(gm, "ann", "fire"))["fields"]
    prices = next(one for one in fields if one["name"] == "mode")["prices"]
    assert (
        prices["single"]["ammo"]["smg"][0] < prices["burst"]["ammo"]["smg"][0] < prices["full_auto"]["ammo"]["smg"][0]
    )
