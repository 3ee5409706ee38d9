"""The sheet of a combatant as the rules read it, with its weapons and armor looked up."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from engine.notation import read_dice
from engine.requests import Dice
from engine.rulesets.interlock.armoury import MODELS, Layer, Weapon, dice_of
from engine.rulesets.interlock.sheet_form import (
    ArmorForm,
    InitiativeForm,
    LayerForm,
    MinimalForm,
    SheetForm,
    Stats,
    WeaponForm,
    Worn,
)
from engine.rulesets.interlock.tables import LOCATIONS
from engine.sheets import WrongSheet, reader_of, sound

Stat = Literal["ref", "int", "cool", "bt", "ma", "tech", "attr", "luck", "emp"]
HAND_WEAPON: Final = "melee"
"""The class of a weapon that says neither class nor model."""


class Sheet(msgspec.Struct, frozen=True):
    """What the rules read: weapons and armor resolved, lasting enhancements counted."""

    stats: Mapping[str, int]
    skills: Mapping[str, int]
    armor: Mapping[str, tuple[Layer, ...]]
    all_over: tuple[Layer, ...]
    weapons: Mapping[str, Weapon]
    initiative: InitiativeForm
    structure: int | None
    minimal: MinimalForm | None = None

    @property
    def is_thing(self) -> bool:
        """Whether it is an object: it has a structure and takes no turn."""
        return self.structure is not None

    @property
    def body(self) -> int:
        """The body type."""
        return self.stats.get("bt", 0)

    def layers(self, location: str | None) -> tuple[Layer, ...]:
        """The armor worn at a location, from the inside out; None: it has no locations."""
        return self.armor.get(location or "", self.all_over)


def _resolved(form: SheetForm) -> Sheet:
    of_people = form.stats is not None or form.skills or form.weapons or form.enhancements
    if form.structure is not None and of_people:
        raise WrongSheet("a thing has structure and armor, and none of what people have")
    if form.minimal is not None and (
        form.stats or form.skills or form.enhancements or form.structure or form.initiative != InitiativeForm()
    ):
        raise WrongSheet("a minimal sheet has its initiative, and at most armor and weapons beside it")
    armor = form.armor or ArmorForm()
    return Sheet(
        stats=MappingProxyType(_stats(form) if form.structure is None and form.minimal is None else {}),
        skills=MappingProxyType(form.skills),
        armor=MappingProxyType(
            {name: _layers(name, worn) for name in LOCATIONS if (worn := getattr(armor, name)) is not None}
        ),
        all_over=_layers("av", armor.av) if armor.av is not None else (),
        weapons=MappingProxyType({name: _weapon(name, one) for name, one in form.weapons.items()}),
        initiative=form.initiative,
        structure=form.structure,
        minimal=form.minimal,
    )


STRANGER: Final = b'{"stats":{"ref":5,"int":5,"cool":5,"bt":2,"ma":5,"tech":5}}'
"""Stands for somebody of whom nothing is known: no armor, and a body that takes nothing off."""


ORDINARY: Final[Mapping[str, Any]] = {"stats": msgspec.structs.asdict(Stats()), "skills": {}}
"""An ordinary person, with whom a character of one's own begins."""


def lacks(sheet: Sheet) -> str:
    """What a sheet does not say that acts and defenses need."""
    return "stats" if sheet.minimal is not None else ""


def _stats(form: SheetForm) -> dict[str, int]:
    stats = form.stats or Stats()
    names = stats.__struct_fields__
    return {name: max(0, getattr(stats, name) + dict(form.enhancements).get(name, 0)) for name in names}  # type: ignore[call-overload]


def _layers(where: str, worn: Worn) -> tuple[Layer, ...]:
    if isinstance(worn, int):
        return (Layer(worn),)
    if isinstance(worn, LayerForm):
        return (Layer(worn.sp, worn.kind),)
    if sum(layer.kind == "hard" for layer in worn) > 1:
        raise WrongSheet(f"armor, {where}: one layer may be hard, not more")
    return tuple(Layer(layer.sp, layer.kind) for layer in worn)


def _weapon(name: str, form: WeaponForm) -> Weapon:
    listed = MODELS.get(form.model or "")
    if form.model is not None and listed is None:
        raise WrongSheet(f"weapons, {name}: {form.model!r} is not listed; models are {', '.join(MODELS)}")
    if listed is not None and form.kind not in (None, listed.kind):
        raise WrongSheet(f"weapons, {name}: either a model or a class of its own")
    kind = listed.kind if listed else form.kind or HAND_WEAPON
    magazine = form.magazine
    if magazine is not None and (form.loaded or 0) > magazine:
        raise WrongSheet(f"weapons, {name}: it holds {magazine} rounds, not {form.loaded}")
    weapon = Weapon(
        name=form.name or (listed.name if listed else name),
        kind=kind,
        dice=_dice(name, form),
        skill=form.skill or (listed.skill if listed else ""),
        model=form.model or "",
        accuracy=form.accuracy,
        rof=form.rof,
        magazine=magazine,
        loaded=magazine if form.loaded is None else form.loaded,
        automatic=form.automatic,
        sights=tuple((one, b) for one in form.sights.__struct_fields__ if (b := getattr(form.sights, one))),
        piercing=form.ap,
        edge=form.edge or "",
        damage_modifier=listed.damage_modifier if listed else False,
        structure=form.structure,
    )
    return msgspec.structs.replace(weapon, skill=weapon.kind) if weapon.gun and not weapon.skill else weapon


def _dice(name: str, form: WeaponForm) -> Dice:
    listed = MODELS.get(form.model or "")
    text = form.damage or form.dice
    own = read_dice(text) if text else None
    if text and own is None:
        raise WrongSheet(f"weapons, {name}: {text!r} are no dice such as 1d6 or 2d6+1")
    dice = own or (dice_of(listed) if listed else None)
    if dice is None:
        raise WrongSheet(f"weapons, {name}: say its damage, such as 2d6+1")
    return dice


read_sheet: Final = reader_of(SheetForm, _resolved)
"""A sheet from its JSON, or what is wrong with it."""


def decode_sheet(raw: bytes) -> Sheet:
    """A sheet from its JSON.

    Raises:
        ValueError: it is none; the message is a sentence for people.
    """
    return sound(read_sheet(raw))
