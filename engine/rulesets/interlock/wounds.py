"""The wound track: levels by points taken, what they do to stats, and who can act. Functions of the state alone."""

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import DEAD, STRUCTURE, UNCONSCIOUS, can_go_on, is_awake, is_thing
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.rulesets.interlock.dice import rounded_up
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES, WoundLevel
from engine.rulesets.interlock.words import DOOMED, RECOVERING, STABILISED, STUNNED, WOUNDS
from engine.state import Combatant, State
from events.base import CombatantId

SERIOUS, CRITICAL = "serious", "critical"
REDUCED_BY_WOUNDS = ("ref", "int", "cool")


@rule("INT-WOUND-1", mutant=lambda points: next((one for one in TABLES.wound if one.first > points), None))
def level_at(points: int) -> WoundLevel | None:
    """The wound level of somebody who has taken so many points; None: unhurt."""
    reached = [level for level in TABLES.wound if level.first <= points]
    return reached[-1] if reached else None


@rule("INT-WOUND-2", mutant=lambda points, options: word(options, "beyond_mortal_6") != "dead" and points > 40)
def kills(points: int, options: Options) -> bool:
    """Whether so many points are death by themselves."""
    return points > TABLES.track.last and word(options, "beyond_mortal_6") == "dead"


def points_of(one: Combatant) -> int:
    """Wound points taken; a thing has none."""
    return one.pools[WOUNDS].now if WOUNDS in one.pools else 0


def level_of(one: Combatant) -> WoundLevel | None:
    """The wound level of a combatant; None: unhurt."""
    return level_at(points_of(one))


def mortality_of(one: Combatant) -> int | None:
    """The level of mortality; None: not mortally wounded."""
    level = level_of(one)
    return level.mortality if level else None


def is_lost(one: Combatant) -> bool:
    """Whether somebody is dead, or will be at the end of the turn for a Death Save that failed."""
    return one.has(DEAD) or one.has(DOOMED)


def wound_word(state: State, one: Combatant) -> str:
    """The word for a combatant's wounds."""
    if one.has(DEAD):
        return "dead"
    if is_thing(one):
        pool = one.pools[STRUCTURE]
        return "down" if pool.now <= 0 else "hurt" if pool.now < pool.full else "unhurt"
    level = level_of(one)
    return level.level if level else "unhurt"


# what wounds do to stats


def in_force(ctx: Context, combatant: CombatantId, stat: str) -> int:
    """A stat as it counts now: lasting enhancements and wounds included."""
    sheet: Sheet = ctx.sheet(combatant)
    return reduced(stat, sheet.stats.get(stat, 0), level_of(ctx.combatant(combatant)))


def _on_top_of_each_other(stat: str, value: int, level: WoundLevel | None) -> int:
    milder = TABLES.wound[: TABLES.wound.index(level) + 1 if level else 0]
    for name in dict.fromkeys((one.level if one.mortality is None else "mortal-0") for one in milder):
        value = reduced_at(stat, value, next(one for one in TABLES.wound if one.level == name))
    return value


@rule("INT-WOUND-6", mutant=_on_top_of_each_other)
def reduced(stat: str, value: int, level: WoundLevel | None) -> int:
    """A stat at a wound level: the effect of that level alone, on the unwounded stat."""
    return value if level is None else reduced_at(stat, value, level)


def reduced_at(stat: str, value: int, level: WoundLevel) -> int:
    """What one wound level makes of a stat."""
    if stat not in REDUCED_BY_WOUNDS:
        return value
    if level.mortality is not None:
        return mortal_stat(value)
    if level.level == CRITICAL:
        return critical_stat(value)
    return serious_ref(value) if level.level == SERIOUS and stat == "ref" else value


@rule("INT-WOUND-3", mutant=lambda value: value)
@rule("INT-WOUND-7", mutant=lambda value: value - 2)
def serious_ref(value: int) -> int:
    """REF at Serious; never below 0."""
    return max(0, value - 2)


@rule("INT-WOUND-4", mutant=lambda value: value)
def critical_stat(value: int) -> int:
    """REF, INT or COOL at Critical."""
    return rounded_up(value, 2)


@rule("INT-WOUND-5", mutant=lambda value: value)
def mortal_stat(value: int) -> int:
    """REF, INT or COOL at Mortal."""
    return rounded_up(value, 3)


# who can do what


def _disabled(one: Combatant) -> tuple[str, str] | None:
    for condition, rule_id in ((DEAD, "INT-TURN-2"), (DOOMED, "INT-DEATH-3"), (UNCONSCIOUS, "INT-TURN-2")):
        if one.has(condition):
            return condition, rule_id
    return None


@rule("INT-TURN-2", mutant=lambda state, one: None)
def stays_down(state: State, one: Combatant) -> Refusal | None:
    """Why somebody does not even come up in the turn. The stunned do: they try to shake it off."""
    if is_thing(one):
        return refusal("cannot-act", f"{one.name} is a thing and does not act", "INT-TURN-2")
    disabled = _disabled(one)
    if disabled is not None:
        return refusal("cannot-act", f"{one.name} is {disabled[0]}", disabled[1])
    return None


@rule("INT-STUN-4", mutant=stays_down)
def inability(state: State, one: Combatant) -> Refusal | None:
    """Why somebody cannot act at all: dead, doomed, unconscious, or stunned until a Stun Save succeeds."""
    down = stays_down(state, one)
    if down is not None:
        return down
    if one.has(STUNNED):
        return refusal("cannot-act", f"{one.name} is stunned", "INT-STUN-4")
    if one.count(RECOVERING):
        return refusal("cannot-act", f"{one.name} has only just shaken the stun off", "INT-STUN-5")
    return None


def takes_turns(state: State, one: Combatant) -> bool:
    """Who rolls initiative and keeps a fight going: no thing, neither dead nor unconscious. The stunned roll."""
    return is_awake(one)


def can_defend(one: Combatant) -> bool:
    """Whether somebody may defend: not the stunned (INT-STUN-5)."""
    return not (is_thing(one) or one.has(STUNNED) or _disabled(one))


def unmendable(state: State, one: Combatant) -> Refusal | None:
    """Why nothing can be given back to somebody: death is final."""
    if one.has(DEAD):
        return refusal("already-dead", f"{one.name} is dead", "INT-TURN-2")
    return None


def owes_death_saves(one: Combatant) -> bool:
    """Whether somebody is mortally wounded, not stabilised, and still has a chance."""
    return mortality_of(one) is not None and not (one.has(STABILISED) or one.has(DEAD) or one.has(DOOMED))


def goes_on(ctx: Context, actor: CombatantId, regardless: bool = False) -> bool:
    """Whether somebody who began an act can still carry it out; by force of the referee even who never could."""
    return can_go_on(ctx, actor, regardless, inability)
