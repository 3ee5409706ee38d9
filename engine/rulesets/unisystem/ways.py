"""The steps of these procedures that a rule set built on them may take in its own way."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

import msgspec

from engine.context import Context
from engine.hazard import Danger
from engine.options import Options
from engine.procedures.calculation import Op
from engine.refusals import Refusal
from engine.requests import Cause, Dice, Each, Procedure, Total
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.attack import Attack, Good, Ready
from engine.rulesets.unisystem.fields import ShootAct, StrikeAct
from engine.rulesets.unisystem.harm import Blow
from engine.rulesets.unisystem.sheet import Sheet
from engine.state import Combatant
from events.base import CombatantId


class Hurt(msgspec.Struct, frozen=True):
    """What one hit cost which pool, and the fact that says so."""

    points: int
    cause: Cause
    pool: str = ""


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """How one rule set takes these steps.

    Initiative: its die, what it adds, the rules behind the roll and the order. Defense: what is open to a target, the
    standing word for it, what a dodge adds, what each defense takes from the Turn, and who wins. Attacks: what bars an
    act, the rounds it needs, the rolls of a firing action, the attack as plain values, what a blow or shot takes from
    the Turn, the number it must reach, whether its total counts further and for what, the light. Damage: the pool, the
    multiplier, what good hits add to it, the armor with the roll behind it, what happens past it, and what hurts more
    after a volley of hits. Hazards: the attack that one is like, and the rule behind what stops it. The Turn: what
    falls due when one ends and when one begins. `of_the_turn` are the counts of its own that lapse with the Turn.
    """

    initiative_die: Callable[[Options], Dice]
    initiative_modifiers: Callable[[Sheet], Modifiers]
    initiative_rule: str
    highest_first: Callable[[Mapping[CombatantId, int]], list[int]]
    order_rule: str

    possible_defenses: Callable[[Context, CombatantId, bool], tuple[str, ...]]
    standing_defense: Callable[[Combatant], str]
    dodge_modifiers: Callable[[Sheet, Options], Modifiers]
    dodge_rule: str
    ranged_dodge_rule: str
    close_defense: Callable[[Context, CombatantId], Procedure[Modifiers]]
    ranged_dodge: Callable[[Context, CombatantId], Procedure[Modifiers]]
    attack_wins: Callable[[int, int, Options], bool]

    bars: Callable[[Context, CombatantId], Iterator[Refusal]]
    against_rounds: Callable[[Context, CombatantId, ShootAct], Iterator[Refusal]]
    volley: Callable[[Context, CombatantId, ShootAct, Ready], Procedure[Each]]
    attack_of: Callable[[Context, CombatantId, ShootAct | StrikeAct, Ready], Attack]
    blow_takes: Callable[[Context, Attack], Procedure[tuple[Modifiers, ...]]]
    shot_takes: Callable[[Context, Attack], Procedure[tuple[Modifiers, ...]]]
    strike_number: Callable[[], int]
    total_counts: Callable[[Attack, Options], bool]
    good: Callable[[Attack, Total, Options], Good]
    light: Callable[[Context, CombatantId, CombatantId, str, str | None], str]

    damage_pool: Callable[[Context, Attack], str]
    multiplier: Callable[[Blow], Op]
    better_multiplier: Callable[[int], tuple[Op, ...]]
    armor: Callable[[Context, Attack], Procedure[tuple[tuple[Op, ...], Cause]]]
    past_armor: Callable[[Attack, bool, Options], tuple[Op, ...]]
    after_hits: Callable[[Context, Attack, tuple[Hurt, ...]], Procedure[tuple[Hurt, ...]]]

    end_turn: Callable[[Context], Procedure[None]]
    begin_turn: Callable[[Context], Procedure[None]]
    hazard: Callable[[Context, CombatantId, Danger], Attack]
    stopping_rule: str

    of_the_turn: frozenset[str] = frozenset()


def ways(ctx: Context) -> Ways:
    """How the rule set of this table takes these steps."""
    return cast(Ways, ctx.ways)
