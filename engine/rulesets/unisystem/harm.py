"""Damage, armor and wounds of classic Unisystem as plain arithmetic, each step with its rule."""

import msgspec

from engine.options import Options, flag, number, word
from engine.procedures.calculation import Op, worked_out
from engine.registry import rule
from engine.requests import Dice
from engine.rulesets.unisystem.arithmetic import Modifiers, two_attribute_test_modifiers
from engine.rulesets.unisystem.armoury import Armor, Weapon
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.tables import BANDS, DAMAGE_TYPES, TABLES, WOUNDS
from events.play import Modifier, Step

_STRENGTH = {"strength": 0, "strength-1": -1, "strength+1": 1}


class Blow(msgspec.Struct, frozen=True):
    """What one hit brings: the weapon, the strength behind it, a shot's range band, what a good hit put in the die."""

    weapon: Weapon
    strength: int
    band: str | None = None
    bonus: int = 0


# damage


@rule("UNI-DMG-3", mutant=lambda dice: dice.count * (dice.sides // 2 + 1) + dice.plus)
def average(dice: Dice) -> int:
    """What dice count where a table uses averages: 2 for a d4, 3 for a d6, 4, 5, 6 for d8, d10, d12."""
    return dice.count * ((dice.sides + 1) // 2) + dice.plus


@rule("UNI-DMG-2", mutant=lambda options: True)
def damage_is_thrown(options: Options) -> bool:
    """Whether damage dice are thrown; else they count their average and no die is asked for."""
    return word(options, "damage_mode") == "rolled"


@rule("UNI-ARM-1", mutant=lambda armor, options: 0)
def fixed_armor(armor: Armor, options: Options) -> int | None:
    """The Armor Value where it is a number or counts its average; None: it is thrown for every hit."""
    if isinstance(armor.value, int):
        return armor.value
    if word(options, "armor_mode") == "average":
        return average(armor.value.dice) * armor.value.times
    return None


def damage_steps(
    die: int, blow: Blow, multiplier: tuple[Op, ...], stopped: tuple[Op, ...], options: Options
) -> tuple[Step, ...]:
    """The way from what the damage die shows to the points lost, which are the result of the last step."""
    return worked_out((*multiplier, *_range_ops(blow, options), _die_op(die, blow, options), *stopped))


def past_armor(damage_type: str, against_thing: bool, options: Options) -> tuple[Op, ...]:
    """What happens to the part of the damage that armor does not stop."""
    once = against_thing and things_take_it_once(options)
    return (*nothing_below_zero(), *(() if once else _factor_ops(damage_type, options)))


def multiplier_op(blow: Blow) -> Op:
    """The damage multiplier before range."""
    return Op("multiplier", "set", base_multiplier(blow), "UNI-DMG-1")


@rule("UNI-DMG-1", mutant=lambda blow: 1)
def base_multiplier(blow: Blow) -> int:
    """The damage multiplier of a weapon in these hands, before range."""
    multiplier = blow.weapon.multiplier
    if isinstance(multiplier, int):
        return multiplier
    if multiplier == "built_strength":
        return blow.weapon.built_strength or 0
    return max(0, blow.strength + _STRENGTH[multiplier])


def _range_ops(blow: Blow, options: Options) -> tuple[Op, ...]:
    return (*_band_ops(blow), *_multiplier_floor(options)) if blow.band else ()


@rule("UNI-RANGE-2", "UNI-RANGE-5", "UNI-RANGE-6")
def _band_ops(blow: Blow) -> tuple[Op, ...]:
    row = BANDS[blow.band or "short"]
    return (Op(f"range {row.band}", "plus", row.multiplier, row.rule),) if row.multiplier else ()


@rule(
    "UNI-RANGE-9",
    mutant=lambda options: (Op("floor", "least", 1 - number(options, "multiplier_floor"), "-"),),
)
def _multiplier_floor(options: Options) -> tuple[Op, ...]:
    return (Op("floor", "least", number(options, "multiplier_floor"), "UNI-RANGE-9"),)


def _die_op(die: int, blow: Blow, options: Options) -> Op:
    counted = "UNI-DMG-1" if damage_is_thrown(options) else "UNI-DMG-3"
    return Op("die", "times", die, "UNI-DMG-4" if blow.bonus else counted)


@rule("UNI-DMG-4", mutant=lambda options: not flag(options, "success_damage_bonus"))
def good_hits_count(options: Options) -> bool:
    """Whether good hits add to the damage die, which they do only if the table wants it."""
    return flag(options, "success_damage_bonus")


@rule("UNI-DMG-4", mutant=lambda success_level, options: 0)
def good_hit_bonus(success_level: int, options: Options) -> int:
    """What a good hit adds to the damage die where good hits count."""
    if not good_hits_count(options):
        return 0
    return max(0, success_level - TABLES.good_hit.from_level + 1)


@rule("UNI-ARM-1")
def armor_ops(armor: int) -> tuple[Op, ...]:
    """What worn armor takes off."""
    return (Op("armor", "minus", armor, "UNI-ARM-1"),) if armor else ()


@rule("UNI-OBJ-3")
def armor_of_things(armor: int) -> tuple[Op, ...]:
    """What the armor of a thing takes off."""
    return (Op("armor", "minus", armor, "UNI-OBJ-3"),) if armor else ()


@rule("UNI-ARM-4")
def nothing_below_zero() -> tuple[Op, ...]:
    """Armor never turns damage negative."""
    return (Op("stopped", "least", 0, "UNI-ARM-4"),)


@rule("UNI-ARM-2")
@rule("UNI-ARM-3", mutant=lambda damage_type, options: (Op("factor", "times", 2, "UNI-ARM-3"),))
def _factor_ops(damage_type: str, options: Options) -> tuple[Op, ...]:
    row = DAMAGE_TYPES[damage_type]
    factor = 2 if damage_type == "stab" and flag(options, "stab_doubling") else row.factor
    return (Op("factor", "times", factor, row.rule),) if factor != 1 else ()


@rule("UNI-OBJ-4", mutant=lambda options: False)
def things_take_it_once(options: Options) -> bool:
    """Whether things take what passes their armor once, whatever the damage type."""
    return not flag(options, "object_damage_doubling")


# wounds


@rule("UNI-INJ-1")
@rule("UNI-INJ-2", mutant=lambda life, options: (Modifier("UNI-INJ-1", -1),) if life <= 5 else ())
def injury_modifiers(life: int, options: Options) -> Modifiers:
    """What being seriously hurt takes from every action, but not from Consciousness and Survival Tests."""
    threshold = WOUNDS["seriously-hurt"].at_most
    if life > threshold:
        return ()
    penalty = word(options, "serious_injury_penalty")
    if penalty == "scaled":
        return (Modifier("UNI-INJ-2", max(TABLES.injury.worst, life - threshold - 1), "seriously hurt"),)
    return (Modifier("UNI-INJ-1", -int(penalty.removeprefix("fixed_")), "seriously hurt"),)


@rule("UNI-INJ-3", mutant=lambda life: life < 0)
def goes_down(life: int) -> bool:
    """Whether so few Life Points knock a character down and stun them."""
    return life <= WOUNDS["down"].at_most


@rule("UNI-INJ-6", mutant=lambda life: life < 0)
def in_mortal_danger(life: int) -> bool:
    """Whether so few Life Points call for Survival Tests."""
    return life <= WOUNDS["dying"].at_most


def consciousness_modifiers(sheet: Sheet, life: int) -> Modifiers:
    """What a Consciousness Test adds to the die (UNI-TEST-3, UNI-INJ-4)."""
    return (*two_attribute_test_modifiers(sheet, "constitution", "willpower"), *below_zero_modifiers(life))


def survival_modifiers(sheet: Sheet, life: int, minutes: int) -> Modifiers:
    """What a Survival Test adds to the die after so many minutes (UNI-TEST-3, UNI-INJ-6, UNI-INJ-7)."""
    attributes = two_attribute_test_modifiers(sheet, "constitution", "willpower")
    return (*attributes, *tens_below_zero_modifiers(life), *minutes_dying_modifiers(minutes))


@rule("UNI-INJ-4")
def below_zero_modifiers(life: int) -> Modifiers:
    """What Life Points below zero take from a Consciousness Test: one each."""
    return (Modifier("UNI-INJ-4", life, "below zero"),) if life < 0 else ()


@rule("UNI-INJ-6")
def tens_below_zero_modifiers(life: int) -> Modifiers:
    """What Life Points below zero take from a Survival Test: one for each full ten."""
    tens = max(0, -life) // TABLES.survival.points
    return (Modifier("UNI-INJ-6", -tens, "for each ten below zero"),) if tens else ()


@rule("UNI-INJ-7")
def minutes_dying_modifiers(minutes: int) -> Modifiers:
    """What each minute without First Aid takes from a Survival Test."""
    return (Modifier("UNI-INJ-7", -minutes, "minutes dying"),) if minutes else ()


@rule("UNI-AID-2", mutant=lambda success_level, life, full: 0)
@rule("UNI-AID-3", mutant=lambda success_level, life, full: success_level)
def first_aid_heals(success_level: int, life: int, full: int) -> int:
    """The Life Points that successful First Aid gives back: its Success Level, but none above the maximum."""
    return max(0, min(success_level, full - life))


def wound_state(life: int, full: int) -> str:
    """The word for how somebody alive fares: unhurt, hurt, seriously-hurt, down or dying."""
    states = [row.state for row in TABLES.wound if life <= row.at_most]
    return states[-1] if states else "hurt" if life < full else "unhurt"
