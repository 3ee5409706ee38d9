"""Scenario files are read strictly: every mistake is a sentence with its place, and no file breaks the reader."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.scenarios.model import Scenario
from api.scenarios.reading import LARGEST, Unreadable, Written, read_file, read_text

GOOD = """\
title: A blow
ruleset: toy
combatants:
  ann: {skill: 3, name: Ann, side: us, hidden: true, dice: own}
players: {ana: [ann]}
start: {order: [ann]}
steps:
  - do: {type: note, text: hello}
  - do: {type: note, text: again}
    as: ana
    expect: {up: ann}
"""


def read(text: str | bytes) -> Scenario:
    found = read_text(text, "some.yaml")[0]
    assert isinstance(found, Written), found
    return found.scenario


def wrong(text: str | bytes) -> tuple[int, str]:
    found = read_text(text, "some.yaml")[0]
    assert isinstance(found, Unreadable), found
    return found.line, found.sentence


def test_a_scenario_is_read_with_the_lines_of_its_steps() -> None:
    found = read_text(f"---\n{GOOD}", "some.yaml")[0]
    assert isinstance(found, Written)
    assert (found.file, found.line, found.step_lines) == ("some.yaml", 2, (9, 10))
    assert [found.scenario.step_id(number) for number in (1, 2)] == ["step-1", "step-2"]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("title: A blow\n", "", 1, "Object missing required field `title`"),
        ("title:", "titel:", 1, "Object contains unknown field `titel`"),
        ("expect: {up: ann}", "expect: {upp: ann}", 11, "step 2, expect: Object contains unknown field `upp`"),
        (
            "expect: {up: ann}",
            "expect: {rolls: [{}, {totl: 1}]}",
            11,
            "step 2, expect, roll 2: Object contains unknown",
        ),
        ("expect: {up: ann}", "expect: {rolls: {}}", 11, "step 2, expect, rolls: Expected `array`"),
        ("expect: {up: ann}", "expect: {refused: no-way}", 11, "step 2, expect, refused: Invalid enum value 'no-way'"),
        ("expect: {up: ann}", "expect: {phase: night}", 11, "step 2, expect, phase: Invalid enum value"),
        ("expect: {up: ann}", "expect: {events: [fallen]}", 11, "step 2, expect, event 1: there is no type of event"),
        ("expect: {up: ann}", "expect: {events: [{total: 3}]}", 11, "step 2, expect, event 1: there is no type"),
        (
            "expect: {up: ann}",
            "expect: {events: [{type: rolled, sum: 3}]}",
            11,
            "step 2, expect, event 1: a rolled has no",
        ),
        (
            "expect: {up: ann}",
            "expect: {refused: invalid, rolls: [{}]}",
            11,
            "step 2, expect, rolls: a refused command has",
        ),
        (
            "expect: {up: ann}",
            "expect: {refused: invalid}\n    dice: [3]",
            12,
            "step 2, dice: where a command is refused",
        ),
        ("expect: {up: ann}", "dice: [0]", 11, "step 2, dice 1: Expected `int` >= 1"),
        ("expect: {up: ann}", "dice: [3.5]", 11, "step 2, dice 1: Expected `int`, got `float`"),
        ("expect: {up: ann}", "dice: 3", 11, "step 2, dice: Expected `array`"),
        ("expect: {up: ann}", "force: ''", 11, "step 2, force: Expected `str` of length >= 1"),
        ("expect: {up: ann}", "id: step-1\n    as: gm", 12, "the key 'as' stands twice"),
        ("as: ana", "id: step-1", 9, "step 2: the command id gm/step-1 is used twice"),
        ("type: note, text: again", "type: nod", 9, "step 2, do: its type is no command: 'nod'"),
        ("type: note, text: again", "text: again", 9, "step 2, do: its type is no command: None"),
        ("type: note, text: again", "type: [note]", 9, "step 2, do: its type is no command: ['note']"),
        ("expect: {up: ann}", "expect: {events: [{type: [a]}]}", 11, "step 2, expect, event 1: there is no type"),
        ("{ana: [ann]}", "{ana: [bob]}", 5, "players, ana: there is no combatant 'bob'"),
        ("{ana: [ann]}", "{ana: [ann], eve: [ann]}", 5, "players, eve: 'ann' is played twice"),
        ("{ana: [ann]}", "{gm: [ann]}", 5, "players, gm: the seat 'gm' is the game master's"),
        ("hidden: true", "hidden: maybe", 4, "combatants, ann: Expected `bool`, got `str` - at `$.hidden`"),
        ("hidden: true", "controller: eve", 4, "combatants, ann: players has no seat 'eve'"),
        ("  ann:", "  a b:", 4, "combatants: Expected `str` matching regex"),
        ("order: [ann]", "order: [bob]", 6, "start, order: there is no combatant 'bob'"),
        ("order: [ann]", "order: [ann, ann]", 6, "start, order: somebody stands in it twice"),
        ("order: [ann]", "order: [ann], up: bob", 6, "start, up: 'bob' is not in the order"),
        ("order: [ann]", "order: []", 6, "start, order: Expected `array` of length >= 1"),
        ("order: [ann]", "order: [ann], turn: 0", 6, "start, turn: Expected `int` >= 1"),
        ("title: A blow", "title: A blow\ntitle: Two", 2, "the key 'title' stands twice"),
        ("title: A blow", "title: A blow\n1: one", 2, "the key 1 is no string"),
        ("title: A blow", "title: A blow\n? [a]\n: b", 2, "the key of several values is no string"),
        ("title: A blow", "title: .nan", 1, ".nan is no number"),
        ("title: A blow", "title: -.inf", 1, "-.inf is no number"),
        ("title: A blow", f"title: {'9' * 5000}", 1, "9999999999999999999999999999999999999999 is no number"),
        ("title: A blow", "title: !!python/object/apply:os.system [ls]", 1, "could not determine a constructor"),
        ("title: A blow", "title: !!timestamp 2001-01-01", 1, "could not determine a constructor"),
        ("title: A blow", 'title: "\\ud800"', 1, "half of a character is no text"),
        ("title: A blow", "title: [", 3, "while parsing a flow sequence"),
        ("title: A blow", "title: *ann", 1, "found undefined alias 'ann'"),
        ("title: A blow", "title: &a [*a]", 1, "something contains itself"),
        ("title: A blow", f"title: {'[' * 60}{']' * 60}", 1, "this is nested too deeply"),
        ("title: A blow", f"title: {'[' * 5000}{']' * 5000}", 1, "this is nested too deeply"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    found = wrong(GOOD.replace(old, new, 1))
    assert found[1].startswith(said)
    assert found[0] == line


def test_a_controller_that_players_contradicts_is_found() -> None:
    text = GOOD.replace("{ana: [ann]}", "{ana: [ann], eve: []}").replace("dice: own", "controller: eve")
    assert wrong(text) == (4, "combatants, ann: players says that another seat plays it")


@pytest.mark.parametrize("text", ["", "---\n---\n", "# nothing\n", "null"])
def test_a_file_without_a_scenario_is_no_pass(text: str) -> None:
    assert wrong(text) == (1, "the file holds no scenario")


@pytest.mark.parametrize("text", ["[]", "hello", "3", "- title: x"])
def test_a_document_that_is_no_mapping_is_refused(text: str) -> None:
    assert wrong(text)[1].startswith("Expected `object`")


def test_words_that_older_yaml_takes_for_booleans_and_times_are_words_and_numbers() -> None:
    steps = "steps:\n- do: {type: answer, combatant: ann, choice: no, at: 12:30, on: off, mask: 010}\n"
    do = read(GOOD.partition("steps:")[0] + steps).steps[0].do
    assert do == {"type": "answer", "combatant": "ann", "choice": "no", "at": "12:30", "on": "off", "mask": 10}


def test_anchors_and_merged_keys_serve_to_say_a_thing_once() -> None:
    text = GOOD.replace("{skill: 3, name: Ann,", "&ann {skill: 3, name: Ann,").replace(
        "players:", "  bob: {<<: *ann, name: Bob}\nplayers:"
    )
    assert read(text).combatants["bob"] == {"skill": 3, "name": "Bob", "side": "us", "hidden": True, "dice": "own"}


def test_a_bomb_of_aliases_is_refused_before_it_goes_off() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert wrong("\n".join(lines))[1] == "a document has 100000 values at the most"


def test_each_document_is_judged_for_itself() -> None:
    found = read_text(f"{GOOD}---\ntitle: only\n---\n{GOOD}", "some.yaml")
    assert [type(one) for one in found] == [Written, Unreadable, Written]
    assert [one.line for one in found] == [1, 13, 15]


def test_a_file_that_is_not_there_or_too_large_or_no_text_is_said(tmp_path: Path) -> None:
    missing = read_file(tmp_path / "missing.yaml")[0]
    assert isinstance(missing, Unreadable)
    assert "cannot be read" in missing.sentence
    assert isinstance(read_file(tmp_path)[0], Unreadable)
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (LARGEST + 1))
    assert isinstance(read_file(large)[0], Unreadable)
    assert wrong(b"\xff\xfe\x00\xd8")[0] == 1
    assert wrong(b"title: \x80")[0] == 1
    assert wrong(b"title: \x00")[0] == 1


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    assert read_text(content, "some.yaml")


@given(st.data())
def test_no_scribble_in_a_good_file_breaks_the_reader(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(GOOD)))
    length = data.draw(st.integers(0, 20))
    scribble = data.draw(st.text(alphabet="-:[]{}&*!|>%@`'\",.#?0123456789aN~<= \n\t", max_size=12))
    assert read_text(GOOD[:place] + scribble + GOOD[place + length :], "some.yaml")
