"""The sheet of a combatant as the rules read it, with its weapons and armor looked up."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from engine.notation import read_dice, read_thrown
from engine.rulesets.unisystem.armoury import ARMOURY, Armor, Armoury, Weapon, bad_ranges
from engine.rulesets.unisystem.sheet_form import ArmorForm, Attributes, MinimalForm, SheetForm, WeaponForm
from engine.sheets import SheetProblem, WrongSheet, reader_of, sound
from events.play import Modifier

Attribute = Literal["strength", "dexterity", "constitution", "intelligence", "perception", "willpower"]


Mental = Literal["intelligence", "perception", "willpower"]


class Sheet(msgspec.Struct, frozen=True):
    """What the rules read: weapons and armor resolved. Pools are None where they are to be derived."""

    attributes: Attributes | None
    skills: Mapping[str, int]
    life_points: int | None
    endurance: int | None
    essence: int | None
    speed: int | None
    qualities: tuple[str, ...]
    armor: Armor
    shield: Armor | None
    weapons: Mapping[str, Weapon]
    structure: int | None
    proof_against: frozenset[str]
    minimal: MinimalForm | None = None

    @property
    def is_thing(self) -> bool:
        """Whether it is an object: it has a structure and takes no turn."""
        return self.structure is not None

    def attribute(self, name: Attribute) -> int:
        """The level of an attribute; a thing has none, which counts 0."""
        return int(getattr(self.attributes, name)) if self.attributes is not None else 0

    def skill(self, name: str) -> int:
        """The level of a skill, 0 where it is missing."""
        return self.skills.get(self.called(name), 0)

    def called(self, skill: str) -> str:
        """What these rules call a skill."""
        return skill

    def burden(self, skill: str) -> tuple[Modifier, ...]:
        """What somebody carries takes from a skill: nothing in these rules."""
        return ()


Finish = Callable[[Any, Sheet], Sheet]
"""Makes the sheet as another rule set has it of its form and of what was read by the rules here."""


def as_resolved(form: SheetForm, sheet: Sheet) -> Sheet:
    """The sheet as it was read."""
    return sheet


def sheet_reader(
    armoury: Armoury, form: type[SheetForm] = SheetForm, finish: Finish = as_resolved
) -> Callable[[bytes], Sheet | SheetProblem]:
    """A reader of sheets whose models are those of this armoury. It remembers the sheets it read last.

    `finish` reads what a form of another rule set says beyond the one here.
    """
    return reader_of(form, lambda written: finish(written, _resolved(written, armoury)))


read_sheet: Final = sheet_reader(ARMOURY)
"""A sheet from its JSON, or what is wrong with it."""


STRANGER: Final = b"""{"attributes":{"strength":2,"dexterity":2,"constitution":2,"intelligence":2,"perception":2,
"willpower":2},"life_points":10000,"endurance":10000}"""
"""Stands for somebody of whom nothing is known: no armor, and more points than any attack takes."""


ORDINARY: Final[Mapping[str, Any]] = {"attributes": dict.fromkeys(Attributes.__struct_fields__, 2), "skills": {}}
"""An ordinary person, with whom a character of one's own begins."""

STATED_POOLS: Final = ("life_points", "endurance", "essence")
"""What a sheet may state that else follows from the attributes."""


def lacks(sheet: Sheet) -> str:
    """What a sheet does not say that acts and defenses need."""
    return "attributes" if sheet.minimal is not None else ""


def decode_sheet(raw: bytes) -> Sheet:
    """A sheet from its JSON.

    Raises:
        ValueError: it is none; the message is a sentence for people.
    """
    return sound(read_sheet(raw))


def _resolved(form: SheetForm, armoury: Armoury) -> Sheet:
    _refuse_half_things(form)
    return Sheet(
        attributes=form.attributes,
        skills=MappingProxyType(form.skills),
        life_points=form.minimal.life if form.minimal is not None else form.life_points,
        endurance=form.endurance,
        essence=form.essence,
        speed=form.speed,
        qualities=form.qualities,
        armor=_armor(form.armor, armoury) if form.armor else Armor(),
        shield=_listed_armor(form.shield, armoury) if form.shield else None,
        weapons=MappingProxyType({name: _weapon(name, one, armoury) for name, one in form.weapons.items()}),
        structure=form.structure,
        proof_against=frozenset(form.proof_against),
        minimal=form.minimal,
    )


def _refuse_half_things(form: SheetForm) -> None:
    # Who left attributes out may have forgotten them or mean "as usual". Refusing leaves room for a meaning
    # that changes no table already played.
    if form.minimal is not None:
        _refuse_half_minimal(form)
        return
    if form.attributes is None and form.structure is None:
        raise WrongSheet("somebody needs attributes, a thing needs structure")
    if form.structure is None and form.proof_against:
        raise WrongSheet("only a thing is proof against something")
    of_people = (form.attributes, form.life_points, form.endurance, form.essence, form.speed)
    has_any = any(value is not None for value in of_people) or form.skills or form.weapons or form.qualities
    if form.structure is not None and has_any:
        raise WrongSheet("a thing has structure and armor, and none of what people have")


def _refuse_half_minimal(form: SheetForm) -> None:
    """Numbers that nothing would be rolled with are refused beside a minimal sheet, which keeps count and no more."""
    numbers = (form.attributes, form.life_points, form.endurance, form.essence, form.speed, form.structure)
    if any(value is not None for value in numbers) or form.skills or form.qualities or form.proof_against:
        raise WrongSheet("a minimal sheet has life and initiative, and at most armor and weapons beside them")


def _armor(form: ArmorForm, armoury: Armoury) -> Armor:
    match form:
        case ArmorForm(worn=str(model), av=None):
            return _listed_armor(model, armoury)
        case ArmorForm(worn=None, av=int(value)):
            return Armor(value)
        case ArmorForm(worn=None, av=str(text)):
            thrown = read_thrown(text)
            if thrown is None:
                raise WrongSheet(f"armor, av: {text!r} is neither a number nor dice such as 1d8 or d6*2")
            return Armor(thrown)
        case _:
            raise WrongSheet("armor is either worn, by model, or an av")


def _listed_armor(model: str, armoury: Armoury) -> Armor:
    if model not in armoury.armor:
        raise WrongSheet(f"armor {model!r} is not listed; {_offered(armoury.armor)}")
    return armoury.armor[model]


def _weapon(name: str, form: WeaponForm, armoury: Armoury) -> Weapon:
    weapon = (
        _listed_weapon(name, form, armoury) if form.model else armoury.fitted(_inline_weapon(name, form, armoury), form)
    )
    wrong = bad_ranges(weapon.ranges)
    if wrong:
        raise WrongSheet(f"weapons, {name}: {wrong}")
    if weapon.multiplier == "built_strength" and weapon.built_strength is None:
        raise WrongSheet(f"weapons, {name}: say for which built_strength it was made")
    if weapon.capacity is not None and (weapon.loaded or 0) > weapon.capacity:
        raise WrongSheet(f"weapons, {name}: it holds {weapon.capacity} rounds, not {weapon.loaded}")
    return weapon if weapon.loaded is not None else msgspec.structs.replace(weapon, loaded=weapon.capacity)


def _listed_weapon(name: str, form: WeaponForm, armoury: Armoury) -> Weapon:
    listed = armoury.weapons.get(form.model or "")
    if listed is None:
        raise WrongSheet(f"weapons, {name}: {form.model!r} is not listed; {_offered(armoury.weapons)}")
    if any(own is not None for own in (form.dice, form.multiplier, form.damage_type, form.skill, form.kind)):
        raise WrongSheet(f"weapons, {name}: either a model or dice, multiplier, damage_type and skill of its own")
    listed = armoury.fitted(listed, form)
    return msgspec.structs.replace(
        listed,
        name=form.name or listed.name,
        ranges=listed.ranges if form.ranges is None else form.ranges,
        capacity=form.capacity or listed.capacity,
        loaded=form.loaded,
        built_strength=form.built_strength,
        scope=form.scope or listed.scope,
    )


def _inline_weapon(name: str, form: WeaponForm, armoury: Armoury) -> Weapon:
    match form:
        case WeaponForm(
            dice=str(text), multiplier=int() | str() | None as multiplier, damage_type=str(harm), skill=str(skill)
        ):
            pass
        case _:
            raise WrongSheet(f"weapons, {name}: it needs a model, or dice, damage_type and skill")
    dice = read_dice(text)
    if dice is None:
        raise WrongSheet(f"weapons, {name}: {text!r} are no dice such as 1d6 or 2d6+1")
    if harm not in armoury.damage_types:
        raise WrongSheet(f"weapons, {name}: damage_type is one of {', '.join(sorted(armoury.damage_types))}")
    return Weapon(
        name=form.name or name,
        dice=dice,
        multiplier=1 if multiplier is None else multiplier,
        damage_type=harm,
        skill=skill,
        kind=form.kind or "",
        close=skill in armoury.close_skills,
        ranges=form.ranges or (),
        capacity=form.capacity,
        loaded=form.loaded,
        built_strength=form.built_strength,
        scope=form.scope,
    )


def _offered(models: Mapping[str, object]) -> str:
    return f"models are {', '.join(models)}" if models else "this rule set lists none"
