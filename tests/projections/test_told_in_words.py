"""The story, the explanations and what is legal: for people, and cut like everything else."""

from typing import Any

import msgspec

from engine import commands as c
from engine.rulesets import RULESETS
from engine.state import Combatant, State
from events.base import CombatantId, Fact
from events.play import AmmoSpent, DamageApplied, Reloaded, Rolled
from projections.audience import GM, SPECTATORS, Viewer
from projections.corrections import Made, told_of_correction
from projections.explanation import DamageExplained, RollExplained
from projections.frames import HitSeen, RollSeen, Struck, Whole
from projections.languages import ENGLISH, LANGUAGES
from projections.legal import Legal, legal_actions
from projections.sight import OwnCard
from projections.story import in_language
from projections.ways import explanation, story
from projections.wounds import cards
from tests.interlock.fighters import INTERLOCK, fighter
from tests.projections.kits import ALL_SIX, UNISYSTEM, gun, sheet
from tests.projections.play import BOO, act
from tests.projections.twins import ANA, Table
from tests.projections.watching import fight, shot, stream, vantage
from tests.tables import MemoryTable


def told(table: MemoryTable, viewer: Viewer, after: int = 0) -> list[str]:
    return [line.text for line in story(vantage(table, viewer), after).lines]


def test_a_volley_is_one_sentence_and_tells_how_the_target_looks() -> None:
    table = fight()
    table.must(shot("vera", "ganger", shots=2), faces=(8, 1, 9, 6))
    assert told(table, ANA)[-1] == "Vera fires the pistol at Ganger: hits twice; Ganger is seriously hurt."
    assert told(table, GM)[-1] == "Vera fires the pistol at Ganger: hits twice; Ganger is seriously hurt (28 lost)."


def test_a_miss_is_told() -> None:
    table = fight()
    table.must(c.Jump(combatant="ganger"))
    table.must(shot("ganger", "bob"), faces=(2,))
    assert told(table, SPECTATORS)[-1] == "Ganger fires the pistol at Bob: misses."


def test_who_hits_only_themselves_misses() -> None:
    table = MemoryTable(INTERLOCK)
    weapons = {"pistol": {"class": "handgun", "damage": "2d6+1", "magazine": 12}}
    table.enter("ann", fighter(weapons=weapons))
    table.enter("bob", fighter())
    table.must(c.BeginCombat())
    for name, number in (("ann", 20), ("bob", 10)):
        table.must(c.SetInitiative(combatant=name, value=number))
    table.must(act("ann", kind="fire", weapon="pistol", target="bob"), faces=(1, 8, 3, 4, 2, 2))
    assert told(table, GM)[-1] == "Ann fires the pistol at Bob: misses; Ann is seriously wounded (5 lost)."


def test_the_unseen_stay_out_of_the_story() -> None:
    table = fight()
    blow = act("ogre", kind="strike", weapon="claws", target="vera", defense="none")
    table.must(blow, faces=(5, 45), force=BOO)
    assert told(table, SPECTATORS)[-1].startswith("Vera is ")
    assert "Vera is hit; Vera is down." in told(table, SPECTATORS)
    assert not any("Ogre" in line or "claws" in line for line in told(table, ANA))
    assert any("Ogre strikes at Vera with the claws: hits" in line for line in told(table, GM))


def test_fights_turns_and_time_are_told() -> None:
    table = fight()
    table.must(c.EndCombat())
    table.must(c.PassTime(minutes=1))
    table.must(c.PassTime(minutes=20))
    lines = told(table, ANA)
    assert lines[:2] == ["The fight begins: Warehouse.", "Turn 1."]
    assert lines[-3:] == ["The fight is over.", "A minute passes.", "20 minutes pass."]
    table.must(c.PassTime(days=1, hours=2, minutes=1, turns=3))
    table.must(c.PassTime(turns=1))
    assert told(table, ANA)[-2:] == ["A day, 2 hours, a minute and 3 turns pass.", "A turn passes."]


def test_what_people_lose_inwardly_is_told_to_their_own_side_and_as_no_hit() -> None:
    table = fight()
    table.must(c.EndCombat())
    before = len(told(table, SPECTATORS))
    table.must(c.ApplyDamage(target="vera", amount=2, pool="endurance"))
    table.must(c.ApplyDamage(target="ganger", amount=3, pool="essence"))
    table.must(act("vera", kind="spend", amount=1), "ana")
    assert told(table, ANA)[-2:] == ["Vera loses 2 points of endurance.", "Vera spends Essence (1 lost)."]
    assert "Ganger loses 3 points of essence." in told(table, GM)
    assert told(table, SPECTATORS)[before:] == ["Vera spends Essence."]


def test_what_was_taken_back_is_struck() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana", named="bang")
    table.must(c.Undo(action="ana/bang"))
    lines = story(vantage(table, ANA)).lines
    assert [(line.struck, line.text) for line in lines[-1:]] == [
        (False, "Taken back: Vera fires the pistol at Ganger: hits.")
    ]
    assert lines[-2].struck
    table.must(c.Redo())
    assert told(table, ANA)[-1] == "Counts again: Vera fires the pistol at Ganger: hits."


def test_a_step_without_a_sentence_is_taken_back_by_what_it_was() -> None:
    table = fight()
    table.must(c.Done(combatant="vera"))
    table.must(c.Undo())
    assert told(table, ANA)[-1] == "Taken back: Vera being done."
    table.must(c.ApplyDamage(target="ganger", amount=5, pool="life"), named="wound")
    table.must(c.ApplyDamage(target="ganger", amount=5, pool="life"))
    table.must(c.Undo(action="gm/wound"))
    assert told(table, ANA)[-1] == "Taken back: Ganger is hit; and what came after it."
    table.must(c.Switch(version=table.history.head - 1))
    assert told(table, ANA)[-1] == "The table stands again as it stood before."


def test_an_amend_tells_everybody_that_the_act_was_judged_anew_and_only_what_differs() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
    table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": -12, "label": "smoke"}]}))
    for viewer in (GM, ANA, SPECTATORS):
        lines = told(table, viewer)[before[viewer] :]
        assert lines[0] == "Judged anew: Vera fires the pistol at Ganger: misses."
        assert lines[-1] == "Ganger is unhurt."
        left = ["Dice that are not needed any more: Vera's damage (6)."] if viewer is GM else []
        assert lines[1:-1] == left, "the rest is behind the act's own sentence"
    german = [line.text for line in in_language(stream(table, ANA).lines(), LANGUAGES["de"])]
    assert german[-2] == "Neu beurteilt: Vera schießt auf Ganger (Pistole): daneben."


def test_a_roll_that_is_thrown_again_is_told_as_its_act_with_the_dice_by_whose_they_are() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(2,))
    number = next(n for n in range(table.history.head, 0, -1) if isinstance(table.past(n).fact, Rolled))
    table.must(c.Dispute(roll=number, text="it fell off"))
    before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
    table.must(c.Rule(dispute=table.history.head, reason="again", remedy=c.Reroll()))
    words = "Judged anew: Vera fires the pistol at Ganger: hits; Ganger is hurt"
    ruling, act, thrown, left = told(table, GM)[before[GM] :]
    assert ruling == "The GM has it rolled again: again."
    assert act.startswith(f"{words} (") and act.endswith(" lost).")
    assert thrown.startswith("Thrown for this: Vera's attack (") and "; Vera's damage (" in thrown
    assert left == "Dice that are not needed any more: Vera's attack (2)."
    for viewer in (ANA, SPECTATORS):
        assert told(table, viewer)[before[viewer] :] == [ruling, f"{words}."]


def test_a_correction_names_whom_the_act_met_now_and_nobody_whom_the_audience_did_not_see_then() -> None:
    table = fight()
    table.must(c.Jump(combatant="ganger"))
    table.must(shot("ganger", "ogre"), named="bang", faces=(9, 6))
    table.must(c.Show(combatant="ogre"))
    before = len(told(table, ANA))
    table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": 1, "label": "luck"}]}))
    assert not any("Ogre" in line for line in told(table, ANA)[before:])
    assert any("at Ogre: hits" in line for line in told(table, GM))
    before = len(told(table, SPECTATORS))
    table.must(c.Amend(action="gm/bang", changes={"target": "bob"}))
    assert told(table, SPECTATORS)[before : before + 1] == [
        "Judged anew: Ganger fires the pistol at Bob: hits; Bob is hurt."
    ]


def test_what_is_corrected_again_is_told_though_nobody_looks_different() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(2,))
    table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": -1, "label": "smoke"}]}))
    for target, name in (("bob", "Bob"), ("ganger", "Ganger")):
        before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
        table.must(c.Amend(action="gm/bang", changes={"target": target}))
        for viewer in (GM, ANA, SPECTATORS):
            assert told(table, viewer)[before[viewer] :] == [f"Judged anew: Vera fires the pistol at {name}: misses."]
            numbers = stream(table, viewer).numbers
            assert numbers.version(numbers.newest) == table.history.head, "the range to whom it met is seen otherwise"
    table.must(c.Undo())
    back = "the correction by which Vera fires the pistol at Ganger: misses."
    assert told(table, SPECTATORS)[-1] == f"Taken back: {back}"
    table.must(c.Redo())
    assert told(table, SPECTATORS)[-1] == f"Counts again: {back}"


def test_what_was_corrected_and_is_struck_is_told_by_what_it_had_become() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": -12, "label": "smoke"}]}))
    before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
    table.must(c.Strike(action="gm/bang"))
    for viewer in (GM, ANA, SPECTATORS):
        assert told(table, viewer)[before[viewer] :] == ["No longer counts: Vera fires the pistol at Ganger: misses."]
        numbers = stream(table, viewer).numbers
        assert numbers.version(numbers.newest) == table.history.head, "the range to whom it met is seen no more"
    table.must(c.Undo())
    assert told(table, SPECTATORS)[-1] == "Counts again: Vera fires the pistol at Ganger: misses."
    table.must(c.Redo())
    assert told(table, SPECTATORS)[-1] == "No longer counts: Vera fires the pistol at Ganger: misses."


def test_where_only_the_present_is_put_right_the_act_is_told_and_not_the_change_again() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    before = len(told(table, GM))
    dark = {"modifiers": [{"value": -12, "label": "smoke"}]}
    table.must(c.Amend(action="gm/bang", changes=dark, reach="only_now"))
    assert told(table, GM)[before:] == [
        "Judged anew: Vera fires the pistol at Ganger: misses.",
        "Dice that are not needed any more: Vera's damage (6).",
        "Ganger is unhurt.",
    ]


def test_who_comes_back_unseen_under_an_id_is_called_what_was_told_of_it() -> None:
    table = fight()
    table.must(c.ApplyDamage(target="ganger", amount=5, pool="life"), named="wound")
    table.must(c.RemoveCombatant(combatant="ganger"))
    table.must(c.EnterCombatant(combatant="ganger", name="Count Vlad", sheet=sheet(), hidden=True))
    table.must(c.Strike(action="gm/wound"))
    assert "No longer counts: the hit on Ganger." in told(table, ANA)
    assert not any("Vlad" in line for viewer in (ANA, SPECTATORS) for line in told(table, viewer))


def test_nor_is_one_told_that_had_become_somebodys_who_is_not_seen() -> None:
    table = fight()
    table.must(act("vera", kind="strike", weapon="club", target="ganger", defense="none"), named="bang", faces=(9, 6))
    table.must(c.Amend(action="gm/bang", changes={"combatant": "ogre", "weapon": "claws"}), force=BOO)
    before = {viewer: len(told(table, viewer)) for viewer in (ANA, SPECTATORS)}
    table.must(c.Strike(action="gm/bang"))
    for viewer, lines in before.items():
        assert told(table, viewer)[lines:] == ["Ganger is unhurt."]


def test_an_act_that_becomes_that_of_somebody_unseen_is_not_told_as_anybodys() -> None:
    for reach in ("replayed", "only_now"):
        table = fight()
        blow = act("vera", kind="strike", weapon="club", target="ganger", defense="none")
        table.must(blow, named="bang", faces=(9, 6))
        before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
        changes = {"combatant": "ogre", "weapon": "claws"}
        table.must(c.Amend(action="gm/bang", changes=changes, reach=reach), force=BOO)
        assert told(table, GM)[before[GM]].startswith("Judged anew: Ogre strikes at Ganger with the claws: hits")
        for viewer in (ANA, SPECTATORS):
            lines = told(table, viewer)[before[viewer] :]
            assert lines[-1] == "Ganger is dying."
            assert not any("Judged anew" in line for line in lines), "Vera did not do it, and who did is not seen"


def test_an_act_is_judged_anew_by_name_though_whoever_did_it_or_met_it_has_left() -> None:
    for actor, target, of_the_own in (("vera", "ganger", ""), ("ganger", "vera", "; Vera is hurt (12 lost)")):
        table = fight()
        table.must(shot(actor, target, defense="none"), named="bang", faces=(9, 3), force=BOO)
        table.must(c.RemoveCombatant(combatant="ganger"))
        before = len(told(table, ANA))
        table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": -1, "label": "smoke"}]}), force=BOO)
        who, whom = actor.capitalize(), target.capitalize()
        assert told(table, ANA)[before:] == [f"Judged anew: {who} fires the pistol at {whom}: hits{of_the_own}."]


def test_later_acts_that_went_otherwise_are_told_anew_too_and_bookkeeping_is_not() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    table.must(c.Done(combatant="vera"))
    table.must(shot("bob", "ganger"), faces=(9, 5))
    before = len(told(table, SPECTATORS))
    table.must(c.Amend(action="gm/bang", changes={"modifiers": [{"value": -12, "label": "smoke"}]}))
    assert told(table, SPECTATORS)[before:] == [
        "Judged anew: Vera fires the pistol at Ganger: misses.",
        "Judged anew: Bob fires the pistol at Ganger: hits; Ganger is hurt.",
    ]


def test_an_act_that_is_struck_is_told_by_its_own_sentence() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    before = len(told(table, GM))
    table.must(c.Strike(action="gm/bang"))
    act = "No longer counts: Vera fires the pistol at Ganger: hits."
    assert told(table, GM)[before:] == [act, "Ganger is unhurt."]


def test_a_stated_change_is_told_with_how_people_are_and_of_nobody_else() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), faces=(9, 6))
    hit = next(n for n in range(table.history.head, 0, -1) if isinstance(table.past(n).fact, DamageApplied))
    before = {viewer: len(told(table, viewer)) for viewer in (GM, SPECTATORS)}
    table.must(c.Override(version=hit, changes={"ganger": c.StatedChange(pools={"life": -3})}, reason="a graze"))
    assert told(table, GM)[before[GM] :] == [
        "No longer counts: Ganger's loss of 24 points of life.",
        "Counts instead: Ganger -3 life.",
        "Ganger is hurt.",
    ]
    assert told(table, SPECTATORS)[before[SPECTATORS] :] == ["No longer counts: the hit on Ganger.", "Ganger is hurt."]


def test_seats_are_called_by_the_names_that_their_audience_was_told() -> None:
    table = fight()
    table.must(c.OfferSeat(seat="cid", kind="player", name="Cid of the Docks", link_digest="1" * 64))
    table.must(c.EnterCombatant(combatant="kim", name="Kim", sheet=sheet()), "cid")
    proposed = "Cid of the Docks would like to bring in Kim."
    assert told(table, GM)[-1] == told(table, Viewer("player", "cid"))[-1] == proposed
    assert told(table, ANA)[-1] != proposed, "it is nobody else's business"
    table.must(c.AcceptCombatant(seat="cid", combatant="kim"))
    assert "Kim is let in, played by Cid of the Docks." in told(table, GM)
    table.must(c.OfferSeat(seat="cid", kind="player", name="Sid", link_digest="2" * 64))
    table.must(c.FreeRoll(dice="1d10"))
    table.must(c.Dispute(roll=table.history.head - 1, text="no"), "cid")
    assert told(table, ANA)[-1] == "Sid contests a roll: no."
    table.must(c.Note(text="open"))
    table.must(c.FreeRoll(dice="1d10"))
    table.must(c.Dispute(roll=table.history.head - 1, text="no"), "gm")
    assert told(table, ANA)[-1] == "The GM contests a roll: no."
    german = [line.text for line in in_language(stream(table, ANA).lines(), LANGUAGES["de"])]
    assert german[-1] == "Die Spielleitung ficht einen Wurf an: no."


def test_what_was_struck_is_told_fact_by_fact_as_far_as_it_was_told() -> None:
    table = fight()
    table.must(c.ApplyDamage(target="ganger", amount=5, pool="life"), named="wound")
    before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA)}
    table.must(c.Strike(action="gm/wound"))
    assert told(table, GM)[before[GM] :] == [
        "No longer counts: Ganger's loss of 5 points of life.",
        "Ganger is unhurt.",
    ]
    assert told(table, ANA)[before[ANA] :] == ["No longer counts: the hit on Ganger.", "Ganger is unhurt."]


def test_rounds_that_no_longer_count_are_told_by_the_name_of_the_weapon() -> None:
    names = fight()
    one, several = (corrected(names, AmmoSpent("vera", "light-pistol", rounds)) for rounds in (1, 3))
    assert one == "No longer counts: a round of Vera's light pistol."
    assert several == "No longer counts: 3 rounds of Vera's light pistol."
    assert (
        corrected(names, Reloaded("vera", "light-pistol", 12)) == "No longer counts: Vera reloading the light pistol."
    )


def corrected(table: Table, fact: Fact) -> str:
    """What is said of a fact that fell, to somebody who sees everybody."""
    (said,) = told_of_correction(Struck("strike", ()), Made(fallen=(fact,)), Everybody(table.state))
    return ENGLISH.line(said)


class Everybody:
    """Finds everybody who is there."""

    def __init__(self, state: State) -> None:
        self.state = state

    def combatant(self, name: CombatantId | None) -> Combatant | None:
        return self.state.combatants.get(name or "")

    def looked(self, name: CombatantId) -> str:
        return ""

    looks = looked


def test_a_sentence_of_somebodys_own_is_not_ended_twice() -> None:
    table = fight()
    for reason, ends in (("No", "No."), ("No.", "No."), ("Why?", "Why?")):
        number = table.must(c.FreeRoll(dice="1d6")).entries[1].version
        contested = table.must(c.Dispute(roll=number, text="so")).entries[0].version
        table.must(c.Rule(dispute=contested, reason=reason))
        assert told(table, ANA)[-1] == f"The GM upholds it: {ends}"


def test_tasks_aid_and_other_acts_are_told() -> None:
    table = fight()
    table.must(c.ApplyDamage(target="bob", amount=9, pool="life"))
    table.must(act("vera", kind="first_aid", target="bob"), faces=(9,))
    assert told(table, ANA)[-1].startswith("Vera gives first aid to Bob and ")
    table.must(act("vera", kind="dodge"))
    assert told(table, ANA)[-1] == "Vera dodges."


def number_of(table: Table, viewer: Viewer, kind: type) -> int:
    told = stream(table, viewer)
    return next(n for n in range(told.newest, 0, -1) if isinstance(told.frame(n).fact, kind))


def test_an_own_roll_is_explained_with_the_rule_behind_every_number() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana")
    number = number_of(table, ANA, RollSeen) - 1
    why = explanation(vantage(table, ANA), number)
    assert isinstance(why, RollExplained)
    assert why.purpose == "strike"
    assert why.total == sum(face.counts or 0 for face in why.faces) + sum(term.value for term in why.modifiers)
    assert all(term.title for term in why.modifiers)
    assert all(face.address for face in why.faces)


def test_of_an_open_roll_of_others_nothing_is_explained_from_which_the_cut_follows() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana")
    why = explanation(vantage(table, SPECTATORS), number_of(table, SPECTATORS, RollSeen))
    assert isinstance(why, RollExplained)
    assert why.faces
    assert all(face.counts is None for face in why.faces)
    assert (why.total, why.modifiers, why.target_number) == (None, (), None)


def test_damage_is_explained_step_by_step_to_those_who_may_read_it() -> None:
    table = fight()
    table.must(c.ApplyDamage(target="vera", amount=7, pool="life"))
    own = explanation(vantage(table, ANA), number_of(table, ANA, HitSeen))
    other = explanation(vantage(table, SPECTATORS), number_of(table, SPECTATORS, HitSeen))
    assert isinstance(own, DamageExplained)
    assert isinstance(other, DamageExplained)
    assert (own.lost, other.lost, other.wound) == (7, None, "hurt")


def test_a_gm_gets_the_whole_explanation_of_an_entry() -> None:
    table = fight()
    blow = act("ogre", kind="strike", weapon="claws", target="vera", defense="none")
    table.must(blow, faces=(5, 7), force=BOO)
    at = vantage(table, GM)
    whys = [explanation(at, number) for number in range(at.number - 8, at.number + 1)]
    damage = [one for one in whys if isinstance(one, DamageExplained)]
    assert [(one.source, one.weapon, one.lost) for one in damage] == [("ogre", "claws", 7)]
    assert damage[0].steps[-1].result == 7
    assert isinstance(at.stream.frame(at.number).fact, Whole)
    assert any(isinstance(one, RollExplained) and one.combatant == "ogre" for one in whys)


def legal(table: Table, viewer: Viewer, seat: str, combatant: str) -> Legal | None:
    return legal_actions(table.history, UNISYSTEM, seat, viewer.audience(table.state), combatant)


def test_what_is_legal_comes_with_an_act_that_goes_or_says_why_not() -> None:
    table = fight()
    seen = legal(table, ANA, "ana", "vera")
    assert seen is not None
    acts = {one.kind: one for one in seen.actions}
    assert acts["shoot"].act == {"kind": "shoot", "weapon": "pistol", "target": "ganger"}
    targets = next(field for field in acts["shoot"].fields if field.name == "target").values
    assert targets == ("ganger", "bob")
    ranges = next(field for field in acts["shoot"].fields if field.name == "range").values
    assert "point_blank" in ranges
    refusals = {one.type: one.refusal and one.refusal.code for one in seen.commands}
    assert refusals["done"] is None
    assert refusals["declare"] == "wrong-phase"
    raw = msgspec.Raw(msgspec.json.encode(acts["strike"].act))
    table.must(c.Act(combatant="vera", action=raw), "ana")


def test_whoever_is_not_up_is_told_why_not() -> None:
    seen = legal(fight(), Viewer("player", "ben"), "ben", "bob")
    assert seen is not None
    assert {one.refusal.code for one in seen.actions if one.refusal} == {"not-your-turn"}


def test_nobody_is_told_what_others_may_do() -> None:
    table = fight()
    assert legal(table, ANA, "ana", "ganger") is None
    assert legal(table, ANA, "ana", "ogre") is None
    assert legal(table, ANA, "ana", "nobody") is None
    assert legal(table, GM, "gm", "ogre") is not None


def test_who_has_nothing_to_do_it_with_is_told_so() -> None:
    table = fight()
    table.must(c.ChangeSheet(combatant="vera", sheet=sheet(3, weapons={})))
    seen = legal(table, ANA, "ana", "vera")
    assert seen is not None
    shoot = next(one for one in seen.actions if one.kind == "shoot")
    assert shoot.act == {}
    assert shoot.refusal is not None
    assert shoot.refusal.code == "invalid"
    assert gun()["skill"] == "handguns"


def shot_at_in_armor(**protected: Any) -> MemoryTable:
    """Vera shoots at Bob, who wears armor, before and after something else hurt him."""
    table = MemoryTable(UNISYSTEM)
    table.enter(
        "vera", {"attributes": dict.fromkeys(ALL_SIX, 5), "skills": {"handguns": 5}, "weapons": {"pistol": gun()}}
    )
    table.enter("bob", {"attributes": dict.fromkeys(ALL_SIX, 2), "life_points": 40, **protected})
    table.must(c.BeginCombat())
    for name, number in (("vera", 20), ("bob", 1)):
        table.must(c.SetInitiative(combatant=name, value=number))
    table.must(shot("vera", "bob"), faces=(7, 2))
    table.must(c.ApplyDamage(target="bob", amount=5, pool="life"))
    table.must(shot("vera", "bob"), faces=(7, 2))
    return table


def test_a_hit_that_armor_took_whole_does_not_read_as_a_wound() -> None:
    table = shot_at_in_armor(armor={"av": 50})
    stopped = "Vera fires the pistol at Bob: hits; Bob's armor stops it."
    assert [line for line in told(table, GM) if "Vera" in line] == [stopped, stopped]
    fires = "Vera fires the pistol at Bob: hits"
    assert [line for line in told(table, SPECTATORS) if "Vera" in line] == [
        f"{fires}; Bob is unhurt.",
        f"{fires}; Bob is hurt, as before.",
    ]
    german = [LANGUAGES["de"].line(line.said) for line in stream(table, GM).lines()]
    assert german[-1] == "Vera schießt auf Bob (Pistole): trifft; die Panzerung hält es auf (Bob)."


def test_of_a_hit_that_hurts_no_more_than_it_shows_others_are_told_how_somebody_looks_as_before() -> None:
    table = shot_at_in_armor()
    assert told(table, GM)[-1] == "Vera fires the pistol at Bob: hits; Bob is hurt (8 lost)."
    assert told(table, SPECTATORS)[-1] == "Vera fires the pistol at Bob: hits; Bob is hurt, as before."


def test_harm_that_is_no_act_and_costs_nothing_says_so() -> None:
    table = MemoryTable(INTERLOCK)
    table.enter("bob", fighter(armor={"torso": 40}))
    table.must(c.PlaceCombatant(combatant="bob", cover=40))
    for stopped_by in ("armor", "cover"):
        beam = c.Hazard(targets=("bob",), label="beam", dice="1d6", location="torso", stopped_by=stopped_by)
        table.must(beam, faces=(3,))
        assert told(table, GM)[-1] == f"Beam hits Bob; Bob's {stopped_by} stops it."
    table.must(c.Hazard(targets=("bob",), label="beam", amount=3, stops=9))
    assert told(table, GM)[-1] == "Beam hits Bob; Bob takes no harm."


def test_a_card_says_how_many_rounds_a_weapon_holds_that_only_its_model_tells() -> None:
    table = MemoryTable(RULESETS["firefight"])
    weapons = {"rifle": {"model": "assault-rifle-762"}, "pistol": {**gun(3), "capacity": 12}}
    table.enter("cole", {"attributes": dict.fromkeys(ALL_SIX, 3), "weapons": weapons})
    for left in (30, 29):
        (seen,) = cards(table.state, GM.audience(table.state), table.ruleset)
        assert isinstance(seen, OwnCard)
        assert (seen.ammo, seen.full_ammo) == ({"rifle": left, "pistol": 3}, {"rifle": 30, "pistol": 12})
        table.must(c.Override(changes={"cole": c.StatedChange(ammo={"rifle": -1})}, reason="one shot"))


def test_who_asked_for_an_undo_is_told_that_it_stays_and_nobody_else_is() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana", named="bang")
    table.must(c.RequestUndo(action="ana/bang"), "ana")
    before = {viewer: len(told(table, viewer)) for viewer in (GM, ANA, SPECTATORS)}
    table.must(c.DeclineUndo(action="ana/bang", reason="it was fired"))
    name = stream(table, ANA)._people.get("ana", "ana")
    line = f"What {name} asked to have taken back stays as it is: it was fired."
    assert [told(table, viewer)[before[viewer] :] for viewer in (GM, ANA, SPECTATORS)] == [[line], [line], []]


def test_a_note_is_told_to_whom_it_is_for() -> None:
    table = fight()
    before = len(told(table, GM))
    table.must(c.Note(text="The alarm rings."))
    table.must(c.Note(text="He limps", about="ganger"), "ana")
    table.must(c.Note(text="He is bluffing", about="ganger", gm_only=True))
    table.must(c.Note(text="It sleeps", about="ogre"))
    table.must(c.Note(text="Two more turns", gm_only=True))
    of_all = ["The GM notes: The alarm rings.", "Ana notes about Ganger: He limps."]
    of_the_gm = [
        "Note about Ganger, for the GM alone: He is bluffing.",
        "The GM notes about Ogre: It sleeps.",
        "Note for the GM alone: Two more turns.",
    ]
    assert told(table, GM)[before:] == of_all + of_the_gm
    for viewer in (ANA, SPECTATORS):
        assert told(table, viewer)[-2:] == of_all
    table.must(c.Undo())
    assert told(table, GM)[before : before + 5] == of_all + of_the_gm
    assert not any(line.struck for line in story(vantage(table, GM)).lines if "otes" in line.text)


def test_who_comes_while_a_fight_goes_on_is_told_to_those_who_see_them_and_when_they_act() -> None:
    table = fight()
    before = {viewer: len(told(table, viewer)) for viewer in (GM, SPECTATORS)}
    table.must(c.EnterCombatant(combatant="dog", name="Dog", sheet=sheet(), side="foes"))
    table.must(c.EnterCombatant(combatant="cat", name="Cat", sheet=sheet(), side="foes", status="reserve"))
    table.must(c.EnterCombatant(combatant="owl", name="Owl", sheet=sheet(), side="foes", hidden=True))
    new = {"dog": ("Dog appears.", "Into this turn at 7: Dog."), "owl": ("Owl appears.",)}
    for viewer, lines in before.items():
        assert told(table, viewer)[lines:] == [new["dog"][0]]
    table.must(c.FormGroup(group="rats", title="Rats", name="Rat", count=2, sheet=sheet()))
    for viewer, lines in before.items():
        shown = ["Rat 1 appears.", "Rat 2 appears.", "Rat 1 and Rat 2 are one group now (Rats)."]
        assert told(table, viewer)[lines + 1 :] == shown
    table.must(c.SetInitiative(combatant="dog", value=7))
    table.must(c.SetInitiative(combatant="rats", value=5))
    table.must(c.SetInitiative(combatant="dog", value=9))
    table.must(c.SetInitiative(combatant="owl", value=3))
    for viewer, lines in before.items():
        assert told(table, viewer)[lines + 4 :] == [new["dog"][1], "Into this turn at 5: Rats."]
    table.must(c.Show(combatant="owl"))
    assert told(table, SPECTATORS)[-1:] == list(new["owl"])
    assert "Owl appears." not in told(table, GM)
