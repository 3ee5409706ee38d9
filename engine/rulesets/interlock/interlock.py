"""Cyberpunk 2020 as the machinery meets it: one value that says how these rules differ."""

from collections.abc import Mapping
from typing import Final

from engine.context import Context
from engine.procedures.standing import STRUCTURE
from engine.ruleset import Entrance, RuleSet
from engine.rulesets.interlock import hazards
from engine.rulesets.interlock.actions import KINDS
from engine.rulesets.interlock.aid import restore
from engine.rulesets.interlock.armoury import WEAPON_ROWS
from engine.rulesets.interlock.checks import against_declaration
from engine.rulesets.interlock.damage import suffer
from engine.rulesets.interlock.defense import REACTIONS
from engine.rulesets.interlock.handling import full_loads
from engine.rulesets.interlock.initiative import against_delay, against_sheet, roll_initiative, settle_order
from engine.rulesets.interlock.left_open import left_open
from engine.rulesets.interlock.passing_time import pass_time
from engine.rulesets.interlock.sheet import ORDINARY, STRANGER, Sheet, decode_sheet, lacks
from engine.rulesets.interlock.sheet_form import SheetForm
from engine.rulesets.interlock.tables import BANDS, PACKAGE, RULEBOOK, TABLES
from engine.rulesets.interlock.tactical import TACTICAL
from engine.rulesets.interlock.turns import begin_activation, begin_turn, end_turn, stations
from engine.rulesets.interlock.words import WOUNDS, lasts, structure_of
from engine.rulesets.interlock.wounds import (
    can_defend,
    in_force,
    inability,
    is_lost,
    stays_down,
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
    """No wounds, what weapons to parry with can take, and the rounds in each weapon that counts them."""
    if sheet.structure is not None:
        return Entrance({STRUCTURE: Pool(sheet.structure, sheet.structure)}, {})
    weapons = sheet.weapons.items()
    breakable = {structure_of(name): Pool(one.structure, one.structure) for name, one in weapons if one.structure}
    ammo = {name: one.loaded for name, one in weapons if one.loaded is not None}
    return Entrance({WOUNDS: Pool(0, TABLES.track.last), **breakable}, ammo)


def stats(ctx: Context, combatant: CombatantId) -> Mapping[str, int]:
    """Stats as they are in force."""
    sheet: Sheet = ctx.sheet(combatant)
    return {stat: in_force(ctx, combatant, stat) for stat in sheet.stats}


SAMPLES: Final = load_samples(PACKAGE, decode_sheet, WEAPON_ROWS, unlisted=("handgun", "rifle"))

INTERLOCK: Final = RuleSet(
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
    check_declaration=against_declaration,
    unmendable=unmendable,
    turn_rule="INT-TURN-1",
    tie_rule="INT-INIT-8",
    stated_rule="INT-INIT-11",
    left_open=left_open,
    passing_rule="INT-TURN-2",
    reactions=REACTIONS,
    bands=tuple(BANDS),
    stats=stats,
    stations=stations,
    activities=("rest", "sleep", "work"),
    armoury={"weapons": WEAPON_ROWS},
    samples=SAMPLES,
    ordinary=ORDINARY,
    skills=tuple(sorted({*skills_named(SAMPLES, *WEAPON_ROWS), *TABLES.hand_to_hand.skills})),
    stays_down=stays_down,
    against_sheet=against_sheet,
    against_delay=against_delay,
    rising_pools=frozenset({WOUNDS}),
    throw_hazard=hazards.throw_hazard,
    endanger=hazards.endanger,
    check_hazard=hazards.check_hazard,
    damage_kinds=hazards.DAMAGE_KINDS,
    locations=hazards.PLACES,
    full_loads=full_loads,
    lacks=lacks,
    lasts=lasts,
    stranger=STRANGER,
    tactical=TACTICAL,
    is_lost=is_lost,
)
