"""docs/reference/refusals.md: every code that says why something was not done."""

from collections.abc import Iterator
from typing import Final

from api.web.problems import EDGE_CODES
from engine.refusals import CODES, FORCEABLE

MEANINGS: Final[dict[str, str]] = {
    "unauthorized": "This seat may not do that: its kind may not, it is closed, or only a GM may overrule.",
    "unknown-id": "There is nothing of that name at this table that the seat can see.",
    "not-yours": "The combatant is played by somebody else.",
    "cannot-act": "The combatant is dead, unconscious, stunned or otherwise unable.",
    "wrong-phase": "The turn is in a phase that does not admit this, or the table is closed.",
    "not-your-turn": "Somebody else is up.",
    "waiting": "An action waits for answers; `waiting_for` names of whom.",
    "already-answered": "That was answered, rolled or shown before.",
    "no-such-weapon": "The combatant has no weapon of that name.",
    "weapon-unusable": "The weapon is jammed, dropped, or cannot be used like this.",
    "out-of-ammunition": "The weapon is empty.",
    "not-enough-rounds": "Fewer rounds are loaded than this would take.",
    "over-rate-of-fire": "More shots than the weapon fires in a turn.",
    "more-than-declared": "More attacks or shots than were declared, or than the rules allow.",
    "mixed-fire-modes": "One turn, one mode of fire.",
    "out-of-range": "The target is farther away than the weapon reaches.",
    "strength-mismatch": "The weapon is built for another strength.",
    "dodging": "Who dodges this turn does nothing else.",
    "in-cover": "Who keeps to cover cannot do this.",
    "needs-grapple": "This needs a grapple first.",
    "needs-hold": "This needs a hold first.",
    "location-lost": "That part of the body is gone.",
    "already-dead": "Death is final.",
    "essence-below-zero": "Essence is below zero.",
    "nobody-able": "Nobody in this fight is able to act.",
    "moved": "The table has gone on since; `missed` tells how.",
    "rules-changed": "The rules changed under a parked action: take it back and begin it again.",
    "limit-exceeded": "More than a limit allows.",
    "invalid": "It is not what belongs there; the sentence says what does.",
}
"""What each code of the engine means at the table; a test holds it complete."""


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Refusals and problems"
    yield ""
    yield "Whatever is not done is answered with a problem document (RFC 9457, `application/problem+json`):"
    yield "`type`, `title`,"
    yield "`status`, `detail` (a sentence), `code`, and for refusals `rule` (what stands behind it), `forceable`,"
    yield "`waiting_for`."
    yield "A refused command appended nothing, threw no die, and its id is free again."
    yield ""
    yield "## Refusals"
    yield ""
    yield "Status 409 (`unauthorized`: 403; a body that cannot be read: 422). *Can be forced*: if a rule stands"
    yield "behind it, the"
    yield "GM may do it anyway with a reason in `force`; the log tells which rule was overruled. Where several"
    yield "apply, the first"
    yield "of this list is given."
    yield ""
    yield "| code | meaning | can be forced |"
    yield "|---|---|---|"
    for code in CODES:
        yield f"| `{code}` | {MEANINGS[code]} | {'yes' if code in FORCEABLE else 'no'} |"
    yield ""
    yield "## Problems of the service"
    yield ""
    yield "| code | status | meaning |"
    yield "|---|---|---|"
    for name, (status, meaning) in EDGE_CODES.items():
        yield f"| `{name}` | {status} | {meaning} |"
