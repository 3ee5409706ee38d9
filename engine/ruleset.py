"""What a rule set gives to the machinery: how it differs, and nothing else."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from engine.commands import ApplyDamage, Declare
from engine.context import Context
from engine.hazard import Danger, Harm
from engine.refusals import Refusal
from engine.requests import Procedure
from engine.rulebook import Rulebook
from engine.samples import Samples
from engine.span import Span
from engine.state import Combatant, State
from engine.tactical import Tactical
from events.base import CombatantId, Fact
from events.flow import Phase
from events.play import LeftOpen, Level
from events.roster import Pool


class Entrance(msgspec.Struct, frozen=True):
    """What a sheet brings to the table: pools at their full, rounds in each weapon."""

    pools: dict[str, Pool]
    ammo: dict[str, int]


class ActionKind(msgspec.Struct, frozen=True):
    """One kind of action: its typed fields, what speaks against it, and the procedure that carries it out.

    `check` yields every refusal there is, in any order; the first of the list of codes is given. Its context has the
    state before the action. `in_the_lobby` acts are admitted outside a fight too, where there are no turns. `usual` are
    fields that may be left out and seldom are: an act that is offered has them filled in. `needs_sheet`: it reads of
    the actor's sheet what a minimal one does not say; `opposed`: of the target's too, who always defends. `told`
    is its sentence in the story, of `{actor}`, `{weapon}` and `{targets}`, where no language has words for its kind
    (empty: its title is named); what is `aimed` at somebody hits or misses.
    """

    kind: str
    title: str
    fields: type[msgspec.Struct]
    check: Callable[[Context, CombatantId, Any], Iterator[Refusal]]
    procedure: Callable[[Context, CombatantId, Any], Procedure[str]]
    rule: str = ""
    in_the_lobby: bool = False
    usual: tuple[str, ...] = ()
    needs_sheet: bool = True
    opposed: bool = False
    told: str = ""
    aimed: bool = False


def is_dead(one: Combatant) -> bool:
    """Whether somebody is dead, where a rule set says nothing else of it."""
    return one.has("dead")


def no_stats(ctx: Context, combatant: CombatantId) -> Mapping[str, int]:
    """What a rule set says of somebody's numbers in force where it says nothing."""
    return {}


def nothing_due(*asked: Any) -> Procedure[None]:
    """What falls due at a station of the turn, or while time passes, where a rule set names nothing."""
    yield from ()


def nothing_bars(state: State, combatant: Combatant) -> Refusal | None:
    """Why nothing can be given back to somebody where a rule set names no reason."""
    return None


def nothing_more(ctx: Context, combatant: CombatantId, condition: str, given: bool) -> Iterator[Fact]:
    """What comes with a condition that the referee gives where a rule set says nothing."""
    yield from ()


def nothing_against(ctx: Context, asked: Any) -> Iterator[Refusal]:
    """What speaks against something that a rule set has nothing to say of."""
    return iter(())


def nothing_left_open(ctx: Context, by: CombatantId | None, said: Any) -> Iterator[LeftOpen]:
    """What rules leave to the people at the table where a rule set says nothing of it."""
    return iter(())


def no_dice(ctx: Context, danger: Danger, level: Level) -> Procedure[Harm]:
    """What a hazard's dice come to where a rule set knows no hazards."""
    yield from ()
    return 0, 0


def no_harm(ctx: Context, target: CombatantId, danger: Danger, thrown: Harm | None) -> Procedure[None]:
    """What a hazard does to somebody where a rule set knows no hazards."""
    yield from ()


def no_rounds(sheet: Any) -> Mapping[str, int]:
    """What the weapons of a sheet hold where a rule set counts no rounds."""
    return {}


def says_everything(sheet: Any) -> str:
    """What a sheet does not say where a rule set knows no minimal ones: nothing is missing."""
    return ""


def everything_lasts(name: str) -> bool:
    """What of conditions and counts somebody takes along to another table where a rule set says nothing: all."""
    return True


def the_usual_stations() -> tuple[Phase, ...]:
    """The steps of a turn where a rule set names no others."""
    return "declaration", "initiative", "actions"


def as_it_stands(one: Combatant) -> Hashable:
    """What of a combatant can make a difference to what an action leads to, its sheet apart."""
    return (
        tuple([(name, pool.now, pool.full) for name, pool in one.pools.items()]),
        tuple(one.ammo.items()),
        frozenset([name for name, causes in one.conditions.items() if causes]),
        frozenset([(name, len(causes)) for name, causes in one.counters.items() if causes]),
        frozenset(one.tallies.items()),
        one.effects,
        one.status,
        one.reaction,
        one.position,
    )


class RuleSet(msgspec.Struct, frozen=True):
    """A rule set: its rulebook, its sheets, its actions, and the procedures the turn calls at its stations.

    `decode_sheet` raises ValueError with a sentence. `inability` says why a combatant cannot act at all, or None;
    who is `helpless` can neither act nor choose nor defend, and is answered for.
    `unmendable` says why nothing can be given back to a combatant. `turn_rule` and `passing_rule` are the ids behind
    the order of a turn and the passing over of those who cannot act, `tie_rule` the one behind the order of those with
    the same number; `stated_rule` leaves it to the referee to state a number. `left_open` tells what of an action, a
    stretch of time or a stated loss a rule leaves to the people at the table. `takes_turns` tells who rolls initiative
    and keeps a fight going. Procedures of actions return a word for the story.
    `stranger` is the sheet that stands for somebody of whom nothing is known: no armor, and wounds enough. `is_lost`
    tells who is dead, or will be whatever happens.
    `tactical` is for those who choose for others.
    `odds_view` is what of a combatant can make a difference to what an action leads to.
    `stats` tells a combatant's attributes and derived numbers as they are in force now, wounds counted.
    `armoury` holds what a sheet may name by model, list by list, for people to look up; `samples` ready NPCs and gear.
    A character of one's own begins as the sheet `ordinary`; `skills` are those that the rules, their lists and samples
    name (a sheet may have others), `stated_pools` the fields in which a sheet may state what else follows from it.
    `stations` are the phases of a turn in their order. `stays_down` says who is passed over in it: somebody who cannot
    act may still come up, if what falls due then can change that; None: all who cannot act. `against_sheet` and
    `against_delay` say what speaks against a sheet at this table and against a combatant's waiting. `rising_pools` are
    those that count points taken, from 0 upwards.
    `ways` holds the steps in which rule sets that share procedures
    differ; the machinery hands it to them in the context and does not look at it. `brings` tells the counts that begin
    or end when the referee gives (True) or takes away (False) a condition.
    `inner_pools` are those whose losses are no hits: others do not see them.
    `activities` are the words for what people do while time passes. `check_time` and `check_loss` yield what speaks
    against a stretch of time and against a stated loss.
    `throw_hazard` throws the damage of a hazard, `endanger` lets it harm somebody, with dice thrown already or its own;
    `check_hazard` yields what speaks against it. `damage_kinds` and `locations` are the words for it; rules without any
    kind know no hazards. `full_loads` tells what each weapon of a sheet holds, where its rounds are counted.
    `falters` are the words for an act that is not carried out because a test before it fails, with what that is for.
    `lacks` names the field that a minimal sheet leaves out and the rules need for acts and defenses; empty: it is a
    whole sheet. `lasts` tells which conditions and counts outlast a fight and go along to another table.
    """

    id: str
    version: str
    rulebook: Rulebook
    sheet_type: type[msgspec.Struct]
    decode_sheet: Callable[[bytes], Any]
    entrance: Callable[[Any], Entrance]
    actions: dict[str, ActionKind]
    inability: Callable[[State, Combatant], Refusal | None]
    helpless: Callable[[State, Combatant], bool]
    takes_turns: Callable[[State, Combatant], bool]
    roll_initiative: Callable[[Context, tuple[CombatantId, ...]], Procedure[None]]
    settle_order: Callable[[Context], Procedure[None]]
    suffer: Callable[[Context, CombatantId, int, str, str], Procedure[None]]
    restore: Callable[[Context, CombatantId, int, str], Procedure[None]]
    wound_word: Callable[[State, Combatant], str]
    turn_rule: str
    passing_rule: str
    tie_rule: str = ""
    stated_rule: str = ""
    left_open: Callable[[Context, CombatantId | None, Any], Iterator[LeftOpen]] = nothing_left_open
    begin_activation: Callable[[Context, CombatantId], Procedure[None]] = nothing_due
    end_turn: Callable[[Context], Procedure[None]] = nothing_due
    begin_turn: Callable[[Context], Procedure[None]] = nothing_due
    pass_time: Callable[[Context, Span], Procedure[None]] = nothing_due
    check_declaration: Callable[[Context, Declare], Iterator[Refusal]] = nothing_against
    unmendable: Callable[[State, Combatant], Refusal | None] = nothing_bars
    reactions: tuple[str, ...] = ("none",)
    lights: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    stats: Callable[[Context, CombatantId], Mapping[str, int]] = no_stats
    stranger: bytes = b"{}"
    tactical: Tactical = Tactical()
    is_lost: Callable[[Combatant], bool] = is_dead
    odds_view: Callable[[Combatant], Hashable] = as_it_stands
    armoury: Mapping[str, Any] = {}
    samples: Samples = Samples()
    ordinary: Mapping[str, Any] = {}
    skills: tuple[str, ...] = ()
    stated_pools: tuple[str, ...] = ()
    stations: Callable[[], tuple[Phase, ...]] = the_usual_stations
    stays_down: Callable[[State, Combatant], Refusal | None] | None = None
    against_sheet: Callable[[Context, Any], Iterator[Refusal]] = nothing_against
    against_delay: Callable[[Context, CombatantId], Iterator[Refusal]] = nothing_against
    rising_pools: frozenset[str] = frozenset()
    ways: Any = None
    brings: Callable[[Context, CombatantId, str, bool], Iterator[Fact]] = nothing_more
    inner_pools: frozenset[str] = frozenset()
    activities: tuple[str, ...] = ()
    check_time: Callable[[Context, Span], Iterator[Refusal]] = nothing_against
    check_loss: Callable[[Context, ApplyDamage], Iterator[Refusal]] = nothing_against
    throw_hazard: Callable[[Context, Danger, Level], Procedure[Harm]] = no_dice
    endanger: Callable[[Context, CombatantId, Danger, Harm | None], Procedure[None]] = no_harm
    check_hazard: Callable[[Context, Danger], Iterator[Refusal]] = nothing_against
    damage_kinds: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    full_loads: Callable[[Any], Mapping[str, int]] = no_rounds
    falters: Mapping[str, str] = MappingProxyType({})
    lacks: Callable[[Any], str] = says_everything
    lasts: Callable[[str], bool] = everything_lasts
