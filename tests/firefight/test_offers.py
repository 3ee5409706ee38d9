"""What is offered to somebody under these rules can be done as it is offered."""

import msgspec

from engine.commands import Act, BeginCombat, SetInitiative
from engine.rulesets import RULESETS
from projections.audience import GM
from projections.legal import legal_actions
from tests.tables import MemoryTable

FIREFIGHT = RULESETS["firefight"]
ATTRIBUTES = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 3)
ARMS = {
    "ak": {"model": "assault-rifle-762"},
    "sword": {"model": "katana"},
    "grenade": {"model": "hand-grenade"},
}


def test_fire_blows_throws_and_aim_are_offered_as_acts_that_are_accepted() -> None:
    table = MemoryTable(FIREFIGHT)
    for name in ("ann", "bob"):
        table.enter(name, {"attributes": ATTRIBUTES, "weapons": ARMS, "life_points": 500}, side=name)
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=9))
    table.must(SetInitiative(combatant="bob", value=1))
    told = legal_actions(table.history, FIREFIGHT, "gm", GM.audience(table.state), "ann")
    assert told is not None
    offered = {one.kind: one for one in told.actions}
    assert set(offered) == set(FIREFIGHT.actions)
    assert offered["shoot"].act == {"kind": "shoot", "weapon": "ak", "target": "bob"}
    assert offered["throw"].act == {"kind": "throw", "weapon": "grenade", "target": "bob", "zone": "point_blank"}
    assert offered["roll_out"].refusal is not None
    for kind in ("shoot", "strike", "throw", "aim", "reload"):
        fresh = table.restarted()
        fresh.must(Act(combatant="ann", action=msgspec.Raw(msgspec.json.encode(offered[kind].act))))
