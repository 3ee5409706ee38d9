"""Classic Unisystem as the machinery meets it: one value that says how these rules differ."""

from collections.abc import Hashable, Mapping
from typing import Final

from engine.context import Context
from engine.ruleset import Entrance, RuleSet
from engine.rulesets.unisystem.actions import KINDS
from engine.rulesets.unisystem.armoury import WEAPON_ROWS
from engine.rulesets.unisystem.checks import against_declaration
from engine.rulesets.unisystem.defense import REACTIONS
from engine.rulesets.unisystem.derived import endurance_points, essence_points, life_points, speed
from engine.rulesets.unisystem.initiative import roll_initiative, settle_order
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.losses import check_loss, restore, suffer
from engine.rulesets.unisystem.passing_time import pass_time
from engine.rulesets.unisystem.sheet import Sheet, decode_sheet
from engine.rulesets.unisystem.sheet_form import SheetForm
from engine.rulesets.unisystem.tables import BANDS, LIGHT_NAMES, RULEBOOK
from engine.rulesets.unisystem.turns import begin_activation, begin_turn, end_turn, stations
from engine.rulesets.unisystem.work import ACTIVITIES, check_time
from engine.rulesets.unisystem.wounds import (
    ENDURANCE,
    ESSENCE,
    LIFE,
    STRUCTURE,
    can_defend,
    inability,
    takes_turns,
    unmendable,
    wound_word,
)
from engine.state import Combatant, State
from events.base import CombatantId
from events.roster import Pool

VERSION: Final = "1"
"""Raised when the same dice would lead to other facts than before."""


def entrance(sheet: Sheet) -> Entrance:
    """Pools at their full and the rounds in each weapon that counts them."""
    if sheet.structure is not None:
        return Entrance({STRUCTURE: _full(sheet.structure)}, {})
    pools = {
        LIFE: _full(life_points(sheet)),
        ENDURANCE: _full(endurance_points(sheet)),
        ESSENCE: _full(essence_points(sheet)),
    }
    ammo = {name: weapon.loaded for name, weapon in sheet.weapons.items() if weapon.loaded is not None}
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


def odds_view(state: State) -> Hashable:
    """What of a state can make a difference to what an action leads to."""
    return tuple(_seen(one) for one in state.combatants.values())


def _seen(one: Combatant) -> Hashable:
    return (
        one.id,
        tuple((name, pool.now) for name, pool in one.pools.items()),
        tuple(one.ammo.items()),
        frozenset(name for name, causes in one.conditions.items() if causes),
        frozenset((name, len(causes)) for name, causes in one.counters.items() if causes),
    )


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
    begin_activation=begin_activation,
    end_turn=end_turn,
    begin_turn=begin_turn,
    pass_time=pass_time,
    suffer=suffer,
    restore=restore,
    wound_word=wound_word,
    odds_view=odds_view,
    check_declaration=against_declaration,
    unmendable=unmendable,
    turn_rule="UNI-TURN-4",
    passing_rule="UNI-TURN-6",
    reactions=REACTIONS,
    lights=LIGHT_NAMES,
    bands=tuple(BANDS),
    stats=stats,
    stations=stations,
    armoury={"weapons": WEAPON_ROWS},
    inner_pools=frozenset({ENDURANCE, ESSENCE}),
    activities=ACTIVITIES,
    check_time=check_time,
    check_loss=check_loss,
)
