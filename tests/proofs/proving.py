"""What proves a rule: a scenario that lists it fails when the rule is knocked out of a function that cites it.

A failure counts when somebody at the table would see it: an expectation that is missed, a refusal that comes or stays
away, dice that are left over or missing. Rules that merely break down show that they are needed, not what they do;
such a proof is weak and does not count.
"""

import functools
import importlib
import signal
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import msgspec

from api.scenarios.outcome import Problem, Result
from api.scenarios.reading import Written
from api.scenarios.runner import run
from engine.registry import Citation, NoMutant, cited, knocked_out
from engine.ruleset import RuleSet

Verdict = Literal["proved", "weak", "unnoticed", "no mutant", "no scenario", "not cited"]
DECISIVE: Final = frozenset({"expectation", "refusal", "dice"})
LONGEST: Final = 10
"""Seconds that a scenario may take while a rule is knocked out of it; a mutant may well run in circles."""


class Proof(msgspec.Struct, frozen=True):
    """How it stands with one rule in one function: the verdict, and what was seen of it."""

    rule: str
    where: str
    verdict: Verdict
    seen: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f" in {self.where}" if self.where else ""
        return "\n    ".join((f"{self.rule}{where}: {self.verdict}", *self.seen))


class _Endless(BaseException):
    """Raised into a scenario that takes too long."""


def prove(rule: str, scenarios: Iterable[Written], rulesets: Mapping[str, RuleSet]) -> tuple[Proof, ...]:
    """How it stands with a rule, one proof for each function that cites it."""
    citations = cited(rule)
    if not citations:
        return (Proof(rule, "", "not cited"),)
    listing = tuple(one for one in scenarios if rule in one.scenario.rules)
    sound = tuple(one for one in listing if _runs(one, rulesets))
    if not sound:
        failing = tuple(f"it fails anyway: {_title(one)}" for one in listing)
        return tuple(Proof(rule, citation.where, "no scenario", failing) for citation in citations)
    return tuple(_knocked(citation, sound, rulesets) for citation in citations)


def _knocked(citation: Citation, scenarios: tuple[Written, ...], rulesets: Mapping[str, RuleSet]) -> Proof:
    seen: list[str] = []
    weak = False
    for written in scenarios:
        try:
            problem = _without(citation, written, rulesets)
        except NoMutant as missing:
            return Proof(citation.rule, citation.where, "no mutant", (str(missing),))
        if problem is not None and problem.kind in DECISIVE:
            return Proof(citation.rule, citation.where, "proved", (f"by {_title(written)}",))
        weak = weak or problem is not None
        last = problem.sentence.strip().splitlines()[-1] if problem else "passes all the same"
        seen.append(f"{_title(written)}: {last}")
    return Proof(citation.rule, citation.where, "weak" if weak else "unnoticed", tuple(seen))


def _without(citation: Citation, written: Written, rulesets: Mapping[str, RuleSet]) -> Problem | None:
    """What goes wrong in a scenario without the rule."""
    with knocked_out(citation.rule, citation.function):
        forget()
        try:
            with _at_most(LONGEST):
                return run(written, rulesets).problem
        except _Endless:
            return Problem("broken", f"it takes longer than {LONGEST} seconds")
        finally:
            forget()


_passing: dict[tuple[int, int], tuple[Written, Mapping[str, RuleSet], Result]] = {}
"""Results by the identity of scenario and rule sets; both are kept, so that no other can take their identity."""


def _runs(written: Written, rulesets: Mapping[str, RuleSet]) -> bool:
    """Whether the scenario passes as long as nothing is knocked out; asked once."""
    key = (id(written), id(rulesets))
    if key not in _passing:
        _passing[key] = (written, rulesets, run(written, rulesets))
    return _passing[key][-1].passed


def _title(written: Written) -> str:
    return f"{written.file}: {written.scenario.title}"


def forget() -> None:
    """Empty every cache of the engine: what it remembers was worked out under other rules."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("engine.") and isinstance(module, types.ModuleType):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def too_long(number: int, frame: types.FrameType | None) -> None:
        raise _Endless

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def plant_mutants() -> None:
    """Plant the mutants that are too long to stand beside their rules: every module of `mutants`."""
    for path in sorted((Path(__file__).parent / "mutants").glob("*.py")):
        importlib.import_module(f"tests.proofs.mutants.{path.stem}")


def to_prove(rulesets: Mapping[str, RuleSet]) -> tuple[str, ...]:
    """The ids that must be proved, of all rule sets; one that is taken over from another is proved once."""
    return tuple(dict.fromkeys(rule for ruleset in rulesets.values() for rule in ruleset.rulebook.to_prove))
