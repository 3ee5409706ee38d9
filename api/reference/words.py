"""docs/reference/words.md: the words that stand in events, scenarios and answers."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from engine.rulesets import RULESETS
from events.facts import FACTS
from events.flow import Phase
from events.play import Level, Outcome
from events.roster import DiceHabit, Status
from events.table import SeatKind

W = TypeVar("W", bound=str)

POOLS: Final = {
    "life": "Life Points",
    "endurance": "Endurance Points",
    "essence": "Essence Points",
    "wounds": "wound points taken, counted up from 0 (interlock)",
    "structure": "what an object can take before it is destroyed",
    "structure:WEAPON": "what a weapon that parries can take (interlock)",
}
WOUNDS: Final = {
    "unhurt": "nothing is missing",
    "hurt": "something is missing",
    "seriously-hurt": "few Life Points are left",
    "down": "at zero Life Points or less, or stabilised",
    "dying": "at -10 Life Points or less, with Survival Tests every minute",
    "light": "1 to 4 wound points (interlock)",
    "serious": "5 to 8 wound points (interlock)",
    "critical": "9 to 12 wound points (interlock)",
    **{f"mortal-{level}": f"{13 + 4 * level} to {16 + 4 * level} wound points (interlock)" for level in range(7)},
    "dead": "dead; of a thing: destroyed",
}
CONDITIONS: Final = {
    "prone": "on the ground",
    "stunned": "loses what is left of this turn; in interlock, does nothing before a Stun Save succeeds",
    "unconscious": "can neither act nor defend",
    "dying": "makes a Survival Test every minute",
    "stabilised": "out of the danger of dying, still down",
    "doomed": "a Death Save has failed: dead at the end of the turn",
    "dead": "dead",
    "destroyed": "a thing of which nothing is left",
    "fatigued": "so few Endurance Points are left that every action suffers",
    "numb": "half of the Essence is gone: mental Tasks suffer",
    "depressed": "next to no Essence is left: all Tasks and Tests suffer",
    "dodging": "spends the turn on dodging",
    "in-cover": "has gone to ground for this turn: neither dodges nor fires; in interlock, behind cover",
    "aiming": "takes aim, for the first attack of this turn; in interlock, round by round",
    "blinded": "attacks as in total darkness; in interlock, fires at -3",
    "grappled": "in somebody's grapple",
    "held": "in somebody's hold, and cannot move before an escape",
    "lost:PART": "that limb is gone",
    "deafened": "hears nothing",
    "gassed": "in tear gas: a Test to act",
    "burning": "takes damage at the end of every turn",
    "crippled:PART": "that limb, hand or foot is crippled",
    "jammed:WEAPON": "that weapon cannot be fired",
    "dropped:WEAPON": "that weapon is not at hand",
}
PURPOSES: Final = {
    "initiative": "who acts when",
    "strike": "an attack, close or ranged",
    "defense": "a dodge or parry against it",
    "damage": "what the weapon does",
    "armor": "what stops it, where armor is rolled",
    "nerve": "the Willpower Test under fire",
    "perception": "finding a target that cannot be seen",
    "survival": "whether somebody dies",
    "consciousness": "whether somebody stays awake",
    "aim": "the bonus of taking aim",
    "hits": "how many shots of a sweep hit",
    "willpower": "whether somebody can act in tear gas, or Essence below zero costs a level of the mind",
    "loss": "what work costs",
    "first_aid": "whether the bleeding stops",
    "stabilise": "the same in interlock: First Aid against the wounds taken",
    "location": "where a hit lands",
    "fumble": "what a natural one brings",
    "stun_save": "whether somebody stays on their feet",
    "death_save": "whether somebody mortally wounded lives",
    "task": "attribute and skill against a difficulty, or a Test",
    "free": "dice for whatever reason; a free roll may name any other purpose",
}
OUTCOMES: Final[dict[Outcome, str]] = {
    "success": "the total reached the target number",
    "failure": "it did not",
    "fumble": "it failed in the worst way",
    "none": "there was nothing to reach",
}
LEVELS: Final[dict[Level, str]] = {
    "open": "all see it",
    "result": "the others see its outcome only",
    "gm": "the GM alone sees it",
    "blind": "nobody sees it until it is shown",
}
PHASES: Final[dict[Phase, str]] = {
    "lobby": "no fight is on",
    "declaration": "everybody says what they mean to do",
    "initiative": "numbers are rolled",
    "actions": "combatant by combatant acts",
}
STATUSES: Final[dict[Status, str]] = {
    "in-fight": "fights",
    "reserve": "prepared, not yet there",
    "party": "at the table, and in the next fight",
    "out": "out of the fight",
    "fled": "got away",
    "surrendered": "gave up",
}
SEATS: Final[dict[SeatKind, str]] = {
    "gm": "game master: sees and may do everything at the table",
    "player": "plays the combatants given to the seat",
    "spectator": "looks on",
    "service": "a program; speaks for the seats it was given",
    "host": "runs the server: opens tables and mends links, and sees no table's secrets through the service",
}
HABITS: Final[dict[DiceHabit, str]] = {
    "table": "the table throws for this combatant",
    "own": "its player throws real dice and types the faces",
}


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Words"
    yield ""
    yield "Codes are kebab-case, fields snake_case. These are the values that stand in events, scenario files and"
    yield "answers."
    yield ""
    yield from _list("Pools", POOLS)
    yield from _list("Wound words", WOUNDS)
    yield from _list("Conditions", CONDITIONS)
    yield "A GM may set any other condition by name; the rules give these a meaning."
    yield ""
    yield from _list("Purposes of rolls", PURPOSES)
    yield from _list("Outcomes of rolls", OUTCOMES)
    yield from _list("Who sees a roll", LEVELS)
    yield from _list("Phases", PHASES)
    yield from _list("Statuses of combatants", STATUSES)
    yield from _list("Seats", SEATS)
    yield from _list("Whose dice", HABITS)
    for ruleset in RULESETS.values():
        yield f"## {ruleset.id}"
        yield ""
        actions = ", ".join(f"`{kind}` ({action.title})" for kind, action in ruleset.actions.items())
        yield f"- actions: {actions}"
        yield f"- reactions: {_words(ruleset.reactions)}"
        yield f"- light: {_words(ruleset.lights)}"
        yield f"- while time passes: {_words(ruleset.activities)}"
        yield ""
    yield "## Tags of events"
    yield ""
    yield _words(tuple(sorted(str(fact.__struct_config__.tag) for fact in FACTS)))


def _list(title: str, words: Mapping[W, str]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    for word, meaning in words.items():
        yield f"- `{word}`: {meaning}"
    yield ""


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "none"
