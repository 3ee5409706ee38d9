"""Which function carries out which rule, and how to knock a rule out to see whether anything notices.

    @rule("UNI-RANGE-5", "UNI-RANGE-6")
    @rule("UNI-RANGE-3", mutant=lambda band, options: (Modifier("UNI-RANGE-3", -3),))
    def range_modifiers(band: str, options: Options) -> tuple[Modifier, ...]: ...

The decorator hands back the very function it was given, so a citation costs nothing when the rule is applied.
A rule is knocked out by lending the function the code of a stand-in for a while, which calls the mutant:
whoever imported the function, under whatever name, meets the mutant.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType, GenericAlias
from typing import Any, TypeVar, cast, get_args, get_origin

import msgspec

F = TypeVar("F", bound=Callable[..., Any])
Mutant = Callable[..., Any]


class NoMutant(Exception):
    """Nothing says how to knock this rule out of its function."""


class Citation(msgspec.Struct, frozen=True, eq=False):
    """One function that carries out one rule; `written` is that function, also while it is knocked out."""

    rule: str
    function: Callable[..., Any]
    written: Callable[..., Any]
    mutant: Mutant | None

    @property
    def where(self) -> str:
        """Module and name of the function, as in `engine.rulesets.unisystem.arithmetic:success_level`."""
        return f"{self.function.__module__}:{self.function.__qualname__}"


_CITATIONS: dict[str, list[Citation]] = {}


def rule(*ids: str, mutant: Mutant | None = None) -> Callable[[F], F]:
    """Cite the rules that a function carries out.

    A mutant has the function's signature and does its work without these rules. Where none is named, a
    procedure that is knocked out yields nothing and returns None, and a function that gives a tuple of any
    length gives an empty one; for everything else a mutant must be named here or planted by a test.

    Raises:
        TypeError: this is no function of a module, or it cites a rule twice.
    """

    def cite(function: F) -> F:
        for rule_id in ids:
            _add(rule_id, function, mutant)
        return function

    return cite


def plant(rule_id: str, function: Callable[..., Any], mutant: Mutant) -> None:
    """Name the mutant of a citation from outside, where it is too long to stand beside the rule.

    Raises:
        LookupError: the function does not cite the rule.
    """
    citations = _CITATIONS.get(rule_id, [])
    for index, citation in enumerate(citations):
        if citation.function is function:
            citations[index] = msgspec.structs.replace(citation, mutant=mutant)
            return
    raise LookupError(f"{function!r} does not cite {rule_id}")


def cited(rule_id: str) -> tuple[Citation, ...]:
    """The functions that carry out a rule."""
    return tuple(_CITATIONS.get(rule_id, ()))


def all_cited() -> tuple[str, ...]:
    """The ids of all rules that any function cites."""
    return tuple(_CITATIONS)


def rules_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The ids of the rules that a function carries out."""
    return tuple(r for r, citations in _CITATIONS.items() if any(c.function is function for c in citations))


def written(function: F) -> F:
    """The function as written, also while it is knocked out: for mutants that twist what it gives.

    Raises:
        LookupError: the function cites no rule.
    """
    for citations in _CITATIONS.values():
        for citation in citations:
            if citation.function is function:
                return cast(F, citation.written)
    raise LookupError(f"{function!r} cites no rule")


def mutant_of(citation: Citation) -> Mutant:
    """What stands in for the function while the rule is knocked out.

    Raises:
        NoMutant: none is named and the kind of the function suggests none.
    """
    if citation.mutant is not None:
        return citation.mutant
    if inspect.isgeneratorfunction(citation.written):
        return _yields_nothing
    if _gives_any_number(citation.written):
        return _gives_none
    raise NoMutant(f"name the mutant of {citation.where} that does without {citation.rule}")


@contextmanager
def knocked_out(rule_id: str, function: Callable[..., Any] | None = None) -> Iterator[None]:
    """A time in which a rule is knocked out of one function, or of all that cite it.

    Raises:
        LookupError: nothing cites the rule (or this function does not).
        NoMutant: nothing says how to knock it out.
    """
    chosen = [c for c in cited(rule_id) if function is None or c.function is function]
    if not chosen:
        raise LookupError(f"{rule_id} is not cited by {function or 'any function'}")
    lent = [(cast(FunctionType, citation.function), mutant_of(citation)) for citation in chosen]
    before = [(target, target.__code__, target.__kwdefaults__) for target, _ in lent]
    try:
        for target, mutant in lent:
            _lend(target, _STAND_IN, {"_mutant": mutant})
        yield
    finally:
        for target, code, keywords in before:
            _lend(target, code, keywords)


def _add(rule_id: str, function: Callable[..., Any], mutant: Mutant | None) -> None:
    if not isinstance(function, FunctionType) or function.__closure__:
        raise TypeError(f"{rule_id}: a rule is carried out by a function of a module, not by {function!r}")
    citations = _CITATIONS.setdefault(rule_id, [])
    if any(citation.function is function for citation in citations):
        raise TypeError(f"{function.__qualname__} cites {rule_id} twice")
    citations.append(Citation(rule_id, function, _copy(function), mutant))


def _copy(function: FunctionType) -> FunctionType:
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__annotations__ = function.__annotations__
    return copy


def _lend(function: FunctionType, code: CodeType, keywords: dict[str, Any] | None) -> None:
    function.__code__ = code
    function.__kwdefaults__ = keywords


def _stand_in(*args: Any, _mutant: Mutant, **keywords: Any) -> Any:
    return _mutant(*args, **keywords)


_STAND_IN = _stand_in.__code__


def _yields_nothing(*_: Any, **__: Any) -> Iterator[None]:
    yield from ()


def _gives_none(*_: Any, **__: Any) -> tuple[()]:
    return ()


def _gives_any_number(function: Callable[..., Any]) -> bool:
    gives = function.__annotations__.get("return")
    if isinstance(gives, str):
        return gives.startswith("tuple[") and gives.endswith(", ...]")
    return isinstance(gives, GenericAlias) and get_origin(gives) is tuple and get_args(gives)[1:] == (...,)
