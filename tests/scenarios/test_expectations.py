"""Every expectation that holds passes, and every one that does not is reported: nothing passes unseen."""

from typing import Any

import pytest

from api.scenarios.compare import COMPARISONS
from api.scenarios.model import AskedForm, Expect, ForcedForm, ModifierForm, RefusedForm, RollForm
from tests.scenarios.playground import blow, kind, sentence, whats, with_steps

STRIKE = {
    "purpose": "strike",
    "combatant": "ann",
    "dice": "1d10",
    "faces": [4],
    "counts": [4],
    "modifiers": [{"rule": "TOY-HIT-1", "value": 3, "note": "skill"}],
    "total": 7,
    "target_number": 6,
    "success_level": None,
    "outcome": "success",
    "location": None,
    "rule": "",
    "level": "open",
    "typed_by": None,
}
WRONG_STRIKE: dict[str, Any] = {
    "purpose": "parry",
    "combatant": "bob",
    "dice": "1d8",
    "faces": [5],
    "counts": [4, 0],
    "modifiers": [],
    "total": 8,
    "target_number": None,
    "success_level": 1,
    "outcome": "failure",
    "location": "head",
    "rule": "TOY-HIT-1",
    "level": "gm",
    "typed_by": "gm",
}
HOLDS: dict[str, Any] = {
    "pools": {"bob": {"life": 3}, "ann": {"life": 20}},
    "conditions": {"bob": []},
    "ammo": {"ann": {"sling": 3}},
    "initiative": {"ann": None},
    "wounds": {"bob": "hurt", "ann": "unhurt"},
    "groups": {},
    "stats": {"ann": {"skill": 3}},
    "order": ["ann", "bob"],
    "up": "ann",
    "turn": 1,
    "phase": "actions",
    "asked": [],
    "waiting": [],
    "forced": [],
    "rolls": [STRIKE, {"purpose": "damage"}],
    "events": ["rolled", {"type": "damage-applied", "combatant": "bob", "change": -5}],
}
FAILS: list[tuple[str, Any]] = [
    ("pools", {"bob": {"life": 4}}),
    ("pools", {"bob": {"luck": 3}}),
    ("pools", {"cy": {"life": 3}}),
    ("conditions", {"bob": ["prone"]}),
    ("conditions", {"cy": []}),
    ("ammo", {"ann": {"sling": 2}}),
    ("ammo", {"ann": {"bow": 3}}),
    ("initiative", {"ann": 7}),
    ("initiative", {"cy": None}),
    ("wounds", {"bob": "unhurt"}),
    ("wounds", {"cy": "unhurt"}),
    ("groups", {"gangers": "2 up"}),
    ("stats", {"ann": {"skill": 2}}),
    ("stats", {"ann": {"luck": 2}}),
    ("order", ["bob", "ann"]),
    ("order", ["ann"]),
    ("up", "bob"),
    ("up", None),
    ("turn", 2),
    ("turn", None),
    ("phase", "lobby"),
    ("asked", [{}]),
    ("waiting", ["bob"]),
    ("forced", ["cannot-act"]),
    ("rolls", []),
    ("rolls", [{}]),
    ("rolls", [{}, {}, {}]),
    ("rolls", [{"purpose": "damage"}, {"purpose": "strike"}]),
    ("rolls", [{"modifiers": [{"value": 2}]}, {}]),
    ("rolls", [{"modifiers": [{"rule": "TOY-HIT-2"}]}, {}]),
    ("rolls", [{"modifiers": [{"note": "luck"}]}, {}]),
    ("rolls", [{"modifiers": [{}, {}]}, {}]),
    ("events", ["damage-applied", "rolled", "damage-applied"]),
    ("events", ["rolled", "damage-applied", "rolled"]),
    ("events", [{"type": "damage-applied", "change": -4}]),
    ("events", [{"type": "rolled", "modifiers": [{"value": 4}]}]),
    ("events", [{"type": "rolled", "modifiers": [{"value": 3}, {"value": 3}]}]),
    ("events", [{"type": "action-began", "given": {"combatant": "bob"}}]),
    ("events", ["turn-began"]),
    ("events", []),
    ("refused", "cannot-act"),
]


def test_all_that_holds_passes_at_once() -> None:
    assert blow(HOLDS).problem is None


@pytest.mark.parametrize("key", HOLDS)
def test_what_holds_passes_alone(key: str) -> None:
    assert blow({key: HOLDS[key]}).problem is None


@pytest.mark.parametrize(("key", "wrong"), FAILS, ids=[f"{key}-{n}" for n, (key, _) in enumerate(FAILS)])
def test_a_wrong_expectation_is_reported_by_its_key(key: str, wrong: Any) -> None:
    result = blow({key: wrong}, dice=[] if key == "refused" else [4, 5])
    assert kind(result) == "expectation"
    assert all(what.startswith(key) for what in whats(result))
    assert whats(result)


@pytest.mark.parametrize("field", STRIKE)
def test_every_field_of_a_roll_is_compared(field: str) -> None:
    assert blow({"rolls": [{field: STRIKE[field]}, {}]}).problem is None
    result = blow({"rolls": [{field: WRONG_STRIKE[field]}, {}]})
    assert [what.split(",")[0] for what in whats(result)] == ["rolls 1"]


def test_every_mismatch_of_a_step_is_told_not_only_the_first() -> None:
    result = blow({"pools": {"bob": {"life": 4}, "ann": {"life": 1}}, "up": "bob"})
    assert whats(result) == ["pools of bob, life", "pools of ann, life", "up"]


ASKED = {
    "combatant": "bob",
    "purpose": "defense",
    "options": ["none", "dodge"],
    "dice": "",
    "default": "none",
}
WRONG_ASKED: dict[str, Any] = {
    "combatant": "ann",
    "purpose": "strike",
    "options": ["dodge", "none"],
    "dice": "1d10",
    "default": "dodge",
}


@pytest.mark.parametrize("field", ASKED)
def test_every_field_of_a_question_is_compared(field: str) -> None:
    action = {"kind": "strike", "target": "bob", "defense": "ask"}
    do = {"type": "act", "combatant": "ann", "action": action}
    asks = {"do": do, "expect": {"asked": [{field: ASKED[field]}], "waiting": ["bob"]}}
    assert with_steps([asks]).problem is None
    result = with_steps([{"do": do, "expect": {"asked": [{field: WRONG_ASKED[field]}]}}])
    assert whats(result) == [f"asked 1, {field}"]
    assert whats(with_steps([{"do": do, "expect": {"waiting": []}}])) == ["waiting"]
    assert whats(with_steps([{"do": do, "expect": {"asked": []}}])) == ["asked"]


TOO_MANY = {"type": "act", "combatant": "ann", "action": {"kind": "strike", "target": "bob", "blows": 6}}


@pytest.mark.parametrize(
    ("refused", "found"),
    [
        ("more-than-declared", []),
        ({"code": "more-than-declared"}, []),
        ({"code": "more-than-declared", "rule": "TOY-HIT-1", "forceable": True}, []),
        ("cannot-act", ["refused, code"]),
        ({"code": "more-than-declared", "rule": "TOY-HIT-2"}, ["refused, rule"]),
        ({"code": "more-than-declared", "forceable": False}, ["refused, forceable"]),
        ({"code": "invalid", "rule": ""}, ["refused, code", "refused, rule"]),
    ],
)
def test_every_field_of_a_refusal_is_compared(refused: Any, found: list[str]) -> None:
    assert whats(with_steps([{"do": TOO_MANY, "expect": {"refused": refused}}])) == found


@pytest.mark.parametrize(
    ("forced", "found"),
    [
        (["more-than-declared"], []),
        ([{"code": "more-than-declared", "rule": "TOY-HIT-1", "reason": "because"}], []),
        ([{"rule": "TOY-HIT-2"}], ["forced 1, rule"]),
        ([{"reason": "why not"}], ["forced 1, reason"]),
        (["out-of-range"], ["forced 1, code"]),
        ([], ["forced"]),
    ],
)
def test_every_field_of_an_overruled_rule_is_compared(forced: Any, found: list[str]) -> None:
    expect = {"forced": forced}
    step = {"do": TOO_MANY, "force": "because", "dice": [1, 1, 1, 1, 1, 1], "expect": expect}
    assert whats(with_steps([step])) == found


def test_a_refused_step_may_say_what_stands_and_that_is_compared_too() -> None:
    step: dict[str, Any] = {"do": TOO_MANY, "expect": {"refused": "more-than-declared", "pools": {"bob": {"life": 8}}}}
    assert with_steps([step]).problem is None
    step["expect"]["pools"] = {"bob": {"life": 3}}
    assert whats(with_steps([step])) == ["pools of bob, life"]


def test_true_is_not_one() -> None:
    assert whats(blow({"events": [{"type": "rolled", "total": True}]})) == ["events"]
    assert "pools" in sentence(blow({"pools": {"bob": {"life": True}}}))


def test_these_tests_know_every_key_and_every_field() -> None:
    keys = set(Expect.__struct_fields__)
    assert keys == set(COMPARISONS) == set(HOLDS) | {"refused"} == {key for key, _ in FAILS}
    assert set(STRIKE) == set(WRONG_STRIKE) == set(RollForm.__struct_fields__)
    assert set(ASKED) == set(WRONG_ASKED) == set(AskedForm.__struct_fields__)
    assert set(ModifierForm.__struct_fields__) == {"rule", "value", "note"}
    assert set(RefusedForm.__struct_fields__) == {"code", "rule", "forceable"}
    assert set(ForcedForm.__struct_fields__) == {"code", "rule", "reason"}
