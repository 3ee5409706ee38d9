"""What a step expects beside what it got: one comparison for each key of `expect`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from api.scenarios.model import AskedForm, Expect, ForcedForm, RefusedForm, RollForm
from api.scenarios.outcome import Mismatch
from engine.actions import all_open
from engine.context import Context
from engine.refusals import Refusal
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import Fact
from events.envelope import Entry
from events.play import DamageApplied, Rolled, RuleOverruled
from projections.audience import GM
from projections.groups import row

BOOKKEEPING: Final = frozenset({"counter-raised", "counters-lapsed", "order-settled", "range-stated", "tally-changed"})
"""Facts that a run of events need not name: they keep count of what the facts around them tell."""
NOBODY: Final = "no such combatant"
NOTHING: Final = "nothing"


class Seen(msgspec.Struct, frozen=True):
    """What came of a step: the state after it, its entries, or its refusal."""

    ruleset: RuleSet
    state: State
    entries: tuple[Entry, ...]
    refusal: Refusal | None

    def facts(self, kind: type[Any]) -> tuple[Any, ...]:
        """The facts of a type among the entries, in order."""
        return tuple(entry.fact for entry in self.entries if isinstance(entry.fact, kind))


Comparison = Callable[[Any, Seen], Iterator[Mismatch]]


def mismatches(expect: Expect, seen: Seen) -> Iterator[Mismatch]:
    """Everything that came out otherwise than expected."""
    for field, comparison in COMPARISONS.items():
        expected = getattr(expect, field)
        if expected is not UNSET:
            yield from comparison(expected, seen)


# per combatant


def _of_each(word: str, tell: Callable[[Seen, Combatant], Any]) -> Comparison:
    """Compares one value per combatant."""

    def compare(expected: dict[str, Any], seen: Seen) -> Iterator[Mismatch]:
        for combatant, value in expected.items():
            one = seen.state.combatants.get(combatant)
            yield from _same(f"{word} of {combatant}", value, tell(seen, one) if one else NOBODY)

    return compare


def _of_each_named(word: str, tell: Callable[[Seen, Combatant], dict[str, Any]]) -> Comparison:
    """Compares the named values of each combatant."""

    def compare(expected: dict[str, dict[str, Any]], seen: Seen) -> Iterator[Mismatch]:
        for combatant, named in expected.items():
            one = seen.state.combatants.get(combatant)
            values = tell(seen, one) if one else {}
            for name, value in named.items():
                got = values.get(name, NOTHING) if one else NOBODY
                yield from _same(f"{word} of {combatant}, {name}", value, got)

    return compare


def _pools(seen: Seen, one: Combatant) -> dict[str, Any]:
    return {name: pool.now for name, pool in one.pools.items()}


def _ammo(seen: Seen, one: Combatant) -> dict[str, Any]:
    return dict(one.ammo)


def _stats(seen: Seen, one: Combatant) -> dict[str, Any]:
    return dict(seen.ruleset.stats(Context(seen.state, seen.ruleset.decode_sheet, seen.ruleset.ways), one.id))


def _initiative(seen: Seen, one: Combatant) -> Any:
    return seen.state.fight.initiative.get(one.id) if seen.state.fight else None


def _wounds(seen: Seen, one: Combatant) -> Any:
    return seen.ruleset.wound_word(seen.state, one)


def _groups(expected: dict[str, str], seen: Seen) -> Iterator[Mismatch]:
    for name, says in expected.items():
        group = seen.state.groups.get(name)
        found = row(seen.state, group, GM.audience(seen.state), seen.ruleset) if group is not None else None
        yield from _same(f"groups, {name}", says, found.says if found is not None else "no such group")


def _conditions(expected: dict[str, tuple[str, ...]], seen: Seen) -> Iterator[Mismatch]:
    for combatant, names in expected.items():
        one = seen.state.combatants.get(combatant)
        standing = sorted(name for name in one.conditions if one.has(name)) if one else NOBODY
        yield from _same(f"conditions of {combatant}", sorted(names), standing)


# the fight


def _order(expected: tuple[str, ...], seen: Seen) -> Iterator[Mismatch]:
    fight = seen.state.fight
    yield from _same("order", expected, tuple(place.combatant for place in fight.order) if fight else NOTHING)


def _up(expected: str | None, seen: Seen) -> Iterator[Mismatch]:
    yield from _same("up", expected, seen.state.fight.up if seen.state.fight else None)


def _turn(expected: int | None, seen: Seen) -> Iterator[Mismatch]:
    yield from _same("turn", expected, seen.state.fight.turn if seen.state.fight else None)


def _phase(expected: str, seen: Seen) -> Iterator[Mismatch]:
    yield from _same("phase", expected, seen.state.phase)


def _asked(expected: tuple[AskedForm, ...], seen: Seen) -> Iterator[Mismatch]:
    questions = tuple(question for _, question in all_open(seen.state))
    yield from _lists("asked", expected, questions, lambda question: f"{question.purpose} of {question.combatant}")


def _waiting(expected: tuple[str, ...], seen: Seen) -> Iterator[Mismatch]:
    waited_for = dict.fromkeys(question.combatant for _, question in all_open(seen.state))
    yield from _same("waiting", sorted(expected), sorted(waited_for))


# what the step appended


def _rolls(expected: tuple[RollForm, ...], seen: Seen) -> Iterator[Mismatch]:
    rolled = [entry for entry in seen.entries if isinstance(entry.fact, Rolled)]
    meant = tuple(_as_thrown(form, entry, seen) for form, entry in zip(expected, rolled, strict=False))
    forms = meant + expected[len(meant) :]
    yield from _lists("rolls", forms, seen.facts(Rolled), lambda roll: f"{roll.purpose} of {roll.combatant}")


def _as_thrown(form: RollForm, entry: Entry, seen: Seen) -> RollForm:
    """Many write as the total of a damage roll what it comes to with its multiplier; it is compared as thrown."""
    roll = entry.fact
    if isinstance(roll, Rolled) and form.total in tuple(_multiplied(roll, entry.version, seen)):
        return msgspec.structs.replace(form, total=roll.total)
    return form


def _multiplied(roll: Rolled, version: int, seen: Seen) -> Iterator[int]:
    """What a damage die comes to in the damage that follows from it, and what an armor die stops there."""
    for entry in seen.entries:
        if isinstance(entry.fact, DamageApplied) and version in entry.because:
            for step in entry.fact.steps:
                if (step.step, roll.purpose) == ("die", "damage"):
                    yield step.result
                elif step.step == roll.purpose == "armor":
                    yield step.by


def _events(expected: tuple[str | dict[str, Any], ...], seen: Seen) -> Iterator[Mismatch]:
    named = {form if isinstance(form, str) else form["type"] for form in expected}
    facts = [entry.fact for entry in seen.entries if _tag(entry.fact) not in BOOKKEEPING - named]
    places = range(len(facts) - len(expected) + 1) if expected else range(not seen.entries)
    if not any(all(_is_such(form, facts[place + k]) for k, form in enumerate(expected)) for place in places):
        yield Mismatch("events", [_shown(form) for form in expected], [_tag(entry.fact) for entry in seen.entries])


def _is_such(form: str | dict[str, Any], fact: Fact) -> bool:
    if isinstance(form, str):
        return form == _tag(fact)
    fields = {name: value for name, value in form.items() if name != "type"}
    return form["type"] == _tag(fact) and all(
        _fits(value, _plain(getattr(fact, name))) for name, value in fields.items()
    )


def _fits(expected: Any, got: Any) -> bool:
    """Mappings need hold only what is expected of them; everything else is equal or not."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return all(name in got and _fits(value, got[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_fits, expected, got))
    return type(expected) is type(got) and bool(expected == got)


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _tag(fact: Fact) -> str:
    return str(fact.__struct_config__.tag)


def _refused(expected: str | RefusedForm, seen: Seen) -> Iterator[Mismatch]:
    form = expected if isinstance(expected, RefusedForm) else RefusedForm(code=expected)  # type: ignore[arg-type]
    if seen.refusal is None:
        yield Mismatch("refused", _shown(form), NOTHING)
    else:
        yield from _partial("refused", form, seen.refusal)


def _forced(expected: tuple[str | ForcedForm, ...], seen: Seen) -> Iterator[Mismatch]:
    forms = tuple(
        one if isinstance(one, ForcedForm) else ForcedForm(code=one)  # type: ignore[arg-type]
        for one in expected
    )
    yield from _lists("forced", forms, seen.facts(RuleOverruled), lambda overruled: overruled.code)


# the comparing itself


def _same(what: str, expected: Any, got: Any) -> Iterator[Mismatch]:
    if expected != got or isinstance(expected, bool) is not isinstance(got, bool):
        yield Mismatch(what, expected, got)


def _lists(
    what: str, expected: tuple[msgspec.Struct, ...], got: tuple[Any, ...], name: Callable[[Any], str]
) -> Iterator[Mismatch]:
    """Complete lists of partial values."""
    if len(expected) != len(got):
        yield Mismatch(what, [_shown(form) for form in expected], [name(one) for one in got])
    for number, (form, one) in enumerate(zip(expected, got, strict=False), start=1):
        yield from _partial(f"{what} {number}", form, one)


def _partial(what: str, form: msgspec.Struct, got: object) -> Iterator[Mismatch]:
    for field, expected in given(form):
        actual = getattr(got, field)
        if field == "modifiers":
            yield from _lists(f"{what}, {field}", expected, actual, lambda one: f"{one.rule} {one.value:+d}")
        else:
            yield from _same(f"{what}, {field}", expected, actual)


def given(form: msgspec.Struct) -> Iterable[tuple[str, Any]]:
    """The fields of a partial value that are given, in the order of the type."""
    fields = ((name, getattr(form, name)) for name in form.__struct_fields__)
    return tuple((name, value) for name, value in fields if value is not UNSET)


def _shown(form: str | dict[str, Any] | msgspec.Struct) -> Any:
    return dict(given(form)) if isinstance(form, msgspec.Struct) else form


COMPARISONS: Final[dict[str, Comparison]] = {
    "refused": _refused,
    "forced": _forced,
    "rolls": _rolls,
    "pools": _of_each_named("pools", _pools),
    "conditions": _conditions,
    "ammo": _of_each_named("ammo", _ammo),
    "initiative": _of_each("initiative", _initiative),
    "wounds": _of_each("wounds", _wounds),
    "groups": _groups,
    "stats": _of_each_named("stats", _stats),
    "order": _order,
    "up": _up,
    "turn": _turn,
    "phase": _phase,
    "asked": _asked,
    "waiting": _waiting,
    "events": _events,
}
"""One comparison per key of `expect`, in the order of reporting."""
