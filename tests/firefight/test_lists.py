"""The armoury equals the printed lists, entry by entry; the lists stand here as print has them."""

import re
from pathlib import Path

import msgspec
import pytest

from engine.rulesets import RULESETS
from engine.rulesets.firefight.armoury import WEAPONS
from engine.rulesets.firefight.lists import LISTS, ArmorRow, ListRow, WeaponRow

PRINTED = (Path(__file__).parent / "lists.txt").read_text(encoding="utf-8").splitlines()
SECTIONS = {"melee": 19, "ranged": 34, "explosive": 11, "incendiary": 7, "armor": 8}


def printed(section: str) -> list[tuple[str, str]]:
    """Name and numbers of every entry of a section."""
    start = PRINTED.index(f"# {section}") + 1
    lines: list[tuple[str, str]] = []
    for line in PRINTED[start:]:
        if line.startswith("#"):
            break
        name, _, numbers = line.partition(": ")
        lines.append((name, numbers))
    return lines


def values(numbers: str) -> list[tuple[str, str]]:
    """The damage values as dice and multiplier, in the order of print."""
    inside = "/".join(re.findall(r"\[([^]]*)\]", numbers))
    return [_value(text) for text in inside.split("/")] if inside else []


def _value(text: str) -> tuple[str, str]:
    dice, _, times = text.replace("(1D4-1)", "1D4-1").lower().partition("*")
    return (f"1{dice}" if dice.startswith("d") else dice), times.strip("()") or "1"


def written(row: ListRow) -> list[tuple[str, str]]:
    """The same of a row of the armoury."""
    if isinstance(row, WeaponRow) and not row.variants:
        return [(row.dice, "strength" if row.multiplier == "built_strength" else str(row.multiplier))]
    return [(one.dice, str(one.multiplier)) for one in row.variants]


def held(numbers: str) -> int | None:
    """The number in round brackets behind the damage."""
    found = re.search(r"\]\s*\((\d+)", numbers)
    return int(found.group(1)) if found else None


def rows(section: str) -> list[ListRow]:
    """The rows of a section of the armoury."""
    if section in ("melee", "ranged"):
        return [row for row in LISTS.weapon if row.group == section]
    return list(LISTS.explosive if section == "explosive" else LISTS.incendiary)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "armor"])
def test_every_weapon_is_as_printed_in_the_order_of_print(section: str) -> None:
    lines, listed = printed(section), rows(section)
    assert len(lines) == len(listed) == SECTIONS[section]
    for (name, numbers), row in zip(lines, listed, strict=True):
        assert _letters(row.name) == _letters(name)
        assert written(row) == values(numbers), name
        assert row.capacity == held(numbers), name
        assert ("AP Ammo Only" in numbers) == (isinstance(row, WeaponRow) and row.ap_only)


def test_every_armor_is_as_printed() -> None:
    lines = printed("armor")
    assert len(lines) == len(LISTS.armor) == SECTIONS["armor"]
    for (name, numbers), row in zip(lines, LISTS.armor, strict=True):
        burden = re.search(r"\((\w+) Encumbrance\)", numbers)
        assert (row.name, row.value) == (name, int(values(numbers)[0][0]))
        assert row.encumbrance == (burden.group(1).lower() if burden else "none")


def test_the_lists_are_served_and_every_entry_can_be_carried() -> None:
    ruleset = RULESETS["firefight"]
    assert {name: len(rows) for name, rows in ruleset.armoury.items()} == {
        "weapons": 53,
        "explosives": 11,
        "incendiaries": 7,
        "ammunition": 6,
        "armor": 8,
    }
    sheet = {"attributes": dict.fromkeys(_ATTRIBUTES, 2)}
    for model in WEAPONS:
        carried = {**sheet, "weapons": {"it": {"model": model, "built_strength": 2}}}
        assert ruleset.decode_sheet(msgspec.json.encode(carried)).weapons["it"].model == model
    for row in LISTS.armor:
        assert isinstance(row, ArmorRow)
        worn = {**sheet, "armor": {"worn": row.id}}
        assert ruleset.decode_sheet(msgspec.json.encode(worn)).armor.value == row.value


_ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
