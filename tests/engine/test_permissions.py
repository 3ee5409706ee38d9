"""Every command from every kind of seat, about everybody's combatants, against the table of permissions."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest

from api.web.examples import EXAMPLES
from engine.admission import ADMISSIONS, Admission
from engine.commands import (
    COMMANDS,
    Act,
    Amend,
    CloseSeat,
    Command,
    Declare,
    EnterCombatant,
    HandOverSeat,
    OfferSeat,
    Queue,
    RefuseCombatant,
    RequestUndo,
    Undo,
    wire_name,
)
from engine.commands.base import Id
from engine.decide import Accepted
from engine.forms import Who
from engine.refusals import Refusal
from events.play import Declared
from events.table import SeatKind, SeatOffered
from projections.audience import GM
from projections.legal import legal_actions
from tests.engine.moments import MOMENTS, Standing, fitting
from tests.games.moves import raw
from tests.projections.kits import KITS
from tests.tables import MemoryTable

SPEAKERS: Final = {
    "gm": ("gm", None),
    "player": ("ana", None),
    "spectator": ("eve", None),
    "service": ("solo", None),
    "service for a player": ("bot", "ana"),
    "service for a spectator": ("bot", "eve"),
    "service for a gm": ("bot", "gm"),
}
SUBJECTS: Final = ("vera", "shade", "bob", "orc", "ghost", "nobody", "pair", "crowd", "haunt")
"""Ana's own, one of hers that hides, Ben's, the GM's in sight and out of sight, nobody at all; and groups of Ana's with
somebody unseen, of others, and of somebody unseen alone."""

SEEN: Final = {"vera", "shade", "bob", "orc"}
OWN: Final = {"vera", "shade"}
GROUPS: Final = {"pair": {"vera"}, "crowd": {"bob", "orc"}, "haunt": {"ghost"}}
"""Who of each group is there for Ana."""

OWN_BY_MORE: Final = {RequestUndo, Undo, HandOverSeat, RefuseCombatant}
"""What is one's own or not by more than who plays whom: an action of one's own, or the very seat that asks."""

NEVER_ACCEPTED: Final = {
    (RequestUndo, "gm"), (RequestUndo, "service for a gm"),
    (HandOverSeat, "service for a player"), (HandOverSeat, "service for a spectator"),
}  # fmt: skip
"""It is Ana's action that is asked about; a program hands over nobody for whom it speaks."""

Speaker = str
cases = pytest.mark.parametrize("rules", KITS)
every_command = pytest.mark.parametrize("command", COMMANDS, ids=wire_name)


def kind_of(speaker: Speaker) -> str:
    """The kind of the seat whose word it is."""
    return speaker.removeprefix("service for a ")


@cache
def standing(rules: str, moment: str, haunted: bool = True) -> Standing:
    return MOMENTS[moment](KITS[rules], haunted)


def tables(rules: str) -> Iterator[tuple[str, Standing]]:
    return ((moment, standing(rules, moment)) for moment in MOMENTS)


def about(rules: str, table: Standing, command: type[Command], subject: str, *, gm: bool) -> Command:
    """The command as it fits the table, about somebody, without what only a GM says."""
    said: dict[str, Any] = {**EXAMPLES[wire_name(command)].body["command"], **fitting(table, KITS[rules], command)}
    admission, hints = ADMISSIONS[command], get_type_hints(command)
    said.update({field: [subject] if "tuple" in str(hints[field]) else subject for field in admission.combatants})
    if not gm:
        said = {name: value for name, value in said.items() if name not in admission.of_the_gm}
    if command is HandOverSeat and not gm:
        del said["seat"]
    given = {name: value for name, value in said.items() if value is not None}
    return msgspec.json.decode(msgspec.json.encode(given), type=command)


def code_of(verdict: Accepted | Refusal) -> str:
    return verdict.code if isinstance(verdict, Refusal) else "accepted"


def expected(admission: Admission, kind: str, subject: str) -> str | None:
    """The code that the table of permissions asks for; None: it has nothing against the command."""
    if kind not in admission.seats:
        return "unauthorized"
    meant = GROUPS[subject] if admission.groups and subject in GROUPS else {subject}
    there = SEEN | {"ghost"} if kind == "gm" else SEEN if kind == "player" else SEEN - {"shade"}
    if admission.combatants and not meant & there:
        return "unknown-id"
    if admission.own and kind != "gm" and not meant <= OWN:
        return "not-yours"
    return None


@cases
@every_command
def test_a_command_is_admitted_from_whom_and_about_whom_the_table_says(rules: str, command: type[Command]) -> None:
    admission = ADMISSIONS[command]
    forbidden = {"unauthorized"} if command in OWN_BY_MORE else {"unauthorized", "not-yours"}
    for moment, table in tables(rules):
        for speaker, (seat, on_behalf) in SPEAKERS.items():
            kind = kind_of(speaker)
            for subject in SUBJECTS:
                said = about(rules, table, command, subject, gm=kind == "gm")
                verdict, wanted = table.verdict(said, seat, on_behalf), expected(admission, kind, subject)
                where = f"{moment}: {speaker} about {subject}: {verdict}"
                assert code_of(verdict) == wanted if wanted else code_of(verdict) not in forbidden, where


@cases
@every_command
def test_whoever_may_give_a_command_can(rules: str, command: type[Command]) -> None:
    """So that nothing above is refused for another reason before anybody asks who it is."""
    for speaker, (seat, on_behalf) in SPEAKERS.items():
        gm = kind_of(speaker) == "gm"
        accepted = any(
            isinstance(table.verdict(about(rules, table, command, subject, gm=gm), seat, on_behalf), Accepted)
            for _, table in tables(rules)
            for subject in SUBJECTS
        )
        may = kind_of(speaker) in ADMISSIONS[command].seats and (command, speaker) not in NEVER_ACCEPTED
        assert accepted == may, speaker


@cases
@every_command
def test_somebody_unseen_is_refused_like_nobody(rules: str, command: type[Command]) -> None:
    """Whatever is unseen: somebody, or a group of nobody else."""
    for moment, table in tables(rules):
        for speaker in (one for one in SPEAKERS if kind_of(one) != "gm"):
            seat, on_behalf = SPEAKERS[speaker]
            said = {
                subject: msgspec.json.encode(
                    table.verdict(about(rules, table, command, subject, gm=False), seat, on_behalf)
                ).replace(subject.encode(), b"nobody")
                for subject in ("ghost", "haunt", "nobody")
            }
            assert len(set(said.values())) == 1, (moment, speaker, said)


@cases
@pytest.mark.parametrize("command", [one for one in COMMANDS if ADMISSIONS[one].groups], ids=wire_name)
def test_it_makes_no_difference_to_a_player_who_unseen_is_of_their_group_too(
    rules: str, command: type[Command]
) -> None:
    for moment in MOMENTS:
        verdicts = []
        for haunted in (True, False):
            table = standing(rules, moment, haunted)
            verdicts.append(table.verdict(about(rules, table, command, "pair", gm=False), "ana"))
        one, other = verdicts
        assert code_of(one) == code_of(other), (moment, one, other)
        assert isinstance(one, Accepted) or one == other, moment


def test_there_is_a_speaker_of_every_kind_of_seat_and_a_program_for_each() -> None:
    kinds = set(get_args(SeatKind)) - {"host"}
    assert {speaker for speaker in SPEAKERS if " " not in speaker} == kinds
    assert {kind_of(speaker) for speaker in SPEAKERS if " " in speaker} == kinds - {"service"}


@every_command
@pytest.mark.parametrize(
    ("seat", "on_behalf"),
    [("ana", "ben"), ("ana", "gm"), ("gm", "ana"), ("eve", "ana"), ("solo", "ana"), ("bot", "ben"), ("bot", "nobody"),
     ("nobody", None)],
)  # fmt: skip
def test_nobody_speaks_for_a_seat_that_they_were_not_given(
    command: type[Command], seat: str, on_behalf: str | None
) -> None:
    table = standing("unisystem", "actions")
    verdict = table.verdict(about("unisystem", table, command, "vera", gm=False), seat, on_behalf)
    assert code_of(verdict) == "unauthorized"


@every_command
def test_nobody_but_a_gm_overrules_a_rule(command: type[Command]) -> None:
    table = standing("unisystem", "actions")
    for speaker, (seat, on_behalf) in SPEAKERS.items():
        if kind_of(speaker) != "gm":
            said = about("unisystem", table, command, "vera", gm=False)
            assert isinstance(table.verdict(said, seat, on_behalf, force="please"), Refusal), speaker


@cases
@pytest.mark.parametrize("command", [one for one in COMMANDS if not ADMISSIONS[one].firm], ids=wire_name)
def test_a_gm_gives_in_any_phase_of_a_fight_what_the_turn_has_for_another(rules: str, command: type[Command]) -> None:
    forced = 0
    for moment, table in tables(rules):
        for subject in ("vera", "orc"):
            said = about(rules, table, command, subject, gm=True)
            refused = table.verdict(said, "gm")
            if not isinstance(refused, Refusal) or not refused.forceable:
                continue
            anyway = table.verdict(said, "gm", force="so be it")
            assert not isinstance(anyway, Refusal) or not anyway.forceable, (moment, refused, anyway)
            forced += isinstance(anyway, Accepted)
    elsewhere = not {"declaration", "actions"} <= ADMISSIONS[command].phases and ADMISSIONS[command].phases != {"lobby"}
    assert forced or not elsewhere


# who is named, and where


NAMED_OTHERWISE: Final = {
    "enter_combatant": {"combatant", "template", "gear", "controller"},
    "accept_combatant": {"seat", "combatant", "enter_as"},
    "refuse_combatant": {"seat", "combatant"},
    "form_group": {"group", "template", "gear", "members", "leader", "controller"},
    "change_group": {"group", "join", "leave", "leader"},
    "give_control": {"seat"},
    "pass_time": {"doing"},
    "override": {"changes"},
    "offer_seat": {"seat", "speaks_for"},
    "hand_over_seat": {"seat"},
    "close_seat": {"seat"},
}
"""Fields with ids that the table of permissions does not look at: of seats, groups and things to come, or a GM's."""


def mentions(form: Any, kind: Any) -> bool:
    """Whether a type is this one, or is made of it."""
    return form == kind or any(mentions(part, kind) for part in get_args(form) if not isinstance(part, str))


def test_every_field_that_names_a_combatant_is_looked_at() -> None:
    for command in COMMANDS:
        hints = get_type_hints(command, include_extras=True)
        named = {field for field, form in hints.items() if mentions(form, Id)}
        assert named - {*ADMISSIONS[command].combatants} == NAMED_OTHERWISE.get(wire_name(command), set()), command


def test_a_player_gives_commands_to_combatants_of_their_own_and_names_others_in_remarks_alone() -> None:
    named = {wire_name(one): row for one, row in ADMISSIONS.items() if row.combatants and "player" in row.seats}
    assert {name for name, row in named.items() if row.combatants != (row.own,)} == {"note"}


@cases
def test_a_character_that_is_proposed_or_taken_back_tells_of_nobody_unseen(rules: str) -> None:
    for moment, table in tables(rules):
        proposed = [EnterCombatant(combatant=one, name="New", sheet=KITS[rules].newcomer()) for one in ("ghost", "new")]
        assert [code_of(table.verdict(one, "ana")) for one in proposed] == ["accepted"] * 2, moment
        taken = [table.verdict(RefuseCombatant(seat="ana", combatant=one), "ana") for one in ("ghost", "nobody")]
        assert taken[0] == msgspec.structs.replace(taken[1], sentence=taken[1].sentence.replace("nobody", "ghost"))
    assert {wire_name(one) for one in COMMANDS if "player" in ADMISSIONS[one].seats} & {*NAMED_OTHERWISE} == {
        "enter_combatant", "refuse_combatant", "hand_over_seat",
    }  # fmt: skip


def acts_about(rules: str, subject: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every kind of act of Vera's with every field that names somebody, naming this one."""
    table = standing(rules, "actions")
    told = legal_actions(table.history, table.ruleset, "gm", GM.audience(table.state), "vera")
    assert told is not None
    offered = {one.kind: dict(one.act) for one in told.actions}
    for name, kind in table.ruleset.actions.items():
        for field, form in get_type_hints(kind.fields, include_extras=True).items():
            if mentions(form, Who):
                act = {key: value for key, value in offered[name].items() if key not in ("target", "targets")}
                yield f"{name}.{field}", {"kind": name, **act, field: _as(str(form), subject)}


def _as(form: str, subject: str) -> Any:
    return {subject: "blast"} if "dict" in form else [subject] if "tuple" in form else subject


@cases
def test_an_act_about_somebody_unseen_is_refused_like_one_about_nobody(rules: str) -> None:
    table, checked, seen = standing(rules, "actions"), 0, set()
    acts = zip(*(acts_about(rules, subject) for subject in ("ghost", "nobody", "orc")), strict=True)
    for (field, ghost), (_, nobody), (_, orc) in acts:
        for command in (Act, Queue):
            for speaker in ("player", "service for a player"):
                seat, on_behalf = SPEAKERS[speaker]
                one, other, third = (
                    table.verdict(command(combatant="vera", action=raw(act)), seat, on_behalf)
                    for act in (ghost, nobody, orc)
                )
                assert isinstance(one, Refusal) and isinstance(other, Refusal), (field, command, one, other)
                alike = msgspec.json.encode(one).replace(b"ghost", b"nobody"), msgspec.json.encode(other)
                assert alike[0] == alike[1], (field, alike)
                seen |= {field} if code_of(third) != "unknown-id" and one.code == "unknown-id" else set()
                checked += 1
    assert checked >= 12
    assert len(seen) >= 3, "somebody in sight is nobody unknown"


# what only a GM says


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
    table = standing("unisystem", "actions")
    for speaker, (seat, on_behalf) in SPEAKERS.items():
        gm = kind_of(speaker) == "gm"
        plain = msgspec.json.decode(msgspec.json.encode(about("unisystem", table, command, "vera", gm=gm)))
        said = msgspec.json.decode(msgspec.json.encode({**plain, field: SAID[field]}), type=command)
        verdict = table.verdict(said, seat, on_behalf)
        assert (code_of(verdict) == "unauthorized") == (not gm), (speaker, verdict)


def test_no_seat_of_a_host_can_be_offered_since_a_host_sits_at_no_table() -> None:
    kinds = get_type_hints(OfferSeat)["kind"].__args__
    assert {*kinds} == {*get_args(SeatKind)} - {"host"}
    assert all("host" not in admission.seats for admission in ADMISSIONS.values())


# handing a seat over


def at_the_table() -> MemoryTable:
    return MOMENTS["actions"](KITS["unisystem"], True)


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
    assert table.facts(SeatOffered)[-1].speaks_for == ("ana", "eve", "gm")


def test_a_closed_seat_is_handed_over_to_nobody() -> None:
    table = at_the_table()
    table.must(CloseSeat(seat="ana"))
    assert table.refused(HandOverSeat(seat="ana")).code == "unknown-id"


def test_what_a_player_said_to_their_group_means_the_same_when_it_is_corrected() -> None:
    table = MOMENTS["declaration"](KITS["unisystem"], True)
    table.must(Declare(combatant="pair", intention="on"), "ana", named="said")
    table.must(Amend(action="ana/said", changes={"intention": "back"}))
    assert [(fact.combatant, fact.intention) for fact in table.facts(Declared)] == [("vera", "on"), ("vera", "back")]
