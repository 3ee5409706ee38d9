"""The rulebook of a rule set: the text of every rule, the options of a table, and presets of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from engine.patterns import entire
from engine.tables import Basis, TableError, read_table
from events.base import OptionValue

RuleId = Annotated[str, msgspec.Meta(pattern=entire("[A-Z]+-[A-Z]+-[1-9][0-9]*"))]


BASIS: Final = MappingProxyType(
    {
        "source": "the rules this set is written from say it",
        "public": "the rules use it; public rules of this family define it",
        "decision": "the rules leave it open; this is our reading",
    }
)
"""What the word for a rule's basis means."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in the words of the table.

    `basis` tells whether the rules this set is written from say it, public rules of the family define it, or
    it is our reading. `option` names the choice between readings, if there is one. `replaces` names rules of
    the extended rulebook that are not in force because this one takes their place. `proof` is "text" for what
    no service can do or fail to do (how long a turn lasts); all others are proved by knocking them out.
    `referee` names the commands, and fields of them, by which the people at the table say what it leaves to them.
    """

    id: RuleId
    title: str
    text: str
    basis: Basis
    option: str = ""
    replaces: tuple[str, ...] = ()
    proof: Literal["code", "text"] = "code"
    referee: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The chapter of the rulebook it stands in: RANGE for UNI-RANGE-5."""
        return group_of(self.id)

    @property
    def wording(self) -> str:
        """Id, title and text in lower case, to search in."""
        return f"{self.id} {self.title} {self.text}".casefold()


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that a table makes between readings of some rules; `meaning` has one text for each value."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    meaning: tuple[str, ...]
    rules: tuple[str, ...]


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of option values, offered when a table is opened; what it leaves out keeps its default."""

    id: str
    title: str
    options: dict[str, OptionValue]


class Rulebook(msgspec.Struct, frozen=True, dict=True):
    """All rules, options and presets in force under one rule set, those it takes over included.

    `still_to_come` holds the ids that no procedure carries out yet; `skill_alias` what the rule set calls the
    skills of the one it extends.
    """

    id: str
    title: str
    summary: str
    rules: tuple[Rule, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    extends: str = ""
    still_to_come: frozenset[str] = frozenset()
    skill_alias: Mapping[str, str] = {}

    @cached_property
    def by_id(self) -> Mapping[str, Rule]:
        """The rules in force by id."""
        return MappingProxyType({rule.id: rule for rule in self.rules})

    @cached_property
    def by_name(self) -> Mapping[str, Option]:
        """The options by name."""
        return MappingProxyType({option.name: option for option in self.options})

    @cached_property
    def groups(self) -> Mapping[str, tuple[Rule, ...]]:
        """The rules by the group of their id, in the order of the book."""
        names = dict.fromkeys(rule.group for rule in self.rules)
        return MappingProxyType({name: tuple(r for r in self.rules if r.group == name) for name in names})

    @property
    def to_prove(self) -> tuple[str, ...]:
        """Ids that a scenario must prove: all but those still to come and those that are pure text."""
        return tuple(r.id for r in self.rules if r.proof == "code" and r.id not in self.still_to_come)

    def rule(self, rule_id: str) -> Rule | None:
        """The rule with this id, if it is in force here."""
        return self.by_id.get(rule_id)

    def search(self, words: str) -> tuple[Rule, ...]:
        """Rules with every one of the words in id, title or text, in upper or lower case; in book order."""
        wanted = words.casefold().split()
        return tuple(rule for rule in self.rules if all(word in rule.wording for word in wanted))


def group_of(rule_id: str) -> str:
    """The group of a rule id: RANGE for UNI-RANGE-5."""
    return rule_id.split("-")[1]


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    summary: str
    extends: str = ""
    skill_alias: dict[str, str] = {}
    dropped_options: tuple[str, ...] = ()


class _ToCome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[str, ...] = ()


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `rulebook.toml` as it stands, before what it extends is taken over."""

    ruleset: _Head
    rule: tuple[Rule, ...]
    option: tuple[Option, ...] = ()
    preset: tuple[Preset, ...] = ()
    still_to_come: _ToCome = _ToCome()


def load(package: str, extends: Rulebook | None = None) -> Rulebook:
    """The rulebook of a rule set's package, on top of the one it extends.

    Raises:
        TableError: `rulebook.toml` is missing, badly formed, or contradicts itself or what it extends.
    """
    written = read_table(package, "rulebook.toml", Written)
    try:
        return bind(written, extends)
    except TableError as wrong:
        raise TableError(f"{package}/rulebook.toml: {wrong}") from wrong


def bind(written: Written, extends: Rulebook | None = None) -> Rulebook:
    """A written rulebook with the rules and options that it takes over and does not replace or drop.

    Presets are not taken over: they speak of one rule set's options.

    Raises:
        TableError: it contradicts itself or what it extends.
    """
    head = written.ruleset
    _refuse(head.extends != (extends.id if extends else ""), f"it extends {head.extends or 'nothing'}")
    replaced = {old for rule in written.rule for old in rule.replaces}
    inherited = [rule for rule in extends.rules if rule.id not in replaced] if extends else []
    kept = [option for option in extends.options if option.name not in head.dropped_options] if extends else []
    own = [msgspec.structs.replace(rule, text=_one_line(rule.text)) for rule in written.rule]
    own_to_come = {rule.id for rule in own if rule.group in written.still_to_come.groups}
    book = Rulebook(
        id=head.id,
        title=head.title,
        summary=_one_line(head.summary),
        rules=(*own, *inherited),
        options=(*written.option, *(_in_force(option, replaced) for option in kept)),
        presets=written.preset,
        extends=head.extends,
        still_to_come=frozenset(own_to_come | ((extends.still_to_come - replaced) if extends else set())),
        skill_alias=head.skill_alias,
    )
    _check_taken_over(written, extends, replaced)
    _check_references(book)
    return book


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _in_force(option: Option, replaced: set[str]) -> Option:
    return msgspec.structs.replace(option, rules=tuple(rule for rule in option.rules if rule not in replaced))


def _check_taken_over(written: Written, extends: Rulebook | None, replaced: set[str]) -> None:
    base_rules = set(extends.by_id) if extends else set()
    base_options = set(extends.by_name) if extends else set()
    groups = {rule.group for rule in written.rule}
    _refuse_all("replaces rules that are not there", replaced - base_rules)
    _refuse_all("drops options that are not there", set(written.ruleset.dropped_options) - base_options)
    _refuse_all("promises groups that it does not have", set(written.still_to_come.groups) - groups)


def _check_references(book: Rulebook) -> None:
    _refuse_all("has these ids twice", _twice(rule.id for rule in book.rules))
    _refuse_all("has these options twice", _twice(option.name for option in book.options))
    _refuse_all("has these presets twice", _twice(preset.id for preset in book.presets))
    _refuse_all("has rules without a text", {r.id for r in book.rules if not (r.text and r.title)})
    _refuse_all("names unknown options", {r.option for r in book.rules if r.option} - set(book.by_name))
    for option in book.options:
        _check_option(option, book)
    for preset in book.presets:
        for name, value in preset.options.items():
            known = book.by_name.get(name)
            _refuse(known is None or not permits(known, value), f"preset {preset.id} sets {name} to {value!r}")


def _check_option(option: Option, book: Rulebook) -> None:
    _refuse(not permits(option, option.default), f"the default of {option.name} is none of its values")
    _refuse(len(option.meaning) != len(option.values), f"{option.name} needs one meaning for each value")
    _refuse(not option.rules, f"{option.name} chooses between readings of no rule in force")
    _refuse_all(f"has unknown rules at {option.name}", set(option.rules) - set(book.by_id))


def permits(option: Option, value: object) -> bool:
    """Whether this is one of the option's values. True is not 1 here, nor False 0."""
    return any(type(value) is type(one) and value == one for one in option.values)


def _twice(names: Iterable[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def _refuse(wrong: bool, sentence: str) -> None:
    if wrong:
        raise TableError(sentence)


def _refuse_all(sentence: str, names: set[str]) -> None:
    _refuse(bool(names), f"{sentence}: {', '.join(sorted(names))}")
