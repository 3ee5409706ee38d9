"""Tasks, Tests and Success Levels of classic Unisystem as plain arithmetic, and every modifier of a roll."""

from bisect import bisect_right

from engine.options import Options, number, word
from engine.registry import rule
from engine.requests import D10, Dice, Verdict
from engine.rulesets.unisystem.dice import task_die
from engine.rulesets.unisystem.sheet import Attribute, Sheet
from engine.rulesets.unisystem.tables import BANDS, LIGHTS, TABLES, Series
from events.play import Modifier

Modifiers = tuple[Modifier, ...]

# Tasks and Tests


@rule("UNI-TASK-1", mutant=lambda total, faces, target: Verdict("success" if total > target else "failure"))
@rule("UNI-DICE-7", mutant=lambda total, faces, target: Verdict("success" if faces[0] == 10 else "failure"))
def judge_task(total: int, faces: tuple[int, ...], target_number: int | None) -> Verdict:
    """A Task or Test succeeds when its total reaches the target number, whatever the die showed."""
    if target_number is None:
        return Verdict()
    return Verdict("success" if total >= target_number else "failure", success_level(total))


def target_number() -> int:
    """What every Task and Test must reach (UNI-TASK-1, UNI-TEST-1, UNI-TEST-2)."""
    return TABLES.task.target_number


@rule("UNI-SL-1", mutant=lambda total: max(0, (total - 7) // 2))
def success_level(total: int) -> int:
    """The Success Level of a total; 0 is none."""
    levels = TABLES.success_levels
    last = levels.starts[-1]
    if total >= last:
        return len(levels.starts) + (total - last) // levels.beyond
    return bisect_right(levels.starts, total)


@rule("UNI-TASK-1")
def task_modifiers(sheet: Sheet, attribute: Attribute, skill: str, options: Options) -> Modifiers:
    """What a Task adds to the die: attribute, skill, and the unskilled modifier where it applies."""
    level, name = sheet.skill(skill), sheet.called(skill)
    skilled = (Modifier("UNI-TASK-1", level, name),) if level else unskilled_modifiers(name, options)
    return (Modifier("UNI-TASK-1", sheet.attribute(attribute), attribute), *skilled, *sheet.burden(name))


@rule("UNI-TASK-2")
def unskilled_modifiers(skill: str, options: Options) -> Modifiers:
    """What trying without the skill costs."""
    return _unless_zero("UNI-TASK-2", number(options, "unskilled_modifier"), f"without {skill}")


@rule("UNI-TEST-2")
def difficult_test_modifiers(sheet: Sheet, attribute: Attribute) -> Modifiers:
    """What a Difficult Test adds to the die: the attribute once."""
    return (Modifier("UNI-TEST-2", sheet.attribute(attribute), attribute),)


@rule("UNI-TEST-1", mutant=difficult_test_modifiers)
def simple_test_modifiers(sheet: Sheet, attribute: Attribute) -> Modifiers:
    """What a Simple Test adds to the die: the attribute twice."""
    return (Modifier("UNI-TEST-1", 2 * sheet.attribute(attribute), f"twice {attribute}"),)


@rule("UNI-TEST-3")
def two_attribute_test_modifiers(sheet: Sheet, one: Attribute, other: Attribute) -> Modifiers:
    """What a Test with two attributes adds to the die."""
    return tuple(Modifier("UNI-TEST-3", sheet.attribute(name), name) for name in (one, other))


def _only_the_worst(*groups: Modifiers) -> Modifiers:
    given = [modifier for group in groups for modifier in group]
    worst = min((m.value for m in given if m.value < 0), default=0)
    return tuple(m for m in given if m.value >= 0 or m.value == worst)


@rule("UNI-PEN-1", mutant=_only_the_worst)
def add_up(*groups: Modifiers) -> Modifiers:
    """All modifiers of one roll: they add up, penalties too."""
    return tuple(modifier for group in groups for modifier in group)


# several actions, attacks and shots in one Turn


@rule("UNI-ACT-2")
@rule("UNI-ACT-1", mutant=lambda nth: (Modifier("UNI-ACT-2", TABLES.extra_actions.step * nth),))
def extra_action_modifiers(nth: int) -> Modifiers:
    """What the nth action of a Turn takes; the first takes nothing."""
    return _unless_zero("UNI-ACT-2", _in_series(nth, TABLES.extra_actions), f"action {nth}")


@rule("UNI-CLOSE-2")
def close_combat_series(extra: int) -> Modifiers:
    """What the attack or defense takes that is so many beyond the free ones."""
    penalty = TABLES.close_combat.step * max(0, extra)
    return _unless_zero("UNI-CLOSE-2", penalty, f"{extra} beyond the free one")


def _counted_apart(attacks: int, defenses: int, defending: bool, options: Options) -> Modifiers:
    return close_combat_series(defenses if defending else attacks)


@rule(
    "UNI-CLOSE-1",
    mutant=lambda attacks, defenses, defending, options: close_combat_series(attacks + defenses + 1),
)
@rule("UNI-CLOSE-3", mutant=_counted_apart)
def close_combat_modifiers(attacks: int, defenses: int, defending: bool, options: Options) -> Modifiers:
    """What a close combat attack or defense takes after so many attacks and defenses in the same Turn.

    One of each is free; what goes beyond stands in one series, or in two if the table counts them apart.
    """
    series = TABLES.close_combat
    own, other = (defenses, attacks) if defending else (attacks, defenses)
    extra = own + 1 - series.free
    if extra > 0 and word(options, "close_combat_count") == "together":
        extra += max(0, other - series.free)
    return close_combat_series(extra)


@rule("UNI-SHOTS-1")
def shot_modifiers(kth: int) -> Modifiers:
    """What the kth shot of a Turn takes; the first takes nothing."""
    return _unless_zero("UNI-SHOTS-1", _in_series(kth, TABLES.shots), f"shot {kth}")


# defenses


@rule("UNI-DODGE-1", mutant=lambda sheet, options: difficult_test_modifiers(sheet, "dexterity"))
@rule("UNI-DODGE-2", mutant=lambda sheet, options: task_modifiers(sheet, "dexterity", "dodge", options))
def dodge_modifiers(sheet: Sheet, options: Options) -> Modifiers:
    """What a dodge adds to the die: dexterity and Dodge, or dexterity alone and no unskilled modifier."""
    if sheet.skill("dodge"):
        return task_modifiers(sheet, "dexterity", "dodge", options)
    return difficult_test_modifiers(sheet, "dexterity")


@rule("UNI-RESIST-2", mutant=lambda attack, defense, options: attack > defense)
@rule("UNI-RESIST-3", mutant=lambda attack, defense, options: attack >= max(defense, target_number()))
def attack_wins(attack: int, defense: int, options: Options) -> bool:
    """Whether an attack gets through a defense: who fails loses, of two successes the higher one wins."""
    if attack < target_number():
        return False
    tie = attack == defense and word(options, "resisted_tie") == "attacker"
    return defense < target_number() or attack > defense or tie


# range and light


@rule("UNI-RANGE-7", mutant=lambda distance, ranges: "short")
@rule(
    "UNI-RANGE-8",
    mutant=lambda distance, ranges: next(
        (band for band, end in zip(BANDS, ranges, strict=True) if distance < end), "extreme"
    ),
)
def band_at(distance: int, ranges: tuple[int, ...]) -> str | None:
    """The range band of a distance in yards for a weapon's list of ranges; None: out of range."""
    return next((band for band, end in zip(BANDS, ranges, strict=True) if distance <= end), None)


@rule("UNI-RANGE-8", mutant=lambda ranges, named, distance: named or "extreme")
def band_of_shot(ranges: tuple[int, ...], named: str | None, distance: int | None) -> str | None:
    """The band of a shot: the one that was named, that of the distance, or short; None: out of range."""
    if named is None and distance is not None and ranges:
        return band_at(distance, ranges)
    return named or "short"


@rule("UNI-RANGE-2", "UNI-RANGE-5", "UNI-RANGE-6")
@rule("UNI-RANGE-3", "UNI-RANGE-4", mutant=lambda band, options: (Modifier("UNI-RANGE-5", -1, band),))
def range_modifiers(band: str, options: Options) -> Modifiers:
    """What the range does to the strike."""
    strike = number(options, "medium_range_modifier") if band == "medium" else BANDS[band].strike
    return _unless_zero(BANDS[band].rule, strike, band)


@rule("UNI-LIGHT-1", "UNI-LIGHT-2")
def light_modifiers(light: str) -> Modifiers:
    """What the light does to a combat Task."""
    row = LIGHTS.get(light)
    return _unless_zero(row.rule, row.strike, light) if row else ()


@rule("UNI-LIGHT-3", mutant=lambda light: False)
def bare_die(light: str) -> bool:
    """Whether the strike is a bare d10: dexterity, skill and the modifiers of the rules do not count."""
    row = LIGHTS.get(light)
    return row is not None and row.bare_die


@rule("UNI-LIGHT-4")
def hearing_modifiers(perception_total: int) -> Modifiers:
    """What the other senses add to a strike in total darkness: the Success Level of the Perception Test."""
    return _unless_zero("UNI-LIGHT-4", success_level(perception_total), "other senses")


@rule("UNI-LIGHT-5", mutant=lambda light, options: task_die(options))
def strike_die(light: str, options: Options) -> Dice:
    """The die of a strike: a plain one in total darkness."""
    return D10 if bare_die(light) else task_die(options)


def _in_series(nth: int, series: Series) -> int:
    return series.step * max(0, nth - series.free)


def _unless_zero(rule_id: str, value: int, note: str) -> Modifiers:
    return (Modifier(rule_id, value, note),) if value else ()
