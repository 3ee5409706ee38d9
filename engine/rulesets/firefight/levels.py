"""Damage of these rules as plain arithmetic: multiplier by success, fixed armor, levels past it, crippling."""

from engine.options import Options, flag, word
from engine.procedures.calculation import Op
from engine.registry import rule
from engine.requests import Total
from engine.rulesets.firefight.ammunition import ARMOR_PIERCING
from engine.rulesets.firefight.armoury import FireArmor
from engine.rulesets.firefight.attack import FireAttack
from engine.rulesets.firefight.tables import CALLED_SHOTS, DAMAGE_LEVELS, TABLES
from engine.rulesets.unisystem.arithmetic import target_number
from engine.rulesets.unisystem.attack import Attack, Good
from engine.rulesets.unisystem.harm import (
    Blow,
    average,
    base_multiplier,
    nothing_below_zero,
    things_take_it_once,
)

VOLLEYS = ("burst", "rock_and_roll")

# what the total of a strike brings


@rule("FIRE-HIT-1", mutant=lambda: target_number() - 1)
def strike_number() -> int:
    """What an attack must reach to hit."""
    return target_number()


@rule("FIRE-DMG-2", mutant=lambda total: 0)
def multiplier_gain(total: int) -> int:
    """What a good hit adds to the multiplier."""
    return TABLES.multiplier_gain.of(total)


@rule("FIRE-HIT-2", mutant=lambda attack, strike, options: Good(0, multiplier_gain(strike.total + 4), attack.hits))
def good(attack: Attack, strike: Total, options: Options) -> Good:
    """What the final total brings: hits of a burst, or points on the multiplier of a single attack."""
    assert isinstance(attack, FireAttack)
    if attack.mode not in VOLLEYS:
        return Good(on_multiplier=multiplier_gain(strike.total), hits=attack.hits)
    gain = multiplier_gain(strike.total) if bursts_gain(options) else 0
    return Good(on_multiplier=gain, hits=each_with_its_die(burst_hits(strike.total, attack.rounds)))


@rule("FIRE-BURST-2", "FIRE-AUTO-1", mutant=lambda total, rounds: 1)
def burst_hits(total: int, rounds: int) -> int:
    """The hits of a burst, or of rock and roll, that succeeds."""
    return min(rounds, TABLES.burst_hits.of(total))


@rule("FIRE-BURST-3", mutant=lambda hits: min(1, hits))
def each_with_its_die(hits: int) -> int:
    """The hits of a burst that do damage, each with a die of its own and against armor for itself: all of them."""
    return hits


@rule("FIRE-BURST-6", mutant=lambda options: not flag(options, "burst_multiplier_gain"))
def bursts_gain(options: Options) -> bool:
    """Whether a high total of a burst raises the multiplier too."""
    return flag(options, "burst_multiplier_gain")


# the multiplier


@rule("FIRE-DMG-1", mutant=lambda blow: Op("multiplier", "set", 1, "FIRE-DMG-1"))
def multiplier(blow: Blow) -> Op:
    """The multiplier of a weapon in these hands."""
    match blow.weapon.multiplier:
        case int(listed):
            return Op("multiplier", "set", listed, "FIRE-DMG-1")
        case "built_strength":
            return Op("built strength", "set", built_strength(blow), "FIRE-XBOW-1")
        case _:
            return Op("strength", "set", strength_multiplier(blow), "FIRE-DMG-5")


@rule("FIRE-XBOW-1", mutant=lambda blow: blow.strength)
def built_strength(blow: Blow) -> int:
    """The strength a crossbow was made for, whoever uses it."""
    return base_multiplier(blow)


@rule("FIRE-DMG-5", mutant=lambda blow: 1)
@rule("FIRE-DMG-6", mutant=lambda blow: max(1, base_multiplier(blow)))
def strength_multiplier(blow: Blow) -> int:
    """The strength behind a hand weapon, a thrown one or a bow, one more or less as listed; never below 0."""
    return base_multiplier(blow)


@rule("FIRE-DMG-3")
def better_multiplier(by: int) -> tuple[Op, ...]:
    """The gain of this one attack, added before the die is multiplied."""
    return (Op("good hit", "plus", by, "FIRE-DMG-2"),) if by else ()


# armor


def armor_ops(armor: FireArmor, shield: FireArmor | None, attack: FireAttack, options: Options) -> tuple[Op, ...]:
    """What worn armor and a shield take off, each for itself."""
    worn = _piece("armor", armor, "FIRE-ARM-1", attack, options) if _faces(armor, attack) else ()
    held = _piece("shield", shield, "FIRE-ARM-4", attack, options) if shield and _faces(shield, attack) else ()
    return (*worn, *held_with_armor(held))


@rule("FIRE-ARM-4")
def held_with_armor(held: tuple[Op, ...]) -> tuple[Op, ...]:
    """The shield is a second subtraction on top of worn armor."""
    return held


@rule("FIRE-ARM-3", mutant=lambda armor, attack: True)
def _faces(armor: FireArmor, attack: FireAttack) -> bool:
    return not armor.front_only or (attack.side == "front" and shot_or_blast(attack))


def shot_or_blast(attack: FireAttack) -> bool:
    """Whether a shield stops it: it protects from shots, and from what a blast throws, not from blows."""
    return attack.band is not None or attack.arm.sort == "explosive"


def _piece(step: str, armor: FireArmor, rule_id: str, attack: FireAttack, options: Options) -> tuple[Op, ...]:
    value, because = counted(armor, attack, options)
    return (Op(step, "minus", value, because or rule_id),) if value else ()


def counted(armor: FireArmor, attack: FireAttack, options: Options) -> tuple[int, str]:
    """What a piece of armor counts against an attack, and the rule that makes it count otherwise than it says."""
    value = fixed_value(armor)
    damage_type = attack.weapon.damage_type
    if damage_type == "fire":
        return against_fire(value, armor), "FIRE-BURN-3"
    if damage_type == "explosive" and not sealed(armor):
        return against_blast(value, options), "FIRE-BLAST-2"
    if damage_type == ARMOR_PIERCING and pierces(options):
        return half(value, options), "FIRE-AP-1"
    return value, ""


@rule("FIRE-ARM-1", mutant=lambda armor: 0)
@rule("FIRE-ARM-2", mutant=lambda armor: 1)
def fixed_value(armor: FireArmor) -> int:
    """The Armor Value; armor of dice counts its average and is never rolled."""
    if isinstance(armor.value, int):
        return armor.value
    return average(armor.value.dice) * armor.value.times


@rule("FIRE-BURN-3", mutant=lambda value, armor: value)
def against_fire(value: int, armor: FireArmor) -> int:
    """Armor gives nothing against fire unless it is made to resist heat."""
    return value if armor.heat_resistant else 0


@rule("FIRE-BLAST-2", mutant=lambda value, options: value)
def against_blast(value: int, options: Options) -> int:
    """Armor gives half against explosions."""
    return half(value, options)


@rule("FIRE-BLAST-3", mutant=lambda armor: False)
def sealed(armor: FireArmor) -> bool:
    """Whether it is a sealed, pressurised bomb squad suit, which keeps its protection."""
    return armor.sealed_bomb_suit


@rule("FIRE-AP-1", mutant=lambda options: word(options, "ap_ammo_effect") == "none")
def pierces(options: Options) -> bool:
    """Whether armor-piercing ammunition has an effect of its own at this table."""
    return word(options, "ap_ammo_effect") == "half_armor_factor_1"


@rule("FIRE-ARM-5", mutant=lambda value, options: value)
def half(value: int, options: Options) -> int:
    """Half the protection of one piece, rounded as the table wants it."""
    return (value + 1) // 2 if word(options, "half_armor_rounding") == "up" else value // 2


# past the armor


def level_ops(attack: FireAttack, options: Options) -> tuple[Op, ...]:
    """The level of an attack as a factor on what passes armor."""
    damage_type = attack.weapon.damage_type
    base, because = base_level(damage_type, options)
    more, of_the_part = levels_for(attack.location, damage_type)
    factor = raised(base, more)
    return (Op("level", "times", factor, of_the_part if more else because),) if factor != 1 else ()


@rule("FIRE-LEVEL-1", mutant=lambda damage_type, options: (1, "-"))
@rule("FIRE-LEVEL-3", mutant=lambda damage_type, options: (2, "-"))
def base_level(damage_type: str, options: Options) -> tuple[int, str]:
    """The factor of a damage type, and its rule."""
    if damage_type == ARMOR_PIERCING and not pierces(options):
        damage_type = "bullet"
    row = DAMAGE_LEVELS[damage_type]
    return row.factor, row.rule


@rule("FIRE-LEVEL-4", "FIRE-LEVEL-5", mutant=lambda location, damage_type: (0, ""))
def levels_for(location: str | None, damage_type: str) -> tuple[int, str]:
    """The levels that a body part adds, and their rule."""
    row = CALLED_SHOTS.get(location or "")
    return (row.levels.get(DAMAGE_LEVELS[damage_type].column, 0), row.level_rule) if row is not None else (0, "")


@rule("FIRE-LEVEL-2", mutant=lambda factor, levels: factor * (1 + levels))
def raised(factor: int, levels: int) -> int:
    """A factor so many levels up: one more for each."""
    return factor + levels


def _level_before_armor(attack: Attack, against_thing: bool, options: Options) -> tuple[Op, ...]:
    return nothing_below_zero()


@rule("FIRE-DMG-4", mutant=_level_before_armor)
def past_armor(attack: Attack, against_thing: bool, options: Options) -> tuple[Op, ...]:
    """What armor has not stopped, times the level."""
    assert isinstance(attack, FireAttack)
    once = against_thing and things_take_it_once(options)
    return (*nothing_below_zero(), *(() if once else level_ops(attack, options)))


@rule("FIRE-CRIP-1", "FIRE-CRIP-2", mutant=lambda location, lost, full: None)
@rule("FIRE-CRIP-3", mutant=lambda location, lost, full: "FIRE-CRIP-3" if location and lost else None)
def crippling_rule(location: str | None, lost: int, full: int) -> str | None:
    """The rule by which so many Life Points lost through one attack cripple a body part; None: they do not."""
    row = CALLED_SHOTS.get(location or "")
    if row is None or not row.cripples or lost * row.cripples <= full:
        return None
    return row.cripple_rule
