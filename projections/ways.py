"""What a seat may look at, listed: every view of a table at one of its moments.

All take a `Vantage`: who looks, and the moment looked at; the tests walk through `WAYS_OUT`, which names them. What
goes out beside them is cut for the same audience where it is made: live frames and exports by `AudienceStream`,
refusals by `cut_refusal`, what may be done by `projections.legal`, odds and suggestions by `as_seen`, a character by
who plays it.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine.ledger import Ledger
from engine.state import State
from projections.audience import Audience
from projections.explanation import Explanation, RollExplained, explained, left_to_the_table
from projections.fate import fate_of, in_the_place_of
from projections.frames import OwnNumber
from projections.initiative import Initiative, initiative_seen
from projections.languages import ENGLISH, Language
from projections.rulings import Rulings, contested_seen, disputes_of, rulings_seen
from projections.sight import TableView
from projections.story import Story, in_language
from projections.stream import AudienceStream
from projections.timeline import Timeline, timeline_of
from projections.view import table_view
from projections.waiting import Waiting, waiting_seen
from projections.wounds import Wounds, wounds_seen


class Vantage(msgspec.Struct, frozen=True):
    """Where somebody looks from: their stream, one of its numbers, and the state the table showed then.

    For the present: `Vantage(stream, history.state, history.ledger, stream.newest)`. For an earlier number n the state
    is that of version `stream.numbers.version(n)`; the ledger, which has no past, is the present one.
    """

    stream: AudienceStream
    state: State
    ledger: Ledger
    number: OwnNumber

    @property
    def audience(self) -> Audience:
        """What was seen at that moment."""
        return self.stream.viewer.audience(self.state)


def view(at: Vantage) -> TableView:
    """The whole table."""
    chain = at.stream.chain_at(at.number)
    contested = contested_seen(at.ledger, at.stream.numbers, at.state, at.audience)
    return table_view(at.state, at.ledger, at.audience, at.stream.ruleset, at.number, chain, contested)


def initiative(at: Vantage) -> Initiative:
    """Who acts when."""
    return initiative_seen(at.state, at.audience, at.stream.ruleset)


def wounds(at: Vantage) -> Wounds:
    """How badly everybody is hurt."""
    return wounds_seen(at.state, at.audience, at.stream.ruleset)


def waiting(at: Vantage) -> Waiting:
    """What the table waits for."""
    return Waiting(waiting_seen(at.state, at.audience))


def story(
    at: Vantage,
    after: OwnNumber = 0,
    until: OwnNumber | None = None,
    last: int | None = None,
    language: Language = ENGLISH,
) -> Story:
    """The story after a frame, up to another or to the moment looked at; of that the `last` so many lines."""
    end = at.number if until is None else until
    lines = tuple(line for line in at.stream.lines(after) if line.number <= end)
    return Story(in_language(lines if last is None else lines[-last:], language))


def timeline(at: Vantage, after: OwnNumber = 0) -> Timeline:
    """Fights, turns and acts after a frame, up to the moment looked at."""
    frames = (at.stream.frame(number) for number in range(after + 1, at.number + 1))
    return timeline_of(frames, at.stream.numbers.standing())


def explanation(at: Vantage, number: OwnNumber) -> Explanation | None:
    """Why a number is what it is; `number` is that of the frame that told of the roll or hit.

    Raises:
        LookupError: the audience has no such frame.
    """
    book = at.stream.ruleset.rulebook
    frame = at.stream.frame(number)
    found = explained(frame, book)
    if found is None:
        return None
    fate = fate_of(at.stream, number)
    left = left_to_the_table(at.stream.frame(frame.action) if frame.action else None, book)
    if not isinstance(found, RollExplained):
        return msgspec.structs.replace(found, left_open=left, fate=fate)
    return msgspec.structs.replace(
        found,
        left_open=left,
        disputes=disputes_of(number, at.ledger, at.stream.numbers, book, at.audience),
        fate=fate,
        instead_of=in_the_place_of(at.stream, number),
    )


def rulings(at: Vantage) -> Rulings:
    """Contested rolls, how the GM ruled, and which rulings hold."""
    return rulings_seen(at.ledger, at.stream.numbers, at.stream.ruleset.rulebook, at.audience)


WAYS_OUT: Final[Mapping[str, Callable[[Vantage], msgspec.Struct]]] = {
    "view": view,
    "initiative": initiative,
    "wounds": wounds,
    "waiting": waiting,
    "story": story,
    "timeline": timeline,
    "rulings": rulings,
}
"""What can be asked of a table without naming anything; `explanation` and `legal_actions` name something."""
