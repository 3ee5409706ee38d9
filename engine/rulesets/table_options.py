"""The options that every table has, whatever rule set it plays: who rolls when, who may undo, who sees numbers."""

from typing import Final

from msgspec.structs import replace

from engine.rulebook import Option
from engine.ruleset import RuleSet

TABLE_OPTIONS: Final = (
    Option(
        name="initiative",
        values=("each_turn", "once", "by_side"),
        default="each_turn",
        meaning=(
            "initiative is rolled anew each turn",
            "the numbers of the first turn are kept for the whole fight",
            "one roll for each side: whoever of it joined first throws for all",
        ),
        rules=(),
    ),
    Option(
        name="player_undo",
        values=("request", "own_last"),
        default="request",
        meaning=(
            "a player asks for an undo and the GM grants it",
            "a player may take back their own newest action while nothing has happened since",
        ),
        rules=(),
    ),
    Option(
        name="open_numbers",
        values=(False, True),
        default=False,
        meaning=(
            "numbers of the other side are kept from the players: they see outcomes and wounds",
            "everybody sees every number",
        ),
        rules=(),
    ),
    Option(
        name="odds",
        values=("full", "to_hit", "none"),
        default="full",
        meaning=(
            "players may ask for the odds of their acts, as far as they see what these hang on",
            "players are told how likely a hit is, and no more",
            "players are told no odds",
        ),
        rules=(),
    ),
    Option(
        name="gm_rolls",
        values=("result", "open", "hidden"),
        default="result",
        meaning=(
            "of what the GM's combatants roll the players learn the outcome",
            "they see faces and outcome of their acts, which anybody can check when the turn is over; no saves",
            "they learn nothing of it but what comes of it",
        ),
        rules=(),
    ),
    Option(
        name="enemy_ammunition",
        values=("counted", "uncounted"),
        default="counted",
        meaning=(
            "everybody's rounds are counted",
            "enemies never run out of rounds; those of players and their side are counted",
        ),
        rules=(),
    ),
    Option(
        name="answer_deadline",
        values=(0, 15, 30, 60, 120, 300),
        default=0,
        meaning=(
            "the table waits for an answer as long as it takes",
            *(f"after {seconds} seconds the stated default is taken" for seconds in (15, 30, 60, 120, 300)),
        ),
        rules=(),
    ),
)
"""Each with its values, its default, and one meaning for each value."""


def with_table_options(ruleset: RuleSet) -> RuleSet:
    """The rule set with the options of every table beside its own."""
    book = replace(ruleset.rulebook, options=(*ruleset.rulebook.options, *TABLE_OPTIONS))
    return replace(ruleset, rulebook=book)
