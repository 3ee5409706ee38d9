"""A scenario's situation, its steps, its dice: what is played is the real engine, and what is off is said."""

from typing import Any

import pytest
from msgspec.structs import replace

from api.scenarios import runner
from api.scenarios.memory import MemoryTable, differences, refolded
from engine.commands import OpenTable
from engine.context import Context
from engine.history import History
from engine.refusals import Refusal
from engine.requests import Procedure
from events.chain import GENESIS
from tests.scenarios.playground import (
    PLAYGROUND,
    RULESETS,
    SITUATION,
    blow,
    kind,
    outcome,
    played,
    sentence,
    whats,
    with_steps,
)

# dice


def test_dice_that_are_left_over_are_reported() -> None:
    result = blow({}, dice=[4, 5, 6, 2])
    assert (kind(result), result.step) == ("dice", 1)
    assert sentence(result).endswith("6, 2 are left over")


def test_a_die_that_is_missing_is_reported_with_what_it_was_for() -> None:
    result = blow({}, dice=[4])
    assert kind(result) == "dice"
    assert sentence(result) == "no face is left for blow1/damage:ann (a d6)"
    assert result.told[1:] == (
        "  14  ann rolls strike: 1d10 shows 4",
        "        +3  TOY-HIT-1 A blow (skill)",
        "        total 7 against 6: success",
    )


def test_a_face_that_the_die_does_not_have_is_reported() -> None:
    result = blow({}, dice=[4, 7])
    assert (kind(result), sentence(result)) == ("dice", "7 was to fall for blow1/damage:ann, which throws a d6")


def test_faces_of_one_step_do_not_serve_the_next() -> None:
    steps = """
- {do: {type: note, text: hello}, dice: [4]}
- {do: {type: act, combatant: ann, action: {kind: strike, target: bob}}, dice: [2]}
"""
    assert (kind(played(steps)), played(steps).step) == ("dice", 1)


# verdicts


def test_a_step_without_expectations_must_be_accepted() -> None:
    result = played("- do: {type: done, combatant: bob}\n")
    assert (kind(result), result.step) == ("refusal", 1)
    assert sentence(result) == "refused: not-your-turn (TOY-TURN-1): bob is not up: ann is up"


def test_an_accepted_command_that_should_be_refused_is_reported_also_when_it_throws_dice() -> None:
    result = blow({"refused": "cannot-act"}, dice=[])
    assert whats(result) == ["refused"]
    quiet = played("- {do: {type: note, text: hello}, expect: {refused: cannot-act}}\n")
    assert whats(quiet) == ["refused"]


def test_the_first_step_that_fails_ends_the_scenario() -> None:
    steps = "- {do: {type: note, text: a}, expect: {up: bob}}\n- {do: {type: done, combatant: bob}}\n"
    assert (played(steps).step, played(steps).steps, whats(played(steps))) == (1, 2, ["up"])


def test_a_badly_formed_command_is_refused_as_invalid() -> None:
    assert played("- {do: {type: note}, expect: {refused: invalid}}\n").passed
    assert played("- {do: {type: note, text: a, colour: red}, expect: {refused: invalid}}\n").passed
    huge = "9" * 4000
    assert played(
        f"- {{do: {{type: apply_damage, target: bob, amount: {huge}}}, expect: {{refused: invalid}}}}\n"
    ).passed


def test_faces_of_real_dice_come_with_the_command() -> None:
    assert blow({"rolls": [{"faces": [4], "typed_by": "gm"}, {"faces": [5]}]}, dice=[], faces=[4, 5]).passed
    assert blow({"rolls": [{"typed_by": "gm"}, {"typed_by": None}]}, dice=[5], faces=[4]).passed
    assert kind(blow({}, dice=[], faces=[4, 5, 6])) == "refusal"
    assert blow({"refused": "invalid"}, dice=[], faces=[4, 5, 6]).passed


def test_a_rule_is_overruled_by_force() -> None:
    action = {"kind": "strike", "target": "bob", "blows": 6}
    do = {"type": "act", "combatant": "ann", "action": action}
    assert with_steps(
        [{"do": do, "force": "a whirl", "dice": [1] * 6, "expect": {"forced": ["more-than-declared"]}}]
    ).passed


# seats


def test_a_player_acts_for_their_own_combatants_and_for_no_other() -> None:
    steps = """
- {do: {type: done, combatant: ann}, as: ana, expect: {up: bob}}
- {do: {type: done, combatant: bob}, as: ana, expect: {refused: not-yours}}
- {do: {type: end_combat}, as: ana, expect: {refused: unauthorized}}
- {do: {type: note, text: hello}, as: stranger, expect: {refused: unauthorized}}
"""
    assert played(steps).problem is None


def test_real_dice_are_asked_for_and_answered() -> None:
    situation = SITUATION.replace("{skill: 3}", "{skill: 3, dice: own, name: Ann}")
    steps = """
- do: {type: act, combatant: ann, action: {kind: strike, target: bob}}
  expect: {asked: [{combatant: ann, purpose: strike, dice: 1d10}], waiting: [ann], rolls: []}
- {do: {type: done, combatant: ann}, expect: {refused: waiting}}
- do: {type: answer, combatant: ann}
  as: ana
  faces: [4]
  expect: {rolls: [{purpose: strike, typed_by: ana}], asked: [{purpose: damage, dice: 1d6}]}
- do: {type: answer, combatant: ann, default: true}
  dice: [5]
  expect: {rolls: [{purpose: damage, typed_by: null}], asked: [], pools: {bob: {life: 3}}}
"""
    assert played(steps, situation).problem is None


def test_questions_of_several_are_answered_in_any_order() -> None:
    steps = """
- do: {type: act, combatant: ann, action: {kind: sweep, targets: [ann, bob]}}
  expect: {asked: [{combatant: ann, purpose: cover-or-hits}, {combatant: bob}]}
- {do: {type: answer, combatant: bob, choice: cover}, expect: {waiting: [ann], conditions: {bob: []}}}
- {do: {type: answer, combatant: ann, choice: cover}, as: ana, expect: {conditions: {bob: [in-cover], ann: [in-cover]}}}
"""
    assert played(steps).problem is None


# the situation


def test_a_start_leads_into_the_actions_with_those_before_who_is_up_done() -> None:
    three = SITUATION.replace("  bob: {life: 8}", "  bob: {life: 8}\n  cy: {}\n  dee: {status: reserve}")
    situation = three.replace("{order: [ann, bob]}", "{order: [cy, bob, ann], turn: 3, up: bob}")
    steps = """
- do: {type: note, text: hello}
  expect: {order: [cy, bob, ann], turn: 3, up: bob, phase: actions, initiative: {ann: null}}
- {do: {type: done, combatant: bob}, expect: {up: ann}}
- {do: {type: done, combatant: ann}, expect: {up: null}}
- {do: {type: next_turn, turn: 3}, expect: {turn: 4, phase: declaration}}
"""
    assert played(steps, situation).problem is None


def test_nobody_may_be_up_at_the_start() -> None:
    situation = SITUATION.replace("[ann, bob]", "[ann, bob], up: null")
    steps = """
- do: {type: next_turn, through: initiative}
  dice: [3, 9]
  expect: {order: [bob, ann], initiative: {bob: 9}}
"""
    assert played(steps, situation).problem is None


def test_without_a_start_the_table_is_in_the_lobby() -> None:
    situation = SITUATION.replace("start: {order: [ann, bob]}\n", "")
    steps = """
- {do: {type: note, text: hello}, expect: {phase: lobby, order: [], up: null, turn: null}}
"""
    result = played(steps, situation)
    assert whats(result) == ["order"]
    assert played(steps.replace("order: [], ", ""), situation).problem is None


def test_undo_brings_the_state_back_and_redo_the_state_after() -> None:
    steps = """
- {do: {type: apply_damage, target: bob, amount: 3}, expect: {pools: {bob: {life: 5}}}}
- {do: {type: undo}, expect: {pools: {bob: {life: 8}}, events: [retracted]}}
- {do: {type: redo}, expect: {pools: {bob: {life: 5}}}}
- {do: {type: apply_damage, target: bob, amount: 1}, id: second, expect: {pools: {bob: {life: 4}}}}
- {do: {type: undo, action: gm/second}, expect: {pools: {bob: {life: 5}}}}
- {do: {type: undo, action: gm/step-1}, expect: {pools: {bob: {life: 8}}}}
"""
    assert played(steps).problem is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ruleset: toy", "ruleset: chess", "there is no rule set 'chess'; there are toy"),
        ("[TOY-HIT-1]", "[TOY-HIT-1, TOY-HIT-9]", "toy has no rule TOY-HIT-9"),
        ("{life: 8}", "{life: 8, luck: 2}", "enter bob is refused: invalid: the sheet cannot be read"),
        ("title: A blow", "title: A blow\noptions: {initiative: never}", "opening the table is refused: invalid"),
        ("title: A blow", "title: A blow\noptions: {luck: 1}", "opening the table is refused: invalid"),
        ("title: A blow", "title: A blow\npreset: fast", "opening the table is refused: invalid"),
    ],
)
def test_a_situation_that_cannot_be_had_is_reported(old: str, new: str, said: str) -> None:
    result = played("- do: {type: note, text: hello}\n", SITUATION.replace(old, new))
    assert (kind(result), result.step) == ("setup", 0)
    assert sentence(result).startswith(said)


def test_options_are_those_of_the_scenario() -> None:
    steps = "- {do: {type: next_turn, through: initiative}, dice: [3], expect: {initiative: {ann: 3, bob: 3}}}\n"
    together = SITUATION.replace("  ann: {", "  ann: {side: us, ").replace("  bob: {", "  bob: {side: us, ")
    situation = together.replace("[ann, bob]", "[ann, bob], up: null") + "options: {initiative: by_side}\n"
    assert played(steps, situation).problem is None
    assert kind(played(steps, situation.replace("by_side", "each_turn"))) == "dice"


# the rules themselves


def breaks(ctx: Context, *values: Any) -> Procedure[None]:
    raise ZeroDivisionError("one by none")
    yield


def test_rules_that_raise_are_reported_with_the_place_and_end_nothing_else() -> None:
    broken = {"toy": replace(PLAYGROUND, suffer=breaks)}
    text = SITUATION + "steps:\n- do: {type: apply_damage, target: bob, amount: 1}\n"
    result = outcome(text, broken)
    assert kind(result) == "broken"
    assert "in breaks" in sentence(result)
    assert "one by none" in sentence(result)


def refuses_late(ctx: Context, target: str, amount: int, pool: str, attribute: str) -> Procedure[None]:
    yield from PLAYGROUND.suffer(ctx, target, amount, pool, attribute)
    from engine.refusals import Refused, refusal

    raise Refused(refusal("invalid", "too late"))


def test_a_refusal_after_dice_were_thrown_is_reported() -> None:
    late = {"toy": replace(PLAYGROUND, suffer=refuses_late)}
    text = SITUATION + "steps:\n- {do: {type: apply_damage, target: bob, amount: 9}, dice: [7]}\n"
    assert kind(outcome(text, late)) == "dice"
    quiet = text.replace("amount: 9}, dice: [7]", "amount: 1}, expect: {refused: invalid}")
    assert outcome(quiet, late).problem is None


def test_a_state_that_its_bytes_do_not_add_up_to_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "refolded", lambda bodies: History.empty())
    result = played("- do: {type: note, text: hello}\n")
    assert kind(result) == "fold"
    assert "state" in sentence(result)


def test_histories_differ_by_what_stands_and_by_their_chain() -> None:
    table, other = MemoryTable(PLAYGROUND), MemoryTable(PLAYGROUND)
    for one, title in ((table, "One"), (other, "Other")):
        assert not isinstance(one.open(OpenTable(title=title, ruleset="toy")), Refusal)
    assert differences(table.history, refolded(table.bodies)) == ()
    assert differences(table.history, refolded(other.bodies)) == ("ledger", "hash")
    assert table.history.hash != GENESIS


def test_a_file_of_several_scenarios_runs_each(tmp_path: Any) -> None:
    steps = "steps:\n- {do: {type: note, text: hello}, expect: {up: ann}}\n"
    path = tmp_path / "some.yaml"
    path.write_text(f"{SITUATION}{steps}---\n{SITUATION}{steps.replace('up: ann', 'up: bob')}---\n")
    one, other = runner.run_file(path, RULESETS)
    assert one.passed
    assert not other.passed
    assert other.line > one.line
    assert other.step_line == other.line + 9
