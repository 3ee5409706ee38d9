"""A moment is cut out of a log as a scenario that passes, and what has nothing to do with it is left out."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.moments.cutting import NoMoment, as_written, cut_out, cut_short
from api.moments.recalled import by_command
from api.moments.shrinking import fewest, shrunk
from api.moments.writing import text_of
from api.scenarios.model import Expect, Scenario
from api.scenarios.reading import Written, read_text
from api.scenarios.report import report
from api.scenarios.runner import run
from engine import commands as c
from engine.commands.character import Character
from engine.rulesets import RULESETS
from events.codec import decode
from events.correction import Amended
from events.envelope import Entry
from events.play import ActionBegan, DamageApplied, Rolled
from tests.cli.conftest import CommandLine
from tests.cli.test_doctor import written
from tests.golden.offered import play
from tests.reps import repetitions
from tests.tables import MemoryTable

UNISYSTEM = RULESETS["unisystem"]
SIX = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 2)
GUN = {"gun": {"model": "pistol-10mm", "capacity": 12, "loaded": 12}}


def a_fight() -> MemoryTable:
    """Two turns among three; in the second Ann's shot meets Bob, whom Cy has wounded before."""
    table = MemoryTable(UNISYSTEM)
    for name in ("ann", "bob", "cy", "dan"):
        table.enter(name, {"attributes": SIX, "skills": {"handguns": 6}, "life_points": 40, "weapons": GUN})
    table.must(c.Note(text="It is dark."))
    table.must(c.BeginCombat(title="In the yard"))
    table.must(c.RollInitiative(), faces=(9, 1, 8, 2))
    table.must(c.FreeRoll(dice="2d6"))
    table.act("ann", kind="shoot", weapon="gun", target="dan", range="short", faces=(9, 2))
    table.must(c.Undo())
    table.must(c.ApplyDamage(target="bob", amount=3))
    table.act("ann", kind="shoot", weapon="gun", target="bob", range="short", faces=(9, 1))
    return table


def entries_of(table: MemoryTable) -> list[Entry]:
    return [decode(body) for body in table.bodies]


def reread(scenario: Scenario) -> Written:
    """A scenario after it was written into a file and read again."""
    (found,) = read_text(text_of(scenario), "cut.yaml")
    assert isinstance(found, Written), found
    return found


def test_a_moment_becomes_a_scenario_that_passes_without_what_was_undone() -> None:
    found = reread(cut_out(entries_of(a_fight())))
    result = run(found)
    assert result.passed, "\n".join(report(result))
    told = [step.do["type"] for step in found.scenario.steps]
    assert told == ["begin_combat", "roll_initiative", "roll", "apply_damage", "act"]
    last = found.scenario.steps[-1].expect
    assert last.ammo == {"ann": {"gun": 11}}
    assert set(last.pools) == {"bob"}


def test_it_is_shrunk_to_what_leads_to_the_very_same() -> None:
    small = shrunk(cut_out(entries_of(a_fight())))
    assert run(reread(small)).passed
    told = [step.do["type"] for step in small.steps]
    assert "roll" not in told, "a free roll led to nothing"
    assert "apply_damage" in told, "without it Bob would have other points left"
    assert small.steps[-1].do["type"] == "act"


def test_the_fight_is_set_up_in_one_go_where_the_very_same_comes_of_it() -> None:
    short = cut_short(entries_of(a_fight()))
    assert short is not None
    assert run(reread(short)).passed
    small = shrunk(short)
    assert small.start is not None
    assert small.start.up == "ann"
    assert [step.do["type"] for step in small.steps] == ["apply_damage", "act"]
    assert set(small.combatants) == {"ann", "bob"}
    lobby = MemoryTable(UNISYSTEM)
    lobby.enter("ann", {"attributes": SIX, "life_points": 40})
    lobby.must(c.FreeRoll(dice="2d6"))
    assert cut_short(entries_of(lobby)) is None, "no fight was going on"


def test_whoever_has_nothing_to_do_with_it_is_left_out() -> None:
    table = MemoryTable(UNISYSTEM)
    for name in ("ann", "bob", "cy"):
        table.enter(name, {"attributes": SIX, "life_points": 40})
    table.must(c.ApplyDamage(target="cy", amount=3))
    table.must(c.ApplyDamage(target="ann", amount=45), faces=())
    small = shrunk(cut_out(entries_of(table)))
    assert list(small.combatants) == ["ann"]
    assert [step.do["target"] for step in small.steps] == ["ann"]


def test_a_failing_scenario_is_cut_to_the_shortest_that_fails_in_the_same_way() -> None:
    whole = cut_out(entries_of(a_fight()))
    wrong = msgspec.structs.replace(whole.steps[-1], expect=Expect(pools={"bob": {"life": 99}}))
    failing = msgspec.structs.replace(whole, steps=(*whole.steps[:-1], wrong))
    result = run(as_written(failing))
    small = shrunk(failing)
    again = run(reread(small))
    assert (again.problem is not None, result.problem is not None) == (True, True)
    assert len(small.steps) < len(failing.steps)
    assert again.command == result.command
    for left_out in range(len(small.steps) - 1):
        steps = (*small.steps[:left_out], *small.steps[left_out + 1 :])
        other = run(as_written(msgspec.structs.replace(small, steps=steps)))
        assert (other.command, other.problem and other.problem.kind) != (again.command, "expectation"), left_out


@pytest.mark.parametrize("items", [(), (1,), tuple(range(50))])
def test_as_few_as_it_takes_are_left(items: tuple[int, ...]) -> None:
    needed = {one for one in items if one in (3, 4, 41)}
    assert fewest(items, lambda kept: needed <= set(kept)) == tuple(sorted(needed))


def test_groups_conditions_and_acts_that_end_an_activation_are_said_again() -> None:
    table = MemoryTable(UNISYSTEM)
    sheet = {"attributes": SIX, "skills": {"handguns": 6}, "life_points": 40, "weapons": GUN}
    table.enter("ann", sheet)
    table.must(
        c.FormGroup(group="rat", name="Rat", title="Rats", sheet=msgspec.Raw(msgspec.json.encode(sheet)), count=3)
    )
    table.must(c.ChangeGroup(group="rat", more=1, leader="rat-2"))
    table.must(c.Hide(combatant="rat"))
    table.must(c.Show(combatant="rat"))
    table.must(c.SetCondition(combatant="rat-1", condition="dazed", modifier=-3, turns=2, seen=True))
    table.must(c.BeginCombat(through="initiative"), faces=(9, 4))
    shot = msgspec.json.encode({"kind": "shoot", "weapon": "gun", "target": "rat-1", "range": "short"})
    table.must(c.Act(combatant="ann", action=msgspec.Raw(shot), done=True), faces=(9, 2))
    table.must(c.FreeRoll(dice="1d6", target_number=3), faces=(4,))
    found = reread(cut_out(entries_of(table)))
    result = run(found)
    assert result.passed, "\n".join(report(result))
    told = {step.do["type"]: step.do for step in found.scenario.steps}
    assert told["form_group"]["members"] == ["rat-1", "rat-2", "rat-3"]
    assert (told["change_group"]["join"], told["change_group"]["leader"]) == (["rat-4"], "rat-2")
    assert [step.do["type"] for step in found.scenario.steps].count("hide") == 4
    assert (told["set_condition"]["modifier"], told["set_condition"]["turns"]) == (-3, 2)
    assert told["begin_combat"]["through"] == "initiative"
    assert told["roll"]["target_number"] == 3
    assert [step.do.get("done") for step in found.scenario.steps if step.do["type"] == "act"] == [True]


@pytest.mark.parametrize(("left", "conditions"), [({"life": 12}, ()), ({}, ("prone",))])
def test_who_came_from_another_table_has_no_word(left: dict[str, int], conditions: tuple[str, ...]) -> None:
    sheet = msgspec.Raw(msgspec.json.encode({"attributes": SIX, "life_points": 40}))
    stood = {"format": "fracas-character-1", "ruleset": "unisystem", "name": "Ann"}
    ann = msgspec.convert({**stood, "sheet": sheet, "left": left, "conditions": conditions}, type=Character)
    table = MemoryTable(UNISYSTEM)
    table.must(c.EnterCombatant(combatant="ann", character=ann))
    table.must(c.FreeRoll(dice="1d6"))
    with pytest.raises(NoMoment, match="Ann, who came from another table"):
        cut_out(entries_of(table))


def test_a_number_that_was_stated_for_a_whole_group_has_no_word() -> None:
    table = MemoryTable(UNISYSTEM)
    for name in ("ann", "bob"):
        table.enter(name, {"attributes": SIX, "life_points": 40})
    table.must(c.FormGroup(group="both", members=("ann", "bob")))
    table.must(c.BeginCombat())
    table.must(c.SetInitiative(combatant="both", value=7))
    with pytest.raises(NoMoment, match="stated for a whole group"):
        cut_out(entries_of(table), len(table.bodies))


def corrected(reach: Any = "replayed") -> MemoryTable:
    """The fight, with an early loss struck, and its shot said to have been aimed at Cy in the dark."""
    table = a_fight()
    shot = next(e.command for e in reversed(entries_of(table)) if isinstance(e.fact, ActionBegan))
    table.must(c.Done(combatant="ann"))
    changes = {"target": "cy", "modifiers": [{"value": -1, "label": "rain"}]}
    table.must(c.Amend(action=f"gm/{shot}", changes=changes, reach=reach), named="mend", faces=())
    table.must(c.ApplyDamage(target="dan", amount=2), named="stone")
    table.must(c.Strike(action="gm/stone"))
    table.must(c.FreeRoll(dice="1d6"), faces=(4,), named="newest")
    return table


@pytest.mark.parametrize("reach", ["replayed", "only_now"])
def test_a_moment_after_corrections_is_cut_out_as_it_counts(reach: Any) -> None:
    found = reread(cut_out(entries_of(corrected(reach))))
    result = run(found)
    assert result.passed, "\n".join(report(result))
    told = [step.do for step in found.scenario.steps]
    assert not [do for do in told if do.get("target") == "dan"], "that was struck"
    acts = [do for do in told if do["type"] == "act"]
    assert acts[-1]["action"]["target"] == ("cy" if reach == "replayed" else "bob")
    assert [do["type"] for do in told].count("override") == (0 if reach == "replayed" else 1)


def test_the_amended_act_itself_is_cut_out_by_any_version_of_it() -> None:
    entries = entries_of(corrected())
    (at,) = (entry.version for entry in entries if isinstance(entry.fact, Amended))
    found = reread(cut_out(entries, at))
    assert found.scenario.steps[-1].do["action"]["target"] == "cy"
    assert run(found).passed
    assert run(reread(shrunk(cut_out(entries, at)))).passed


def test_a_step_of_which_a_part_was_struck_is_said_to_have_no_command() -> None:
    table = a_fight()
    hits = [entry.version for entry in entries_of(table) if isinstance(entry.fact, DamageApplied)]
    table.must(c.Strike(version=hits[-1]))
    table.must(c.FreeRoll(dice="1d6"), faces=(4,))
    with pytest.raises(NoMoment, match="a part of gm/"):
        cut_out(entries_of(table))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["firefight", "interlock"])
def test_any_moment_of_a_long_game_passes_as_a_scenario(ruleset: str) -> None:
    entries = entries_of(play(RULESETS[ruleset], 3, 260))
    moments = [group for group in by_command(entries) if any(isinstance(entry.fact, Rolled) for entry in group)]
    cut = 0
    for group in moments[:: max(1, len(moments) // repetitions(ci=6, soak=60))]:
        try:
            found = reread(cut_out(entries, group[0].version))
        except NoMoment:
            continue  # it was undone later on the line it is looked at from
        cut += 1
        result = run(found)
        assert result.passed, "\n".join(report(result))
    assert cut > 3


def test_what_cannot_be_cut_out_is_said() -> None:
    entries = entries_of(a_fight())
    for at, why in ((2, "no step of play"), (999, "no such version"), (5, "nothing has happened yet")):
        with pytest.raises(NoMoment, match=why):
            cut_out(entries, at)
    with pytest.raises(NoMoment, match="no dice have fallen"):
        cut_out(entries[:3])


def test_the_command_cuts_shrinks_and_says_what_it_wrote(fracas: CommandLine, tmp_path: Path) -> None:
    log, cut = written(tmp_path / "log.jsonl", a_fight().bodies), tmp_path / "cut.yaml"
    said = fracas("capsule", log, "--out", str(cut))
    assert said.code == 0, said.err
    assert fracas("scenario", str(cut)).code == 0
    spoilt = cut.read_text().replace("{gun: 11}", "{gun: 5}")
    assert spoilt != cut.read_text()
    (tmp_path / "fails.yaml").write_text(spoilt)
    assert fracas("scenario", str(tmp_path / "fails.yaml")).code == 1
    shortest = fracas("capsule", str(tmp_path / "fails.yaml"))
    assert "gun: 5" in shortest.out
    assert fracas("capsule", log, "--at", "2").code == 1
