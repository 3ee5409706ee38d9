"""Later steps that would go otherwise after a correction: each in a sentence, with its amend and its strike."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.commands import Amend, Strike, wire_name
from engine.state import Combatant, State
from events.base import CombatantId, Fact
from events.correction import Amended, Otherwise, Retracted
from projections.corrections import said_of_otherwise
from projections.languages import Language
from projections.phrases import Saying
from projections.sight import Shown
from projections.stream import AudienceStream


class Offer(Shown, frozen=True, kw_only=True):
    """A later step that would go otherwise, in a sentence, and the commands that put it right: `amend` is still to be
    given the fields that change, `strike` can be given as it stands. `said` is the sentence in no language; `act`
    is what is told of the step as it stands now, where it is an act."""

    line: str
    said: Saying
    act: str = ""
    action: str
    amend: Mapping[str, Any]
    strike: Mapping[str, Any]


class _Now:
    """Names as they stand now."""

    def __init__(self, state: State) -> None:
        self._state = state

    def combatant(self, name: CombatantId | None) -> Combatant | None:
        """The combatant, if it is there."""
        return self._state.combatants.get(name or "")

    def looked(self, name: CombatantId) -> str:
        """Nothing is said of how people fare."""
        return ""

    looks = looked


def offers(facts: Iterable[Fact], state: State, stream: AudienceStream, language: Language) -> tuple[Offer, ...]:
    """An offer for every line of the dry review that stands in a correction."""
    return tuple(_offer(one, state, stream, language) for one in _later(facts))


def _later(facts: Iterable[Fact]) -> Iterator[Otherwise]:
    for fact in facts:
        if isinstance(fact, Retracted) or (isinstance(fact, Amended) and fact.reach == "only_now"):
            yield from fact.later


def _offer(one: Otherwise, state: State, stream: AudienceStream, language: Language) -> Offer:
    act = stream.told_of_act(one.action)
    said = (said_of_otherwise(one, _Now(state)),)
    return Offer(
        line=language.line(said),
        said=said,
        act=language.line((act,)) if act is not None else "",
        action=one.action,
        amend={"type": wire_name(Amend), "action": one.action, "changes": {}},
        strike={"type": wire_name(Strike), "action": one.action},
    )
