"""A procedure that goes on in thought: a reply at a time, from a state that is given, and whether it looked at it."""

from collections.abc import Callable, Generator
from typing import Any, Final

from engine.context import Context
from engine.evolve import evolve
from engine.requests import Record, Request
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId, Fact
from events.envelope import SCHEMA, Entry
from events.play import DamageApplied, Modifier

Struck = tuple[tuple[CombatantId, int], ...]
"""Whom an action has struck so far, and how often, by name."""

Path = tuple[tuple[Any, State], ...]
"""The replies to all that a procedure has asked for so far, each with the state it went on from; None began it."""


_NOWHERE: Final = State()


class Going:
    """A procedure under way, standing where it wants a reply.

    After each reply it tells what the procedure did with it: what it `returned` at its end, whom it `struck`, the facts
    it `went` over, and whether it `looked` at the state. Where it did not, whatever state there is leads to the same.
    """

    __slots__ = ("_context", "_generator", "returned", "struck", "went")

    def __init__(
        self,
        ruleset: RuleSet,
        modifiers: tuple[Modifier, ...],
        procedure: Callable[..., Generator[Request, Any, Any]],
        values: tuple[Any, ...],
        path: Path = (),
    ) -> None:
        self._context = _Watched(_NOWHERE, ruleset.decode_sheet, ruleset.ways)
        self._context.modifiers = modifiers
        self._generator = procedure(self._context, *values)
        self.returned: Any = None
        self.struck: Struck = ()
        self.went: list[tuple[Any, State]] = []
        for reply, state in path:
            self._context.state = state
            self._generator.send(reply)

    @property
    def looked(self) -> bool:
        """Whether the procedure has looked at the state since its last reply."""
        return self._context.looked

    @property
    def state(self) -> State:
        """The state it stands in now."""
        return self._context.state

    def on(self, reply: Any, state: State) -> Request | None:
        """Go on with a reply to the next request for dice, choices or another procedure; None: it has ended."""
        self._context.show(state)
        self.struck = ()
        self.went = []
        try:
            request = self._generator.send(reply)
            while isinstance(request, Record):
                after = evolve(self._context.state, unwritten(request.fact))
                self._context.state = after
                self.went.append((0, after))
                self.struck = together(self.struck, who_is_struck(request.fact))
                request = self._generator.send(0)
        except StopIteration as end:
            self.returned = end.value
            return None
        return request


class _Watched(Context):
    """Eyes that tell whether they were opened: a state that is shown is there only when somebody looks at it."""

    __slots__ = ("_shown", "looked")

    def __init__(self, state: State, decode_sheet: Callable[[bytes], Any], ways: Any) -> None:
        super().__init__(state, decode_sheet, ways)
        self.looked = True

    def show(self, state: State) -> None:
        """Lay a state before it."""
        if self.looked:
            del self.state
            self.looked = False
        self._shown = state

    def __getattr__(self, name: str) -> Any:
        """Asked for what is not there: only the state, before anybody has looked at it."""
        if name != "state":
            raise AttributeError(name)
        self.looked = True
        self.state = self._shown
        return self.state


def who_is_struck(fact: Fact) -> Struck:
    """Whom a fact tells to be struck by somebody else, be it that armor stops everything."""
    if isinstance(fact, DamageApplied) and fact.source is not None and fact.source != fact.combatant:
        return ((fact.combatant, 1),)
    return ()


def together(one: Struck, other: Struck) -> Struck:
    """Who was struck by both."""
    if not one or not other:
        return one or other
    sums = dict(one)
    for name, times in other:
        sums[name] = sums.get(name, 0) + times
    return tuple(sorted(sums.items()))


def unwritten(fact: Fact) -> Entry:
    """A fact that happens only in thought: it has no version and no cause but 0."""
    return Entry("", 0, 0, SCHEMA, "", "", "", fact)  # type: ignore[arg-type]
