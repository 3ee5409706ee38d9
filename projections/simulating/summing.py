"""Many fights summed up: who wins how often, how long it takes, who falls, how and by whom."""

from collections import Counter
from collections.abc import Iterable

from engine.state import State
from events.base import CombatantId
from projections.odds.told import Chance, chance_of
from projections.sight import Shown
from projections.simulating.fight import NOBODY, Fought


class Fate(Shown, frozen=True, kw_only=True):
    """What becomes of somebody: how likely it falls and dies, in which turn at a median, by whom most often, and the
    part of its strength that it has left at an average."""

    combatant: CombatantId
    name: str
    side: str = ""
    falls: Chance
    dies: Chance
    turn: int | None = None
    by: str = ""
    weapon: str = ""
    left: float


class Lasting(Shown, frozen=True, kw_only=True):
    """How many fights were over after so many turns, and how many of them each side has won."""

    turns: int
    fights: int
    won: dict[str, int] = {}


class Foretold(Shown, frozen=True, kw_only=True):
    """Many fights from one state. `undecided` are those that went on too long or left nobody.

    The seed with the number of a run plays that run again. `cut` more were asked for and not played to their end in
    time; what is told is of the first `runs` by number.
    """

    runs: int
    cut: int = 0
    seed: int
    tactic: str
    wins: dict[str, Chance]
    undecided: Chance
    turns: tuple[Lasting, ...]
    median: int
    acts: int
    fates: tuple[Fate, ...]


def foretold(state: State, fights: Iterable[Fought], seed: int, tactic: str, *, asked: int | None = None) -> Foretold:
    """The sums over fights that began in this state; there is one at least. None: as many as were asked for."""
    all_of_them = tuple(fights)
    runs = len(all_of_them)
    won = Counter(one.winner for one in all_of_them)
    turns = Counter(one.turns for one in all_of_them)
    names = dict.fromkeys(name for one in all_of_them for name in one.left)
    return Foretold(
        runs=runs,
        cut=0 if asked is None else asked - runs,
        seed=seed,
        tactic=tactic,
        wins={side: chance_of(won[side] / runs, runs) for side in sorted(won) if side != NOBODY},
        undecided=chance_of(won[NOBODY] / runs, runs),
        turns=tuple(_lasting(length, all_of_them) for length in sorted(turns)),
        median=_median(turns),
        acts=sum(one.acts for one in all_of_them),
        fates=tuple(_fate(state, name, all_of_them) for name in names),
    )


def how_many(told: Foretold) -> str:
    """How many fights are told of, and whether others were cut, in words."""
    cut = f" of {told.runs + told.cut}, for the others were not over in time" if told.cut else ""
    return f"{told.runs} fights{cut}"


def _lasting(length: int, fights: tuple[Fought, ...]) -> Lasting:
    over = [one for one in fights if one.turns == length]
    won = Counter(one.winner for one in over if one.winner != NOBODY)
    return Lasting(turns=length, fights=len(over), won=dict(sorted(won.items())))


def _fate(state: State, name: CombatantId, fights: tuple[Fought, ...]) -> Fate:
    one = state.combatants[name]
    falls = [fall for fought in fights for fall in fought.falls if fall.combatant == name]
    by = Counter((fall.by, fall.weapon) for fall in falls if fall.by).most_common(1)
    who, weapon = by[0][0] if by else ("", "")
    return Fate(
        combatant=name,
        name=one.name,
        side=one.side,
        falls=chance_of(len(falls) / len(fights), len(fights)),
        dies=chance_of(sum(fall.how == "dead" for fall in falls) / len(fights), len(fights)),
        turn=_median(Counter(fall.turn for fall in falls)) if falls else None,
        by=who,
        weapon=weapon,
        left=round(sum(fought.left.get(name, 0.0) for fought in fights) / len(fights), 3),
    )


def _median(numbers: Counter[int]) -> int:
    half, so_far = (numbers.total() + 1) // 2, 0
    for number, times in sorted(numbers.items()):
        so_far += times
        if so_far >= half:
            return number
    return 0
