"""Reading encounter files: what is wrong is told with file, line and field; what is right can be put onto a table."""

import json
from pathlib import Path

import pytest

from api.encounters.laying import batch, named, planned
from api.encounters.model import Encounter, Those
from api.encounters.reading import LARGEST, BadEncounter, Fault, read_file, read_text
from api.encounters.shelf import sample, texts
from api.limits import BATCH
from engine.rulesets import RULESETS
from tests.engine.toy import TOY

GOOD = """
title: Wrong street
ruleset: unisystem
preset: fast
options: {initiative: once}
scene:
  title: A street
  light: poor
  zones: {street: {}, bins: {cover: 10}}
  distances:
    - {one: street, other: bins, distance: 12}
combatants:
  ganger: {template: ganger, count: 3, group: false, name: Ganger, zone: bins, posture: prone}
  dog: {template: guard-dog, reserve: true, hidden: true}
"""


def faults(text: str, name: str = "x.yaml") -> list[str]:
    with pytest.raises(BadEncounter) as wrong:
        read_text(text.encode(), name)
    return str(wrong.value).splitlines()


def read_faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(BadEncounter) as wrong:
        read_text(text.encode(), "x.yaml")
    return wrong.value.faults


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def read() -> Encounter:
    return read_text(GOOD.encode(), "x.yaml")


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (changed("name: Ganger", 'name: "Ganger\\e[2J"'), "x.yaml", "x.yaml:13: combatants, ganger, name: "),
        (changed("name: Ganger", "name: Ganger\u202e"), "x.yaml", "x.yaml:13: combatants, ganger, name: "),
        (changed("bins: {cover: 10}", '"b\\0": {}'), "x.yaml", "x.yaml:9: scene, zones: "),
        ('{"title": "\\u009b2J"}', "x.json", "x.json:1: title: "),
    ],
)
def test_what_steers_a_terminal_or_turns_a_line_is_no_text(text: str, name: str, says: str) -> None:
    assert faults(text, name) == [f"{says}this holds a control character"]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("title: Wrong street", 'title: "Wrong\\nstreet"', "title"),
        ("title: A street", 'title: " "', "scene, title"),
        ("bins: {cover: 10}", 'bins: {cover: 10}, "\\u200b": {}', "scene, zones, \u200b"),
        ("name: Ganger", 'name: "Gan\\u2028ger"', "combatants, ganger, name"),
        ("template: guard-dog", 'template: guard-dog, side: "\\u3164"', "combatants, dog, side"),
    ],
)
def test_what_somebody_is_called_is_one_line_in_which_something_is_seen(old: str, new: str, where: str) -> None:
    (told,) = read_faults(changed(old, new))
    assert f"{where}: " in told.sentence and "one line in which something can be seen" in told.sentence


def test_notes_have_as_many_lines_as_they_like() -> None:
    assert read_text(changed("ruleset:", 'note: "a\\nb"\nruleset:').encode(), "x.yaml").note == "a\nb"


def test_it_becomes_options_the_scene_and_everybody_in_order() -> None:
    plan = [one.command for one in planned(read(), RULESETS["unisystem"].rulebook)]
    assert [one["type"] for one in plan] == [
        *["set_option"] * 3,
        "set_scene",
        *["enter_combatant", "place"] * 3,
        "enter_combatant",
    ]
    assert [one["combatant"] for one in plan if one["type"] == "enter_combatant"] == [
        "ganger-1",
        "ganger-2",
        "ganger-3",
        "dog",
    ]
    assert (plan[4]["name"], plan[4]["side"], "status" in plan[4]) == ("Ganger 1", "foes", False)
    assert plan[5] == {"type": "place", "combatant": "ganger-1", "zone": "bins", "posture": "prone"}
    assert (plan[-1]["name"], plan[-1]["status"], plan[-1]["hidden"]) == ("dog", "reserve", True)


def test_options_in_force_are_left_out_and_move_no_id() -> None:
    plan = planned(read(), RULESETS["unisystem"].rulebook)
    anew = batch(plan, "e", {})
    again = batch(plan, "e", {"damage_mode": "average", "armor_mode": "average", "initiative": "once"})
    assert again == anew[3:]
    assert again[0]["id"] == "e-4"


def test_one_alone_has_no_number() -> None:
    assert list(named("boss", Those(name="The boss"))) == [("boss", "The boss")]
    assert list(named("boss", Those(count=2))) == [("boss-1", "boss 1"), ("boss-2", "boss 2")]


@pytest.mark.parametrize("count", ["count: 30", "count: 30, group: true"])
def test_several_are_a_group_which_comes_and_is_placed_in_one_command_each(count: str) -> None:
    read_group = read_text(changed("count: 3, group: false", count).encode(), "x.yaml")
    plan = [one.command for one in planned(read_group, RULESETS["unisystem"].rulebook)]
    assert [one["type"] for one in plan[3:]] == ["set_scene", "form_group", "place", "enter_combatant"]
    assert (plan[4]["group"], plan[4]["count"], plan[5]["combatant"]) == ("ganger", 30, "ganger")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("ruleset: unisystem", "ruleset: chess", 3, "ruleset: there is no rule set 'chess'; there are unisystem"),
        ("preset: fast", "preset: slow", 4, "preset: there is no preset 'slow'; there are source, fast"),
        ("{initiative: once}", "{gravity: true}", 5, "options, gravity: there is no option 'gravity'"),
        ("{initiative: once}", "{initiative: never}", 5, "options, initiative: option initiative can be each_turn"),
        (
            "{initiative: once}",
            "{initiative: [1]}",
            5,
            "options, initiative: true or false or a whole number or a number or text is expected",
        ),
        ("title: Wrong street", "note: Wrong street", 2, "title is missing"),
        ("light: poor", "light: pink", 7, "scene: there is no light 'pink'; there are normal, poor"),
        ("bins: {cover: 10}", "bins: {cower: 10}", 9, "scene, zones, bins, cower: there is no such field"),
        ("other: bins", "other: moon", 7, "scene: distances name zones that are not in the scene: moon"),
        ("distance: 12", "range: near", 7, "scene: there is no range 'near'"),
        ("distance: 12", "distance: far", 11, "scene, distance 1, distance: a whole number is expected, not text"),
        ("count: 3", "count: 0", 13, "combatants, ganger, count: a whole number from 1 is expected"),
        ("count: 3", "cuont: 3", 13, "combatants, ganger, cuont: there is no such field"),
        ("zone: bins, posture", "zone: moon, posture", 13, "combatants, ganger: the scene has no zone 'moon'"),
        ("template: ganger", "template: dragon", 13, "combatants, ganger: there is no template 'dragon'"),
        ("template: guard-dog", "gear: [laser]", 14, "combatants, dog: there is no gear 'laser'"),
        ("template: guard-dog", "sheet: {magic: 1}", 14, "combatants, dog: the sheet cannot be read"),
        ("  dog:", "  a b:", 14, "combatants, a b: an id of at most 40 letters, digits, - and _"),
        ("  dog:", "  ganger-2:", 14, "combatants, ganger-2: the id 'ganger-2' is that of somebody under 'ganger' too"),
        ("count: 3", "count: 33", 13, "combatants: it takes 71 commands"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(old: str, new: str, line: int, says: str) -> None:
    told = faults(changed(old, new))
    assert [one for one in told if one.startswith(f"x.yaml:{line}: {says}")], told


def test_everything_that_is_wrong_is_told_at_once() -> None:
    text = changed("template: ganger", "template: dragon").replace("light: poor", "light: pink")
    assert [one.split(": ")[1] for one in faults(text)] == ["scene", "combatants, ganger"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "x.yaml:1: a file holds one encounter, this one holds 0"),
        (f"{GOOD}---\n{GOOD}", "x.yaml:1: a file holds one encounter, this one holds 2"),
        ("[1, 2]", "x.yaml:1: an encounter is a mapping with title, ruleset"),
        ("title: a\ntitle: b", "x.yaml:2: the key 'title' stands twice"),
        ("a: [", "x.yaml:1: "),
    ],
)
def test_a_text_that_holds_none_is_told_so(text: str, says: str) -> None:
    (told,) = faults(text)
    assert told.startswith(says)


def as_json(**changes: object) -> str:
    document = {
        "title": "Größe 😀",
        "ruleset": "unisystem",
        "combatants": {"dog": {"template": "guard-dog"}},
        **changes,
    }
    return json.dumps(document, indent="\t")


def test_json_is_read_with_tabs_and_escaped_signs() -> None:
    assert read_text(as_json().encode(), "x.json").title == "Größe 😀"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            as_json(combatants={"dog": {"template": "dragon"}}),
            "x.json:5: combatants, dog: there is no template 'dragon'",
        ),
        ('{"title": "a",\n"title": "b"}', "x.json:1: this cannot be read: the key 'title' stands twice"),
        ('{"title": "a",\n}', "x.json:2: this is no JSON"),
        (as_json(options={"a": float("inf")}), "x.json:1: this cannot be read: Infinity is no number"),
        ('{"title": 1e999}', "x.json:1: this cannot be read: 1e999 is no number"),
        ("[" * 100_000, "x.json:1: this cannot be read"),
        (f'{{"note": {"[" * 600}{"]" * 600}}}', "x.json:1: this is nested too deeply"),
        ("\xff", "x.json:1: "),
    ],
)
def test_json_is_as_strict_as_yaml(text: str, says: str) -> None:
    (told,) = faults(text, "x.json")
    assert told.startswith(says)


def test_files_that_are_missing_or_too_large_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadEncounter, match="the file cannot be read"):
        read_file(tmp_path / "nothing.yaml")
    (tmp_path / "large.yaml").write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(BadEncounter, match=f"{LARGEST} bytes at the most"):
        read_file(tmp_path / "large.yaml")
    (tmp_path / "good.yaml").write_text(GOOD)
    assert read_file(tmp_path / "good.yaml") == read()


def test_without_a_scene_its_zones_are_those_of_the_table() -> None:
    text = 'title: More\nruleset: unisystem\ncombatants: {dog: {template: guard-dog, zone: "somewhere"}}'
    plan = planned(read_text(text.encode(), "x.yaml"), RULESETS["unisystem"].rulebook)
    assert [one.command["type"] for one in plan] == ["enter_combatant", "place"]


@pytest.mark.parametrize("name", RULESETS)
def test_each_rule_set_brings_two_samples_from_soft_to_hard(name: str) -> None:
    ruleset = RULESETS[name]
    found = {one: read_text(text, f"{one}.yaml") for one, text in texts(ruleset).items()}
    assert found == {one: sample(ruleset, one) for one in found}
    assert len(found) == 2
    assert sorted(one.note.split(".")[0] for one in found.values()) == ["Hard", "Soft"]
    for one in found.values():
        assert len(planned(one, ruleset.rulebook)) <= BATCH
        assert any(those.reserve for those in one.combatants.values())


def test_a_sample_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(LookupError, match="there are back-alley, night-watch"):
        sample(RULESETS["unisystem"], "moon")
    with pytest.raises(LookupError, match="there are none under these rules"):
        sample(TOY, "moon")


def test_every_mistake_of_a_file_is_told_with_its_line_and_field() -> None:
    text = b"""title: Bad
ruleset: unisystem
lights: poor
combatants:
  guard: {template: officr}
  dog:
    count: two
    sied: foes
    template: guard-dog
  cat: 5
"""
    with pytest.raises(BadEncounter) as told:
        read_text(text, "bad.yaml")
    assert [(one.line, one.field) for one in told.value.faults] == [
        (3, "lights"),
        (5, "combatants.guard"),
        (7, "combatants.dog.count"),
        (8, "combatants.dog.sied"),
        (10, "combatants.cat"),
    ]
    assert "there is no template 'officr'" in told.value.faults[1].sentence


ALONE = "template: dragon, gear: [5, machete, 6]"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            [("template: ganger", ALONE), ("count: 3", "count: two")],
            [
                "combatants, ganger, gear 1: text",
                "combatants, ganger, gear 3: text",
                "combatants, ganger, count: a whole",
                "combatants, ganger: there is no template 'dragon'",
            ],
        ),
        (
            [("{one: street, other: bins, distance: 12}", "{onne: 5}\n    - {one: street}\n    - 5")],
            [
                "scene, distance 1, onne: there is",
                "scene, distance 2: other is missing",
                "scene, distance 3: named fields is",
            ],
        ),
        (
            [("template: ganger", "template: dragon"), ("title: Wrong", "title: 5 #")],
            ["title: text", "combatants, ganger: there is no template"],
        ),
        (
            [("  dog:", "  a b:"), ("template: ganger", "template: dragon")],
            ["combatants, ganger: there is no template", "combatants, a b: an id"],
        ),
        (
            [("{initiative: once}", "{initiative: never}"), ("template: ganger", "template: dragon")],
            ["options, initiative: ", "combatants, ganger: there is no template"],
        ),
        (
            [("count: 3", "count: 40"), ("template: guard-dog", "template: dragon")],
            ["combatants: it takes", "combatants, dog: there is no template"],
        ),
    ],
)
def test_no_mistake_hides_another(changes: list[tuple[str, str]], told: list[str]) -> None:
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    found = [one.partition(": ")[2] for one in faults(text)]
    assert len(found) == len(told) and all(map(str.startswith, found, told)), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("template: ganger", "template: 5", "combatants, ganger, template: text"),
        ("bins: {cover: 10}", "bins: 5", "scene, zones, bins: named fields"),
        ("zones: {street: {}, bins: {cover: 10}}", "zones: 5", "scene, zones: named fields"),
        ("light: poor", "light: pink", "scene: there is no light"),
        ("{template: ganger, count: 3, group: false, name: Ganger, zone: bins, posture: prone}", "5", "comb"),
    ],
)
def test_what_follows_from_a_mistake_is_no_second_one(old: str, new: str, told: str) -> None:
    (found,) = faults(changed(old, new))
    assert found.partition(": ")[2].startswith(told)


def test_with_nobody_left_only_what_was_written_is_told() -> None:
    (found,) = faults("title: x\nruleset: unisystem\ncombatants: {cat: 5}")
    assert found.startswith("x.yaml:3: combatants, cat: named fields")
