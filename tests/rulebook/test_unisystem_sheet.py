"""Sheets: what may stand on one, what is looked up, and plain sentences for what is wrong."""

from typing import Any

import msgspec
import pytest

from engine.notation import Thrown, read_dice, read_thrown
from engine.requests import Dice
from engine.rulesets.unisystem.armoury import ARMOURY, Armor, Armoury
from engine.rulesets.unisystem.sheet import Sheet, decode_sheet, read_sheet, sheet_reader
from engine.rulesets.unisystem.sheet_form import Attributes, SheetForm
from engine.sheets import SheetProblem
from engine.tables import TableError, read_table

SIX = dict.fromkeys(Attributes.__struct_fields__, 2)
CLUB = {"dice": "1d6", "multiplier": "strength", "damage_type": "blunt", "skill": "hand_weapon"}


def read(**written: Any) -> Sheet | SheetProblem:
    return read_sheet(msgspec.json.encode({"attributes": SIX, **written}))


def person(**written: Any) -> Sheet:
    sheet = read(**written)
    assert isinstance(sheet, Sheet), sheet
    return sheet


def test_attributes_alone_make_a_person() -> None:
    sheet = person()
    assert sheet.attribute("dexterity") == 2
    assert sheet.skill("handguns") == 0
    assert (sheet.life_points, sheet.armor, dict(sheet.weapons), sheet.is_thing) == (None, Armor(0), {}, False)


def test_the_sheet_of_the_rules_is_read_whole() -> None:
    sheet = person(
        attributes={**SIX, "dexterity": 3},
        skills={"handguns": 3, "dodge": 2},
        life_points=22,
        qualities=["fast_reaction_time"],
        armor={"av": "d6*2"},
        weapons={"pistol": {"model": "pistol-10mm", "loaded": 6, "scope": True}, "club": CLUB},
    )
    assert sheet.attribute("dexterity") == 3
    assert sheet.skills == {"handguns": 3, "dodge": 2}
    assert sheet.armor == Armor(Thrown(Dice(1, 6), 2))
    pistol, club = sheet.weapons["pistol"], sheet.weapons["club"]
    assert (pistol.dice, pistol.multiplier, pistol.loaded, pistol.scope) == (Dice(1, 6), 5, 6, True)
    assert (pistol.close, club.close) == (False, True)
    assert (club.name, club.multiplier, club.loaded) == ("club", "strength", None)


def test_a_listed_weapon_without_ranges_may_be_given_some() -> None:
    assert person(weapons={"p": {"model": "pistol-22"}}).weapons["p"].ranges == ()
    given = person(weapons={"p": {"model": "pistol-22", "ranges": [3, 10, 20, 60, 120]}})
    assert given.weapons["p"].ranges == (3, 10, 20, 60, 120)


def test_a_weapon_with_a_capacity_is_full_unless_something_is_said() -> None:
    weapons = person(weapons={"a": {**CLUB, "capacity": 6}, "b": {**CLUB, "capacity": 6, "loaded": 0}}).weapons
    assert (weapons["a"].loaded, weapons["b"].loaded) == (6, 0)


def test_a_thing_has_a_structure_and_armor() -> None:
    thing = read_sheet(b'{"structure": 30, "armor": {"av": 8}}')
    assert isinstance(thing, Sheet)
    assert thing.is_thing
    assert (thing.structure, thing.armor.value, thing.attribute("strength")) == (30, 8, 0)


def test_the_ends_of_the_limits_are_within_them() -> None:
    sheet = person(attributes=dict.fromkeys(SIX, 0), skills={"a": 0, "b": 20}, endurance=0, essence=0, life_points=1)
    assert (sheet.skill("b"), sheet.endurance) == (20, 0)
    assert person(attributes=dict.fromkeys(SIX, 20)).attribute("willpower") == 20


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"attributes": {**SIX, "strength": 21}}, "attributes.strength: a whole number up to 20 is expected"),
        ({"attributes": {**SIX, "strength": -1}}, "attributes.strength: a whole number from 0 is expected"),
        ({"attributes": {**SIX, "strength": 2.0}}, "attributes.strength: a whole number is expected, not a fraction"),
        ({"attributes": {**SIX, "strength": 10**30}}, "attributes.strength: a whole number up to 20 is expected"),
        ({"attributes": {**SIX, "strength": True}}, "attributes.strength"),
        ({"attributes": {**SIX, "luck": 2}}, "there is no field 'luck'"),
        ({"attributes": {"strength": 2}}, "dexterity is missing"),
        ({"skills": {"dodge": 21}}, "skills"),
        ({"skills": {"No Skill!": 1}}, "skills"),
        ({"skills": {f"skill_{n}": 1 for n in range(101)}}, "skills"),
        ({"life_points": 0}, "life_points"),
        ({"life_points": 1e300}, "life_points"),
        ({"structure": 30}, "a thing has structure and armor"),
        ({"armor": {}}, "either worn, by model, or an av"),
        ({"armor": {"av": 8, "worn": "class-2"}}, "either worn, by model, or an av"),
        ({"armor": {"av": -1}}, "armor.av"),
        ({"armor": {"av": "999999d999999"}}, "neither a number nor dice"),
        ({"armor": {"worn": "class-2"}}, "'class-2' is not listed; this rule set lists none"),
        ({"shield": "riot-shield"}, "'riot-shield' is not listed"),
        ({"weapons": {"p": {"model": "blaster"}}}, "models are pistol-22, pistol-10mm, shotgun-buckshot"),
        ({"weapons": {"p": {"model": "pistol-22", "dice": "1d6"}}}, "either a model or dice"),
        ({"weapons": {"p": {"model": "pistol-22", "color": "red"}}}, "there is no field 'color'"),
        ({"weapons": {"p": {"dice": "1d6"}}}, "p: it needs a model, or dice"),
        ({"weapons": {"p": {**CLUB, "dice": "999999d999999"}}}, "are no dice"),
        ({"weapons": {"p": {**CLUB, "dice": "1d6*2"}}}, "are no dice"),
        ({"weapons": {"p": {**CLUB, "multiplier": "dexterity"}}}, "multiplier"),
        ({"weapons": {"p": {**CLUB, "multiplier": 1000}}}, "multiplier"),
        ({"weapons": {"p": {**CLUB, "multiplier": "built_strength"}}}, "for which built_strength"),
        ({"weapons": {"p": {**CLUB, "damage_type": "love"}}}, "damage_type is one of blunt, bullet"),
        ({"weapons": {"p": {**CLUB, "ranges": [10, 30]}}}, "5 distances in yards"),
        ({"weapons": {"p": {**CLUB, "ranges": [30, 10, 50, 60, 70]}}}, "nearest first"),
        ({"weapons": {"p": {**CLUB, "capacity": 6, "loaded": 7}}}, "it holds 6 rounds, not 7"),
        ({"weapons": {"my weapon!": CLUB}}, "weapons"),
        ({"weapons": {f"w{n}": CLUB for n in range(51)}}, "weapons"),
        ({"name": "Liz"}, "there is no field 'name'"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_and_where(written: dict[str, Any], says: str) -> None:
    problem = read(**written)
    assert isinstance(problem, SheetProblem), problem
    assert says in problem.sentence
    assert problem.sentence.startswith("sheet")
    assert len(problem.sentence) < 250


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"null",
        b"[" * 100_000,
        b'{"attributes": ' * 100_000,
        b'{"attributes": NaN}',
        b'{"attributes": {"strength": NaN}}',
        b'{"attributes": {"strength": Infinity}}',
        b'{"attributes": {"strength": 1e999}}',
        b"\xff\xfe",
        b'{"structure": 3, "skills": {"\xff": 1}}',
    ],
    ids=lambda raw: repr(raw[:30]),
)
def test_what_is_no_json_or_no_object_is_a_problem_and_no_crash(raw: bytes) -> None:
    assert isinstance(read_sheet(raw), SheetProblem)


def test_decoding_raises_the_sentence_where_a_value_is_no_use() -> None:
    with pytest.raises(ValueError, match="somebody needs attributes, a thing needs structure"):
        decode_sheet(b"{}")


def test_the_same_bytes_are_read_once() -> None:
    raw = msgspec.json.encode({"attributes": SIX})
    assert decode_sheet(raw) is decode_sheet(bytes(bytearray(raw)))


def test_another_armoury_offers_other_models() -> None:
    armoury = Armoury(weapons=ARMOURY.weapons, armor={"class-2": Armor(19, "class-2")})
    sheet = sheet_reader(armoury)(msgspec.json.encode({"attributes": SIX, "armor": {"worn": "class-2"}}))
    assert isinstance(sheet, Sheet)
    assert sheet.armor.value == 19


def test_a_schema_of_sheets_can_be_shown() -> None:
    assert "life_points" in str(msgspec.json.schema(SheetForm))


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("1d8", Thrown(Dice(1, 8))),
        ("d6*2", Thrown(Dice(1, 6), 2)),
        ("2D6+1", Thrown(Dice(2, 6, 1))),
        ("1d4-1", Thrown(Dice(1, 4, -1))),
        (" 1d6 ", Thrown(Dice(1, 6))),
        ("100d1000", Thrown(Dice(100, 1000))),
        ("101d6", None),
        ("1d1001", None),
        ("0d6", None),
        ("1d1", None),
        ("1d6*0", None),
        ("1d6+1001", None),
        ("d\u0663", None),
        ("1d6" + " " * 100, None),
        ("six", None),
        ("", None),
    ],
)
def test_dice_are_read_as_people_write_them(text: str, thrown: Thrown | None) -> None:
    assert read_thrown(text) == thrown


def test_what_is_thrown_is_shown_as_it_is_written() -> None:
    assert [str(read_thrown(text)) for text in ("d6*2", "2d6+1")] == ["1d6*2", "2d6+1"]
    assert read_dice("d6*2") is None


def test_a_table_with_a_key_that_nobody_knows_is_refused_by_its_name() -> None:
    with pytest.raises(TableError, match=r"unisystem/tables\.toml: Object contains unknown field"):
        read_table("engine.rulesets.unisystem", "tables.toml", SheetForm)
