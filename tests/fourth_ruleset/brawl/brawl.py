"""The rules of tavern brawls, and the one value that the machinery knows them by."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from engine.context import Context
from engine.forms import Act, Level, Who
from engine.options import Options, flag
from engine.procedures import initiative_order
from engine.procedures.calculation import Op, worked_out
from engine.procedures.targets import against_target
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Call, Cause, Dice, Procedure, Record, Roll, Success, Total
from engine.rulebook import load
from engine.ruleset import ActionKind, Entrance, RuleSet
from engine.sheets import reader_of, sound
from engine.state import Combatant, State
from engine.tables import Row, TableFile, read_rows
from events.base import CombatantId
from events.flow import Place
from events.play import ConditionGained, DamageApplied, Modifier, PoolRestored
from events.roster import Pool

PACKAGE: Final = __package__
HEARTS: Final = "hearts"
OUT_COLD: Final = "out-cold"
D6: Final = Dice(1, 6)


class Swing(Row, frozen=True, kw_only=True):
    """What a swing must reach."""

    reach: int


class Skull(Row, frozen=True, kw_only=True):
    """What a thick skull takes off a hit, and the least that is left."""

    takes_off: int
    least: int


class Tables(TableFile, frozen=True):
    """Everything in `tables.toml`."""

    swing: Swing
    skull: Skull


RULEBOOK: Final = load(PACKAGE)
TABLES: Final = read_rows(PACKAGE, "tables.toml", Tables, RULEBOOK.by_id)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A brawler: how many Hearts, how good with Fists, how Quick."""

    hearts: Annotated[int, Meta(ge=1, le=100)]
    fists: Level = 2
    quick: Level = 1


read_sheet: Final = reader_of(Sheet, lambda form: form)


class SwingAct(Act, frozen=True, kw_only=True):
    """Swing a fist at somebody."""

    kind: Literal["swing"]
    target: Who


@rule("BRAWL-TURN-1")
def roll_initiative(ctx: Context, combatants: tuple[CombatantId, ...]) -> Procedure[None]:
    """Everybody throws d6 + Quick."""
    yield from initiative_order.throw_numbers(ctx, combatants, _initiative)


def _initiative(ctx: Context, one: CombatantId) -> Roll:
    quick = Modifier("BRAWL-TURN-1", ctx.sheet(one).quick, "quick")
    return Roll(one, "initiative", D6, modifiers=(quick,), rule="BRAWL-TURN-1")


def _equals(ctx: Context, number: int, tied: tuple[CombatantId, ...]) -> list[Place]:
    joined = sorted(tied, key=lambda one: ctx.combatant(one).joined)
    return [Place(one, "BRAWL-TURN-1", f"{number}, who came in first") for one in joined]


ORDER: Final = initiative_order.InitiativeOrder(
    numbers=lambda fight: fight.initiative,
    highest_first=lambda ctx, numbers: initiative_order.highest_first(numbers),
    alone=lambda ctx, one, number: Place(one, "BRAWL-TURN-1", str(number)),
    settled=lambda state, tied: (),
    kept_rule="BRAWL-TURN-1",
    by_level=_equals,
    rolled_off=lambda ctx: False,
    tie_rule="BRAWL-TURN-1",
    die=lambda: D6,
)


def swing(ctx: Context, actor: CombatantId, act: SwingAct) -> Procedure[str]:
    """One swing, and what it does."""
    hit: Success = yield swing_roll(ctx, actor)
    if hit.success and ctx.knows(act.target):
        yield Call(land, (actor, act.target), because=(hit.cause,))
    return "hit" if hit.success else "missed"


@rule("BRAWL-SWING-1", mutant=lambda ctx, actor: Roll(actor, "strike", D6, Success, target_number=1))
def swing_roll(ctx: Context, actor: CombatantId) -> Roll:
    """The roll of a swing."""
    fists = Modifier("BRAWL-SWING-1", ctx.sheet(actor).fists, "fists")
    return Roll(actor, "strike", D6, Success, (fists,), target_number=TABLES.swing.reach, rule="BRAWL-SWING-1")


def land(ctx: Context, actor: CombatantId, target: CombatantId) -> Procedure[None]:
    """A hit takes Hearts."""
    damage: Total = yield Roll(actor, "damage", D6, rule="BRAWL-SWING-2", discloses="nothing")
    yield from lose(ctx, target, damage.total, thick_skull(ctx.state.options), damage.cause, actor)


@rule("BRAWL-SWING-2")
def thick_skull(options: Options) -> tuple[Op, ...]:
    """What a skull takes off a hit."""
    row = TABLES.skull
    taken = (Op("skull", "minus", row.takes_off, row.rule),) if flag(options, "thick_skulls") else ()
    return (*taken, Op("least", "least", row.least, row.rule))


def lose(
    ctx: Context, target: CombatantId, points: int, ops: tuple[Op, ...], cause: Cause = 0, source: str | None = None
) -> Procedure[None]:
    """Hearts are lost; without any left somebody is out cold."""
    steps = worked_out((Op("hit", "set", points, "BRAWL-SWING-2"), *ops))
    lost: Cause = yield Record(DamageApplied(target, HEARTS, -steps[-1].result, steps, source), (cause,))
    yield from fall(ctx, target, lost)


@rule("BRAWL-FALL-1")
def fall(ctx: Context, target: CombatantId, cause: Cause) -> Procedure[None]:
    """Whoever has no Hearts left falls."""
    one = ctx.combatant(target)
    if one.pools[HEARTS].now <= 0 and not one.has(OUT_COLD):
        yield Record(ConditionGained(target, OUT_COLD, "BRAWL-FALL-1"), (cause,))


@rule("BRAWL-FALL-1", mutant=lambda state, one: None)
def inability(state: State, one: Combatant) -> Refusal | None:
    """Why somebody cannot act."""
    return refusal("cannot-act", f"{one.name} is out cold", "BRAWL-FALL-1") if one.has(OUT_COLD) else None


def wound_word(state: State, one: Combatant) -> str:
    """How somebody fares."""
    pool = one.pools[HEARTS]
    return OUT_COLD if one.has(OUT_COLD) else "bruised" if pool.now < pool.full else "unhurt"


def against_swing(ctx: Context, actor: CombatantId, act: SwingAct) -> Iterator[Refusal]:
    """What speaks against a swing."""
    yield from against_target(ctx, actor, act.target)


def suffer(ctx: Context, target: CombatantId, amount: int, pool: str, attribute: str) -> Procedure[None]:
    """A stated loss of Hearts."""
    return lose(ctx, target, amount, ())


def restore(ctx: Context, target: CombatantId, amount: int, pool: str) -> Procedure[None]:
    """Hearts come back; nobody has more than at the beginning."""
    held = ctx.combatant(target).pools[HEARTS]
    yield Record(PoolRestored(target, HEARTS, min(amount, held.full - held.now), "BRAWL-FALL-1"))


BRAWL: Final = RuleSet(
    id=RULEBOOK.id,
    version="1",
    rulebook=RULEBOOK,
    sheet_type=Sheet,
    decode_sheet=lambda raw: sound(read_sheet(raw)),
    entrance=lambda sheet: Entrance({HEARTS: Pool(sheet.hearts, sheet.hearts)}, {}),
    actions={
        "swing": ActionKind(
            "swing",
            "Swing",
            SwingAct,
            against_swing,
            swing,
            "BRAWL-SWING-1",
            told="{actor} swings at {targets}",
            aimed=True,
        )
    },
    inability=inability,
    roll_initiative=roll_initiative,
    settle_order=lambda ctx: initiative_order.settle(ctx, ORDER),
    helpless=lambda state, one: one.has(OUT_COLD),
    takes_turns=lambda state, one: not one.has(OUT_COLD),
    suffer=suffer,
    restore=restore,
    wound_word=wound_word,
    turn_rule="BRAWL-TURN-1",
    passing_rule="BRAWL-FALL-1",
)
