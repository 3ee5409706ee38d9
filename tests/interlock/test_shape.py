"""What holds of the rule set as a whole: words agree with the tables, the armoury with the book."""

from typing import Any, get_args

import msgspec

from engine.rulesets.interlock import fields
from engine.rulesets.interlock.interlock import entrance
from engine.rulesets.interlock.maneuvers import EFFECTS
from engine.rulesets.interlock.sheet_form import Stats
from engine.rulesets.interlock.tables import BANDS, DIFFICULTIES, LOCATIONS, MANEUVERS, MODIFIERS, TABLES
from tests.interlock.fighters import INTERLOCK, fighter


def test_words_of_the_acts_are_those_of_the_tables() -> None:
    assert get_args(fields.Band) == tuple(BANDS)
    assert get_args(fields.Location) == tuple(LOCATIONS)
    assert get_args(fields.Fighting) == TABLES.hand_to_hand.skills
    assert get_args(fields.StatName) == Stats.__struct_fields__
    assert set(get_args(fields.Move)) == {*MANEUVERS, "dodge", "block_parry"}
    assert set(EFFECTS) == set(MANEUVERS)
    words = {word for one in get_args(fields.HowHard) for word in get_args(one)}
    assert set(DIFFICULTIES) <= words


def test_every_named_modifier_is_a_field_of_firing() -> None:
    named = set(fields.FireAct.__struct_fields__)
    assert set(MODIFIERS) - named == {"specific_location"}


def test_each_kind_of_action_says_its_kind_its_title_and_its_rule() -> None:
    for name, kind in INTERLOCK.actions.items():
        assert get_args(kind.fields.__annotations__["kind"]) in ((name,), ())
        assert kind.title
        assert kind.rule in INTERLOCK.rulebook.by_id


def test_the_armoury_is_that_of_the_book() -> None:
    rows: Any = INTERLOCK.armoury["weapons"]
    listed = [(row.id, row.kind, row.dice, row.halved, row.skill) for row in rows]
    assert listed == [
        ("handgun", "handgun", "", False, "handgun"),
        ("smg", "smg", "", False, "smg"),
        ("shotgun", "shotgun", "", False, "shotgun"),
        ("rifle", "rifle", "", False, "rifle"),
        ("strike", "unarmed", "1d6", True, "brawling"),
        ("kick", "unarmed", "1d6", False, "brawling"),
    ]


def test_whoever_enters_is_unhurt_and_a_thing_is_whole() -> None:
    weapons = {"gun": {"model": "handgun", "damage": "2d6+1", "magazine": 12}, "fist": {"model": "strike"}}
    person = entrance(INTERLOCK.decode_sheet(msgspec.json.encode(fighter(weapons=weapons))))
    assert {name: pool.now for name, pool in person.pools.items()} == {"wounds": 0}
    assert person.ammo == {"gun": 12}
    thing = entrance(INTERLOCK.decode_sheet(b'{"structure": 30, "armor": {"av": 8}}'))
    assert {name: pool.now for name, pool in thing.pools.items()} == {"structure": 30}
