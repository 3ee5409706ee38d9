"""A toy rule set for tests of the machinery: blows, a sweep that asks everybody at once, and nothing else."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.context import Context
from engine.refusals import Refusal, refusal
from engine.requests import D10, Ask, Call, Choose, Dice, Each, Procedure, Record, Roll, Success, Total
from engine.rulebook import Option, Rulebook
from engine.ruleset import ActionKind, Entrance, RuleSet
from engine.state import Combatant, State
from events.flow import InitiativeSet, OrderSettled, Place
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed, DamageApplied, Modifier, Step
from events.roster import Pool

D6 = Dice(1, 6)


class ToySheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A toy combatant."""

    life: int = 20
    skill: int = 3


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One blow or several at a target that may dodge."""

    kind: str
    target: str
    blows: int = 1
    defense: str = "none"


class Sweep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everybody named chooses at once: cover, or take the hits."""

    kind: str
    targets: tuple[str, ...]


def strike(ctx: Context, actor: str, action: Strike) -> Procedure[str]:
    yield Each(action.blows, blow, (actor, action.target, action.defense), at="blow")
    return "struck"


def blow(ctx: Context, actor: str, target: str, defense: str) -> Procedure[None]:
    if not ctx.knows(target) or not ctx.knows(actor):
        return
    if defense == "ask":
        chosen = yield Choose(target, "defense", ("none", "dodge"), "none")
        defense = chosen.option
    skill = Modifier("TOY-HIT-1", ctx.sheet(actor).skill, "skill")
    hit: Total = yield Roll(actor, "strike", D10, Total, (skill,), target_number=6)
    if defense == "dodge":
        dodge: Success = yield Roll(target, "defense", D10, Success, target_number=hit.total, because=(hit.cause,))
        if dodge.success:
            return
    if hit.success:
        yield Call(wound, (actor, target), because=(hit.cause,))


def wound(ctx: Context, actor: str, target: str) -> Procedure[None]:
    damage: Total = yield Roll(actor, "damage", D6)
    steps = (Step("raw", "set", damage.total, damage.total, "TOY-HIT-1"),)
    yield Record(DamageApplied(target, "life", -damage.total, steps), (damage.cause,))
    yield from fall(ctx, target, damage.cause)


def fall(ctx: Context, target: str, cause: int) -> Procedure[None]:
    if ctx.combatant(target).pools["life"].now <= 0 and not ctx.combatant(target).has("dead"):
        held: Success = yield Roll(target, "survival", D10, Success, target_number=6, because=(cause,))
        if not held.success:
            yield Record(ConditionGained(target, "dead", "TOY-FALL-1"), (held.cause,))
        elif not ctx.combatant(target).has("unconscious"):
            yield Record(ConditionGained(target, "unconscious", "TOY-FALL-1"), (held.cause,))


def sweep(ctx: Context, actor: str, action: Sweep) -> Procedure[str]:
    chosen = yield Ask(tuple(Choose(one, "cover-or-hits", ("cover", "hits"), "hits") for one in action.targets))
    for target, choice in zip(action.targets, chosen, strict=True):
        if choice.option == "cover":
            yield Record(ConditionGained(target, "in-cover", "TOY-SWEEP-1"), (choice.cause,))
        elif ctx.knows(target):
            yield Call(swept, (actor, target), at=target, because=(choice.cause,))
    return "swept"


def swept(ctx: Context, actor: str, target: str) -> Procedure[None]:
    hits: Total = yield Roll(actor, "hits", D6)
    yield Each(min(hits.total, 2), wound_again, (actor, target), at="hit")


def wound_again(ctx: Context, actor: str, target: str) -> Procedure[None]:
    yield from wound(ctx, actor, target)


def known_targets(ctx: Context, actor: str, action: Any) -> Iterator[Refusal]:
    targets = (action.target,) if isinstance(action, Strike) else action.targets
    for target in targets:
        if not ctx.knows(target):
            yield refusal("unknown-id", f"there is no {target}")
    if isinstance(action, Strike) and action.blows > 5:
        yield refusal("more-than-declared", "five blows at the most", "TOY-HIT-1")


def initiative(ctx: Context, combatants: tuple[str, ...]) -> Procedure[None]:
    rolls = yield Ask(tuple(Roll(one, "initiative", D10, Total) for one in combatants))
    for one, rolled in zip(combatants, rolls, strict=True):
        yield Record(InitiativeSet(one, rolled.total), (rolled.cause,))


def order(ctx: Context) -> Procedure[None]:
    assert ctx.state.fight is not None
    numbers = ctx.state.fight.initiative
    names = sorted((n for n in numbers if ctx.knows(n)), key=lambda n: (-numbers[n], ctx.combatant(n).joined))
    yield Record(OrderSettled(tuple(Place(name, "TOY-INIT-1", str(numbers[name])) for name in names)))


def activation(ctx: Context, combatant: str) -> Procedure[None]:
    if ctx.combatant(combatant).has("dazed"):
        yield Roll(combatant, "stun_save", D10, Success, target_number=6)
    yield Record(CounterRaised(combatant, "activations"))


def turn_begins(ctx: Context) -> Procedure[None]:
    for one in ctx.state.combatants.values():
        if one.counters:
            yield Record(CountersLapsed(one.id, one.counters))
        if one.has("in-cover"):
            yield Record(ConditionLost(one.id, "in-cover", one.conditions["in-cover"], "TOY-SWEEP-1"))


def nothing(ctx: Context, *values: Any) -> Procedure[None]:
    return
    yield


def suffer(ctx: Context, target: str, amount: int, pool: str, attribute: str) -> Procedure[None]:
    steps = (Step("stated", "set", amount, amount, "TOY-FALL-1"),)
    cause = yield Record(DamageApplied(target, pool, -amount, steps))
    yield from fall(ctx, target, cause)


def inability(state: State, combatant: Combatant) -> Refusal | None:
    for condition in ("dead", "unconscious"):
        if combatant.has(condition):
            return refusal("cannot-act", f"{combatant.name} is {condition}", "TOY-FALL-1")
    return None


def read_sheet(raw: bytes) -> ToySheet:
    return msgspec.json.decode(raw, type=ToySheet)


def view(one: Combatant) -> Any:
    return (
        tuple((n, p.now) for n, p in sorted(one.pools.items())),
        tuple(sorted(n for n, v in one.conditions.items() if v)),
    )


OPTIONS = (
    Option("initiative", ("each_turn", "once", "by_side"), "each_turn", ("", "", ""), ()),
    Option("player_undo", ("request", "own_last"), "request", ("", ""), ()),
    Option("open_numbers", (False, True), False, ("", ""), ()),
    Option("answer_deadline", (0, 30), 0, ("", ""), ()),
)

TOY = RuleSet(
    id="toy",
    version="1",
    rulebook=Rulebook("toy", "Toy", "", (), OPTIONS, ()),
    sheet_type=ToySheet,
    decode_sheet=read_sheet,
    entrance=lambda sheet: Entrance({"life": Pool(sheet.life, sheet.life)}, {}),
    actions={
        "strike": ActionKind("strike", "Strike", Strike, known_targets, strike),
        "sweep": ActionKind("sweep", "Sweep", Sweep, known_targets, sweep),
    },
    inability=inability,
    helpless=lambda state, combatant: inability(state, combatant) is not None,
    takes_turns=lambda state, combatant: inability(state, combatant) is None,
    roll_initiative=initiative,
    settle_order=order,
    begin_activation=activation,
    end_turn=nothing,
    begin_turn=turn_begins,
    pass_time=nothing,
    suffer=suffer,
    restore=nothing,
    wound_word=lambda state, combatant: "hurt",
    odds_view=view,
    check_declaration=lambda ctx, command: iter(()),
    unmendable=lambda state, combatant: None,
    turn_rule="TOY-TURN-1",
    passing_rule="TOY-TURN-1",
)
