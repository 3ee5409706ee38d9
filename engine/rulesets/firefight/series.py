"""Several attacks in a round: how many were stated, what each takes for the others, their place among actions."""

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import in_a_turn
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.firefight.aiming import spend_aim
from engine.rulesets.firefight.attack import FireAttack
from engine.rulesets.firefight.counters import ACTIONS_BEFORE, ATTACKS, FIRED, modes_used
from engine.rulesets.firefight.tables import CALLED_SHOTS, FIRE_MODES, SHOT_TYPES
from engine.rulesets.unisystem.arithmetic import Modifiers, extra_action_modifiers
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.counters import ACTIONS, actions_taken
from engine.state import Declaration
from events.base import CombatantId
from events.play import CounterRaised, Declared, Modifier


def takes(ctx: Context, attack: Attack) -> Procedure[tuple[Modifiers, ...]]:
    """What a blow or one roll of fire takes from the round, and what its aim, called shot and load do to it."""
    assert isinstance(attack, FireAttack)
    yield from take_place(ctx, attack)
    aim = yield from spend_aim(ctx, attack)
    one = ctx.combatant(attack.attacker)
    return (
        repeat_modifiers(worst_mode(ctx, attack), attacks_of_the_round(ctx, attack)),
        called_shot_modifiers(attack.location),
        load_modifiers(attack.load),
        aim,
        extra_action_modifiers(place_among_actions(one.count(ACTIONS_BEFORE), one.count(ATTACKS))),
    )


def take_place(ctx: Context, attack: FireAttack) -> Procedure[None]:
    """The attack is counted; the first of a round states their number and takes the one action they are."""
    one = ctx.combatant(attack.attacker)
    if in_a_turn(ctx) and not one.count(ATTACKS):
        yield from state_number(ctx, attack)
        for _ in range(actions_taken(one)):
            yield Record(CounterRaised(attack.attacker, ACTIONS_BEFORE))
        yield Record(CounterRaised(attack.attacker, ACTIONS))
    yield Record(CounterRaised(attack.attacker, ATTACKS))
    yield Record(CounterRaised(attack.attacker, FIRED[attack.mode]))


def declaration_of(ctx: Context, combatant: CombatantId) -> Declaration:
    """What somebody has declared for this round."""
    fight = ctx.state.fight
    return fight.declared.get(combatant, Declaration()) if fight is not None else Declaration()


@rule("FIRE-MULTI-2")
def state_number(ctx: Context, attack: FireAttack) -> Procedure[None]:
    """Where nobody declared how many attacks there will be, the first act states it for the round."""
    declared = declaration_of(ctx, attack.attacker)
    if declared.attacks is None:
        yield Record(
            Declared(
                attack.attacker,
                declared.intention,
                attack.number,
                declared.weapon,
                declared.mode,
                declared.reaction or None,
                declared.haste,
            )
        )


@rule("FIRE-MULTI-2", mutant=lambda ctx, attack: ctx.combatant(attack.attacker).count(ATTACKS))
def attacks_of_the_round(ctx: Context, attack: FireAttack) -> int:
    """The number of attacks that fixes the penalty of each, whether all are made in the end or not."""
    stated = declaration_of(ctx, attack.attacker).attacks if in_a_turn(ctx) else attack.number
    return max(stated or 1, ctx.combatant(attack.attacker).count(ATTACKS) if in_a_turn(ctx) else 1)


@rule("FIRE-MULTI-1", "FIRE-BURST-4", "FIRE-AUTO-2")
def repeat_modifiers(mode: str, attacks: int) -> Modifiers:
    """What each of so many attacks takes, the first included: one step for every further one."""
    row = FIRE_MODES[mode]
    penalty = row.step * (attacks - 1)
    return (Modifier(row.rule, penalty, f"{attacks} attacks"),) if penalty else ()


@rule("FIRE-MULTI-3", mutant=lambda ctx, attack: attack.mode)
def worst_mode(ctx: Context, attack: FireAttack) -> str:
    """The mode whose step counts: where modes may be mixed, the worst of those declared or used."""
    if not modes_mix(ctx.state.options):
        return attack.mode
    declared = declaration_of(ctx, attack.attacker).mode
    modes = {attack.mode, *modes_used(ctx.combatant(attack.attacker)), *((declared,) if declared else ())}
    worst: str = min(sorted(modes), key=lambda mode: FIRE_MODES[mode].step)
    return worst


def modes_mix(options: Options) -> bool:
    """Whether this table lets somebody use several modes of fire in one round (FIRE-MULTI-3)."""
    return word(options, "mixed_fire_modes") == "larger_step"


@rule("FIRE-MULTI-4", mutant=lambda before, attacks: before + attacks)
def place_among_actions(before: int, attacks: int) -> int:
    """The place of an attack among the actions of the round: all attacks share that of the first."""
    return before + 1


@rule("FIRE-CALL-1", "FIRE-CALL-2", "FIRE-CALL-3", "FIRE-CALL-4")
@rule("FIRE-CALL-5", mutant=lambda location: (Modifier("FIRE-CALL-5", -1),))
def called_shot_modifiers(location: str | None) -> Modifiers:
    """What aiming at a body part takes; without one the body is hit and nothing is taken."""
    row = CALLED_SHOTS.get(location or "")
    return (Modifier(row.rule, row.to_hit, location or ""),) if row is not None else ()


@rule("FIRE-SHOT-2")
def load_modifiers(load: str) -> Modifiers:
    """What the load of a shotgun does to the strike."""
    row = SHOT_TYPES.get(load)
    return (Modifier(row.rule, row.to_hit, load),) if row is not None and row.to_hit else ()
