"""How refusals are cut: a sentence never names somebody who is not seen."""

from msgspec.structs import replace

from engine.refusals import Refusal
from engine.state import State
from projections.audience import Audience


def cut_refusal(refusal: Refusal, state: State, audience: Audience) -> Refusal:
    """A refusal as the audience may read it; `state` is the one in which it was given.

    Sentences that may name whoever the table waits for, or whoever is up, are worded anew where that is somebody
    unseen. All others name only what the seat itself has named.
    """
    if audience.kind == "gm":
        return refusal
    if refusal.code == "waiting":
        return _waiting(refusal, state, audience)
    up = state.fight.up if state.fight else None
    if refusal.code in ("not-your-turn", "wrong-phase") and up is not None and not audience.sees_named(state, up):
        return replace(refusal, sentence="somebody else is up")
    return refusal


def _waiting(refusal: Refusal, state: State, audience: Audience) -> Refusal:
    names = tuple(name for name in refusal.waiting_for if audience.sees_named(state, name))
    who = ", ".join(map(state.name, names)) or "an answer"
    return replace(refusal, sentence=f"an action waits for {who}", waiting_for=names)
