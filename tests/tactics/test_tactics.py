"""The stated tactics: each does what it says, by ordinary commands that the table accepts."""

import gc
import sys
from typing import Any, get_args

import msgspec
import pytest

from engine.commands import (
    Act,
    ApplyDamage,
    BeginCombat,
    Done,
    EnterCombatant,
    FormGroup,
    GiveControl,
    PlaceCombatant,
    SetInitiative,
    SetScene,
    SetStatus,
)
from engine.rulesets import RULESETS
from projections.audience import GM, Audience
from projections.tactics import (
    MOST_SUGGESTED,
    MOST_WEIGHED,
    MOST_WEIGHING,
    TACTICS,
    Choice,
    Sighted,
    TacticName,
    suggestions,
)
from projections.tactics.choosing import expected
from tests.odds.shots import SHEETS
from tests.tables import MemoryTable

SCENE = {
    "type": "set_scene",
    "zones": {"yard": {}, "door": {}, "wall": {"cover": 20}, "roof": {}},
    "distances": [
        {"one": "yard", "other": "door", "range": "close"},
        {"one": "yard", "other": "wall", "range": "close"},
        {"one": "yard", "other": "roof", "range": "long"},
        {"one": "door", "other": "wall", "range": "close"},
    ],
}


PARTS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")


def yard(ruleset: str = "unisystem", **sheets: dict[str, Any]) -> MemoryTable:
    """Ann in the yard, who is up, against Far on the roof and Near at the door."""
    table = MemoryTable(RULESETS[ruleset])
    scene = msgspec.json.encode(SCENE).replace(b'"close"', b'"close"' if ruleset == "interlock" else b'"short"')
    table.must(msgspec.json.decode(scene, type=SetScene))
    for name, side, zone in (("ann", "us", "yard"), ("far", "them", "roof"), ("near", "them", "door")):
        raw = msgspec.Raw(msgspec.json.encode({**SHEETS[ruleset], **sheets.get(name, {})}))
        table.must(EnterCombatant(combatant=name, name=name.title(), sheet=raw, side=side))
        table.must(PlaceCombatant(combatant=name, zone=zone))
    table.must(BeginCombat())
    for value, name in enumerate(("near", "far", "ann"), 1):
        table.must(SetInitiative(combatant=name, value=value))
    return table


def chosen(table: MemoryTable, tactic: str) -> Choice:
    return TACTICS[tactic](Sighted(table.ruleset, table.state), "ann")


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_nearest_is_attacked_in_the_plainest_way(ruleset: str) -> None:
    table = yard(ruleset)
    choice = chosen(table, "nearest")
    assert choice.target == "near" and "nearest" in choice.why
    (act,) = choice.commands
    assert isinstance(act, Act) and act.done
    table.must(act)
    assert table.state.fight is not None and table.state.fight.up == "far"


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_strongest_attack_is_one_that_no_other_beats(ruleset: str) -> None:
    table = yard(
        ruleset, near={"armor": {"av": 300}} if ruleset != "interlock" else {"armor": dict.fromkeys(PARTS, 60)}
    )
    at = Sighted(table.ruleset, table.state)
    choice = TACTICS["strongest"](at, "ann")
    (act,) = choice.commands
    assert isinstance(act, Act)
    kind = table.ruleset.actions[msgspec.json.decode(act.action)["kind"]]
    action = msgspec.json.decode(act.action, type=kind.fields)
    assert choice.target is not None
    best = expected(at, "ann", action, choice.target)  # type: ignore[arg-type]
    others = [expected(at, "ann", one, target) for target in ("near", "far") for one in at.attacks("ann", target)]
    assert best == pytest.approx(max(one for one in others if one is not None))
    assert choice.target == "far"


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_whoever_has_something_in_hand_does_not_use_bare_fists(ruleset: str) -> None:
    bare, held = _in_hand(ruleset)
    table = yard(ruleset, ann={"weapons": {"fists": bare, "pipe": held}, "skills": {"brawling": 3, "hand_weapon": 3}})
    at = Sighted(table.ruleset, table.state)
    ways = RULESETS[ruleset].tactical.attacks(at.context, "ann", "near")
    assert [one.weapon for one in ways if getattr(one, "weapon", None)] == ["pipe", "fists"]  # type: ignore[attr-defined]


def _in_hand(ruleset: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fists as a sheet has them, and something to hold."""
    if ruleset == "interlock":
        return {"model": "strike"}, {"class": "melee", "damage": "1d6+1"}
    blow = {"dice": "1d4", "multiplier": 2, "damage_type": "blunt"}
    return {**blow, "skill": "brawling", "class": "unarmed"}, {**blow, "skill": "hand_weapon", "class": "melee"}


def test_of_what_an_attack_does_not_take_nothing_is_said() -> None:
    table = yard(near={"armor": {"av": 300}}, far={"armor": {"av": 300}})
    assert chosen(table, "strongest").why == "no other attack takes more"
    assert chosen(yard(), "strongest").why.startswith("about ")


def test_who_has_not_been_shot_at_stands_and_fights() -> None:
    assert chosen(yard(), "careful").commands == chosen(yard(), "nearest").commands


def test_who_is_shot_at_goes_where_there_is_cover() -> None:
    table = yard()
    shot = {"kind": "shoot", "weapon": "gun", "target": "ann", "range": "short"}
    table.must(Act(combatant="near", action=msgspec.Raw(msgspec.json.encode(shot))), faces=(2,), force="to begin with")
    choice = chosen(table, "careful")
    placed, act = choice.commands
    assert placed == PlaceCombatant(combatant="ann", zone="wall")
    assert isinstance(act, Act) and "better cover at wall" in choice.why


@pytest.mark.parametrize(
    ("scene", "own", "zone", "gains"),
    [
        (9, None, "bare", True),  # the bare zone has what it says, which is nothing
        (0, None, "crate", False),
        (0, 0, "bare", False),  # cover of its own goes along
        (0, 2, "crate", False),
    ],
)
def test_whoever_gains_nothing_by_moving_stays(scene: int, own: int | None, zone: str, gains: bool) -> None:
    table = yard()
    said = {"type": "set_scene", "cover": scene, "zones": {"bare": {"cover": 0}, "crate": {"cover": 5}}}
    table.must(msgspec.json.decode(msgspec.json.encode(said), type=SetScene))
    table.must(PlaceCombatant(combatant="ann", zone=zone, cover=own))
    shot = {"kind": "shoot", "weapon": "gun", "target": "ann", "range": "short"}
    table.must(Act(combatant="near", action=msgspec.Raw(msgspec.json.encode(shot))), faces=(2,), force="to begin with")
    moved = any(isinstance(one, PlaceCombatant) for one in chosen(table, "careful").commands)
    assert moved is gains


def test_who_is_down_to_half_breaks_off() -> None:
    table = yard()
    table.must(msgspec.json.decode(b'{"type":"apply_damage","target":"ann","amount":20}', type=ApplyDamage))
    choice = chosen(table, "careful")
    assert choice.commands == (SetStatus(combatant="ann", status="fled"),)


def test_who_has_no_rounds_reloads_and_who_sees_nobody_waits() -> None:
    empty = {**SHEETS["unisystem"]["weapons"]["gun"], "loaded": 0}
    table = yard(ann={"weapons": {"gun": empty}})
    (act,) = chosen(table, "nearest").commands
    assert isinstance(act, Act) and msgspec.json.decode(act.action) == {"kind": "reload", "weapon": "gun"}
    table = yard()
    for name in ("near", "far"):
        table.must(SetStatus(combatant=name, status="fled"))
    assert chosen(table, "nearest").commands == (Done(combatant="ann"),)


def test_a_gm_is_suggested_one_act_for_each_npc_with_other_targets_ready() -> None:
    table = yard()
    told = suggestions(table.ruleset, table.state, GM.audience(table.state), "nearest", TACTICS["nearest"])
    assert [one.combatant for one in told.suggestions] == ["ann", "far", "near"]
    ann = told.suggestions[0]
    assert ann.up and ann.target == "near" and [one.target for one in ann.instead] == ["far"]
    instead = msgspec.json.decode(msgspec.json.encode(ann.instead[0].commands[0]), type=Act)
    table.must(instead)


def test_suggestions_come_from_what_the_own_side_sees() -> None:
    table = yard()
    before = suggestions(table.ruleset, table.state, GM.audience(table.state), "strongest", TACTICS["strongest"])
    stronger = yard(near={"armor": {"av": 300}, "life_points": 90})
    after = suggestions(stronger.ruleset, stronger.state, GM.audience(table.state), "strongest", TACTICS["strongest"])
    assert before.suggestions[0] == after.suggestions[0]


def test_a_player_is_suggested_nothing_for_others_and_no_command_of_a_gm() -> None:
    table = yard()
    player = Audience("player", "ana", controls=frozenset({"ann"}), sides=frozenset({"us"}))
    table.must(msgspec.json.decode(b'{"type":"apply_damage","target":"ann","amount":20}', type=ApplyDamage))
    told = suggestions(table.ruleset, table.state, player, "careful", TACTICS["careful"])
    (ann,) = told.suggestions
    assert [one["type"] for one in ann.commands] == ["done"], "no attack: that is the opposite of breaking off"
    assert ann.why == "half of its strength is gone: it breaks off; ask the GM for that" and ann.reason == "breaks-off"


def test_a_group_can_be_asked_about_alone() -> None:
    table = yard()
    table.must(FormGroup(group="them", title="Them", members=("far", "near")))
    told = suggestions(table.ruleset, table.state, GM.audience(table.state), "nearest", TACTICS["nearest"], "them")
    assert [one.combatant for one in told.suggestions] == ["far", "near"]


def test_who_can_only_strike_goes_to_where_the_other_is_first() -> None:
    table = yard("interlock", ann={"weapons": {}}, far={"weapons": {}}, near={"weapons": {}})
    (move,) = chosen(table, "nearest").commands
    assert isinstance(move, Act)
    assert msgspec.json.decode(move.action) == {"kind": "move", "zone": "door"}
    table.must(move)
    table.must(Done(combatant="far"))
    table.must(Done(combatant="near"))
    assert table.state.combatants["ann"].position.zone == "door"
    assert chosen(table, "nearest").target == "near"


def test_where_the_rules_have_no_move_the_gm_places_whoever_closes_in() -> None:
    club = {"club": {"dice": "1d6", "multiplier": "strength", "damage_type": "blunt", "skill": "hand_weapon"}}
    table = yard(ann={"weapons": club})
    choice = chosen(table, "nearest")
    assert choice.commands == (PlaceCombatant(combatant="ann", zone="door"), Done(combatant="ann"))
    assert "Near is out of reach" in choice.why
    table.seat("ana")
    table.must(GiveControl(combatant="ann", seat="ana"))
    ana = Audience("player", controls=frozenset({"ann"}))
    (told,) = suggestions(table.ruleset, table.state, ana, "nearest", TACTICS["nearest"]).suggestions
    assert told.commands == ({"type": "done", "combatant": "ann"},) and "ask the GM" in told.why


def test_attacks_are_weighed_on_the_nearest_foes_alone() -> None:
    """Everybody near is in heavy armor; whoever stands far off without any is the better target."""
    armored = msgspec.Raw(msgspec.json.encode({**SHEETS["unisystem"], "armor": {"av": 300}}))

    def crowded(people: int) -> MemoryTable:
        table = yard(far={"armor": {"av": 0}}, near={"armor": {"av": 300}})
        for number in range(people - 1):
            table.must(EnterCombatant(combatant=f"n{number}", name=f"N {number}", sheet=armored, side="them"))
            table.must(PlaceCombatant(combatant=f"n{number}", zone="door"))
        return table

    assert chosen(crowded(MOST_WEIGHED - 1), "strongest").target == "far"
    assert chosen(crowded(MOST_WEIGHED), "strongest").target != "far"


@pytest.mark.parametrize(("tactic", "most"), [("nearest", MOST_SUGGESTED), ("strongest", MOST_WEIGHING)])
def test_so_many_are_suggested_something_at_once_and_others_are_named(tactic: str, most: int) -> None:
    table = yard()
    sheet = msgspec.Raw(msgspec.json.encode(SHEETS["unisystem"]))
    for number in range(most):
        table.must(EnterCombatant(combatant=f"n{number}", name=f"N {number}", sheet=sheet, side="them"))
        table.must(SetInitiative(combatant=f"n{number}", value=10 + number))
    told = suggestions(table.ruleset, table.state, GM.audience(table.state), tactic, TACTICS[tactic])
    assert len(told.suggestions) == most and told.suggestions[0].combatant == "ann"
    assert not {one.combatant for one in told.suggestions} & set(told.left_out)
    assert len(told.left_out) == 3
    last = told.left_out[-1]
    alone = suggestions(table.ruleset, table.state, GM.audience(table.state), tactic, TACTICS[tactic], last)
    assert [one.combatant for one in alone.suggestions] == [last] and alone.left_out == ()


def test_no_table_is_kept_for_what_was_weighed_on_it() -> None:
    table = yard(ann={"life_points": 41})
    before = sys.getrefcount(table.state)
    chosen(table, "strongest")
    gc.collect()
    after = sys.getrefcount(table.state)
    assert after == before


def test_every_tactic_can_be_asked_for_by_its_name() -> None:
    assert get_args(TacticName) == tuple(TACTICS)
