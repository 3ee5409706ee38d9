"""Classic Unisystem as the machinery meets it: one value that says how these rules differ."""

from collections.abc import Mapping
from typing import Final

from engine.context import Context
from engine.procedures.standing import STRUCTURE
from engine.ruleset import Entrance, RuleSet
from engine.rulesets.unisystem import hazards
from engine.rulesets.unisystem.actions import FROZE, KINDS, attack_of, volley
from engine.rulesets.unisystem.arithmetic import attack_wins, dodge_modifiers, target_number
from engine.rulesets.unisystem.armoury import WEAPON_ROWS
from engine.rulesets.unisystem.checks import against_declaration, against_rounds, full_loads, only_dodges
from engine.rulesets.unisystem.close_combat import blow_takes
from engine.rulesets.unisystem.counters import lasts
from engine.rulesets.unisystem.damage import armor_value, damage_pool, nothing_follows
from engine.rulesets.unisystem.defense import (
    REACTIONS,
    close_defense,
    possible_defenses,
    ranged_dodge,
    standing_defense,
)
from engine.rulesets.unisystem.derived import endurance_points, essence_points, life_points, speed
from engine.rulesets.unisystem.dice import task_die
from engine.rulesets.unisystem.harm import multiplier_op, past_armor
from engine.rulesets.unisystem.initiative import highest_first, initiative_modifiers, roll_initiative, settle_order
from engine.rulesets.unisystem.left_open import SAID, by_kind
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.losses import check_loss, restore, suffer
from engine.rulesets.unisystem.passing_time import pass_time
from engine.rulesets.unisystem.ranged import light_on, shot_takes
from engine.rulesets.unisystem.sheet import ORDINARY, STATED_POOLS, STRANGER, Sheet, decode_sheet, lacks
from engine.rulesets.unisystem.sheet_form import SheetForm
from engine.rulesets.unisystem.strike import good, total_counts
from engine.rulesets.unisystem.tables import BANDS, LIGHT_NAMES, PACKAGE, RULEBOOK
from engine.rulesets.unisystem.tactical import TACTICAL
from engine.rulesets.unisystem.turns import begin_turn, end_turn, stations
from engine.rulesets.unisystem.ways import Ways
from engine.rulesets.unisystem.work import ACTIVITIES, check_time
from engine.rulesets.unisystem.wounds import (
    ENDURANCE,
    ESSENCE,
    LIFE,
    can_defend,
    inability,
    is_lost,
    takes_turns,
    unmendable,
    wound_word,
)
from engine.samples import load_samples, skills_named
from events.base import CombatantId
from events.roster import Pool

VERSION: Final = "2"
"""Raised when the same dice would lead to other facts than before."""


def entrance(sheet: Sheet) -> Entrance:
    """Pools at their full and the rounds in each weapon that counts them."""
    if sheet.structure is not None:
        return Entrance({STRUCTURE: _full(sheet.structure)}, {})
    ammo = {name: weapon.loaded for name, weapon in sheet.weapons.items() if weapon.loaded is not None}
    if sheet.minimal is not None:
        return Entrance({LIFE: _full(life_points(sheet))}, ammo)
    pools = {
        LIFE: _full(life_points(sheet)),
        ENDURANCE: _full(endurance_points(sheet)),
        ESSENCE: _full(essence_points(sheet)),
    }
    return Entrance(pools, ammo)


def _full(points: int) -> Pool:
    return Pool(points, points)


def stats(ctx: Context, combatant: CombatantId) -> Mapping[str, int]:
    """Attributes and speed as they are in force."""
    sheet = in_force(ctx, combatant)
    if sheet.attributes is None:
        return {}
    levels = {name: int(getattr(sheet.attributes, name)) for name in sheet.attributes.__struct_fields__}
    return {**levels, "speed": speed(sheet)}


WAYS: Final = Ways(
    initiative_die=task_die,
    initiative_modifiers=initiative_modifiers,
    initiative_rule="UNI-INIT-1",
    highest_first=highest_first,
    order_rule="UNI-INIT-2",
    possible_defenses=possible_defenses,
    standing_defense=standing_defense,
    dodge_modifiers=dodge_modifiers,
    dodge_rule="UNI-DODGE-1",
    ranged_dodge_rule="UNI-DODGE-3",
    close_defense=close_defense,
    ranged_dodge=ranged_dodge,
    attack_wins=attack_wins,
    bars=only_dodges,
    against_rounds=against_rounds,
    volley=volley,
    attack_of=attack_of,
    blow_takes=blow_takes,
    shot_takes=shot_takes,
    strike_number=target_number,
    total_counts=total_counts,
    good=good,
    light=light_on,
    damage_pool=damage_pool,
    multiplier=multiplier_op,
    better_multiplier=lambda by: (),
    armor=armor_value,
    past_armor=lambda attack, thing, options: past_armor(attack.weapon.damage_type, thing, options),
    after_hits=nothing_follows,
    end_turn=end_turn,
    begin_turn=begin_turn,
    hazard=lambda ctx, target, danger: hazards.attack_like(target, danger),
    stopping_rule="UNI-ARM-1",
)
"""How classic Unisystem takes the steps that others may take otherwise."""

SAMPLES: Final = load_samples(PACKAGE, decode_sheet, WEAPON_ROWS)

UNISYSTEM: Final = RuleSet(
    id=RULEBOOK.id,
    version=VERSION,
    rulebook=RULEBOOK,
    sheet_type=SheetForm,
    decode_sheet=decode_sheet,
    entrance=entrance,
    actions=KINDS,
    inability=inability,
    helpless=lambda state, one: not can_defend(one),
    takes_turns=takes_turns,
    roll_initiative=roll_initiative,
    settle_order=settle_order,
    end_turn=end_turn,
    begin_turn=begin_turn,
    pass_time=pass_time,
    suffer=suffer,
    restore=restore,
    wound_word=wound_word,
    check_declaration=against_declaration,
    unmendable=unmendable,
    turn_rule="UNI-TURN-4",
    tie_rule="UNI-INIT-4",
    stated_rule="UNI-INIT-3",
    left_open=by_kind(SAID),
    passing_rule="UNI-TURN-6",
    reactions=REACTIONS,
    lights=LIGHT_NAMES,
    bands=tuple(BANDS),
    stats=stats,
    stations=stations,
    armoury={"weapons": WEAPON_ROWS},
    samples=SAMPLES,
    ordinary=ORDINARY,
    skills=skills_named(SAMPLES, *WEAPON_ROWS),
    stated_pools=STATED_POOLS,
    ways=WAYS,
    inner_pools=frozenset({ENDURANCE, ESSENCE}),
    activities=ACTIVITIES,
    check_time=check_time,
    check_loss=check_loss,
    throw_hazard=hazards.throw_hazard,
    endanger=hazards.endanger,
    damage_kinds=hazards.DAMAGE_KINDS,
    locations=hazards.LOCATIONS,
    full_loads=full_loads,
    falters={FROZE: "nerve"},
    lacks=lacks,
    lasts=lasts,
    stranger=STRANGER,
    tactical=TACTICAL,
    is_lost=is_lost,
)
