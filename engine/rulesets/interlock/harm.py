"""Damage past armor and body as plain arithmetic, each step with its rule."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.options import Options, flag, number, word
from engine.procedures.calculation import Op, worked_out
from engine.registry import rule
from engine.rulesets.interlock.armoury import Layer
from engine.rulesets.interlock.tables import LOCATIONS, TABLES, for_body
from events.play import Modifier, Step

Modifiers = tuple[Modifier, ...]
Edge = Literal["", "edged", "monofilament"]
HEAD = "head"


class Stopped(msgspec.Struct, frozen=True):
    """What stands in the way of a hit: worn armor and cover, or a stated value; whether the round is made to pierce."""

    armor: int = 0
    cover: int = 0
    piercing: bool = False
    stated: int = 0


def past_armor(raw: int, rule_id: str, stopped: Stopped, options: Options) -> tuple[Step, ...]:
    """The way from the damage of a hit to what passes armor and cover."""
    ops = (Op("damage", "set", raw, rule_id), *not_below_zero(), *armor_ops(stopped), *_stopped_ops())
    steps = worked_out(ops)
    if not (stopped.piercing and piercing_counts(options)):
        return steps
    passed = steps[-1].result
    lost = passed - half(passed, options)
    return (*steps, Step("armor-piercing", "minus", lost, passed - lost, "INT-ARM-5")) if lost else steps


@rule("INT-HTH-18")
def not_below_zero() -> tuple[Op, ...]:
    """Damage is never negative, however weak the arm."""
    return (Op("least", "least", 0, "INT-HTH-18"),)


@rule("INT-ARM-1")
def armor_ops(stopped: Stopped) -> tuple[Op, ...]:
    """What armor and cover of the location take."""
    return tuple(
        Op(name, "minus", value, "INT-ARM-1")
        for name, value in (("armor", stopped.armor), ("cover", stopped.cover), ("stated", stopped.stated))
        if value
    )


@rule("INT-ARM-2")
def _stopped_ops() -> tuple[Op, ...]:
    return (Op("stopped", "least", 0, "INT-ARM-2"),)


def past_body(steps: tuple[Step, ...], body: int, options: Options) -> tuple[Step, ...]:
    """The way on to what the body takes of it: nothing where armor stopped it all."""
    passed = steps[-1].result
    if not passed:
        return steps
    reduction = btm(body)
    left = passed - reduction
    taken = (Step("body type", "minus", reduction, left, "INT-BTM-1"),) if reduction else ()
    least = least_past_armor(options)
    return (*steps, *taken, *((Step("least", "least", least, least, "INT-BTM-2"),) if left < least else ()))


@rule("INT-BTM-1", mutant=lambda body: 0)
@rule("INT-BTM-3", mutant=lambda body: 4 if body > 10 else 1 if body < 2 else for_body(TABLES.btm, body).value)
def btm(body: int) -> int:
    """What the body type takes from damage past armor."""
    return for_body(TABLES.btm, body).value


@rule("INT-BTM-2", mutant=lambda options: 1 - number(options, "btm_minimum"))
def least_past_armor(options: Options) -> int:
    """The least that damage past armor comes to."""
    return number(options, "btm_minimum")


def taken(steps: tuple[Step, ...], location: str | None) -> tuple[Step, ...]:
    """The way on to the wound points: doubled at the head."""
    factor = head_factor() if location == HEAD and steps[-1].result else 1
    if factor == 1:
        return steps
    return (*steps, Step("head", "times", factor, steps[-1].result * factor, "INT-HEAD-1"))


@rule("INT-HEAD-1", mutant=lambda: 1)
def head_factor() -> int:
    """What is left of a head hit after armor and BTM counts so many times."""
    return TABLES.head.factor


@rule("INT-HEAD-2", mutant=lambda location, undoubled, options: False)
def kills_at_once(location: str | None, undoubled: int, options: Options) -> bool:
    """Whether a hit is deadly: so many points on the head before doubling."""
    return location == HEAD and undoubled >= number(options, "head_kill_at")


# limbs


@rule("INT-LIMB-1", mutant=lambda points, options: False)
def takes_the_limb(points: int, options: Options) -> bool:
    """Whether so many points from a single attack take a limb."""
    return points >= number(options, "limb_loss_at")


@rule("INT-LIMB-3", mutant=lambda options: word(options, "single_attack_scope") != "per_attack")
def hits_add_up(options: Options) -> bool:
    """Whether the hits of one attack on a limb are added up; else each is compared alone."""
    return word(options, "single_attack_scope") == "per_attack"


def limb_is_lost(location: str, points: Sequence[int], options: Options) -> bool:
    """Whether so many points, of one hit or of several, take a location."""
    return LOCATIONS[location].limb and takes_the_limb(sum(points), options)


# armor


@rule("INT-ARM-7", mutant=lambda options: word(options, "half_rounding") != "up")
def rounds_up(options: Options) -> bool:
    """Whether armor and damage that an option divides are rounded up."""
    return word(options, "half_rounding") == "up"


def part(value: int, of: int, by: int, options: Options) -> int:
    """So many parts of a value, such as two thirds, rounded as the table has it."""
    return -(-value * of // by) if rounds_up(options) else value * of // by


def half(value: int, options: Options) -> int:
    """Half of armor or damage."""
    return part(value, 1, 2, options)


@rule("INT-ARM-5", mutant=lambda options: word(options, "ap_ammunition") == "off")
def piercing_counts(options: Options) -> bool:
    """Whether armor-piercing rounds are anything but ordinary ones."""
    return word(options, "ap_ammunition") != "off"


@rule("INT-ARM-6", mutant=lambda options: word(options, "edged_weapons") == "off")
def edges_count(options: Options) -> bool:
    """Whether edged weapons meet less armor."""
    return word(options, "edged_weapons") != "off"


def worn(layers: tuple[Layer, ...], ablated: int, edge: Edge, piercing: bool, options: Options) -> tuple[int, ...]:
    """The stopping power of each layer against such a weapon, from the inside out; what is worn down, from outside."""
    values: list[int] = []
    for layer in reversed(layers):
        gone = min(ablated, layer.sp)
        ablated -= gone
        values.insert(0, _against(Layer(layer.sp - gone, layer.kind), edge, piercing, options))
    return tuple(values)


def _against(layer: Layer, edge: Edge, piercing: bool, options: Options) -> int:
    value = layer.sp
    if piercing and piercing_counts(options):
        value = half(value, options)
    if not edge or not edges_count(options):
        return value
    if edge == "monofilament":
        return part(value, 1 if layer.kind == "soft" else 2, 3, options)
    return half(value, options) if layer.kind == "soft" else value


@rule("INT-ARM-3", mutant=lambda values, cover, options: Stopped(sum((0, *values)) + (cover and 5), cover))
def layered(values: tuple[int, ...], cover: int, options: Options) -> Stopped:
    """What worn layers and cover stop: one worn value and the cover, or all of them as one where the table layers."""
    if word(options, "armor_layering") == "off":
        return Stopped(max(values, default=0), cover)
    layers = [value for value in (*values, cover) if value][-MOST_LAYERS:]
    total = 0
    for value in layers:
        total = combined(total, value)
    return Stopped(total)


MOST_LAYERS = 3


def combined(inner: int, outer: int) -> int:
    """What two layers stop together: the larger value and a bonus by how much they differ."""
    if not inner or not outer:
        return max(inner, outer)
    bonus = [row.bonus for row in TABLES.layering if row.difference <= abs(inner - outer)][-1]
    return max(inner, outer) + bonus


@rule("INT-ARM-4", mutant=lambda options: not flag(options, "armor_ablation"))
def armor_wears_down(options: Options) -> bool:
    """Whether a hit that goes through lowers the armor of its location by one."""
    return flag(options, "armor_ablation")


# blows


@rule("INT-HTH-16")
@rule("INT-HTH-17", mutant=lambda body: (Modifier("INT-HTH-16", 2, "damage modifier"),) if body > 10 else ())
def damage_modifiers(body: int) -> Modifiers:
    """What the body type adds to the damage of blows."""
    row = for_body(TABLES.damage_modifier, body)
    return (Modifier(row.rule, row.value, "damage modifier"),) if row.value else ()
