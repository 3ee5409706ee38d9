"""A rule leads to its function and back, and can be knocked out of it for a while."""

from collections.abc import Generator
from types import FunctionType

import pytest

from engine import registry
from engine.registry import NoMutant, cited, knocked_out, mutant_of, plant, rule, rules_of, written


@rule("TRY-SUM-1", mutant=lambda one, other=10: one - other)
def add(one: int, other: int = 10) -> int:
    return one + other


@rule("TRY-LIST-1")
@rule("TRY-LIST-2", mutant=lambda: (9,))
def numbers() -> tuple[int, ...]:
    return (1, 2, 3)


@rule("TRY-STEP-1")
def steps(n: int) -> Generator[int, None, str]:
    yield from range(n)
    return "done"


def one_more(one: int, *, twice: bool = False) -> int:
    return written(double)(one) + 1


@rule("TRY-SUM-2", mutant=one_more)
def double(one: int, *, twice: bool = True) -> int:
    return one * 2 if twice else one


@rule("TRY-SUM-1", mutant=lambda one: 0)
def same(one: int) -> int:
    return one


@rule("TRY-BARE-1")
def truth() -> bool:
    return True


def outer() -> Generator[int, None, str | None]:
    return (yield from steps(2))


imported_elsewhere = add


def test_a_rule_leads_to_its_functions_and_back() -> None:
    assert [citation.function for citation in cited("TRY-SUM-1")] == [add, same]
    assert cited("TRY-SUM-1")[0].where.endswith("test_registry:add")
    assert set(rules_of(numbers)) == {"TRY-LIST-1", "TRY-LIST-2"}
    assert cited("TRY-NOTHING-1") == ()
    assert "TRY-LIST-1" in registry.all_cited()


def test_whoever_imported_the_function_meets_the_mutant_and_afterwards_the_rule_again() -> None:
    with knocked_out("TRY-SUM-1"):
        assert imported_elsewhere(3) == -7
        assert add(3, other=1) == 2
        assert same(5) == 0
    assert imported_elsewhere(3) == 13
    assert same(5) == 5


def test_a_rule_can_be_knocked_out_of_one_function_alone() -> None:
    with knocked_out("TRY-SUM-1", same):
        assert (add(3), same(5)) == (13, 0)


def test_each_rule_of_a_function_has_its_own_mutant() -> None:
    with knocked_out("TRY-LIST-1"):
        assert numbers() == ()
    with knocked_out("TRY-LIST-2"):
        assert numbers() == (9,)


def test_a_procedure_that_is_knocked_out_yields_nothing_also_to_who_delegates_to_it() -> None:
    assert list(outer()) == [0, 1]
    with knocked_out("TRY-STEP-1"):
        assert list(outer()) == []
    assert list(outer()) == [0, 1]


def test_a_mutant_may_twist_what_the_function_gives_and_keywords_keep_their_defaults() -> None:
    with knocked_out("TRY-SUM-2"):
        assert double(4) == 9
    assert double(4) == 8
    assert double(4, twice=False) == 4


def test_the_rule_is_back_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), knocked_out("TRY-SUM-1"):
        raise ZeroDivisionError
    assert add(1) == 11


def test_knock_outs_may_be_nested() -> None:
    with knocked_out("TRY-LIST-1"):
        with knocked_out("TRY-LIST-2"):
            assert numbers() == (9,)
        assert numbers() == ()


def test_a_function_that_suggests_no_mutant_asks_for_one_and_takes_one_from_outside() -> None:
    with pytest.raises(NoMutant, match="TRY-BARE-1"), knocked_out("TRY-BARE-1"):
        pass
    assert truth()
    plant("TRY-BARE-1", truth, lambda: False)
    with knocked_out("TRY-BARE-1"):
        assert not truth()


def test_what_nobody_cites_cannot_be_knocked_out_or_planted() -> None:
    with pytest.raises(LookupError, match="TRY-NOTHING-1"), knocked_out("TRY-NOTHING-1"):
        pass
    with pytest.raises(LookupError, match="TRY-LIST-1"), knocked_out("TRY-LIST-1", add):
        pass
    with pytest.raises(LookupError, match="does not cite"):
        plant("TRY-LIST-1", add, add)
    with pytest.raises(LookupError, match="cites no rule"):
        written(outer)


def test_only_functions_of_a_module_carry_rules_and_each_rule_once() -> None:
    secret = 3
    with pytest.raises(TypeError, match="function of a module"):
        rule("TRY-BAD-1")(lambda: secret)
    with pytest.raises(TypeError, match="function of a module"):
        rule("TRY-BAD-1")(len)
    with pytest.raises(TypeError, match="twice"):
        rule("TRY-LIST-1")(numbers)
    assert mutant_of(cited("TRY-LIST-1")[0])() == ()


def test_a_citation_costs_nothing_because_the_function_stays_the_very_same() -> None:
    def bare(one: int) -> int:
        return one

    assert rule()(bare) is bare
    assert type(add) is FunctionType
    assert "__wrapped__" not in vars(add)
    code = add.__code__
    with knocked_out("TRY-SUM-1"):
        assert add.__code__ is not code
    assert add.__code__ is code
    assert add.__kwdefaults__ is None
