"""The firefight house rules as the machinery meets them: how they differ from unisystem, and nothing else."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.context import Context
from engine.ruleset import ActionKind
from engine.rulesets.firefight import (
    blasts,
    burning,
    checks,
    dodging,
    fields,
    fire,
    hazards,
    initiative,
    levels,
    wounds,
)
from engine.rulesets.firefight.aiming import AIMING, take_aim
from engine.rulesets.firefight.ammunition import AMMUNITION
from engine.rulesets.firefight.armoury import CLOSE_SKILLS
from engine.rulesets.firefight.attack import attack_of
from engine.rulesets.firefight.counters import OF_THE_ROUND
from engine.rulesets.firefight.gas import brings, inability
from engine.rulesets.firefight.left_open import SAID
from engine.rulesets.firefight.lists import LISTS
from engine.rulesets.firefight.series import takes
from engine.rulesets.firefight.sheet import SPEED, FireSheet, decode_sheet, encumbrance_modifiers
from engine.rulesets.firefight.sheet_form import FireSheetForm
from engine.rulesets.firefight.sight import light
from engine.rulesets.firefight.suppression import IN_COVER
from engine.rulesets.firefight.tables import PACKAGE, RULEBOOK
from engine.rulesets.firefight.tactical import TACTICAL
from engine.rulesets.firefight.turns import begin_activation, begin_turn, end_turn
from engine.rulesets.unisystem import counters, unisystem
from engine.rulesets.unisystem.left_open import by_kind
from engine.rulesets.unisystem.unisystem import UNISYSTEM, WAYS
from engine.samples import load_samples, skills_named
from events.base import CombatantId

VERSION: Final = "2"
"""Raised when the same dice would lead to other facts than before."""


def _kinds() -> dict[str, ActionKind]:
    taken_over = {name: kind for name, kind in UNISYSTEM.actions.items() if name != "dodge"}
    own = (
        replace(
            taken_over["shoot"],
            title="Fire",
            fields=fields.FireAct,
            check=checks.against_fire,
            procedure=fire.fire,
            rule="FIRE-HIT-1",
            usual=("target",),
        ),
        replace(taken_over["strike"], fields=fields.BlowAct, check=checks.against_blow, rule="FIRE-HIT-1"),
        ActionKind(
            "throw",
            "Throw",
            fields.ThrowAct,
            checks.against_throw,
            blasts.throw,
            "FIRE-BLAST-4",
            usual=("target", "zone"),
            aimed=True,
        ),
        ActionKind(
            "aim",
            "Take aim",
            fields.AimAct,
            checks.against_aim,
            take_aim,
            "FIRE-AIM-1",
        ),
        ActionKind(
            "roll_out", "Roll out the fire", fields.RollOutAct, checks.against_roll_out, burning.roll_out, "FIRE-BURN-2"
        ),
    )
    reload = replace(taken_over["reload"], check=checks.against_reload)
    return {**taken_over, "reload": reload, **{kind.kind: kind for kind in own}}


def stats(ctx: Context, combatant: CombatantId) -> Mapping[str, int]:
    """Attributes and speed as they are in force; encumbrance lowers speed."""
    numbers = dict(unisystem.stats(ctx, combatant))
    sheet: FireSheet = ctx.sheet(combatant)
    if SPEED in numbers:
        numbers[SPEED] += sum(m.value for m in encumbrance_modifiers(sheet.encumbrance, SPEED, numbers[SPEED]))
    return numbers


def lasts(name: str) -> bool:
    """Whether a condition or a count outlasts the fight it began in, and goes along to another table."""
    return counters.lasts(name) and name not in OF_THE_ROUND and name not in (AIMING, IN_COVER)


WEAPONS: Final = (*LISTS.weapon, *LISTS.explosive, *LISTS.incendiary)

SAMPLES: Final = load_samples(PACKAGE, decode_sheet, WEAPONS, LISTS.armor, unlisted=("crossbow",))

FIREFIGHT: Final = replace(
    UNISYSTEM,
    id=RULEBOOK.id,
    version=VERSION,
    rulebook=RULEBOOK,
    left_open=by_kind(SAID),
    sheet_type=FireSheetForm,
    decode_sheet=decode_sheet,
    actions=_kinds(),
    inability=inability,
    begin_activation=begin_activation,
    begin_turn=begin_turn,
    end_turn=end_turn,
    check_declaration=checks.against_declaration,
    stats=stats,
    armoury={
        "weapons": LISTS.weapon,
        "explosives": LISTS.explosive,
        "incendiaries": LISTS.incendiary,
        "ammunition": AMMUNITION,
        "armor": LISTS.armor,
    },
    samples=SAMPLES,
    skills=tuple(sorted({*skills_named(SAMPLES, *WEAPONS), *CLOSE_SKILLS} - set(RULEBOOK.skill_alias))),
    brings=brings,
    lasts=lasts,
    tactical=TACTICAL,
    damage_kinds=hazards.DAMAGE_KINDS,
    locations=hazards.LOCATIONS,
    ways=replace(
        WAYS,
        initiative_die=initiative.initiative_die,
        initiative_modifiers=initiative.initiative_modifiers,
        initiative_rule="FIRE-INIT-1",
        highest_first=initiative.highest_first,
        order_rule="FIRE-INIT-1",
        possible_defenses=dodging.possible_defenses,
        standing_defense=dodging.standing_defense,
        dodge_modifiers=dodging.dodge_modifiers,
        dodge_rule="FIRE-DODGE-1",
        ranged_dodge_rule="FIRE-DODGE-2",
        close_defense=dodging.close_defense,
        ranged_dodge=dodging.ranged_dodge,
        attack_wins=dodging.attack_wins,
        bars=checks.bars,
        against_rounds=checks.against_rounds,
        volley=fire.volley,
        attack_of=attack_of,
        blow_takes=takes,
        shot_takes=takes,
        strike_number=levels.strike_number,
        total_counts=lambda attack, options: True,
        good=levels.good,
        light=light,
        damage_pool=wounds.damage_pool,
        multiplier=levels.multiplier,
        better_multiplier=levels.better_multiplier,
        armor=wounds.armor,
        past_armor=levels.past_armor,
        after_hits=wounds.after_hits,
        end_turn=end_turn,
        begin_turn=begin_turn,
        hazard=hazards.hazard,
        stopping_rule="FIRE-ARM-1",
        of_the_turn=OF_THE_ROUND,
    ),
)
"""The firefight house rules."""
