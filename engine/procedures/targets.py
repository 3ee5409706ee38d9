"""What speaks against an act because of whom it is aimed at or with what: unknown people, weapons nobody has."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.context import Context
from engine.refusals import Refusal, refusal
from engine.state import Combatant
from events.base import CombatantId


def seen(ctx: Context, actor: CombatantId, target: CombatantId) -> bool:
    """Whether there is such a target for the actor's side: a hidden one is unknown to all but the GM's people."""
    if not ctx.knows(target):
        return False
    return not ctx.combatant(target).unseen or ctx.combatant(actor).controller is None


def unknown(target: CombatantId) -> Refusal:
    """The refusal of a target that is not there for whoever speaks."""
    return refusal("unknown-id", f"there is no combatant {target!r} at this table")


def against_target(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Refusal]:
    """What speaks against attacking somebody."""
    if not seen(ctx, actor, target):
        yield unknown(target)
    elif target == actor:
        yield refusal("invalid", "nobody attacks themselves")


def against_patient(patient: Combatant, final: Refusal | None, is_thing: bool) -> Iterator[Refusal]:
    """What speaks against giving aid to somebody: what is `final`, or that it is a thing."""
    if final is not None:
        yield final
    if is_thing:
        yield refusal("invalid", f"{patient.name} is a thing and has no wounds")


def weapon_of(ctx: Context, actor: CombatantId, name: str) -> Any:
    """A weapon of somebody as the rule set reads it; None: there is none of this name."""
    weapons: Mapping[str, Any] = ctx.sheet(actor).weapons
    return weapons.get(name)


def no_such_weapon(ctx: Context, actor: CombatantId, name: str) -> Refusal:
    """The refusal of a weapon that somebody does not have."""
    has = ", ".join(ctx.sheet(actor).weapons) or "none"
    return refusal("no-such-weapon", f"{ctx.combatant(actor).name} has no weapon {name!r}; it has {has}")


def against_foreign_weapon(ctx: Context, actor: CombatantId, name: str | None) -> Iterator[Refusal]:
    """What speaks against naming a weapon: that somebody does not have it."""
    if name is not None and weapon_of(ctx, actor, name) is None:
        yield no_such_weapon(ctx, actor, name)


def rounds_of_full(weapons: Mapping[str, Any], full_load: Callable[[Any], int | None]) -> dict[str, int]:
    """The rounds of every full weapon of which somebody counts them."""
    return {name: full for name, weapon in weapons.items() if (full := full_load(weapon)) is not None}
