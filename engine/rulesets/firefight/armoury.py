"""The weapons, explosives, incendiaries and armor of the lists, as the rules read them and as people look them up."""

from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.notation import read_dice
from engine.registry import rule
from engine.requests import Dice
from engine.rulesets.firefight.lists import LISTS, ROWS, ArmorRow, ExplosiveRow, IncendiaryRow, ListRow, WeaponRow
from engine.rulesets.firefight.sheet_form import FireWeaponForm
from engine.rulesets.firefight.tables import DAMAGE_LEVELS, FIRE_MODES, RULEBOOK
from engine.rulesets.unisystem.armoury import Armor, Armoury, Weapon
from engine.rulesets.unisystem.sheet_form import WeaponForm
from engine.rulesets.unisystem.tables import TABLES as UNISYSTEM_TABLES
from engine.sheets import WrongSheet
from engine.tables import TableError

CLOSE_SKILLS: Final = frozenset({*UNISYSTEM_TABLES.close_combat.skills, *RULEBOOK.skill_alias.values()})

THROWING: Final = "throwing"

ON_HIT, BURNING, SPLASH = "on_hit", "burning", "splash"


class Load(msgspec.Struct, frozen=True):
    """One of several values of a weapon: a load, a zone of an explosion, the hit of an incendiary."""

    name: str
    dice: Dice
    multiplier: int
    damage_type: str
    ignites: bool = False


class FireWeapon(Weapon, frozen=True):
    """A weapon of these rules.

    `modes` are its modes of fire, `loads` the values it has to choose from (for an explosive its zones), `burning` the
    die of whoever it sets on fire. `sort` is the list it stands in, `effect` what a grenade without damage does.
    """

    modes: tuple[str, ...] = ("single",)
    loads: tuple[Load, ...] = ()
    ap_only: bool = False
    night_vision: bool = False
    tires: bool = False
    sort: str = "weapon"
    effect: str = ""
    burning: Dice | None = None

    @property
    def fired(self) -> bool:
        """Whether its damage is that of what flies from it, or of an explosion. Knives for throwing stab as well."""
        if self.sort != "weapon" or (self.model and self.skill != THROWING):
            return not self.close
        return super().fired

    def load(self, name: str) -> Load | None:
        """The value of this name."""
        return next((one for one in self.loads if one.name == name), None)


class FireArmor(Armor, frozen=True):
    """Armor of these rules. A shield protects the front alone."""

    encumbrance: str = "none"
    front_only: bool = False
    sealed_bomb_suit: bool = False
    heat_resistant: bool = False


def dice_of(text: str) -> Dice:
    """Dice as the lists write them; a plain number is no die but that number.

    Raises:
        TableError: they are none.
    """
    if text.isdigit():
        return Dice(0, 2, int(text))
    dice = read_dice(text)
    if dice is None:
        raise TableError(f"{text!r} are no dice")
    return dice


def _loads(row: ListRow) -> tuple[Load, ...]:
    return tuple(
        Load(one.name, dice_of(one.dice), one.multiplier, one.damage_type or row.damage_type, one.ignites)
        for one in row.variants
    )


def weapon_of(row: WeaponRow | ExplosiveRow | IncendiaryRow) -> FireWeapon:
    """The weapon that a row describes."""
    loads = _loads(row)
    first = loads[0] if loads else Load("", Dice(0, 2), 0, "explosive")
    weapon = FireWeapon(
        name=row.name,
        dice=first.dice,
        multiplier=first.multiplier,
        damage_type=first.damage_type,
        skill=row.skill,
        model=row.id,
        kind=row.kind,
        capacity=row.capacity,
        loads=loads,
        close=row.skill in CLOSE_SKILLS,
    )
    match row:
        case WeaponRow():
            return _of_the_weapons(weapon, row)
        case ExplosiveRow():
            return replace(weapon, sort="explosive", effect=row.effect)
        case IncendiaryRow():
            burning = weapon.load(BURNING)
            return replace(weapon, sort="incendiary", loads=(), burning=burning.dice if burning else None)


def _of_the_weapons(weapon: FireWeapon, row: WeaponRow) -> FireWeapon:
    if not row.variants:
        weapon = replace(weapon, dice=dice_of(row.dice), multiplier=row.multiplier, damage_type=row.damage_type)
    return replace(
        weapon,
        modes=row.fire_modes if row.group == "ranged" else ("single",),
        ap_only=row.ap_only,
        scope=row.scope,
        night_vision=row.night_vision,
        tires=row.damage_pool == "endurance",
    )


def fitted(weapon: Weapon, form: WeaponForm) -> Weapon:
    """A weapon of the lists or of the sheet's own, as this sheet has it: automatic, with night vision, its modes."""
    assert isinstance(form, FireWeaponForm)
    if not isinstance(weapon, FireWeapon):
        return of_the_tables_own(weapon, form)
    row = ROWS[weapon.model]
    weapon = rounds_held(as_listed(weapon), row)
    if form.automatic and isinstance(row, WeaponRow) and row.automatic_fire_modes:
        weapon = made_automatic(weapon, row)
    return replace(weapon, night_vision=weapon.night_vision or form.night_vision)


def _only_listed(weapon: Weapon, form: FireWeaponForm) -> FireWeapon:
    raise WrongSheet("there are the weapons of the lists and no others")


@rule("FIRE-BASE-3", mutant=_only_listed)
def of_the_tables_own(weapon: Weapon, form: FireWeaponForm) -> FireWeapon:
    """A weapon that a table adds to the lists."""
    all_modes: tuple[str, ...] = tuple(FIRE_MODES) if form.automatic else ("single",)
    own = {name: getattr(weapon, name) for name in Weapon.__struct_fields__}
    own["skill"] = RULEBOOK.skill_alias.get(weapon.skill, weapon.skill)
    return FireWeapon(
        **own, modes=form.fire_modes or all_modes, night_vision=form.night_vision, tires=weapon.kind == "unarmed"
    )


@rule("FIRE-WEAPON-1", "FIRE-WEAPON-2", mutant=lambda weapon: replace(weapon, dice=Dice(1, 3), multiplier=1))
@rule("FIRE-WEAPON-3", mutant=lambda weapon: replace(weapon, multiplier=weapon.capacity or 1))
def as_listed(weapon: FireWeapon) -> FireWeapon:
    """A weapon with damage and rounds as the list states them."""
    return weapon


@rule("FIRE-WEAPON-4", mutant=lambda weapon, row: weapon)
def rounds_held(weapon: FireWeapon, row: ListRow) -> FireWeapon:
    """What a weapon holds; a number whose meaning is open is no magazine."""
    return replace(weapon, capacity=None) if row.capacity_kind == "unclear" else weapon


@rule("FIRE-SHOT-5", mutant=lambda weapon, row: weapon)
def made_automatic(weapon: FireWeapon, row: WeaponRow) -> FireWeapon:
    """The automatic version of a weapon: other modes of fire, another magazine."""
    return replace(weapon, modes=row.automatic_fire_modes, capacity=row.automatic_capacity or weapon.capacity)


def _armor_of(row: ArmorRow) -> FireArmor:
    return FireArmor(row.value, row.id, row.encumbrance, row.front_only, row.sealed_bomb_suit, row.heat_resistant)


WEAPONS: Final = MappingProxyType({r.id: weapon_of(r) for r in LISTS.weapons()})
"""Every weapon of the three lists by id."""

ARMOR: Final = MappingProxyType({row.id: _armor_of(row) for row in LISTS.armor})
"""Every armor and the shield by id."""

ARMOURY: Final = Armoury(
    weapons=WEAPONS,
    armor=ARMOR,
    damage_types=frozenset(DAMAGE_LEVELS),
    close_skills=CLOSE_SKILLS,
    fitted=fitted,
)
