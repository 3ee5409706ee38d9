"""A whole log as the GM sees it now: the stream of its frames, and the table at its end."""

from collections.abc import Sequence

from api.moments.cutting import NO_HASH, past_of
from engine.history import History
from engine.ruleset import RuleSet
from events.envelope import Entry
from projections.audience import GM
from projections.stream import AudienceStream
from projections.ways import Vantage


def seen_by_the_gm(entries: Sequence[Entry], ruleset: RuleSet) -> Vantage:
    """Where the GM looks from at the end of a log; their numbers are its versions."""
    stream, history, past = AudienceStream(GM, ruleset), History.empty(), past_of(entries)
    for entry in entries:
        grown = history.advance(entry, NO_HASH, history.led_to(entry, past))
        stream.fold(entry, history.state, grown.state, grown.ledger)
        history = grown
    return Vantage(stream, history.state, history.ledger, stream.newest)
