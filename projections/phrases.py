"""The words of the story, in one place for whoever translates it; a rule set brings those of its acts. English."""

from typing import Final

OTHER_ACT: Final = "{actor}: {title}"
"""An act of which its rule set does not say how it is told."""

THE: Final = "the {weapon}"
SOMETHING: Final = "a weapon"
SOMEBODY: Final = "somebody"
SOMETHING_ELSE: Final = "something"
MEETS: Final = "{label} hits {targets}"

HIT_TIMES: Final = {1: "hits", 2: "hits twice"}
HIT_OFTEN: Final = "hits {times} times"
MISSES: Final = "misses"
WORKS: Final = "it works"
SUCCEEDS: Final = "and succeeds"
FAILS: Final = "and fails"
FREEZES: Final = "{actor} wants to act and cannot: the nerve fails"

IS_HIT: Final = "{name} is hit"
IS_NOW: Final = "{name} is {word}"
RELOADS: Final = "{actor} reloads {weapon}"
STATED_OF: Final = "{names} {verb} {what}"
IS: Final = "is"
ARE: Final = "are"
NO_LONGER_ARE: Final = "no longer {word}"
IS_NO_LONGER: Final = "{name} is no longer {word}"
LOSES: Final = "{points} lost"
LOSES_OF: Final = "{name} loses {points} points of {pool}"
GAINS: Final = "{name} gets {points} points of {pool} back"
GOES: Final = "{name} is out of sight"

GATHERS: Final = "{group}: {members} are together"
JOINS_GROUP: Final = "{members} joins {group}"
JOIN_GROUP: Final = "{members} join {group}"
LEAVES_GROUP: Final = "{members} leaves {group}"
LEAVE_GROUP: Final = "{members} leave {group}"
UP: Final = "{up} up"
UP_AND_DOWN: Final = "{up} up, {down} down"

FIGHT_BEGINS: Final = "The fight begins"
FIGHT_NAMED: Final = "The fight begins: {title}"
FIGHT_ENDS: Final = "The fight is over"
TURN: Final = "Turn {turn}"
TIME_PASSES: Final = "{time} pass"
TIMES: Final = (("a day", "{n} days"), ("an hour", "{n} hours"), ("a minute", "{n} minutes"), ("a turn", "{n} turns"))
ONE_PASSES: Final = "{time} passes"
WAITS: Final = "{name} waits"
ROLLS: Final = "{name} rolls {purpose}: {number}"
ROLLS_CLOSED: Final = "{name} rolls {purpose}: {outcome}"
TABLE_ROLLS: Final = "A roll, {purpose}: {number}"
TAKEN_BACK: Final = {
    "undo": "The last step is taken back",
    "redo": "What was taken back counts again",
    "switch": "The table stands again as it stood before",
}
DECIDED: Final = "{text} ({rule})"
CONTESTS: Final = "{seat} contests a roll"
VERDICTS: Final = {
    "uphold": "The GM upholds it: {reason}",
    "reroll": "The GM has it rolled again: {reason}",
    "amend": "The GM puts it right: {reason}",
    "override": "The GM decides otherwise: {reason}",
    "strike": "The GM strikes it: {reason}",
}
HOLDS: Final = "(holds from now on under {rule})"
NO_LONGER: Final = "no longer counts: {what}"
INSTEAD: Final = "counts instead: {what}"
CORRECTED: Final = "something was corrected"
SURPLUS: Final = "a die that nothing asks for any more: {path} ({faces})"
THROWN_NOW: Final = "thrown for this correction: {path} ({faces})"
A_CHANGE: Final = "a stated change: {changes}"
LATER_REFUSED: Final = "{name}'s step {action} could no longer be done ({now}): amend or strike it"
LATER_MODIFIERS: Final = "{name}'s roll for {roll} in {action} would have {now} instead of {was}: amend or strike it"
LATER_OUTCOME: Final = "{name}'s roll for {roll} in {action} would be {now} instead of {was}: amend or strike it"
LATER_ELSE: Final = "something else would follow from {action}{instead}: amend or strike it"
INSTEAD_OF: Final = " ({now} instead of {was})"
BY_OTHER_RULES: Final = "{action} was judged by other rules: then {was}, now {now}"
AS_RECORDED: Final = "as recorded"
STOPPED_AT: Final = "the replay stops at {name}'s step {action}, which makes no sense any more ({now})"
A_ROLL: Final = "{name}'s roll for {purpose} ({result})"
A_HIT: Final = "the hit on {name}"
A_LOSS: Final = "{name}'s loss of {points} points of {pool}"
A_CONDITION: Final = "{name} being {condition}"
END_OF_A_CONDITION: Final = "the end of {name} being {condition}"
AN_ACT: Final = "what {name} did ({kind})"
A_HAZARD: Final = "what {label} did"
OF_SEVERAL: Final = "what was stated of {names}"
A_GROUP: Final = "the group {group}"
A_CHANGED_GROUP: Final = "the change of the group {group}"
A_STEP: Final = "a step of the table ({what})"
POINTS_BACK: Final = "{change} points of {pool} given back to {name}"
ROUNDS: Final = "{rounds} rounds of {name}'s {weapon}"
A_ROUND: Final = "a round of {name}'s {weapon}"
A_RELOAD: Final = "{name} reloading the {weapon}"
A_DECLARATION: Final = "{name}'s declaration"
A_NUMBER: Final = "{name}'s initiative of {value}"
BEING_UP: Final = "{name} being up"
BEING_DONE: Final = "{name} being done"
WAITING: Final = "{name} waiting"
A_STATUS: Final = "{name} being {status}"
A_PLACE: Final = "where {name} stands"
A_SHEET: Final = "{name}'s new sheet"
A_HAND: Final = "who plays {name}"
BEING_SHOWN: Final = "{name} coming into sight"
BEING_HIDDEN: Final = "{name} hiding"
A_SCENE: Final = "the scene"
AN_OPTION: Final = "the option {option} being {value}"
SOME_TIME: Final = "the time that passed"
QUEUES: Final = "{name} means to act when they are up ({kind})"
QUEUE: Final = {
    "carried-out": "",
    "refused": "What {name} meant to do cannot be done: {why}",
    "withdrawn": "{name} no longer means to do this",
}
PROPOSES: Final = "{seat} would like to bring in {name}"
PROPOSAL: Final = {
    "accepted": "{name} is let in, played by {seat}",
    "refused": "{name} is not let in",
    "withdrawn": "{seat} takes {name} back",
}
STATUS: Final = {
    "in-fight": "{name} joins the fight",
    "out": "{name} is out of the fight",
    "fled": "{name} flees",
    "surrendered": "{name} surrenders",
    "party": "{name} leaves the fight",
}

WOUND_WORDS: Final = {
    "light": "lightly wounded",
    "serious": "seriously wounded",
    "critical": "critically wounded",
    **{f"mortal-{level}": f"mortally wounded (mortal {level})" for level in range(7)},
}
"""Codes of wounds that need more words in a sentence."""


def word(code: str) -> str:
    """A code as a word in a sentence."""
    return WOUND_WORDS.get(code, code.replace(":", " ").replace("_", " ").replace("-", " "))


def time_passes(minutes: int, turns: int) -> str:
    """How much time passes, in the units people count it by."""
    counts = (minutes // (24 * 60), minutes // 60 % 24, minutes % 60, turns)
    said = tuple(one if n == 1 else many.format(n=n) for n, (one, many) in zip(counts, TIMES, strict=True) if n)
    return (ONE_PASSES if sum(counts) == 1 else TIME_PASSES).format(time=listed(said))


def up_and_down(up: int, down: int) -> str:
    """How a group fares: how many are up, and how many down if anybody is."""
    return UP_AND_DOWN.format(up=up, down=down) if down else UP.format(up=up)


def sentence(text: str) -> str:
    """With a capital and a full stop, where somebody's own words do not end in a mark of their own."""
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


def listed(names: tuple[str, ...]) -> str:
    """Names in a sentence."""
    if len(names) < 2:
        return names[0] if names else SOMEBODY
    return f"{', '.join(names[:-1])} and {names[-1]}"
