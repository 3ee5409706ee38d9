"""Cyberpunk 2020 by hand: what hits come to and the saves they ask for, worked out apart from the engine."""

from collections.abc import Sequence

import msgspec

BANDS = {
    "handgun": (1, 12, 25, 50, 100),
    "shotgun": (1, 12, 25, 50, 100),
    "smg": (1, 35, 75, 150, 300),
    "rifle": (1, 100, 200, 400, 800),
}
"""Metres to which each band reaches, by class."""
DIFFICULTIES = (10, 15, 20, 25, 30)
LOCATIONS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
LIMBS = LOCATIONS[2:]
FACES = dict(zip(range(1, 11), ("head", *["torso"] * 3, "right_arm", "left_arm", *["right_leg"] * 2, *["left_leg"] * 2),
                 strict=True))  # fmt: skip
"""Where each face of the location die hits."""


def difficulty(kind: str, metres: int) -> int:
    """What a shot must reach at this distance."""
    return next(hard for hard, end in zip(DIFFICULTIES, BANDS[kind], strict=True) if metres <= end)


def btm(body: int) -> int:
    """What a body type takes from damage past armor."""
    return next(less for most, less in ((2, 0), (4, 1), (7, 2), (9, 3), (10, 4), (20, 5)) if body <= most)


def damage_modifier(body: int) -> int:
    """What a body type adds to blows."""
    table = ((2, -2), (4, -1), (7, 0), (9, 1), (10, 2), (12, 4), (14, 6), (20, 8))
    return next(more for most, more in table if body <= most)


class Save(msgspec.Struct, frozen=True):
    """A save that is asked for, and the number it must stay under."""

    purpose: str
    target: int


class Hurt(msgspec.Struct, frozen=True):
    """What the hits of one attack on somebody unhurt come to, with every save thrown as a one."""

    points: tuple[int, ...]
    lost: tuple[str, ...]
    dead: bool
    saves: tuple[Save, ...]
    faces: tuple[int, ...]
    """The dice: for each hit location and damage, then the saves."""


def taken(damage: int, stopped: int, body: int) -> int:
    """What is left of a hit past armor and body, before doubling."""
    past = max(0, damage - stopped)
    return max(1, past - btm(body)) if past else 0


def hits(
    damages: Sequence[int], dice: Sequence[int], armor: int, body: int, called: str | None, thrown: Sequence[int]
) -> Hurt:
    """Several hits of one roll: `damages` with the faces of their `dice`, and the location faces that are `thrown`."""
    locations, faces = iter(thrown), list[int]()
    points, lost, killed = list[int](), list[str](), False
    for damage, face in zip(damages, dice, strict=True):
        where = called
        while where is None or (called is None and where in lost):
            faces.append(next(locations))
            where = FACES[faces[-1]]
        faces.append(face)
        left = taken(damage, armor, body)
        points.append(left * 2 if where == "head" else left)
        killed = killed or (where == "head" and left >= 8)
        if where in LIMBS and left >= 9 and where not in lost:
            lost.append(where)
    total = sum(points)
    dead = killed or total > 40
    saves = () if dead or not total else saves_for(total, body, len(lost))
    return Hurt(tuple(points), tuple(lost), dead, saves, (*faces, *(1 for _ in saves)))


def saves_for(total: int, body: int, limbs: int) -> tuple[Save, ...]:
    """The saves that so many points ask for, until one of them dooms."""
    level = (total - 1) // 4
    due = [Save("death_save", body)] * limbs
    if level >= 3:
        due.append(Save("death_save", body - (level - 3)))
    asked: list[Save] = []
    for save in due:
        asked.append(save)
        if save.target <= 1:
            return tuple(asked)
    return (*asked, Save("stun_save", body - level))
