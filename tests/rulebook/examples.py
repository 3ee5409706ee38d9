"""Worked examples of unisystem's arithmetic: the rule, what is worked out, and what comes out."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.options import Options, settle
from engine.requests import D10, Dice
from engine.rulesets.unisystem import arithmetic, derived, dice, harm
from engine.rulesets.unisystem.armoury import ARMOURY, Armor, Weapon
from engine.rulesets.unisystem.sheet import Sheet, decode_sheet
from engine.rulesets.unisystem.sheet_form import Attributes
from engine.rulesets.unisystem.tables import BANDS, RULEBOOK
from events.play import Modifier

RANGES = (10, 30, 50, 100, 200)


def options(**given: object) -> Options:
    settled = settle(RULEBOOK, given)
    assert isinstance(settled, dict), settled
    return settled


def sheet(**given: int) -> Sheet:
    levels = {"strength": 2, "dexterity": 3, "constitution": 2, "intelligence": 3, "perception": 4, "willpower": 2}
    skills = {name: level for name, level in given.items() if name not in levels}
    attributes = {name: given.get(name, level) for name, level in levels.items()}
    return decode_sheet(msgspec.json.encode({"attributes": attributes, "skills": skills}))


def values(modifiers: tuple[Modifier, ...]) -> list[int]:
    return [modifier.value for modifier in modifiers]


def counts(*faces: int) -> int | None:
    counted = dice.read_open_d10(faces)
    return None if counted is None else sum(counted)


def loss(
    die: int, armor: int, weapon: str | Weapon, band: str | None = "short", level: int = 1, **given: object
) -> int:
    carried = ARMOURY.weapons[weapon] if isinstance(weapon, str) else weapon
    bonus = harm.good_hit_bonus(level, options(**given))
    blow = harm.Blow(carried, 2, band, bonus)
    stopped = (*harm.armor_ops(armor), *harm.past_armor(carried.damage_type, False, options(**given)))
    steps = harm.damage_steps(die + bonus, blow, (harm.multiplier_op(blow),), stopped, options(**given))
    return steps[-1].result


def armor_of_a_thing(armor: int) -> tuple[str, int]:
    blow = harm.Blow(arm("bullet", 5), 2)
    stopped = (*harm.armor_of_things(armor), *harm.past_armor("bullet", True, PLAIN))
    steps = harm.damage_steps(4, blow, (harm.multiplier_op(blow),), stopped, PLAIN)
    return steps[-1].rule, steps[-1].result


def arm(damage_type: str, multiplier: Any = 1, faces: int = 6) -> Weapon:
    return Weapon("arm", Dice(1, faces), multiplier, damage_type, "hand_weapon", built_strength=4)


def average_person(**more: object) -> Sheet:
    attributes = dict.fromkeys(Attributes.__struct_fields__, 2)
    return decode_sheet(msgspec.json.encode({"attributes": attributes, **more}))


def close(attacks: int, defenses: int, defending: bool, **given: object) -> list[int]:
    return values(arithmetic.close_combat_modifiers(attacks, defenses, defending, options(**given)))


def wins(attack: int, defense: int, **given: object) -> bool:
    return arithmetic.attack_wins(attack, defense, options(**given))


def aim(band: str, **given: object) -> list[int]:
    return values(arithmetic.range_modifiers(band, options(**given)))


def average(model: str) -> int:
    weapon = ARMOURY.weapons[model]
    assert isinstance(weapon.multiplier, int)
    return harm.average(weapon.dice) * weapon.multiplier


def thrown_armor(value: str, **given: object) -> int | None:
    return harm.fixed_armor(average_person(armor={"av": value}).armor, options(**given))


def injury(life: int, **given: object) -> list[int]:
    return values(harm.injury_modifiers(life, options(**given)))


PLAIN = options()
Example = tuple[str, Callable[[], object], object]

EXAMPLES: list[Example] = [
    ("UNI-DICE-1", lambda: dice.read_open_d10((10, 7)), (10, 2)),
    ("UNI-DICE-1", lambda: counts(10, 4), 10),
    ("UNI-DICE-1", lambda: dice.read_open_d10((10, 10, 8)), (10, 5, 3)),
    ("UNI-DICE-1", lambda: [counts(), counts(10), counts(10, 10), counts(7)], [None, None, None, 7]),
    ("UNI-DICE-2", lambda: [counts(1, face) for face in (10, 6, 5, 4, 3, 2)], [1, 1, 0, -1, -2, -3]),
    ("UNI-DICE-2", lambda: dice.read_open_d10((1, 4)), (1, -2)),
    ("UNI-DICE-3", lambda: dice.read_open_d10((1, 1, 8)), (1, -6, 0)),
    ("UNI-DICE-3", lambda: [counts(1, 1, 8), counts(1, 1, 3), counts(1, 1, 1, 8)], [-5, -7, -10]),
    ("UNI-DICE-3", lambda: [counts(1), counts(1, 1), counts(1, 1, 1)], [None, None, None]),
    ("UNI-DICE-4", lambda: [counts(10, 1), counts(1, 10), counts(10, 10, 1)], [10, 1, 15]),
    (
        "UNI-DICE-5",
        lambda: [dice.task_die(PLAIN), dice.task_die(options(open_ended_d10=False))],
        [dice.OPEN_D10, D10],
    ),
    ("UNI-DICE-6", lambda: [dice.plain(dice.OPEN_D10), dice.plain(Dice(2, 10))], [D10, Dice(2, 10)]),
    ("UNI-DICE-7", lambda: arithmetic.judge_task(8, (10, 2), 9).outcome, "failure"),
    ("UNI-DICE-7", lambda: arithmetic.judge_task(9, (1, 6), 9).outcome, "success"),
    ("UNI-TASK-1", lambda: [arithmetic.judge_task(t, (5,), 9).outcome for t in (8, 9)], ["failure", "success"]),
    ("UNI-TASK-1", lambda: values(arithmetic.task_modifiers(sheet(rifles=2), "dexterity", "rifles", PLAIN)), [3, 2]),
    ("UNI-TASK-2", lambda: values(arithmetic.task_modifiers(sheet(), "dexterity", "rifles", PLAIN)), [3, -2]),
    ("UNI-TASK-2", lambda: values(arithmetic.unskilled_modifiers("rifles", options(unskilled_modifier=0))), []),
    ("UNI-TEST-1", lambda: values(arithmetic.simple_test_modifiers(sheet(willpower=3), "willpower")), [6]),
    ("UNI-TEST-2", lambda: values(arithmetic.difficult_test_modifiers(sheet(), "perception")), [4]),
    ("UNI-TEST-3", lambda: values(arithmetic.two_attribute_test_modifiers(sheet(), "dexterity", "willpower")), [3, 2]),
    (
        "UNI-SL-1",
        lambda: [*map(arithmetic.success_level, (8, 9, 10, 11, 14, 15, 16, 17, 20, 21, 23, 24, 26, 27))],
        [0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8],
    ),
    ("UNI-SL-1", lambda: [*map(arithmetic.success_level, (-15, 29, 30, 32, 33))], [0, 8, 9, 9, 10]),
    (
        "UNI-PEN-1",
        lambda: values(arithmetic.add_up(arithmetic.shot_modifiers(3), arithmetic.light_modifiers("bad"))),
        [-2, -4],
    ),
    (
        "UNI-STAT-1",
        lambda: [derived.life_points(sheet()), derived.life_points(average_person(life_points=22))],
        [26, 22],
    ),
    (
        "UNI-STAT-2",
        lambda: [derived.endurance_points(sheet()), derived.endurance_points(average_person(endurance=0))],
        [23, 0],
    ),
    (
        "UNI-STAT-3",
        lambda: [derived.essence_points(sheet()), derived.essence_points(average_person(essence=18))],
        [16, 18],
    ),
    ("UNI-STAT-4", lambda: [derived.speed(sheet()), derived.speed(average_person(speed=9))], [10, 9]),
    ("UNI-ACT-1", lambda: values(arithmetic.extra_action_modifiers(1)), []),
    ("UNI-ACT-2", lambda: [values(arithmetic.extra_action_modifiers(n)) for n in (2, 3)], [[-2], [-4]]),
    ("UNI-CLOSE-1", lambda: [close(0, 0, False), close(1, 0, True), close(0, 1, False)], [[], [], []]),
    ("UNI-CLOSE-2", lambda: [close(1, 0, False), close(2, 0, False)], [[-2], [-4]]),
    ("UNI-CLOSE-3", lambda: [close(2, 1, True), close(2, 2, True)], [[-4], [-6]]),
    ("UNI-CLOSE-3", lambda: close(2, 1, True, close_combat_count="separate"), [-2]),
    ("UNI-SHOTS-1", lambda: [values(arithmetic.shot_modifiers(k)) for k in (1, 2, 3)], [[], [-1], [-2]]),
    ("UNI-DODGE-1", lambda: values(arithmetic.dodge_modifiers(sheet(dodge=2), PLAIN)), [3, 2]),
    ("UNI-DODGE-2", lambda: values(arithmetic.dodge_modifiers(sheet(), PLAIN)), [3]),
    ("UNI-RESIST-2", lambda: [wins(8, 3), wins(9, 8), wins(11, 10), wins(11, 12)], [False, True, True, False]),
    ("UNI-RESIST-3", lambda: [wins(11, 11), wins(11, 11, resisted_tie="attacker")], [False, True]),
    ("UNI-RANGE-2", lambda: [aim("point_blank"), loss(4, 0, "pistol-10mm", "point_blank")], [[1], 48]),
    ("UNI-RANGE-3", lambda: [aim("short"), loss(4, 0, "pistol-10mm", "short")], [[], 40]),
    ("UNI-RANGE-4", lambda: [aim("medium"), loss(4, 0, "pistol-10mm", "medium")], [[], 40]),
    ("UNI-RANGE-4", lambda: aim("medium", medium_range_modifier=-1), [-1]),
    ("UNI-RANGE-5", lambda: [aim("long"), loss(4, 0, "pistol-10mm", "long")], [[-3], 32]),
    ("UNI-RANGE-6", lambda: [aim("extreme"), loss(4, 0, "pistol-10mm", "extreme")], [[-6], 24]),
    ("UNI-RANGE-7", lambda: [arithmetic.band_at(d, RANGES) for d in (1, 20, 40, 99, 101)], list(BANDS)),
    (
        "UNI-RANGE-8",
        lambda: [arithmetic.band_at(d, RANGES) for d in (10, 11, 200, 201)],
        ["point_blank", "short", "extreme", None],
    ),
    ("UNI-RANGE-8", lambda: arithmetic.band_of_shot((), None, 60), "short"),
    ("UNI-RANGE-8", lambda: arithmetic.band_of_shot(RANGES, None, 60), "long"),
    (
        "UNI-RANGE-8",
        lambda: [arithmetic.band_of_shot(RANGES, "long", None), arithmetic.band_of_shot((), None, None)],
        ["long", "short"],
    ),
    ("UNI-RANGE-9", lambda: loss(4, 0, "pistol-22", "extreme"), 0),
    ("UNI-RANGE-9", lambda: loss(4, 0, "pistol-22", "extreme", multiplier_floor=1), 8),
    ("UNI-LIGHT-1", lambda: [values(arithmetic.light_modifiers(light)) for light in ("normal", "poor")], [[], [-1]]),
    ("UNI-LIGHT-2", lambda: values(arithmetic.light_modifiers("bad")), [-4]),
    ("UNI-LIGHT-3", lambda: [arithmetic.bare_die(light) for light in ("bad", "total_darkness")], [False, True]),
    ("UNI-LIGHT-4", lambda: [values(arithmetic.hearing_modifiers(total)) for total in (8, 12)], [[], [2]]),
    (
        "UNI-LIGHT-5",
        lambda: [arithmetic.strike_die(light, PLAIN) for light in ("bad", "total_darkness")],
        [dice.OPEN_D10, D10],
    ),
    ("UNI-DMG-1", lambda: loss(3, 0, arm("blunt", 5), None), 15),
    (
        "UNI-DMG-1",
        lambda: [
            loss(3, 0, arm("blunt", word), None) for word in ("strength", "strength-1", "strength+1", "built_strength")
        ],
        [6, 3, 9, 12],
    ),
    (
        "UNI-DMG-2",
        lambda: [harm.damage_is_thrown(PLAIN), harm.damage_is_thrown(options(damage_mode="average"))],
        [True, False],
    ),
    ("UNI-DMG-3", lambda: [harm.average(Dice(1, sides)) for sides in (4, 6, 8, 10, 12)], [2, 3, 4, 5, 6]),
    (
        "UNI-DMG-3",
        lambda: [average("pistol-22"), average("pistol-10mm"), harm.average(Dice(1, 8)) * 5, harm.average(Dice(1, 4))],
        [4, 15, 20, 2],
    ),
    ("UNI-DMG-4", lambda: loss(3, 0, arm("blunt", 5), None, level=6), 15),
    (
        "UNI-DMG-4",
        lambda: [loss(3, 0, arm("blunt", 5), None, level=level, success_damage_bonus=True) for level in (3, 4, 6, 8)],
        [15, 20, 30, 40],
    ),
    ("UNI-ARM-1", lambda: [harm.fixed_armor(Armor(8), PLAIN), loss(4, 8, arm("blunt", 5), None)], [8, 12]),
    (
        "UNI-ARM-1",
        lambda: [
            thrown_armor("d6*2"),
            thrown_armor("1d8", armor_mode="average"),
            thrown_armor("d6*2", armor_mode="average"),
        ],
        [None, 4, 6],
    ),
    (
        "UNI-ARM-2",
        lambda: [loss(4, 8, arm(kind, 5), None) for kind in ("bullet", "slash", "blunt", "fire", "explosive")],
        [24, 24, 12, 12, 12],
    ),
    (
        "UNI-ARM-3",
        lambda: [loss(4, 8, arm("stab", 5), None), loss(4, 8, arm("stab", 5), None, stab_doubling=True)],
        [12, 24],
    ),
    ("UNI-ARM-4", lambda: loss(3, 19, "pistol-10mm"), 0),
    (
        "UNI-INJ-1",
        lambda: [injury(6), injury(5, serious_injury_penalty="fixed_3"), injury(-9, serious_injury_penalty="fixed_1")],
        [[], [-3], [-1]],
    ),
    (
        "UNI-INJ-2",
        lambda: [injury(life) for life in (5, 4, 3, 2, 1, 0, -28)],
        [[-1], [-2], [-3], [-4], [-5], [-5], [-5]],
    ),
    ("UNI-INJ-3", lambda: [harm.goes_down(life) for life in (1, 0, -1)], [False, True, True]),
    (
        "UNI-INJ-4",
        lambda: [values(harm.consciousness_modifiers(sheet(), life)) for life in (0, -7, -28)],
        [[2, 2], [2, 2, -7], [2, 2, -28]],
    ),
    ("UNI-INJ-6", lambda: [harm.in_mortal_danger(life) for life in (-9, -10)], [False, True]),
    (
        "UNI-INJ-6",
        lambda: [values(harm.tens_below_zero_modifiers(life)) for life in (-9, -10, -19, -20, -28)],
        [[], [-1], [-1], [-2], [-2]],
    ),
    (
        "UNI-INJ-7",
        lambda: [values(harm.survival_modifiers(sheet(), -28, minutes)) for minutes in (0, 1)],
        [[2, 2, -2], [2, 2, -2, -1]],
    ),
    (
        "UNI-OBJ-4",
        lambda: [harm.things_take_it_once(PLAIN), harm.things_take_it_once(options(object_damage_doubling=True))],
        [True, False],
    ),
    ("UNI-OBJ-3", lambda: armor_of_a_thing(8), ("UNI-OBJ-3", 12)),
    ("UNI-AID-2", lambda: [harm.first_aid_heals(level, -12, 30) for level in (5, 6)], [5, 6]),
    ("UNI-AID-3", lambda: [harm.first_aid_heals(3, 29, 30), harm.first_aid_heals(3, 30, 30)], [1, 0]),
]
