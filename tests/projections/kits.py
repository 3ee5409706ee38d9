"""What the people of two tables that look alike have and do, by rule set.

What somebody unseen does has to look alike at both tables however the rules count it: `hardest` is the most that a
blow of theirs shows on its die, `sure` what a referee adds so that it hits. Where the rules are `graded`, a better
total does more damage: another may strike in place of the first only while nothing tells the two apart, and the
`bonuses` that an enemy has at either table are alike. `wounded` is what one point does to the pool that
counts wounds, from `mortal` on (0: never) they are mended.
"""

from typing import Any, Final

import msgspec

from engine.ruleset import RuleSet
from engine.rulesets import RULESETS

UNISYSTEM: Final = RULESETS["unisystem"]
ALL_SIX: Final = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")


def sheet(level: int = 2, **more: Any) -> msgspec.Raw:
    """A sheet with all six attributes alike."""
    return msgspec.Raw(msgspec.json.encode({"attributes": dict.fromkeys(ALL_SIX, level), **more}))


def gun(loaded: int = 300, multiplier: int = 2) -> dict[str, Any]:
    """A firearm of its own make."""
    return {
        "dice": "1d6",
        "multiplier": multiplier,
        "damage_type": "bullet",
        "skill": "handguns",
        "capacity": 500,
        "loaded": loaded,
    }


def club(multiplier: int = 1) -> dict[str, Any]:
    """Something to strike with whose damage die can show anything up to a hundred."""
    return {"dice": "1d100", "multiplier": multiplier, "damage_type": "blunt", "skill": "hand_weapon"}


class Kit(msgspec.Struct, frozen=True, kw_only=True):
    """Sheets and acts under unisystem, and under rules that build on it."""

    ruleset: RuleSet = UNISYSTEM
    pool: str = "life"
    wounded: int = -1
    beam: str = "1d6*2"
    shot: dict[str, Any]
    snap: dict[str, Any]
    aimed: dict[str, Any]
    blow: dict[str, Any]
    claw: dict[str, Any]
    dodge: dict[str, Any]
    task: dict[str, Any]
    sure: int = 0
    mortal: int = 0
    hardest: int = 25
    graded: bool = False
    bonuses: tuple[int, int] = (200, 250)

    def hero(self) -> msgspec.Raw:
        """One of those whom players play."""
        skills, weapons = {"handguns": 3, "hand_weapon": 3, "dodge": 2}, {"pistol": gun(), "club": club()}
        return sheet(3, skills=skills, life_points=40, weapons=weapons)

    def enemy(self, loaded: int, secret: int) -> msgspec.Raw:
        """An enemy in sight, with rounds and other things on the sheet that nobody knows."""
        weapons = {"pistol": gun(loaded), "club": club(), f"spare{secret}": club(secret)}
        skills = {"handguns": 2, "swimming": secret}
        return sheet(2, skills=skills, life_points=30, essence=secret, weapons=weapons)

    def unseen(self) -> msgspec.Raw:
        """Somebody whom only the GM sees."""
        return sheet(5, skills={"hand_weapon": 9}, life_points=50, weapons={"claws": club()})

    def newcomer(self) -> msgspec.Raw:
        """Somebody whom a player would like to bring in."""
        return sheet()


class InterlockKit(Kit, frozen=True):
    """The same under interlock: stats, wounds that are counted upwards, blows at a location.

    Whoever is stunned or mortally wounded throws a save on coming up, under the id of the command that brought them up,
    and which one that was tells whether somebody unseen was up before, which may be told. So all have the best body,
    mortal wounds are mended at once, and the unseen come last.
    """

    def hero(self) -> msgspec.Raw:
        return self._sheet(7, {"handgun": 4, "melee": 4, "first_aid": 3}, pistol=self._pistol(300), club=self._club())

    def enemy(self, loaded: int, secret: int) -> msgspec.Raw:
        spare = {f"spare{secret}": self._club()}
        skills = {"handgun": 3, "swimming": secret}
        return self._sheet(6, skills, 10, pistol=self._pistol(loaded), club=self._club(), **spare)

    def unseen(self) -> msgspec.Raw:
        claws = {"class": "handgun", "damage": "1d100", "rof": 100, "magazine": 500, "loaded": 500}
        return self._sheet(1, {"handgun": 9}, 0, claws=claws)

    def newcomer(self) -> msgspec.Raw:
        return self._sheet(5, {})

    @staticmethod
    def _sheet(level: int, skills: dict[str, int], awareness: int = 10, **weapons: Any) -> msgspec.Raw:
        stats = dict.fromkeys(("ref", "int", "cool", "bt", "ma", "tech"), level)
        stats["bt"] = 20
        first = {"combat_awareness": awareness, "kerenzikov": 3 if awareness else 0}
        form = {"stats": stats, "skills": skills, "weapons": weapons, "initiative": first}
        return msgspec.Raw(msgspec.json.encode(form))

    @staticmethod
    def _pistol(loaded: int) -> dict[str, Any]:
        return {"class": "handgun", "damage": "1d6+1", "rof": 3, "magazine": 500, "loaded": loaded}

    @staticmethod
    def _club() -> dict[str, Any]:
        return {"class": "melee", "damage": "1d6", "structure": 20}


_ACTS: Final[dict[str, Any]] = {
    "shot": {"kind": "shoot", "weapon": "pistol", "range": "short"},
    "snap": {"kind": "shoot", "weapon": "pistol", "range": "close"},
    "aimed": {"kind": "shoot", "weapon": "pistol", "defense": "none"},
    "blow": {"kind": "strike", "weapon": "club"},
    "claw": {"kind": "strike", "weapon": "claws", "defense": "none"},
    "dodge": {"kind": "dodge"},
    "task": {"kind": "task", "attribute": "dexterity"},
}

KITS: Final[dict[str, Kit]] = {
    "unisystem": Kit(**_ACTS),
    "firefight": Kit(
        ruleset=RULESETS["firefight"],
        **{**_ACTS, "snap": {"kind": "shoot", "weapon": "pistol", "range": "point_blank"}},
        hardest=6,
        graded=True,
        bonuses=(20, 20),
    ),
    "interlock": InterlockKit(
        ruleset=RULESETS["interlock"],
        pool="wounds",
        wounded=1,
        beam="1d6+2",
        shot={"kind": "fire", "weapon": "pistol", "range": "close"},
        snap={"kind": "fire", "weapon": "pistol", "range": "point_blank"},
        aimed={"kind": "fire", "weapon": "pistol", "range": "close", "location": "torso"},
        blow={"kind": "melee", "weapon": "club"},
        claw={"kind": "fire", "weapon": "claws", "range": "close", "location": "torso"},
        dodge={"kind": "melee", "maneuver": "dodge"},
        task={"kind": "task", "stat": "ref"},
        sure=200,
        mortal=13,
        hardest=14,
    ),
}
