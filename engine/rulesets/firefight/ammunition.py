"""What a weapon is loaded with: loads of shotguns and autocannon, kinds of bullets, shells that fit."""

from typing import Final

import msgspec
from msgspec.structs import replace

from engine.registry import rule
from engine.rulesets.firefight.armoury import ON_HIT, WEAPONS, FireWeapon, Load
from engine.rulesets.firefight.lists import LISTS, AmmunitionRow
from engine.rulesets.firefight.tables import DAMAGE_LEVELS, SHOT_TYPES, TABLES

HOLLOW_POINT, ARMOR_PIERCING = "bullet_hollow_point", "bullet_armor_piercing"
BULLETS: Final = ("bullet", HOLLOW_POINT, ARMOR_PIERCING)
SHELLS: Final = {
    "shotgun-12": ("dragons-breath",),
    "shotgun-4": ("dragons-breath",),
    "grenade-launcher-40mm": ("grenade-40mm", "shotgun-shell-40mm", "grenade-40mm-white-phosphorus"),
    "rocket-launcher-explosive": ("rocket-white-phosphorus",),
}
"""Entries of the lists that are loads of other weapons, by the weapon."""


class Ammunition(msgspec.Struct, frozen=True):
    """A kind of bullets or a form of shell, for people to look up.

    `factor` is that past armor, before called shots; `to_hit` what it adds to the strike.
    """

    id: str
    name: str
    rule: str
    basis: str
    factor: int | None = None
    to_hit: int = 0
    hollow_point_available: bool = False


def _told(row: AmmunitionRow) -> Ammunition:
    level, shot = DAMAGE_LEVELS.get(row.id), SHOT_TYPES.get(row.id)
    return Ammunition(
        id=row.id,
        name=row.name,
        rule=row.rule,
        basis=row.basis,
        factor=level.factor if level is not None else None,
        to_hit=shot.to_hit if shot is not None else 0,
        hollow_point_available=shot is not None and shot.hollow_point,
    )


AMMUNITION: Final = tuple(map(_told, LISTS.ammunition))
"""What an act may name as `ammunition` beside the loads and shells of the lists of weapons."""


class Loaded(msgspec.Struct, frozen=True):
    """A weapon as it is loaded for one attack and the form of its shell; or why that cannot be, with the rule."""

    weapon: FireWeapon
    load: str = ""
    wrong: str = ""
    rule: str = ""


def loaded_with(weapon: FireWeapon, ammunition: str | None, form: str | None = None) -> Loaded:
    """The weapon with the ammunition that an act names; with none the first of its loads, or its only kind."""
    shell = (ammunition or "").replace("_", "-")
    if shell in SHELLS.get(weapon.model, ()):
        return _with_shell(weapon, WEAPONS[shell], form)
    name = ammunition if ammunition is not None and weapon.load(ammunition) else form
    kind = ammunition if ammunition in BULLETS else None
    if ammunition is not None and ammunition not in (name, kind):
        return Loaded(weapon, wrong=f"{weapon.name} takes no {ammunition}")
    if weapon.sort == "explosive" and weapon.damage_type == "explosive":
        return Loaded(weapon)
    return _with_bullets(weapon, name, kind)


def _with_shell(weapon: FireWeapon, shell: FireWeapon, form: str | None) -> Loaded:
    """Another entry of the lists takes the place of the load; rounds and skill are those of the weapon."""
    held = replace(shell, name=weapon.name, skill=weapon.skill, modes=weapon.modes, kind=weapon.kind)
    return loaded_with(held, None, form)


def _with_bullets(weapon: FireWeapon, name: str | None, kind: str | None) -> Loaded:
    if weapon.loads:
        return _with_load(weapon, name or (hollow_point_form() if kind == HOLLOW_POINT else weapon.loads[0].name), kind)
    if name is not None:
        return Loaded(weapon, wrong=f"{weapon.name} takes no {name}")
    if kind is None:
        kind = only_kind(weapon) or weapon.damage_type
    elif weapon.damage_type not in BULLETS:
        return Loaded(weapon, wrong=f"{weapon.name} fires no bullets")
    if kind != (only_kind(weapon) or kind):
        return Loaded(weapon, wrong=f"{weapon.name} takes armor-piercing ammunition only", rule="FIRE-AP-2")
    return Loaded(replace(weapon, damage_type=kind))


@rule("FIRE-AP-2", mutant=lambda weapon: None)
def only_kind(weapon: FireWeapon) -> str | None:
    """The one kind of ammunition that a weapon takes, where it takes no other."""
    return ARMOR_PIERCING if weapon.ap_only else None


def _with_load(weapon: FireWeapon, name: str, kind: str | None) -> Loaded:
    load = value_of(weapon, name)
    if load is None:
        return Loaded(weapon, wrong=f"{weapon.name} has no load {name}")
    wrong = against_kind(load, kind)
    if wrong is not None:
        return Loaded(weapon, wrong=wrong, rule="FIRE-SHOT-4")
    damage_type = of_its_kind(load, kind)
    ranges = weapon.ranges or (buckshot_ranges() if name == "buckshot" else ())
    return Loaded(
        replace(weapon, dice=load.dice, multiplier=load.multiplier, damage_type=damage_type, ranges=ranges),
        name,
    )


@rule("FIRE-SHOT-1", "FIRE-CANNON-1", "FIRE-BLAST-6", mutant=lambda weapon, name: weapon.loads[0])
def value_of(weapon: FireWeapon, name: str) -> Load | None:
    """The damage value of a load, of those that the list gives side by side."""
    return weapon.load(name)


@rule("FIRE-SHOT-3", mutant=lambda load, kind: load.damage_type)
@rule("FIRE-SHOT-6", mutant=lambda load, kind: "blunt")
def of_its_kind(load: Load, kind: str | None) -> str:
    """The damage type of a load: shot counts as bullets, flechettes of every form as armor-piercing ones."""
    return kind if kind is not None and load.damage_type in BULLETS else load.damage_type


@rule("FIRE-SHOT-4", mutant=lambda load, kind: None)
def against_kind(load: Load, kind: str | None) -> str | None:
    """Why a load cannot be had in this kind: only slugs are made with a hollow point."""
    row = SHOT_TYPES.get(load.name)
    if kind == HOLLOW_POINT and row is not None and not row.hollow_point:
        return f"there is no {load.name} with a hollow point"
    return None


def hollow_point_form() -> str:
    """The form of shell that is meant where somebody just says hollow point."""
    return next(row.load for row in TABLES.shot_type if row.hollow_point)


@rule("FIRE-BASE-2", mutant=lambda: ())
def buckshot_ranges() -> tuple[int, ...]:
    """The distances of buckshot; for all else the caller names the band."""
    return TABLES.buckshot.ranges


def in_zone(weapon: FireWeapon, zone: str) -> FireWeapon:
    """An explosive as it acts in a zone, or an incendiary on the hit."""
    load = zone_value(weapon, zone)
    if load is None:
        return weapon
    return replace(weapon, dice=load.dice, multiplier=load.multiplier)


@rule("FIRE-BLAST-1", mutant=lambda weapon, zone: weapon.loads[0] if weapon.loads else None)
def zone_value(weapon: FireWeapon, zone: str) -> Load | None:
    """The damage value of a zone."""
    return None if zone == ON_HIT else weapon.load(zone)
