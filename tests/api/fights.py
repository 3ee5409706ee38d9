"""Small fights for the tests: somebody to shoot, somebody who is asked how to defend."""

from typing import Any

from tests.api.people import Seat


async def two_in_actions(gm: Seat, *, reaction: str = "none", **bob: Any) -> None:
    """Ann is up and has a pistol, Bob is there; `reaction` is how Bob answers attacks."""
    await gm.enter("ann", side="party")
    await gm.enter("bob", side="foes", **bob)
    await gm.give("begin_combat", title="The warehouse")
    await gm.give("declare", combatant="bob", reaction=reaction)
    await gm.give("set_initiative", combatant="ann", value=20)
    await gm.give("set_initiative", combatant="bob", value=10)


async def shoot(gm: Seat, **more: Any) -> dict[str, Any]:
    """Ann shoots at Bob."""
    return await gm.give("act", combatant="ann", action={"kind": "shoot", "weapon": "pistol", "target": "bob"}, **more)
