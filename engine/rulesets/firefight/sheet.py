"""The sheet of a combatant as the firefight house rules read it: skills under their names here, and encumbrance."""

from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from engine.registry import rule
from engine.rulesets.firefight.armoury import ARMOURY, FireArmor
from engine.rulesets.firefight.sheet_form import FireSheetForm
from engine.rulesets.firefight.tables import ENCUMBRANCE, RULEBOOK
from engine.rulesets.unisystem.sheet import Sheet, sheet_reader
from engine.sheets import sound
from events.play import Modifier

SPEED: Final = "speed"


class FireSheet(Sheet, frozen=True):
    """What the rules read."""

    encumbrance: str = "none"

    def called(self, skill: str) -> str:
        """What these rules call a skill."""
        return RULEBOOK.skill_alias.get(skill, skill)

    def burden(self, skill: str) -> tuple[Modifier, ...]:
        """What encumbrance takes from a skill."""
        return encumbrance_modifiers(self.encumbrance, skill, self.skill(skill))


@rule("FIRE-ENC-1", "FIRE-ENC-2", "FIRE-ENC-3")
@rule(
    "FIRE-ENC-4", mutant=lambda level, skill, value: (Modifier(ENCUMBRANCE[level].rule, ENCUMBRANCE[level].modifier),)
)
def encumbrance_modifiers(level: str, skill: str, value: int) -> tuple[Modifier, ...]:
    """What encumbrance takes from a value: only from those named, and none falls below 0."""
    row = ENCUMBRANCE[level]
    taken = min(value, -row.modifier) if skill in row.affects else 0
    return (Modifier(row.rule, -taken, f"{level} encumbrance"),) if taken else ()


def finish(form: FireSheetForm, sheet: Sheet) -> FireSheet:
    """The sheet with what these rules read of it beyond unisystem."""
    armor = _armor(form, sheet)
    shield = sheet.shield.encumbrance if isinstance(sheet.shield, FireArmor) else "none"
    levels = list(ENCUMBRANCE)
    own: dict[str, Any] = {name: getattr(sheet, name) for name in Sheet.__struct_fields__}
    own["armor"] = armor
    own["skills"] = MappingProxyType(_named_here(sheet.skills))
    return FireSheet(**own, encumbrance=max(form.encumbrance, armor.encumbrance, shield, key=levels.index))


def _armor(form: FireSheetForm, sheet: Sheet) -> FireArmor:
    armor = sheet.armor if isinstance(sheet.armor, FireArmor) else FireArmor(sheet.armor.value)
    said = form.armor
    if said is None:
        return armor
    return replace(
        armor,
        encumbrance=said.encumbrance or armor.encumbrance,
        sealed_bomb_suit=said.sealed_bomb_suit or armor.sealed_bomb_suit,
        heat_resistant=said.heat_resistant or armor.heat_resistant,
    )


def _named_here(skills: Any) -> dict[str, int]:
    named: dict[str, int] = {}
    for skill, level in skills.items():
        name = RULEBOOK.skill_alias.get(skill, skill)
        named[name] = max(level, named.get(name, 0))
    return named


read_sheet: Final = sheet_reader(ARMOURY, FireSheetForm, finish)
"""A sheet from its JSON, or what is wrong with it."""


def decode_sheet(raw: bytes) -> FireSheet:
    """A sheet from its JSON.

    Raises:
        ValueError: it is none; the message is a sentence for people.
    """
    sheet = sound(read_sheet(raw))
    assert isinstance(sheet, FireSheet)
    return sheet
