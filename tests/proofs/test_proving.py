"""The proofs themselves: what counts as one, and what does not."""

import pytest
from msgspec.structs import replace

from api.scenarios.reading import Written, read_text
from engine.context import Context
from engine.registry import rule
from engine.requests import Procedure
from engine.rulebook import Option
from engine.ruleset import RuleSet
from tests.proofs import proving
from tests.proofs.choices import options_built, unshown
from tests.proofs.proving import Proof, forget, prove, to_prove
from tests.scenarios.playground import PLAYGROUND, SITUATION

pytestmark = pytest.mark.proof


def _raises(amount: int) -> int:
    raise ZeroDivisionError("one by none")


def _endless(amount: int) -> int:
    while True:
        pass


@rule("TRY-PROOF-1", mutant=lambda amount: amount + 1)
@rule("TRY-PROOF-2", mutant=_raises)
@rule("TRY-PROOF-3", mutant=_endless)
@rule("TRY-PROOF-4", mutant=lambda amount: amount)
@rule("TRY-PROOF-5")
def loss(amount: int) -> int:
    return amount


@rule("TRY-PROOF-1", mutant=lambda: None)
def never_called() -> None:
    return None


@rule("TRY-PROOF-6")
def test_of_falling(ctx: Context, target: str, amount: int, pool: str, attribute: str) -> Procedure[None]:
    yield from PLAYGROUND.suffer(ctx, target, loss(amount), pool, attribute)


test_of_falling.__test__ = False  # type: ignore[attr-defined]

BOOK = replace(
    PLAYGROUND.rulebook,
    rules=tuple(replace(PLAYGROUND.rulebook.rules[0], id=f"TRY-PROOF-{n}") for n in range(1, 8)),
)
RULES: dict[str, RuleSet] = {"toy": replace(PLAYGROUND, rulebook=BOOK, suffer=test_of_falling)}


def scenario(rules: str, steps: str, options: str = "{}") -> Written:
    text = SITUATION.replace("[TOY-HIT-1]", f"[{rules}]") + f"options: {options}\nsteps:\n{steps}\n"
    found = read_text(text, "some.yaml")[0]
    assert isinstance(found, Written), found
    return found


HURT = "- {do: {type: apply_damage, target: bob, amount: 2}, expect: {pools: {bob: {life: 6}}}}"
BLIND = "- {do: {type: apply_damage, target: bob, amount: 2}}"
FELLED = "- {do: {type: apply_damage, target: bob, amount: 8}, dice: [7]}"


def verdicts(rule_id: str, *scenarios: Written) -> list[str]:
    return [proof.verdict for proof in prove(rule_id, scenarios, RULES)]


def test_a_scenario_that_fails_without_the_rule_proves_it_in_that_function_alone() -> None:
    assert verdicts("TRY-PROOF-1", scenario("TRY-PROOF-1", HURT)) == ["proved", "unnoticed"]


def test_dice_that_are_left_over_prove_a_rule() -> None:
    assert verdicts("TRY-PROOF-6", scenario("TRY-PROOF-6", FELLED)) == ["proved"]


def test_a_scenario_that_does_not_look_proves_nothing() -> None:
    assert verdicts("TRY-PROOF-1", scenario("TRY-PROOF-1", BLIND)) == ["unnoticed", "unnoticed"]
    assert verdicts("TRY-PROOF-4", scenario("TRY-PROOF-4", HURT)) == ["unnoticed"]


def test_one_of_several_scenarios_is_enough() -> None:
    assert verdicts("TRY-PROOF-1", scenario("TRY-PROOF-1", BLIND), scenario("TRY-PROOF-1", HURT))[0] == "proved"


def test_a_scenario_that_does_not_list_the_rule_proves_nothing() -> None:
    assert verdicts("TRY-PROOF-1", scenario("TRY-PROOF-2", HURT)) == ["no scenario", "no scenario"]


def test_a_scenario_that_fails_anyway_proves_nothing() -> None:
    failing = scenario("TRY-PROOF-1", HURT.replace("life: 6", "life: 7"))
    assert verdicts("TRY-PROOF-1", failing) == ["no scenario", "no scenario"]
    assert "fails anyway" in str(prove("TRY-PROOF-1", [failing], RULES)[0])


def test_rules_that_break_down_are_a_weak_proof() -> None:
    proof = prove("TRY-PROOF-2", [scenario("TRY-PROOF-2", HURT)], RULES)[0]
    assert proof.verdict == "weak"
    assert proof.seen == ("some.yaml: A blow: ZeroDivisionError: one by none",)


def test_a_mutant_that_runs_in_circles_is_stopped_and_weak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "LONGEST", 0.2)
    assert verdicts("TRY-PROOF-3", scenario("TRY-PROOF-3", HURT)) == ["weak"]


def test_a_rule_without_mutant_or_citation_is_not_proved() -> None:
    assert verdicts("TRY-PROOF-5", scenario("TRY-PROOF-5", HURT)) == ["no mutant"]
    assert verdicts("TRY-PROOF-7", scenario("TRY-PROOF-7", HURT)) == ["not cited"]


def test_all_rules_but_text_and_those_to_come_are_to_be_proved() -> None:
    assert to_prove(RULES) == tuple(f"TRY-PROOF-{n}" for n in range(1, 8))
    text = replace(BOOK, rules=(replace(BOOK.rules[0], proof="text"), *BOOK.rules[1:]), still_to_come={"TRY-PROOF-2"})
    assert to_prove({"toy": replace(PLAYGROUND, rulebook=text)})[0] == "TRY-PROOF-3"
    assert str(Proof("TRY-PROOF-1", "a:b", "weak", ("c",))) == "TRY-PROOF-1 in a:b: weak\n    c"


def test_caches_of_the_engine_are_emptied() -> None:
    from engine.rulesets.unisystem.sheet import read_sheet

    read_sheet(b"{}")
    assert read_sheet.cache_info().currsize  # type: ignore[attr-defined]
    forget()
    assert not read_sheet.cache_info().currsize  # type: ignore[attr-defined]


# options

TURN = "- {do: {type: next_turn, through: initiative}, dice: [3, 4]}"


@pytest.fixture
def by_side() -> Option:
    return Option("initiative", ("each_turn", "once", "by_side"), "each_turn", ("", "", ""), ("TRY-PROOF-1",))


def test_a_value_is_shown_by_a_pair_that_differs_in_it_and_in_its_end(by_side: Option) -> None:
    one, other = scenario("", TURN), scenario("", TURN.replace("[3, 4]", "[3]"), "{initiative: by_side}")
    assert unshown(by_side, RULES["toy"], (one, other)) == ("once",)
    assert unshown(by_side, RULES["toy"], (one,)) == by_side.values


def test_a_pair_with_the_same_end_or_other_steps_or_other_options_shows_nothing(by_side: Option) -> None:
    one = scenario("", TURN)
    for other in (
        scenario("", TURN, "{initiative: by_side}"),
        scenario("", BLIND, "{initiative: by_side}"),
        scenario("", TURN.replace("[3, 4]", "[3]"), "{initiative: by_side, open_numbers: true}"),
        scenario("", TURN.replace("[3, 4]", "[3]"), "{initiative: never}"),
    ):
        assert unshown(by_side, RULES["toy"], (one, other)) == by_side.values


def test_options_of_rules_to_be_proved_must_be_shown(by_side: Option) -> None:
    other = Option("open_numbers", (False, True), False, ("", ""), ("TRY-NONE-1",))
    of_every_table = Option("player_undo", ("request",), "request", ("",), ())
    book = replace(BOOK, options=(by_side, other, of_every_table))
    assert options_built(replace(RULES["toy"], rulebook=book)) == (by_side, of_every_table)
