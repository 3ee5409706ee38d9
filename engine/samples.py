"""Sample data of a rule set: ready NPCs and typical gear, each a sheet or a part of one, by id."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal, Protocol

import msgspec

from engine.patterns import entire
from engine.tables import TableError, read_table

SampleId = Annotated[str, msgspec.Meta(pattern=entire("[a-z][a-z0-9-]{0,39}"))]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Threat = Annotated[int, msgspec.Meta(ge=1, le=5)]


class NoSample(LookupError):
    """There is no template or gear of this id; the message is a sentence that says which there are."""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typical weapon or armor: the part of a sheet that stands for carrying it.

    `instead_of` are fields of the sheet that it takes the place of; without any it is added to what is carried.
    """

    id: SampleId
    title: Title
    kind: Literal["weapon", "armor"]
    sheet: dict[str, Any]
    instead_of: tuple[str, ...] = ()

    def added_to(self, sheet: Mapping[str, Any]) -> dict[str, Any]:
        """The sheet of somebody who carries this too."""
        return merged({name: value for name, value in sheet.items() if name not in self.instead_of}, self.sheet)


class Listed(Protocol):
    """A weapon or armor of a rule set's lists."""

    @property
    def id(self) -> str:
        """What a sheet names it by."""

    @property
    def name(self) -> str:
        """What people call it."""


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready NPC. `threat` is 1 for people who had better run up to 5 for those to run from.

    `sheet` is whole: what the `gear` brings stands in it already.
    """

    id: SampleId
    title: Title
    threat: Threat
    gear: tuple[SampleId, ...] = ()
    sheet: dict[str, Any] = {}


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`samples.toml` as it stands: the sheets of templates are without their gear."""

    gear: tuple[Gear, ...] = ()
    template: tuple[Template, ...] = ()


class Samples(msgspec.Struct, frozen=True, dict=True):
    """All sample data of a rule set; `package` is where its further samples lie.

    `listed` is gear too: what of the rules' own lists a sheet can name without saying more.
    """

    package: str = ""
    gear: tuple[Gear, ...] = ()
    templates: tuple[Template, ...] = ()
    listed: tuple[Gear, ...] = ()

    @cached_property
    def gear_by_id(self) -> Mapping[str, Gear]:
        """The gear by id."""
        return MappingProxyType({one.id: one for one in self.gear})

    @cached_property
    def all_gear(self) -> Mapping[str, Gear]:
        """Typical gear and that of the lists, by id."""
        return MappingProxyType({one.id: one for one in self.listed} | dict(self.gear_by_id))

    @cached_property
    def by_id(self) -> Mapping[str, Template]:
        """The templates by id."""
        return MappingProxyType({one.id: one for one in self.templates})

    def template(self, name: str) -> Template:
        """The template of this id.

        Raises:
            NoSample: there is none.
        """
        if name not in self.by_id:
            raise NoSample(f"there is no template {name!r}; there {_are(self.by_id)}")
        return self.by_id[name]

    def sheet(self, template: str | None, gear: Iterable[str], changes: Mapping[str, Any]) -> dict[str, Any]:
        """A whole sheet: that of the template, with this gear, changed as a JSON Merge Patch (RFC 7396) says.

        Raises:
            NoSample: there is no such template or gear.
        """
        sheet: dict[str, Any] = self.template(template).sheet if template is not None else {}
        return merged(self._carrying(sheet, gear), changes)

    def _carrying(self, sheet: dict[str, Any], gear: Iterable[str]) -> dict[str, Any]:
        for name in gear:
            if name not in self.all_gear:
                more = ", and the models of the armoury" if self.listed else ""
                raise NoSample(f"there is no gear {name!r}; there {_are(self.gear_by_id)}{more}")
            sheet = self.all_gear[name].added_to(sheet)
        return sheet


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """An object changed as a JSON Merge Patch says: null takes a field away, objects are merged, all else replaces."""
    whole = dict(base)
    for name, change in changes.items():
        if change is None:
            whole.pop(name, None)
        elif isinstance(change, Mapping):
            held = whole.get(name)
            whole[name] = merged(held if isinstance(held, Mapping) else {}, change)
        else:
            whole[name] = change
    return whole


def load_samples(
    package: str,
    decode_sheet: Callable[[bytes], object],
    weapons: Iterable[Listed] = (),
    armor: Iterable[Listed] = (),
    unlisted: tuple[str, ...] = (),
) -> Samples:
    """The samples of a rule set's package; every template is read as the sheet it is to be.

    `weapons` and `armor` are the rules' own lists, of which a sheet names models; `unlisted` are those of them of which
    a sheet has to say more than the model.

    Raises:
        TableError: `samples.toml` is missing, badly formed, names gear that is not there, or holds no sheets; or what
            is listed can be named by no sheet.
    """
    written = read_table(package, "samples.toml", Written)
    try:
        bound = bind(written, decode_sheet, package)
    except TableError as wrong:
        raise TableError(f"{package}/samples.toml: {wrong}") from wrong
    left_out = {*bound.gear_by_id, *unlisted}
    listed = tuple(one for one in (*map(_weapon, weapons), *map(_armor, armor)) if one.id not in left_out)
    for one in listed:
        _check_named(bound, one, decode_sheet)
    return msgspec.structs.replace(bound, listed=listed)


def _weapon(one: Listed) -> Gear:
    return Gear(one.id, one.name, "weapon", {"weapons": {one.id: {"model": one.id}}})


def _armor(one: Listed) -> Gear:
    if getattr(one, "shield", False):
        return Gear(one.id, one.name, "armor", {"shield": one.id}, ("shield",))
    return Gear(one.id, one.name, "armor", {"armor": {"worn": one.id}}, ("armor",))


def _check_named(samples: Samples, gear: Gear, decode_sheet: Callable[[bytes], object]) -> None:
    """Refuse gear that a sheet cannot name without saying more of it."""
    try:
        decode_sheet(msgspec.json.encode(gear.added_to(samples.templates[0].sheet)))
    except ValueError as wrong:
        raise TableError(f"{samples.package}: no sheet can name {gear.id} alone: {wrong}") from wrong


def skills_named(samples: Samples, *rows: Any) -> tuple[str, ...]:
    """The skills that ready NPCs have and weapons are used with, by the alphabet."""
    had = (one.sheet.get("skills", {}) for one in samples.templates)
    carried = (weapon for one in samples.gear for weapon in one.sheet.get("weapons", {}).values())
    used = (*(weapon.get("skill") for weapon in carried), *(getattr(row, "skill", "") for row in rows))
    return tuple(sorted({*(skill for skills in had for skill in skills), *used} - {None, ""}))


def bind(written: Written, decode_sheet: Callable[[bytes], object], package: str = "") -> Samples:
    """Written samples with the gear of each template put on.

    Raises:
        TableError: they name gear that is not there, or hold no sheets.
    """
    bare = Samples(package, written.gear)
    try:
        _refuse_twice(one.id for one in written.gear)
        _refuse_twice(one.id for one in written.template)
        whole = tuple(_whole(bare, one, decode_sheet) for one in written.template)
    except (ValueError, NoSample) as wrong:
        raise TableError(str(wrong)) from wrong
    return Samples(package, written.gear, whole)


def _whole(samples: Samples, template: Template, decode_sheet: Callable[[bytes], object]) -> Template:
    sheet = samples.sheet(None, template.gear, template.sheet)
    try:
        decode_sheet(msgspec.json.encode(sheet))
    except ValueError as wrong:
        raise ValueError(f"template {template.id}: {wrong}") from wrong
    return msgspec.structs.replace(template, sheet=sheet)


def _refuse_twice(ids: Iterable[str]) -> None:
    twice = [name for name, times in Counter(ids).items() if times > 1]
    if twice:
        raise ValueError(f"it has {', '.join(twice)} twice")


def _are(names: Iterable[str]) -> str:
    listed = ", ".join(names)
    return f"are {listed}" if listed else "are none under these rules"
