"""Ready NPCs: ten in each rule set, from soft to hard; each enters by template, acts with all it has, and is hit."""

from itertools import groupby
from statistics import mean
from typing import Any

import msgspec
import pytest

from engine.commands import ApplyDamage, Done, EnterCombatant
from engine.decide import Accepted
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from engine.rulesets.firefight.firefight import WEAPONS
from engine.samples import Template, Written, bind, load_samples, merged
from engine.tables import TableError, parse_table
from events.play import DamageApplied
from events.roster import CombatantEntered
from tests.engine.toy import TOY
from tests.samples.duels import DOWN, LONGEST, attack_with, play_a_turn, raw, table_of, weapons_of, winner
from tests.tables import MemoryTable

EACH = [(ruleset, template) for ruleset in RULESETS.values() for template in ruleset.samples.templates]
NAMED = [f"{ruleset.id}-{template.id}" for ruleset, template in EACH]
ARMED = [(r, t, weapon) for r, t in EACH for weapon in t.sheet["weapons"]]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_there_are_ten_from_soft_to_hard_with_typical_guns_and_armor(ruleset: RuleSet) -> None:
    threats = [one.threat for one in ruleset.samples.templates]
    assert len(threats) == 10
    assert threats == sorted(threats)
    assert set(threats) == {1, 2, 3, 4, 5}
    assert {one.kind for one in ruleset.samples.gear} == {"weapon", "armor"}
    carried = {name for one in ruleset.samples.templates for name in one.gear}
    assert carried <= set(ruleset.samples.gear_by_id)


@pytest.mark.parametrize(("ruleset", "template"), EACH, ids=NAMED)
def test_it_enters_with_its_whole_sheet_in_the_log(ruleset: RuleSet, template: Template) -> None:
    table = MemoryTable(ruleset)
    table.must(EnterCombatant(combatant="npc", name="Npc", template=template.id))
    (entered,) = table.facts(CombatantEntered)
    assert msgspec.json.decode(bytes(entered.sheet)) == template.sheet
    assert ruleset.wound_word(table.state, table.state.combatants["npc"]) == "unhurt"


@pytest.mark.parametrize(("ruleset", "template", "weapon"), ARMED, ids=[f"{r.id}-{t.id}-{w}" for r, t, w in ARMED])
def test_it_attacks_with_everything_it_carries(ruleset: RuleSet, template: Template, weapon: str) -> None:
    table = table_of(ruleset, template.id, template.id, seed=1)
    while (fight := table.state.fight) and fight.up and fight.up != "n0":
        table.must(Done(combatant=fight.up))
    answer = table.act("n0", **attack_with(table, "n0", weapon, "n1"))
    assert isinstance(answer, Accepted), answer


@pytest.mark.parametrize(("ruleset", "template"), EACH, ids=NAMED)
def test_it_is_hit_by_the_hardest_and_falls_in_the_end(ruleset: RuleSet, template: Template) -> None:
    table = table_of(ruleset, template.id, ruleset.samples.templates[-1].id, seed=2)
    for _ in range(LONGEST):
        play_a_turn(table, "n1", "n0")
        if any(hit.combatant == "n0" for hit in table.facts(DamageApplied)):
            break
    assert any(hit.combatant == "n0" for hit in table.facts(DamageApplied))
    words = set()
    for _ in range(40):
        table.must(ApplyDamage(target="n0", amount=4, pool=next(iter(table.state.combatants["n0"].pools))))
        words.add(ruleset.wound_word(table.state, table.state.combatants["n0"]))
    assert words & DOWN


DUELS = range(4)
"""Duels of each pair each way: of a single one luck decides too much."""


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_the_harder_ones_win_more_duels(ruleset: RuleSet) -> None:
    templates = ruleset.samples.templates
    score = dict.fromkeys((one.id for one in templates), 0)
    for one in templates:
        for other in templates:
            if one is not other:
                won = sum(winner(ruleset, one.id, other.id, seed=seed) for seed in DUELS)
                score[one.id] += won
                score[other.id] -= won
    means = [mean(score[one.id] for one in group) for _, group in groupby(templates, key=lambda one: one.threat)]
    assert means == sorted(means)
    assert len(set(means)) == 5


def test_a_sheet_beside_a_template_says_what_is_different() -> None:
    table = MemoryTable(RULESETS["interlock"])
    changes = raw({"stats": {"ref": 9}, "weapons": {"knife": None, "medium-pistol": {"loaded": 2}}})
    table.must(EnterCombatant(combatant="rico", template="ganger", gear=("helmet", "smg"), sheet=changes))
    sheet = table.ruleset.decode_sheet(bytes(table.state.combatants["rico"].sheet))
    assert (sheet.stats["ref"], sheet.stats["bt"]) == (9, 6)
    assert list(weapons_of(table, "rico")) == ["fists", "medium-pistol", "smg"]
    assert table.state.combatants["rico"].ammo == {"medium-pistol": 2, "smg": 30}
    assert [layer.sp for layer in sheet.layers("head")] == [14]


def test_armor_takes_the_place_of_armor() -> None:
    table = MemoryTable(RULESETS["unisystem"])
    table.must(EnterCombatant(combatant="rico", template="guard", gear=("thick-jacket",)))
    assert msgspec.json.decode(bytes(table.state.combatants["rico"].sheet))["armor"] == {"av": "1d4"}


@pytest.mark.parametrize(
    ("fields", "code", "says"),
    [
        ({"template": "dragon"}, "unknown-id", "there is no template 'dragon'; there are bystander, thug"),
        ({"gear": ("fists", "laser")}, "unknown-id", "there is no gear 'laser'; there are fists"),
        ({"template": "thug", "sheet": raw({"magic": 1})}, "invalid", "magic"),
        ({"template": "thug", "sheet": msgspec.Raw(b"[1]")}, "invalid", "the sheet cannot be read"),
    ],
)
def test_what_is_not_there_is_refused(fields: dict[str, Any], code: str, says: str) -> None:
    refusal = MemoryTable(RULESETS["unisystem"]).refused(EnterCombatant(combatant="rico", **fields))
    assert refusal.code == code
    assert says in refusal.sentence


def test_rules_without_samples_say_so() -> None:
    refusal = MemoryTable(TOY).refused(EnterCombatant(combatant="rico", template="thug"))
    assert refusal.sentence == "there is no template 'thug'; there are none under these rules"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_somebody_new_begins_as_an_ordinary_person_with_any_gear_of_the_lists(ruleset: RuleSet) -> None:
    assert ruleset.samples.listed
    for gear in ruleset.samples.all_gear:
        table = MemoryTable(ruleset)
        table.must(EnterCombatant(combatant="kim", gear=(gear,), sheet=raw(dict(ruleset.ordinary))))
        (entered,) = table.facts(CombatantEntered)
        written = msgspec.json.decode(bytes(entered.sheet))
        assert written.keys() > ruleset.ordinary.keys(), gear
    assert set(ruleset.stated_pools) <= set(ruleset.sheet_type.__struct_fields__)
    named = {skill for one in ruleset.samples.templates for skill in one.sheet["skills"]}
    assert named <= set(ruleset.skills)


def test_what_the_lists_have_can_be_named_but_for_what_needs_more_on_a_sheet() -> None:
    assert {name: len(ruleset.samples.listed) for name, ruleset in RULESETS.items()} == {
        "unisystem": 3,
        "firefight": 74,
        "interlock": 2,
    }
    with pytest.raises(TableError, match="no sheet can name crossbow alone"):
        load_samples("engine.rulesets.firefight", RULESETS["firefight"].decode_sheet, WEAPONS)


def test_a_patch_takes_away_merges_and_replaces() -> None:
    base = {"a": 1, "b": {"c": 2, "d": 3}, "e": [1, 2]}
    assert merged(base, {"a": None, "b": {"c": None, "f": 4}, "e": [3], "g": {"h": None}}) == {
        "b": {"d": 3, "f": 4},
        "e": [3],
        "g": {},
    }
    assert base["a"] == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('[[gear]]\nid = "x"\ntitle = "X"\nkind = "weapon"\nsheet = {}\n' * 2, "it has x twice"),
        ('[[template]]\nid = "x"\ntitle = "X"\nthreat = 1\ngear = ["y"]\n', "there is no gear 'y'"),
        ('[[template]]\nid = "x"\ntitle = "X"\nthreat = 6\n', "<= 5"),
        ('[[template]]\nid = "x"\ntitle = "X"\nthreat = 1\nhint = "big"\n', "unknown field `hint`"),
        ('[[template]]\nid = "x"\ntitle = "X"\nthreat = 1\nsheet = { magic = 1 }\n', "template x: "),
    ],
)
def test_wrong_sample_data_is_refused_when_it_is_read(content: str, says: str) -> None:
    with pytest.raises(TableError) as wrong:
        bind(parse_table(content.encode(), Written), RULESETS["unisystem"].decode_sheet)
    assert says in str(wrong.value)


def test_sample_data_that_is_missing_is_named() -> None:
    with pytest.raises(TableError, match=r"there is no samples\.toml"):
        load_samples("tests.samples", RULESETS["unisystem"].decode_sheet)
