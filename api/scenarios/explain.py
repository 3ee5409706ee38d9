"""An entry of the log in plain text, every number with the rule that justifies it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from engine.rulebook import Rulebook
from events.base import Fact
from events.envelope import Entry
from events.play import Asked, ConditionGained, ConditionLost, DamageApplied, Modifier, Rolled, Step

_OPS: Final = {"set": "", "times": "times ", "minus": "minus ", "plus": "plus ", "least": "at least "}


def explain(entry: Entry, rulebook: Rulebook) -> tuple[str, ...]:
    """The lines that tell what an entry says; the first names its version, the others stand under it."""
    teller = _TELLERS.get(type(entry.fact), _as_it_is)
    first, *more = teller(entry.fact, rulebook)
    because = f"  because of {', '.join(map(str, entry.because))}" if entry.because else ""
    return (f"{entry.version:>4}  {first}{because}", *(f"        {line}" for line in more))


def titled(rule: str, rulebook: Rulebook) -> str:
    """A rule's id and title; the id alone where the rulebook does not have it."""
    found = rulebook.rule(rule)
    return f"{rule} {found.title}" if found else rule


def _roll(fact: Rolled, rulebook: Rulebook) -> Iterator[str]:
    who = f"{fact.combatant} rolls " if fact.combatant else "a roll for "
    typed = f", typed by {fact.typed_by}" if fact.typed_by else ""
    seen = "" if fact.level == "open" else f" ({fact.level})"
    yield f"{who}{fact.purpose}{seen}: {fact.dice} shows {_listed(fact.faces)}{typed}"
    if fact.rule:
        yield titled(fact.rule, rulebook)
    if fact.counts != fact.faces:
        yield f"counts {_listed(fact.counts)}"
    for modifier in fact.modifiers:
        yield _modifier(modifier, rulebook)
    yield f"total {fact.total}{_verdict(fact)}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "nothing"


def _modifier(modifier: Modifier, rulebook: Rulebook) -> str:
    reason = titled(modifier.rule, rulebook) if modifier.rule else "the referee"
    return f"{modifier.value:+d}  {reason}{f' ({modifier.note})' if modifier.note else ''}"


def _verdict(fact: Rolled) -> str:
    target = f" against {fact.target_number}" if fact.target_number is not None else ""
    outcome = "" if fact.outcome == "none" else f": {fact.outcome}"
    level = f", success level {fact.success_level}" if fact.success_level is not None else ""
    location = f", location {fact.location}" if fact.location else ""
    return f"{target}{outcome}{level}{location}"


def _damage(fact: DamageApplied, rulebook: Rulebook) -> Iterator[str]:
    by = f" by {fact.source}" if fact.source else ""
    weapon = f" with {fact.weapon}" if fact.weapon else ""
    yield f"{fact.combatant}: {fact.pool} {fact.change:+d}{by}{weapon}"
    for step in fact.steps:
        yield _step(step, rulebook)


def _step(step: Step, rulebook: Rulebook) -> str:
    return f"{step.step}: {_OPS[step.op]}{step.by} gives {step.result}  {titled(step.rule, rulebook)}".rstrip()


def _gained(fact: ConditionGained, rulebook: Rulebook) -> Iterator[str]:
    yield f"{fact.combatant} is {fact.condition}{_by(fact.rule, rulebook)}"


def _lost(fact: ConditionLost, rulebook: Rulebook) -> Iterator[str]:
    causes = ", ".join(map(str, fact.causes))
    yield f"{fact.combatant} is no longer {fact.condition} from {causes}{_by(fact.rule, rulebook)}"


def _by(rule: str, rulebook: Rulebook) -> str:
    return f"  {titled(rule, rulebook)}" if rule else ""


def _asked(fact: Asked, rulebook: Rulebook) -> Iterator[str]:
    yield "asked:"
    for question in fact.questions:
        what = f"one of {', '.join(question.options)}" if question.options else question.dice
        yield f"{question.combatant} for {question.purpose}: {what}"


def _as_it_is(fact: Fact, rulebook: Rulebook) -> Iterator[str]:
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fact))
    tag = said.pop("type")
    fields = ", ".join(f"{name} {_short(value)}" for name, value in said.items())
    yield f"{tag}: {fields}" if fields else str(tag)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else f"{text[:117]}..."


_TELLERS: Final[dict[type[Fact], Callable[[Any, Rulebook], Iterator[str]]]] = {
    Rolled: _roll,
    DamageApplied: _damage,
    ConditionGained: _gained,
    ConditionLost: _lost,
    Asked: _asked,
}
