"""Fighters and dice for tests of the unisystem procedures."""

from typing import Any

from engine.commands import BeginCombat, GiveControl, RollInitiative
from engine.rulesets import RULESETS
from tests.tables import MemoryTable

UNISYSTEM = RULESETS["unisystem"]


class Faces:
    """A dice box that is emptied face by face; a test that asks for more fails."""

    def __init__(self) -> None:
        self.left: list[int] = []

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        """The next face."""
        assert self.left, f"no face is left for {address}"
        return self.left.pop(0)

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        """A commitment to nothing."""
        return "0" * 64

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        """A key of nothing."""
        return "0" * 64


def fighter(**more: Any) -> dict[str, Any]:
    """The sheet of somebody average who shoots and hits at total 6 + die."""
    sheet: dict[str, Any] = {
        "attributes": {
            "strength": 2,
            "dexterity": 3,
            "constitution": 2,
            "intelligence": 2,
            "perception": 2,
            "willpower": 2,
        },
        "skills": {"handguns": 3, "hand_weapon": 3, "dodge": 2, "first_aid": 2},
        "weapons": {
            "pistol": {"model": "pistol-10mm", "loaded": 12},
            "club": {"dice": "1d6", "multiplier": "strength", "damage_type": "blunt", "skill": "hand_weapon"},
        },
        "life_points": 100,
    }
    return {**sheet, **more}


def duel(ann_dice: str = "table", bob_dice: str = "table", **options: Any) -> tuple[MemoryTable, Faces]:
    """Ann, played by ana, is up before bob, played by ben; the faces left are those of the test."""
    faces = Faces()
    table = MemoryTable(UNISYSTEM, options, faces)
    table.seat("ana")
    table.seat("ben")
    table.enter("ann", fighter(), controller="ana")
    table.enter("bob", fighter(), controller="ben")
    table.must(BeginCombat())
    faces.left = [9, 2]
    table.must(RollInitiative())
    table.must(GiveControl(combatant="ann", seat="ana", dice=ann_dice))  # type: ignore[arg-type]
    table.must(GiveControl(combatant="bob", seat="ben", dice=bob_dice))  # type: ignore[arg-type]
    return table, faces
