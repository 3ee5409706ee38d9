"""What a seat may do now is told whole: commands and actions with their fields, or why not; and nothing secret."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands as c
from engine.admission import ADMISSIONS
from engine.commands import COMMANDS, wire_name
from engine.context import Context
from engine.refusals import Refusal
from engine.ruleset import ActionKind, RuleSet
from events.roster import Distance, Zone
from projections.audience import GM, SPECTATORS, Viewer
from projections.legal import Field, Legal, Possible, PossibleCommand, legal_actions, legal_commands
from tests.projections.kits import UNISYSTEM, club, gun, sheet
from tests.projections.twins import ANA, BEN, Table, Twins
from tests.projections.watching import fight, shot
from tests.tables import MemoryTable

SEATS = {GM: "gm", ANA: "ana", BEN: "ben", SPECTATORS: "screen"}


def at_the_table(table: MemoryTable, viewer: Viewer) -> dict[str, PossibleCommand]:
    told = legal_commands(table.history, UNISYSTEM, SEATS[viewer], viewer.audience(table.state))
    return {one.type: one for one in reversed(told)}


def of(table: MemoryTable, viewer: Viewer, combatant: str, ruleset: RuleSet = UNISYSTEM) -> Legal:
    told = legal_actions(table.history, ruleset, SEATS[viewer], viewer.audience(table.state), combatant)
    assert told is not None
    return told


def commands_of(table: MemoryTable, viewer: Viewer, combatant: str) -> dict[str, PossibleCommand]:
    return {one.type: one for one in reversed(of(table, viewer, combatant).commands)}


def action(table: MemoryTable, viewer: Viewer, combatant: str, kind: str) -> Possible:
    return next(one for one in of(table, viewer, combatant).actions if one.kind == kind)


def field(told: Possible | PossibleCommand, name: str) -> Field:
    return next(one for one in told.fields if one.name == name)


def names(told: Possible | PossibleCommand) -> set[str]:
    return {one.name for one in told.fields}


def read(told: PossibleCommand) -> c.Command:
    command: c.Command = msgspec.json.decode(msgspec.json.encode(told.command), type=c.AnyCommand)
    return command


# every command


@pytest.mark.parametrize("viewer", [GM, ANA, SPECTATORS], ids=SEATS.get)
def test_every_command_that_a_seat_may_give_is_told(viewer: Viewer) -> None:
    table = fight()
    told = {*at_the_table(table, viewer)}
    if viewer is ANA:
        told |= {"act", *commands_of(table, viewer, "vera")}
    kind = {GM: "gm", ANA: "player", SPECTATORS: "spectator"}[viewer]
    may = {wire_name(one) for one in COMMANDS if kind in ADMISSIONS[one].seats} - {"take_seat"}
    corrections = {"amend", "answer", "dispute", "override", "reveal_roll", "rule", "strike"}
    beforehand = {"queue", "carry_out"}
    assert told == may - beforehand - (corrections if viewer is GM else {"dispute"})


def test_a_gm_begins_the_fight_in_the_lobby_and_is_told_why_the_turn_does_not_end() -> None:
    told = at_the_table(Twins().a, GM)
    assert told["begin_combat"].refusal is None
    assert told["begin_combat"].command == {"type": "begin_combat"}
    why = told["next_turn"].refusal
    assert why is not None
    assert why.code == "wrong-phase"
    assert field(told["act"], "action").values == ("task", "test", "first_aid", "spend")
    assert field(told["roll_initiative"], "combatant").values == ("vera", "bob", "ogre", "ganger")


def test_in_the_declaration_a_gm_declares_for_everybody_and_a_player_for_their_own() -> None:
    table = Twins().a
    table.must(c.BeginCombat())
    declare = at_the_table(table, GM)["declare"]
    assert field(declare, "combatant").values == ("vera", "bob", "ogre", "ganger")
    own = commands_of(table, ANA, "vera")["declare"]
    assert own.command == {"type": "declare", "combatant": "vera"}
    assert field(own, "reaction").values == UNISYSTEM.reactions
    assert field(own, "reaction").suggested == "none"
    assert field(own, "weapon").values == ("pistol", "club")
    assert not {"mode", "haste"} & names(own), "these rules know neither"
    assert "declare" not in at_the_table(table, ANA)


def test_next_turn_is_told_with_how_far_it_goes() -> None:
    table = Twins().a
    table.must(c.BeginCombat())
    told = at_the_table(table, GM)["next_turn"]
    assert told.command == {"type": "next_turn", "turn": 1}
    assert field(told, "through").values == ("declaration", "initiative")


def test_what_is_told_to_go_goes() -> None:
    for viewer, seat in ((GM, "gm"), (ANA, "ana")):
        table = fight()
        told = [*at_the_table(table, viewer).values(), *of(table, viewer, "vera").commands]
        whole = [one for one in told if one.refusal is None and not _free(one)]
        assert len(whole) >= 3
        for one in whole:
            fresh = fight()
            fresh.must(read(one), seat)


def _free(told: PossibleCommand) -> bool:
    return any(one.required and one.name not in told.command for one in told.fields)


def test_what_is_told_not_to_go_is_refused_alike() -> None:
    table = fight()
    for told in (one for one in of(table, BEN, "bob").commands if one.refusal is not None):
        body = {"type": told.type, "combatant": "bob"}
        command = msgspec.json.decode(msgspec.json.encode(body), type=c.AnyCommand)
        assert table.refused(command, "ben").code == told.refusal.code  # type: ignore[union-attr]


def test_only_a_gm_is_offered_secrets() -> None:
    table = fight()
    assert "gm_only" in names(at_the_table(table, GM)["note"])
    assert "gm_only" not in names(at_the_table(table, ANA)["note"])
    assert field(at_the_table(table, GM)["roll"], "level").values == ("open", "result", "gm", "blind")
    assert field(commands_of(table, ANA, "vera")["roll"], "level").values == ("open", "blind")


def test_people_who_are_not_seen_are_not_offered() -> None:
    table = fight()
    assert "ogre" in field(at_the_table(table, GM)["note"], "about").values
    assert b"ogre" not in msgspec.json.encode(at_the_table(table, ANA))
    assert b"ogre" not in msgspec.json.encode(of(table, ANA, "vera"))


def test_tables_that_differ_in_secrets_are_alike_to_players_and_not_to_the_gm() -> None:
    twins = Twins(second="orc")
    one, other = (msgspec.json.encode(at_the_table(table, GM)) for table in (twins.a, twins.b))
    assert one != other
    for viewer in (ANA, SPECTATORS):
        assert twins.a.legal(viewer) == twins.b.legal(viewer)


def test_why_not_is_told_without_naming_somebody_unseen_who_is_up() -> None:
    twins = Twins(second="orc")
    twins.both(c.BeginCombat(), named="a")
    twins.both(c.RollInitiative(), named="b")
    for table, name in ((twins.a, "ogre"), (twins.b, "orc")):
        table.must(c.Jump(combatant=name))
    assert twins.a.legal(ANA) == twins.b.legal(ANA)
    assert b"somebody else is up" in b"".join(twins.a.legal(ANA))


# questions and taking back


def test_a_question_is_told_with_its_choices_to_whoever_answers() -> None:
    table = fight()
    table.must(c.EndCombat())
    table.must(c.BeginCombat())
    table.must(c.Declare(combatant="bob", reaction="ask"))
    for name, number in (("ganger", 20), ("vera", 15), ("bob", 12), ("ogre", 10)):
        table.must(c.SetInitiative(combatant=name, value=number))
    table.must(shot("ganger", "bob"))
    told = commands_of(table, BEN, "bob")["answer"]
    assert told.command == {"type": "answer", "combatant": "bob", "default": True}
    assert field(told, "choice").values == ("none", "dodge")
    assert field(told, "choice").suggested == "none"
    assert commands_of(table, ANA, "vera")["answer"].refusal is not None
    by_gm = at_the_table(table, GM)["answer"]
    assert {"action", "question"} <= set(by_gm.command)
    assert {one.refusal.code for one in of(table, BEN, "bob").actions if one.refusal} == {"not-your-turn"}
    table.must(read(by_gm))


def test_a_question_for_dice_names_them() -> None:
    table = fight(own_dice=True)
    table.must(shot("vera", "ganger"), "ana")
    told = field(commands_of(table, ANA, "vera")["answer"], "faces")
    assert (told.form, told.dice) == ("faces", "1d10!")


def test_a_player_may_ask_for_an_own_action_to_be_taken_back_and_where_the_table_has_it_so_does_it() -> None:
    table = fight()
    assert at_the_table(table, ANA)["request_undo"].refusal is not None
    table.must(c.Note(text="no step"), "ana", named="note")
    table.must(shot("vera", "ganger"), "ana", named="bang")
    for number in range(30):
        table.must(c.FreeRoll(dice="1d6", level="gm"), named=f"secret-{number}")
    assert field(at_the_table(table, ANA)["request_undo"], "action").values == ("ana/bang",)
    no = at_the_table(table, ANA)["undo"].refusal
    assert no is not None
    assert no.code == "unauthorized"
    open_table = fight(options={"player_undo": "own_last"})
    open_table.must(shot("vera", "ganger"), "ana", named="bang")
    assert at_the_table(open_table, ANA)["undo"].command == {"type": "undo", "action": "ana/bang"}


# the fields of acts


def test_only_weapons_that_fit_are_offered() -> None:
    table = fight()
    assert field(action(table, ANA, "vera", "shoot"), "weapon").values == ("pistol",)
    assert field(action(table, ANA, "vera", "strike"), "weapon").values == ("club",)
    assert field(action(table, ANA, "vera", "reload"), "weapon").values == ("pistol",)


def test_who_has_nothing_but_a_pistol_is_offered_no_blow() -> None:
    table = fight()
    table.must(c.ChangeSheet(combatant="vera", sheet=sheet(3, skills={"brawling": 1}, weapons={"pistol": gun()})))
    told = action(table, ANA, "vera", "strike")
    assert told.act == {} and told.refusal is not None
    assert field(told, "weapon").values == ()


def test_those_beyond_reach_are_no_targets_of_a_blow_for_a_player_and_the_last_for_a_gm() -> None:
    table = fight()
    table.must(c.SetScene(zones={"gate": Zone(), "yard": Zone()}, distances=(Distance("gate", "yard", distance=9),)))
    table.must(c.EnterCombatant(combatant="near", sheet=sheet(1), side="foes", status="in-fight"))
    for name, zone in (("vera", "gate"), ("ganger", "yard"), ("near", "gate")):
        table.must(c.PlaceCombatant(combatant=name, zone=zone))
    ana, gm = (field(action(table, viewer, "vera", "strike"), "target") for viewer in (ANA, GM))
    assert ana.suggested == gm.suggested == "near"
    assert "ganger" not in ana.values and gm.values[-1] == "ganger"
    assert "ganger" in field(action(table, ANA, "vera", "shoot"), "target").values


def test_who_has_only_a_weapon_of_another_skill_strikes_with_it_by_naming_the_skill() -> None:
    table = fight()
    whip = {"dice": "1d4", "multiplier": 1, "damage_type": "slash", "skill": "whips"}
    table.must(c.ChangeSheet(combatant="vera", sheet=sheet(3, skills={"brawling": 1}, weapons={"whip": whip})))
    told = action(table, ANA, "vera", "strike")
    assert told.act == {"kind": "strike", "weapon": "whip", "target": "ganger", "skill": "brawling"}
    assert field(told, "skill").required
    table.must(c.Act(combatant="vera", action=msgspec.Raw(msgspec.json.encode(told.act))), "ana")


def test_a_loaded_weapon_comes_before_an_empty_one() -> None:
    table = fight()
    weapons = {"empty": gun(0), "full": gun(5)}
    table.must(c.ChangeSheet(combatant="vera", sheet=sheet(3, weapons=weapons)))
    assert action(table, ANA, "vera", "shoot").act["weapon"] == "full"


def test_skills_are_those_of_the_sheet() -> None:
    table = fight()
    assert field(action(table, ANA, "vera", "task"), "skill").values == ("handguns", "hand_weapon", "dodge")
    assert field(action(table, ANA, "vera", "strike"), "skill").values == ("hand_weapon",)


def test_a_defense_is_offered_to_the_gm_and_to_the_player_of_the_target_alone() -> None:
    table = fight()
    assert field(action(table, GM, "vera", "shoot"), "defense").only_for == ()
    assert "defense" not in names(action(table, ANA, "vera", "shoot"))
    table.must(c.GiveControl(combatant="bob", seat="ana"))
    told = field(action(table, ANA, "vera", "strike"), "defense")
    assert told.only_for == ("bob",)
    assert "none" in told.values


def test_a_player_is_not_offered_what_is_for_the_referee_to_say() -> None:
    table = fight()
    assert field(action(table, GM, "vera", "shoot"), "skill").values == ("handguns", "hand_weapon", "dodge")
    assert field(action(table, ANA, "vera", "shoot"), "skill").values == ("handguns",)
    assert "modifiers" in names(commands_of(table, GM, "vera")["roll"])
    assert ("modifiers" in names(commands_of(table, ANA, "vera")["roll"])) is _goes_with_modifiers(table)


def _goes_with_modifiers(table: MemoryTable) -> bool:
    said = (c.RefereeModifier(value=1, label="luck"),)
    command = c.FreeRoll(dice="1d10", combatant="vera", modifiers=said)
    return not isinstance(table.give(command, "ana"), Refusal)


def test_how_many_hits_one_roll_brings_is_offered_to_the_gm_alone() -> None:
    table = fight()
    assert "hits" in names(action(table, GM, "vera", "shoot"))
    assert "hits" not in names(action(table, ANA, "vera", "shoot"))


def test_light_and_range_stand_as_the_scene_has_them() -> None:
    table = fight()
    zones = {"bar": Zone(), "street": Zone(light="bad")}
    far = (Distance(one="bar", other="street", range="long"),)
    table.must(c.SetScene(light="poor", zones=zones, distances=far))
    for name, zone in (("vera", "bar"), ("ganger", "street"), ("bob", "bar")):
        table.must(c.PlaceCombatant(combatant=name, zone=zone))
    told = action(table, ANA, "vera", "shoot")
    assert field(told, "light").by_target == {"ganger": "bad", "bob": "poor"}
    assert field(told, "range").by_target == {"ganger": "long"}


def test_what_was_said_of_a_range_is_kept_for_the_next_shot() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana")
    assert field(action(table, ANA, "vera", "shoot"), "range").by_target == {"ganger": "short"}


def test_numbers_have_bounds_and_words_their_own_order() -> None:
    told = action(fight(), ANA, "vera", "shoot")
    assert (field(told, "shots").least, field(told, "shots").most, field(told, "shots").default) == (1, 100, 1)
    assert field(told, "range").values == ("point_blank", "short", "medium", "long", "extreme")


def test_aid_is_for_ones_own_first() -> None:
    assert action(fight(), ANA, "vera", "first_aid").act["target"] == "bob"


# without a trace, at a bounded cost


@pytest.mark.parametrize("viewer", [GM, ANA], ids=SEATS.get)
def test_asking_leaves_no_trace(viewer: Viewer) -> None:
    table = fight()
    before, bodies = table.history, len(table.bodies)
    commands, first = dict(before.commands), msgspec.json.encode(of(table, viewer, "vera"))
    at_the_table(table, viewer)
    assert table.history is before
    assert before.commands == commands
    assert len(table.bodies) == bodies
    assert msgspec.json.encode(of(table, viewer, "vera")) == first


def counting(calls: list[str]) -> RuleSet:
    """The rules, with every check of an action noted."""

    def noted(kind: ActionKind) -> ActionKind:
        def check(ctx: Context, actor: str, act: Any) -> Iterator[Refusal]:
            calls.append(kind.kind)
            return kind.check(ctx, actor, act)

        return replace(kind, check=check)

    return replace(UNISYSTEM, actions={name: noted(kind) for name, kind in UNISYSTEM.actions.items()})


def test_a_crowd_asks_for_no_more_tries_than_a_few() -> None:
    def tries(crowd: int) -> int:
        table: Table = fight()
        for number in range(crowd):
            table.must(c.EnterCombatant(combatant=f"x{number}", sheet=sheet(2, weapons={"club": club()})))
        calls: list[str] = []
        of(table, GM, "vera", counting(calls))
        return len(calls)

    assert tries(60) <= tries(5) + 10
