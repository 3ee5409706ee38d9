"""The limits of the service: one table in code, printed in the documents, enforced where each one bites."""

from typing import Final

import msgspec

from api.encounters.model import MOST_KINDS, MOST_OF_A_KIND
from engine.decide.dispute import MOST_CLAIMED, MOST_OPEN
from engine.decide.groups import MOST_MEMBERS
from engine.decide.roster import MOST_COMBATANTS
from engine.decide.table import MOST_SEATS
from engine.notation import MOST_DICE, MOST_SIDES
from projections.odds import MOST_AIMED
from projections.tactics import MOST_SUGGESTED, MOST_WEIGHED, MOST_WEIGHING


class Limit(msgspec.Struct, frozen=True):
    """One limit: its name, how much, of what, and what happens beyond it."""

    name: str
    most: int
    unit: str
    beyond: str


BODY: Final = 256 * 1024
CAPSULE: Final = 1024 * 1024 * 1024
DEPTH: Final = 32
BATCH: Final = 50
LOG: Final = 200_000
SEAT_RATE: Final = 50
SEAT_BURST: Final = 2 * SEAT_RATE
UNLIMITED: Final = 10**9
DOOR_RATE: Final = 5
DOOR_BURST: Final = 30
POLLS: Final = 8
WATCHERS: Final = 1000
JOINING: Final = 100
WAIT: Final = 25
PAGE: Final = 500
GROUP: Final = 64
QUEUE: Final = 1000
NAME: Final = 80
NOTE: Final = 2000
FACES: Final = 100
FIGHTS: Final = 2_000
MOST_FIGHTS_WAITING: Final = 4
FIGHTING: Final = 60

LIMITS: Final[tuple[Limit, ...]] = (
    Limit("body", BODY, "bytes of a request's body", "413 too-large"),
    Limit("capsule", CAPSULE, "bytes of a table's export that is brought in", "413 too-large"),
    Limit("depth", DEPTH, "levels of nesting in a body", "422 invalid"),
    Limit("batch", BATCH, "commands of one batch", "422 invalid"),
    Limit("combatants", MOST_COMBATANTS, "combatants at a table", "409 limit-exceeded"),
    Limit("members", MOST_MEMBERS, "members of a group", "409 limit-exceeded"),
    Limit("encounter", BODY, "bytes of an encounter file", "422 invalid"),
    Limit("kinds", MOST_KINDS, "kinds of combatants in an encounter", "422 invalid"),
    Limit("of a kind", MOST_OF_A_KIND, "combatants of one kind in an encounter", "422 invalid"),
    Limit("seats", MOST_SEATS, "seats at a table", "409 limit-exceeded"),
    Limit("dice", MOST_DICE, "dice of one roll", "409 limit-exceeded"),
    Limit("sides", MOST_SIDES, "sides of a die", "409 limit-exceeded"),
    Limit("faces", FACES, "faces given with one command", "422 invalid"),
    Limit("name", NAME, "characters of a name or title", "422 invalid"),
    Limit("note", NOTE, "characters of a note", "422 invalid"),
    Limit("disputes", MOST_OPEN, "disputes of a table that nobody has ruled on", "409 limit-exceeded"),
    Limit("claim", MOST_CLAIMED, "fields of the act that one dispute claims", "409 limit-exceeded"),
    Limit("log", LOG, "entries of a table's log; from four fifths on the GM is warned", "409 limit-exceeded"),
    Limit("seat rate", SEAT_RATE, "requests of a seat per second (FRACAS_SEAT_RATE)", "429 too-many, with Retry-After"),
    Limit("seat burst", SEAT_BURST, "requests of a seat at once", "429 too-many, with Retry-After"),
    Limit("door rate", DOOR_RATE, "tries of an address per second to open a table or a seat", "429 too-many"),
    Limit("door burst", DOOR_BURST, "tries of an address at once", "429 too-many"),
    Limit("polls", POLLS, "long polls and live connections of a seat at a time", "429 too-many"),
    Limit("watchers", WATCHERS, "the same of a spectators' seat, whose link many may have", "429 too-many"),
    Limit("joining", JOINING, "WebSockets that have not said yet whose they are", "429 too-many"),
    Limit("wait", WAIT, "seconds that a long poll waits", "it is answered, empty"),
    Limit("page", PAGE, "frames in one answer", "the answer says `more`"),
    Limit("suggested", MOST_SUGGESTED, "combatants that are suggested something at a time", "they are `left_out`"),
    Limit("weighing", MOST_WEIGHING, "the same with tactics that weigh attacks by their odds", "they are `left_out`"),
    Limit("weighed", MOST_WEIGHED, "foes, the nearest, on whom attacks are weighed", "others are not attacked"),
    Limit("aimed", MOST_AIMED, "targets, the nearest, of whom odds are told beside an action", "ask `POST /odds`"),
    Limit("fights", FIGHTS, "fights that are played for one question", "422 invalid"),
    Limit("fighting", FIGHTING, "seconds in which they are played", "the first of them that are over by then are told"),
    Limit("fights waiting", MOST_FIGHTS_WAITING, "questions that wait for others' fights", "503 busy"),
    Limit("queue", QUEUE, "commands of a table waiting in one process", "503 busy"),
)
"""All limits, in the order in which they are printed."""
