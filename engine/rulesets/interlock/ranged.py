"""Range and what else counts on a shot: bands in metres, the target, the state of the shooter, aim and sights."""

from engine.context import Context
from engine.options import Options, flag, word
from engine.procedures.ranges import Range, range_between
from engine.registry import rule
from engine.rulesets.interlock.aim import aim_modifiers, sight_modifiers
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.fields import FireAct
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import BANDS, MODIFIERS, RANGES, TABLES
from engine.rulesets.interlock.tasks import add_up, skill_level
from engine.rulesets.interlock.words import BLINDED
from engine.rulesets.interlock.wounds import in_force
from engine.state import State
from events.base import CombatantId
from events.play import Modifier

POINT_BLANK = "point_blank"
USUAL_BAND = "close"
"""The band of a shot where neither act nor scene says how far it is."""


def band_to(state: State, shooter: CombatantId, target: CombatantId, weapon: Weapon, stated: Range) -> str | None:
    """The range band of a shot; None: beyond the last one."""
    given = range_between(state, shooter, target, stated)
    if given.band in BANDS:
        return given.band
    return USUAL_BAND if given.distance is None else band_at(given.distance, weapon.kind)


def _by_fractions(distance: int, kind: str) -> str | None:
    full = RANGES[kind].metres[3]
    ends = {"point_blank": 1.0, "close": full / 4, "medium": full / 2, "long": full, "extreme": full * 2}
    return next((band for band, end in ends.items() if distance <= end), None)


@rule("INT-RANGE-2", mutant=lambda distance, kind: written_band_at(distance, "rifle"))
@rule("INT-RANGE-3", mutant=lambda distance, kind: written_band_at(distance, "rifle"))
@rule("INT-RANGE-4", mutant=lambda distance, kind: written_band_at(distance, "handgun"))
@rule("INT-RANGE-5", mutant=_by_fractions)
@rule("INT-RANGE-6", mutant=lambda distance, kind: written_band_at(distance, kind) or "extreme")
def band_at(distance: int, kind: str) -> str | None:
    """The range band of a distance in metres for a class of weapon; None: beyond the last."""
    return written_band_at(distance, kind)


def written_band_at(distance: int, kind: str) -> str | None:
    """The band in whose printed metres a distance lies; one on an edge belongs to the nearer."""
    return next((b for b, end in zip(BANDS, RANGES[kind].metres, strict=True) if distance <= end), None)


@rule("INT-RANGE-1", mutant=lambda band: 15)
def difficulty_at(band: str) -> int:
    """The difficulty of a shot."""
    return BANDS[band].difficulty


@rule("INT-RANGE-7", mutant=lambda band, options: band == POINT_BLANK and not flag(options, "point_blank_max_damage"))
def does_its_most(band: str, options: Options) -> bool:
    """Whether a hit does all the damage it can: at point blank, where the table wants it."""
    return band == POINT_BLANK and flag(options, "point_blank_max_damage")


# what counts on a shot


def shot_ability(ctx: Context, shooter: CombatantId, weapon: Weapon, skill: str) -> Modifiers:
    """REF, skill and the accuracy of the weapon (INT-FIRE-2)."""
    sheet: Sheet = ctx.sheet(shooter)
    accuracy = (Modifier("INT-FIRE-2", weapon.accuracy, "accuracy"),) if weapon.accuracy else ()
    ref = Modifier("INT-FIRE-2", ref_for_fire(ctx, shooter), "ref")
    return (ref, Modifier("INT-FIRE-2", skill_level(sheet, skill), skill), *accuracy)


def _boosted_for_initiative(ctx: Context, shooter: CombatantId) -> int:
    sheet: Sheet = ctx.sheet(shooter)
    return in_force(ctx, shooter, "ref") + sheet.initiative.kerenzikov + (3 if sheet.initiative.sandevistan else 0)


@rule("INT-FIRE-3", mutant=_boosted_for_initiative)
def ref_for_fire(ctx: Context, shooter: CombatantId) -> int:
    """The REF in force: with lasting enhancements and wounds, without what speeds up initiative alone."""
    return in_force(ctx, shooter, "ref")


def circumstances(ctx: Context, shooter: CombatantId, target: CombatantId, act: FireAct) -> Modifiers:
    """What target, shooter and a called location do to a shot."""
    return add_up(
        of_motion(_motion(ctx.state, target, act)),
        of_size(_size(ctx.state, target, act)),
        of_shooter(_state_of_shooter(ctx, shooter, act)),
        of_two_weapons(act.two_weapons),
        of_called_location(act.location),
    )


def _motion(state: State, target: CombatantId, act: FireAct) -> str | None:
    named = "still" if act.target_immobile else "moving" if act.target_moving else None
    return act.motion or named or state.combatants[target].position.motion


def _size(state: State, target: CombatantId, act: FireAct) -> str | None:
    flags = {"large": act.target_large, "small": act.target_small, "tiny": act.target_tiny}
    named = next((size for size, said in flags.items() if said), None)
    return act.size or named or state.combatants[target].position.size


def _state_of_shooter(ctx: Context, shooter: CombatantId, act: FireAct) -> tuple[str, ...]:
    said = {
        "snapshot": act.snapshot,
        "blinded": act.blinded or ctx.combatant(shooter).has(BLINDED),
        "turning_around": act.turning_around,
        "firing_while_running": act.firing_while_running,
    }
    return tuple(name for name, holds in said.items() if holds)


def _named(name: str) -> Modifier:
    row = MODIFIERS[name]
    return Modifier(row.rule, row.value, name)


@rule("INT-MOD-1")
def of_motion(motion: str | None) -> Modifiers:
    """A target that does not move, or one that does."""
    named = {"still": "target_immobile", "moving": "target_moving"}.get(motion or "")
    return (_named(named),) if named else ()


@rule("INT-MOD-2")
def of_size(size: str | None) -> Modifiers:
    """The size of the target."""
    name = f"target_{size}"
    return (_named(name),) if name in MODIFIERS else ()


@rule("INT-MOD-3")
def of_shooter(names: tuple[str, ...]) -> Modifiers:
    """The state of the shooter."""
    return tuple(_named(name) for name in names)


@rule("INT-MOD-4")
def of_two_weapons(two: bool) -> Modifiers:
    """Firing two weapons at once takes from each of them."""
    return (_named("two_weapons"),) if two else ()


@rule("INT-MOD-5")
def of_called_location(location: str | None) -> Modifiers:
    """A called location."""
    return (_named("specific_location"),) if location else ()


def aim_and_sights(ctx: Context, shooter: CombatantId, name: str, weapon: Weapon, full_auto: bool) -> Modifiers:
    """What rounds of aiming and the sights on the weapon give to the shot."""
    if full_auto and not aim_counts_on_full_auto(ctx.state.options):
        return ()
    one = ctx.combatant(shooter)
    return add_up(aim_modifiers(one, name), sight_modifiers(one, name, weapon))


@rule("INT-AIM-4", mutant=lambda options: not flag(options, "aim_on_full_auto"))
def aim_counts_on_full_auto(options: Options) -> bool:
    """Whether aim and sights help full automatic fire."""
    return flag(options, "aim_on_full_auto")


# bursts and full auto


@rule("INT-BURST-1")
def of_burst(band: str, options: Options) -> Modifiers:
    """What a three-round burst adds."""
    if word(options, "burst_bonus_range") == "close_and_medium" and not BANDS[band].burst:
        return ()
    return (Modifier("INT-BURST-1", TABLES.burst.bonus, "three-round burst"),)


@rule("INT-AUTO-1")
def of_full_auto(rounds: int, band: str, options: Options) -> Modifiers:
    """What the rounds of full automatic fire add."""
    by_range = word(options, "full_auto_modifier") == "by_range"
    each = BANDS[band].full_auto if by_range else TABLES.full_auto.bonus
    value = each * tens(rounds)
    return (Modifier("INT-AUTO-1", value, f"{rounds} rounds"),) if value else ()


@rule("INT-AUTO-4", mutant=lambda rounds: -(-rounds // 10))
def tens(rounds: int) -> int:
    """How many full tens there are in some rounds."""
    return rounds // TABLES.full_auto.rounds
