"""Odds by trying: where there are too many ways to fall, a procedure is run many times with drawn dice."""

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from engine.context import Context
from engine.evolve import evolve
from engine.odds.exact import Branch, Odds, default_choice
from engine.odds.falls import too_many
from engine.odds.going import Struck, together, unwritten, who_is_struck
from engine.odds.walk import Chooser, Modified, fall_of, falls_of, keep_modifiers, matters_to_the_hit
from engine.requests import Ask, Call, Choice, Choose, Each, Procedure, Record, Request, Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId
from events.play import Modifier

RUNS: Final = 1_000
"""How often an action is tried: a chance is then known to some three hundredths."""

REPLIES: Final = 300_000
"""Replies of all trials together after which no further one is begun: about two seconds."""

Draw = Callable[[], float]
"""Gives a number from 0 up to 1, each as likely as any other."""


def sampled(
    ruleset: RuleSet,
    state: State,
    procedure: Callable[..., Procedure[Any]],
    values: tuple[Any, ...],
    draw: Draw,
    modifiers: tuple[Modifier, ...] = (),
    choose: Chooser = default_choice,
    runs: int = RUNS,
) -> Odds:
    """Try a procedure from a state, `runs` times or until that takes too long; each end weighs the same. Nothing is
    recorded."""
    ends: list[tuple[Any, _Trial]] = []
    modified: Modified = {}
    replies = 0
    while len(ends) < runs and replies < REPLIES:
        trial = _Trial(ruleset, state, draw, modifiers, choose, modified)
        ends.append((trial.drive(procedure(trial.context, *values)), trial))
        replies += trial.replies
    weight = 1 / len(ends)
    branches = tuple(Branch(weight, returned, trial.context.state, trial.struck) for returned, trial in ends)
    return Odds(branches, 0.0, frozenset().union(*(trial.rolled for _, trial in ends)), modified)


class _Trial:
    """One run with drawn dice."""

    def __init__(
        self,
        ruleset: RuleSet,
        state: State,
        draw: Draw,
        modifiers: tuple[Modifier, ...],
        choose: Chooser,
        modified: Modified,
    ) -> None:
        self.context = Context(state, ruleset.decode_sheet, ruleset.ways)
        self.context.modifiers = modifiers
        self.draw = draw
        self.choose = choose
        self.struck: Struck = ()
        self.rolled: set[CombatantId] = set()
        self.modified = modified
        self.replies = 0

    def drive(self, procedure: Procedure[Any]) -> Any:
        reply: Any = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as end:
                return end.value
            reply = self._reply(request)

    def _reply(self, request: Request) -> Any:
        self.replies += 1
        match request:
            case Record(fact=fact):
                self.context.state = evolve(self.context.state, unwritten(fact))
                self.struck = together(self.struck, who_is_struck(fact))
                return 0
            case Call(procedure=procedure, values=values):
                return self.drive(procedure(self.context, *values))
            case Each(n=n, procedure=procedure, values=values):
                return tuple(self.drive(procedure(self.context, *values)) for _ in range(n))
            case Ask(several=several):
                return tuple(self._falls(one) for one in several)
            case Roll() | Choose():
                return self._falls(request)

    def _falls(self, request: Roll | Choose) -> Any:
        if isinstance(request, Choose):
            return Choice(self.choose(request), 0)
        if matters_to_the_hit(request):
            self.rolled.add(request.combatant or "")
        keep_modifiers(self.modified, request, self.context.state)
        if too_many(request.dice, request.judge, request.reads):
            return fall_of(request, self.context.state, self.draw)
        ways = falls_of(request, self.context.state)
        steps = _steps(ways)
        return ways[min(bisect_right(steps, self.draw() * steps[-1]), len(ways) - 1)][0]


@lru_cache(maxsize=4096)
def _steps(ways: tuple[tuple[Any, float], ...]) -> tuple[float, ...]:
    return tuple(accumulate(probability for _, probability in ways))
