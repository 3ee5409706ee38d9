"""A whole log as the GM sees it now: the stream of its frames, and the table at its end."""

from collections.abc import Sequence

from api.moments.cutting import grown
from engine.history import History
from engine.ruleset import RuleSet
from events.envelope import Entry
from projections.audience import GM
from projections.stream import AudienceStream
from projections.ways import Vantage


def seen_by_the_gm(entries: Sequence[Entry], ruleset: RuleSet) -> Vantage:
    """Where the GM looks from at the end of a log; their numbers are its versions."""
    stream, history = AudienceStream(GM, ruleset), History.empty()
    for entry, before, history in grown(entries):
        stream.fold(entry, before.state, history.state, history.ledger)
    return Vantage(stream, history.state, history.ledger, stream.newest)
