"""Every command from every kind of seat, about everybody's combatants, against the table of permissions."""

from typing import Any, Final, get_type_hints

import msgspec
import pytest

from api.web.examples import EXAMPLES
from engine.admission import ADMISSIONS, Admission
from engine.commands import (
    COMMANDS,
    BeginCombat,
    CloseSeat,
    Command,
    Given,
    HandOverSeat,
    OfferSeat,
    RollInitiative,
    wire_name,
)
from engine.decide import decide
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from events.table import SeatOffered
from tests.tables import MemoryTable

UNISYSTEM: Final = RULESETS["unisystem"]
SHEET: Final = {"attributes": dict.fromkeys(("strength", "dexterity", "constitution", "perception"), 2)}
SIX: Final = {"attributes": {**SHEET["attributes"], "intelligence": 2, "willpower": 2}, "life_points": 30}

SPEAKERS: Final = {
    "gm": ("gm", None),
    "player": ("ana", None),
    "spectator": ("eve", None),
    "service": ("solo", None),
    "service for a player": ("bot", "ana"),
    "service for a gm": ("bot", "gm"),
}
KIND: Final = {"service for a player": "player", "service for a gm": "gm"}
SUBJECTS: Final = ("vera", "bob", "orc", "ghost", "nobody")
"""Ana's own, Ben's, one of the GM's that all see, one that nobody else sees, and nobody at all."""

FORBIDDEN: Final = {"unauthorized", "not-yours"}

OWN_AFTER_ALL: Final = {
    ("undo", "player"),
    ("request_undo", "player"),
    ("request_undo", "gm"),
    ("hand_over_seat", "service for a player"),
}
"""What is one's own or not by more than who plays whom: an action of one's own, and the very seat that asks."""


def at_the_table() -> MemoryTable:
    """A fight in its actions, with a seat of every kind."""
    table = MemoryTable(UNISYSTEM, {"player_undo": "own_last"})
    for seat, kind in (("ana", "player"), ("ben", "player"), ("eve", "spectator"), ("solo", "service")):
        table.seat(seat, kind)
    table.must(OfferSeat(seat="bot", kind="service", name="Bot", link_digest="2" * 64, speaks_for=("ana", "gm")))
    for name, more in (("vera", {"controller": "ana"}), ("bob", {"controller": "ben"}), ("orc", {})):
        table.enter(name, SIX, **more)
    table.enter("ghost", SIX, hidden=True)
    table.must(BeginCombat())
    table.must(RollInitiative())
    return table


TABLE: Final = at_the_table()


def verdict(command: Command, speaker: str) -> Refusal | None:
    """Why a command is refused, and nothing is kept of it; None: it would be accepted."""
    seat, on_behalf = SPEAKERS[speaker]
    given = Given(table="t1", seat=seat, command="may-i", digest="d", now=9999, on_behalf=on_behalf)
    answer = decide(TABLE.history, UNISYSTEM, command, given, TABLE.dice, TABLE.past)
    return answer if isinstance(answer, Refusal) else None


def about(command: type[Command], subject: str, *, gm: bool) -> Command:
    """The command's example, about one combatant, without what only a GM says."""
    said: dict[str, Any] = dict(EXAMPLES[wire_name(command)].body["command"])
    admission, hints = ADMISSIONS[command], get_type_hints(command)
    said.update({field: [subject] if "tuple" in str(hints[field]) else subject for field in admission.combatants})
    if not gm:
        said = {name: value for name, value in said.items() if name not in admission.of_the_gm}
    if command is HandOverSeat:
        del said["seat"]
    return msgspec.json.decode(msgspec.json.encode(said), type=command)


def expected(admission: Admission, kind: str, subject: str) -> set[str] | None:
    """The code that the table of permissions asks for; None: it has nothing against the command."""
    if kind not in admission.seats:
        return {"unauthorized"}
    named = bool(admission.combatants)
    if named and (subject == "nobody" or (subject == "ghost" and kind != "gm")):
        return {"unknown-id"}
    if admission.own and kind != "gm" and subject != "vera":
        return {"not-yours"}
    return None


@pytest.mark.parametrize("command", COMMANDS, ids=wire_name)
def test_a_command_is_admitted_from_whom_and_about_whom_the_table_says(command: type[Command]) -> None:
    admission = ADMISSIONS[command]
    for speaker in SPEAKERS:
        kind = KIND.get(speaker, speaker)
        for subject in SUBJECTS:
            said = about(command, subject, gm=kind == "gm")
            refusal, wanted = verdict(said, speaker), expected(admission, kind, subject)
            code = refusal.code if refusal is not None else "accepted"
            where = f"{speaker} about {subject}: {refusal}"
            if (wire_name(command), kind) in OWN_AFTER_ALL or (wire_name(command), speaker) in OWN_AFTER_ALL:
                assert code == "not-yours", where
            else:
                assert code in wanted if wanted else code not in FORBIDDEN, where


@pytest.mark.parametrize("command", [one for one in COMMANDS if ADMISSIONS[one].combatants], ids=wire_name)
def test_somebody_unseen_is_refused_like_nobody(command: type[Command]) -> None:
    for speaker in ("player", "spectator", "service", "service for a player"):
        ghost, nobody = (verdict(about(command, subject, gm=False), speaker) for subject in ("ghost", "nobody"))
        assert ghost is not None and nobody is not None
        assert msgspec.structs.replace(ghost, sentence=ghost.sentence.replace("ghost", "nobody")) == nobody


GM_FIELDS: Final = [(command, field) for command in COMMANDS for field in ADMISSIONS[command].of_the_gm]
SAID: Final = {
    "side": "foes",
    "status": "reserve",
    "hidden": True,
    "gm_only": True,
    "name": "Somebody",
    "modifiers": [{"value": 2, "label": "luck"}],
}


@pytest.mark.parametrize(
    ("command", "field"), GM_FIELDS, ids=lambda one: one if isinstance(one, str) else wire_name(one)
)
def test_what_only_a_gm_says_is_refused_from_everybody_else(command: type[Command], field: str) -> None:
    for speaker in SPEAKERS:
        kind = KIND.get(speaker, speaker)
        plain = msgspec.json.decode(msgspec.json.encode(about(command, "vera", gm=False)))
        said = msgspec.json.decode(msgspec.json.encode({**plain, field: SAID[field]}), type=command)
        refusal = verdict(said, speaker)
        code = refusal.code if refusal is not None else "accepted"
        assert (code == "unauthorized") == (kind != "gm"), (speaker, refusal)


def test_no_seat_of_a_host_can_be_offered_since_a_host_sits_at_no_table() -> None:
    kinds = get_type_hints(OfferSeat)["kind"].__args__
    assert "host" not in kinds
    assert all("host" not in admission.seats for admission in ADMISSIONS.values())


# handing a seat over


def test_a_seat_that_is_handed_over_keeps_its_kind_and_gets_another_link() -> None:
    table = at_the_table()
    table.must(HandOverSeat(seat="ana", name="Anton", link_digest="3" * 64))
    assert table.facts(SeatOffered)[-1] == SeatOffered("ana", "player", "Anton", "3" * 64)
    assert table.history.ledger.seats["ana"].devices == ()


def test_everybody_hands_over_their_own_seat_and_no_other() -> None:
    table = at_the_table()
    table.must(HandOverSeat(link_digest="3" * 64), seat="ana")
    assert table.history.ledger.seats["ana"].link_digest == "3" * 64
    assert table.refused(HandOverSeat(seat="ben"), seat="ana").code == "not-yours"
    assert table.refused(HandOverSeat(seat="nobody"), seat="ana").code == "not-yours"


def test_a_program_hands_over_nobody_for_whom_it_speaks() -> None:
    table = at_the_table()
    assert table.refused(HandOverSeat(), seat="bot", on_behalf="ana").code == "not-yours"
    table.must(HandOverSeat(link_digest="3" * 64), seat="bot")
    assert table.facts(SeatOffered)[-1].speaks_for == ("ana", "gm")


def test_a_closed_seat_is_handed_over_to_nobody() -> None:
    table = at_the_table()
    table.must(CloseSeat(seat="ana"))
    assert table.refused(HandOverSeat(seat="ana")).code == "unknown-id"
