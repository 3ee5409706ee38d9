"""Corrections over HTTP: told in sentences, tried first, the same answer again, refused where the table has moved."""

from typing import Any

import msgspec
import pytest

from projections.languages import ENGLISH
from projections.phrases import Saying
from tests.api.people import FIGHTER, Seat


async def wounds(gm: Seat) -> dict[str, int]:
    """Life of everybody."""
    return {one["id"]: one["pools"]["life"]["now"] for one in (await gm.look())["combatants"]}


async def test_a_strike_says_what_fell_and_leaves_the_rest(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    await gm.give("apply_damage", target="bob", amount=5, named="second")
    reply = await gm.give("strike", action="first", reason="it was Ann")
    assert "No longer counts: Bob's loss of 7 points of life." in reply["lines"]
    assert await wounds(gm) == {"bob": 25}
    assert [one["what"] for one in (await gm.look("/timeline"))["moments"]][-1] == "struck"


async def test_a_reply_says_whether_there_is_something_to_take_back(gm: Seat) -> None:
    """Undo takes it back where it says so, and refuses where it does not."""
    ana = await gm.seat("ana")
    given: tuple[tuple[str, dict[str, Any], bool], ...] = (
        ("enter_combatant", {"combatant": "bob", "name": "Bob", "sheet": FIGHTER}, True),
        ("apply_damage", {"target": "bob", "amount": 7}, True),
        ("set_condition", {"combatant": "bob", "condition": "prone"}, True),
        ("set_scene", {"light": "poor"}, True),
        ("note", {"text": "It rains"}, False),
        ("offer_seat", {"seat": "ben", "kind": "player", "name": "Ben"}, False),
        ("hand_over_seat", {"seat": "ben"}, False),
        ("add_entropy", {"entropy": "00" * 16}, False),
        ("begin_combat", {"title": "The yard"}, True),
    )
    for place, (type_, fields, undoable) in enumerate(given):
        reply = await gm.give(type_, named=f"step-{place}", **fields)
        assert reply.get("undoable", False) is undoable, type_
        tried = await gm.give("undo", action=f"gm/step-{place}", dry_run=True)
        assert ("refused" not in tried) is undoable, type_
    assert "undoable" not in await gm.give("strike", action="step-1", reason="it was Ann")
    proposal = {"combatant": "cat", "name": "Cat", "sheet": FIGHTER}
    assert "undoable" not in await ana.give("enter_combatant", **proposal), "it waits for the GM, who lets them in"


async def test_the_timeline_tells_what_came_after_a_number_alone(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    await gm.give("strike", action="first", reason="it was Ann")
    whole = (await gm.look("/timeline"))["moments"]
    await gm.give("apply_damage", target="bob", amount=5, named="second")
    await gm.give("strike", action="second", reason="it was Ann")
    after = whole[-1]["number"]
    later = (await gm.look("/timeline", after=after))["moments"]
    assert (await gm.look("/timeline"))["moments"] == whole + later
    assert later
    assert all(one["number"] > after for one in later)


async def test_a_strike_is_tried_first_and_nothing_comes_of_it(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    before = await gm.look("/events")
    tried = await gm.give("strike", action="first", dry_run=True)
    assert "No longer counts: Bob's loss of 7 points of life." in tried["lines"]
    assert "Bob is unhurt." in tried["lines"]
    assert tried["said"][0][0]["key"] == "counts-no-longer"
    assert [ENGLISH.line(msgspec.convert(said, Saying)) for said in tried["said"]] == tried["lines"]
    assert await gm.look("/events") == before
    refused = await gm.give("strike", action="nothing", dry_run=True)
    assert refused["refused"]["code"] == "unknown-id"


async def test_a_strike_sent_again_has_the_same_answer_whatever_came_after(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    body = gm.body("strike", action="first")
    first = await gm.send(body)
    assert first.status_code == 200
    await gm.give("undo")
    assert (await gm.send(body)).content == first.content
    assert await wounds(gm) == {"bob": 23}


async def test_players_do_not_strike(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    ana = await gm.seat("ana")
    assert (await ana.refused("strike", action="gm/first"))["code"] == "unauthorized"


async def test_a_batch_may_strike_what_stands_before_it(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    batch = [gm.body("apply_damage", target="bob", amount=2, named="second"), gm.body("strike", action="first")]
    assert (await gm.send({"commands": batch})).status_code == 200
    assert await wounds(gm) == {"bob": 28}
    within = [gm.body("apply_damage", target="bob", amount=9, named="third"), gm.body("strike", action="third")]
    assert (await gm.send({"commands": within})).status_code == 200
    assert await wounds(gm) == {"bob": 28}


async def test_a_long_way_is_folded_elsewhere_with_the_same_result(gm: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.tables.past.LONG", 2)
    monkeypatch.setattr("api.tables.deciding.LONG", 2)
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    for _ in range(3):
        await gm.give("apply_damage", target="bob", amount=1)
    await gm.give("strike", action="first")
    assert await wounds(gm) == {"bob": 27}


async def test_what_was_struck_is_struck_in_the_story(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    await gm.give("strike", action="first")
    lines = (await gm.look("/story"))["lines"]
    assert [line["text"] for line in lines if line.get("struck")] == ["Bob is hit; Bob is hurt (7 lost)."]


async def a_shot(gm: Seat, faces: tuple[int, ...] = (5, 4)) -> None:
    """Ann shoots at Bob at short range and hits; Cy looks on."""
    await gm.enter("cy", status="reserve")
    for name, number in (("ann", 20), ("bob", 10)):
        await gm.enter(name)
        await gm.give("set_initiative", combatant=name, value=number)
    await gm.give("begin_combat")
    await gm.give("roll_initiative")
    action = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    await gm.give("act", combatant="ann", action=action, faces=list(faces), named="shot")


async def test_an_amend_tells_what_counts_instead_and_what_is_left_over(gm: Seat) -> None:
    await a_shot(gm)
    before = await wounds(gm)
    dark = {"modifiers": [{"value": -9, "label": "pitch dark"}]}
    tried = await gm.give("amend", action="shot", changes=dark, dry_run=True)
    reply = await gm.give("amend", action="shot", changes=dark, reason="the lamp was out")
    assert tried["lines"] == reply["lines"]
    act, left, look = reply["lines"]
    assert (act, look) == ("Judged anew: Ann fires the pistol at Bob: misses.", "Bob is unhurt.")
    assert left.startswith("Dice that are not needed any more: Ann's damage (4)"), left
    assert before["bob"] < (await wounds(gm))["bob"] == 30
    await gm.give("undo")
    assert await wounds(gm) == before


async def test_before_dice_fall_again_it_is_told_what_hangs_on_them(gm: Seat) -> None:
    await a_shot(gm)
    action = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    for number in range(5):
        await gm.give("act", combatant="ann", action=action, faces=[2], force="to see", named=f"later-{number}")
    frames = (await gm.look("/events", after=0))["frames"]
    entries = [one["fact"]["entry"] for one in frames]
    roll = next(one["version"] for one in entries if one["fact"].get("purpose") == "strike")
    contested = await gm.give("dispute", roll=roll, text="it fell off")
    ruling = {"dispute": contested["version"], "reason": "again", "remedy": {"type": "reroll"}}
    tried = await gm.give("rule", **ruling, dry_run=True)
    miss = "Ann fires the pistol at Bob: misses"
    assert tried["roll"]["purpose"] == "strike"
    assert tried["lines"][-2:] == [
        "On what falls this is judged again: Ann fires the pistol at Bob: hits.",
        f"And what came after it, where it goes otherwise for that: {miss}; {miss}; {miss}; and 2 more acts.",
    ]
    only_now = {"action": "gm/shot", "changes": {"shots": 2}, "reach": "only_now", "dry_run": True}
    assert (await gm.give("amend", **only_now))["lines"][-1] == tried["lines"][-2]


async def test_an_act_that_a_die_is_missing_for_is_told_in_one_sentence_as_far_as_it_goes(gm: Seat) -> None:
    await a_shot(gm)
    tried = await gm.give("amend", action="shot", changes={"target": "cy", "shots": 2}, dry_run=True)
    assert tried["roll"]["purpose"] == "consciousness"
    assert tried["lines"] == [
        "As far as dice have fallen: Ann fires the pistol at Cy: hits.",
        "On what falls this is judged again: Ann fires the pistol at Bob: hits.",
    ]


async def test_later_steps_are_named_as_they_stand_and_told_without_codes(gm: Seat) -> None:
    await a_shot(gm, faces=(1, 3))
    await gm.give("done", combatant="ann", named="ann-is-done")
    shot = {"kind": "shoot", "weapon": "pistol", "target": "ann", "range": "short"}
    await gm.give("act", combatant="bob", action=shot, faces=[9, 2], named="later")
    await gm.give("amend", action="later", changes={"target": "cy"})
    for tried in (True, False):
        reply = await gm.give("strike", action="ann-is-done", dry_run=tried)
        (offer,) = [one for one in reply["otherwise"] if one["action"] == "gm/later"]
        assert offer["act"] == "Bob fires the pistol at Cy: misses."
        line = "What Bob did later could no longer be done (Bob is not up: Ann is): correct it or cross it out."
        assert offer["line"] == line and line in reply["lines"]
    struck = await gm.give("strike", action="later")
    assert "No longer counts: Bob fires the pistol at Cy: misses." in struck["lines"]


async def test_an_override_over_http(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("apply_damage", target="bob", amount=7, named="first")
    changes = {"bob": {"pools": {"life": -2}, "gained": ["prone"]}}
    refused = await gm.refused("override", changes={"cy": {"pools": {"life": -2}}}, reason="a graze")
    assert refused["code"] == "unknown-id"
    reply = await gm.give("override", changes=changes, reason="a graze")
    assert "Counts instead: Bob -2 life, prone." in reply["lines"]
    assert await wounds(gm) == {"bob": 21}


async def test_a_strike_lists_later_steps_that_would_go_otherwise(gm: Seat) -> None:
    await a_shot(gm)
    action = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    await gm.give("act", combatant="ann", action=action, named="second")
    reply = await gm.give("strike", action="shot")
    assert any(line.endswith("correct it or cross it out.") for line in reply["lines"])
    assert "gm/second" in {one["action"] for one in reply["otherwise"]}


async def test_each_line_of_the_review_offers_amend_and_strike(gm: Seat) -> None:
    await a_shot(gm)
    action = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    await gm.give("act", combatant="ann", action=action, named="second")
    tried = await gm.give("strike", action="shot", dry_run=True)
    reply = await gm.give("strike", action="shot")
    assert tried["otherwise"] == reply["otherwise"]
    for offer in reply["otherwise"]:
        assert offer["line"] in reply["lines"]
        assert offer["amend"] == {"type": "amend", "action": "gm/second", "changes": {}}
    await gm.give(**{**reply["otherwise"][0]["strike"], "type_": "strike"})
    assert (await wounds(gm))["bob"] == 30
    ana = await gm.seat("ana")
    assert "otherwise" not in await ana.give("note", text="hello")
