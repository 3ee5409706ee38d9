"""Why a command is refused: a closed list of codes, with the rule behind each and whether a GM may force it."""

from typing import Final, Literal

import msgspec

Code = Literal[
    "unauthorized",
    "unknown-id",
    "not-yours",
    "cannot-act",
    "wrong-phase",
    "not-your-turn",
    "waiting",
    "already-answered",
    "no-such-weapon",
    "weapon-unusable",
    "out-of-ammunition",
    "not-enough-rounds",
    "over-rate-of-fire",
    "more-than-declared",
    "mixed-fire-modes",
    "out-of-range",
    "strength-mismatch",
    "dodging",
    "in-cover",
    "needs-grapple",
    "needs-hold",
    "location-lost",
    "already-dead",
    "essence-below-zero",
    "nobody-able",
    "moved",
    "rules-changed",
    "limit-exceeded",
    "invalid",
]

CODES: Final[tuple[str, ...]] = Code.__args__  # type: ignore[attr-defined]
"""In the order in which they are given where several apply."""

FORCEABLE: Final[frozenset[str]] = frozenset(
    {
        "cannot-act",
        "wrong-phase",
        "not-your-turn",
        "weapon-unusable",
        "out-of-ammunition",
        "not-enough-rounds",
        "over-rate-of-fire",
        "more-than-declared",
        "mixed-fire-modes",
        "out-of-range",
        "strength-mismatch",
        "dodging",
        "in-cover",
        "needs-grapple",
        "needs-hold",
        "essence-below-zero",
    }
)
"""Codes of rule refusals that the GM may overrule with a reason. What is impossible or malformed is not among them."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was not accepted: nothing was appended and no die thrown."""

    code: Code
    sentence: str
    rule: str = ""
    forceable: bool = False
    waiting_for: tuple[str, ...] = ()


class Refused(Exception):
    """Carries a refusal out of a procedure before anything of it is kept."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def refusal(code: Code, sentence: str, rule: str = "", waiting_for: tuple[str, ...] = ()) -> Refusal:
    """A refusal of this code; only rule refusals (those with a rule behind them) can be forced."""
    return Refusal(code, sentence, rule, bool(rule) and code in FORCEABLE, waiting_for)


def against_the_rules(sentence: str, rule: str) -> Refusal:
    """The refusal as `invalid` of something that could be done and that only this rule does not admit: the GM may."""
    return Refusal("invalid", sentence, rule, forceable=True)


def first_in_the_list(refusals: tuple[Refusal, ...]) -> Refusal | None:
    """Of several refusals the one whose code stands first in the list of codes."""
    return min(refusals, key=lambda one: CODES.index(one.code), default=None)
