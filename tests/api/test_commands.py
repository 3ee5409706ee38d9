"""Commands over HTTP: accepted once however often they are sent, refused without a trace, together or not at all."""

import asyncio
from pathlib import Path

import httpx

from tests.api.people import FIGHTER, Seat, open_table, problem_of, service_at


async def test_the_same_command_sent_again_has_the_same_answer(gm: Seat) -> None:
    await gm.enter("bob")
    body = gm.body("apply_damage", target="bob", amount=50)
    first = await gm.send(body)
    await gm.give("note", text="something else in between")
    assert first.status_code == 200
    assert (await gm.send(body)).content == first.content


async def test_a_command_sent_again_after_an_undo_still_has_the_same_answer(gm: Seat) -> None:
    await gm.enter("bob")
    body = gm.body("apply_damage", target="bob", amount=50)
    first = await gm.send(body)
    await gm.give("undo")
    assert (await gm.send(body)).content == first.content


async def test_the_same_command_sent_many_times_at_once_lands_once(gm: Seat) -> None:
    await gm.enter("bob")
    body = gm.body("apply_damage", target="bob", amount=3)
    answers = await asyncio.gather(*(gm.send(body) for _ in range(20)))
    assert len({answer.content for answer in answers}) == 1
    assert (await gm.look())["combatants"][0]["pools"]["life"]["now"] == 27


async def test_an_id_that_was_used_for_another_command_is_a_conflict(gm: Seat) -> None:
    await gm.enter("bob")
    await gm.give("note", text="one", named="same")
    problem = await gm.refused("note", text="two", named="same")
    assert (problem["status"], problem["code"]) == (409, "id-used")


async def test_two_commands_of_one_id_at_once_are_one_command_and_one_conflict(gm: Seat) -> None:
    one, two = gm.body("note", text="one", named="same"), gm.body("note", text="two", named="same")
    answers = await asyncio.gather(gm.send(one), gm.send(two))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_refused_command_does_not_use_up_its_id(gm: Seat) -> None:
    body = gm.body("apply_damage", target="bob", amount=3)
    refused = problem_of(await gm.send(body))
    assert (refused["status"], refused["code"]) == (409, "unknown-id")
    await gm.enter("bob")
    assert (await gm.send(body)).status_code == 200


async def test_what_was_expected_is_no_part_of_a_command(gm: Seat) -> None:
    body = gm.body("note", text="one")
    first = await gm.send({**body, "expect": 4})
    assert (await gm.send(body)).content == first.content


async def test_a_batch_lands_as_one(gm: Seat) -> None:
    before = (await gm.look())["number"]
    enter = [gm.body("enter_combatant", combatant=f"x{n}", name="X", sheet=FIGHTER) for n in range(3)]
    answer = (await gm.send({"commands": enter})).json()
    assert [reply["version"] for reply in answer["replies"]] == [before + 1, before + 2, before + 3]


async def test_a_batch_is_decided_on_what_it_did_before(gm: Seat) -> None:
    enter = gm.body("enter_combatant", combatant="bob", name="Bob", sheet=FIGHTER)
    answer = await gm.send({"commands": [enter, gm.body("apply_damage", target="bob", amount=1)]})
    assert answer.status_code == 200


async def test_a_batch_with_one_refusal_leaves_no_trace(gm: Seat) -> None:
    before = await gm.look()
    good, bad = gm.body("note", text="fine"), gm.body("apply_damage", target="nobody", amount=3)
    problem = problem_of(await gm.send({"commands": [good, bad]}))
    assert problem["code"] == "unknown-id"
    assert await gm.look() == before
    assert (await gm.send(good)).status_code == 200  # its id is still free


async def test_a_batch_sent_again_has_the_same_answer(gm: Seat) -> None:
    batch = {"commands": [gm.body("note", text="one"), gm.body("note", text="two")]}
    first = await gm.send(batch)
    assert (await gm.send(batch)).content == first.content


async def test_a_batch_of_which_a_part_is_known_is_a_conflict(gm: Seat) -> None:
    one = gm.body("note", text="one")
    await gm.send(one)
    problem = problem_of(await gm.send({"commands": [one, gm.body("note", text="two")]}))
    assert problem["code"] == "id-used"


async def test_two_commands_of_a_batch_may_not_share_an_id(gm: Seat) -> None:
    one = gm.body("note", text="one")
    problem = problem_of(await gm.send({"commands": [one, one]}))
    assert problem["code"] == "invalid"


async def test_commands_and_batches_sent_together_all_have_their_answers(gm: Seat) -> None:
    bad = {"commands": [gm.body("note", text="x"), gm.body("done", combatant="nobody")]}
    good = [gm.body("note", text=str(n)) for n in range(20)]
    answers = await asyncio.gather(*(gm.send(body) for body in (*good[:10], bad, *good[10:], bad)))
    assert [answer.status_code for answer in answers] == [200] * 10 + [409] + [200] * 10 + [409]
    again = await asyncio.gather(*(gm.send(body) for body in good))
    assert [one.content for one in again] == [one.content for one in (*answers[:10], *answers[11:21])]
    texts = [frame["fact"]["entry"]["fact"].get("text") for frame in (await gm.look("/events"))["frames"]]
    assert [text for text in texts if text] == [str(n) for n in range(20)]


async def test_who_expects_a_number_that_has_passed_is_told_what_was_missed(gm: Seat) -> None:
    seen = (await gm.look())["number"]
    await gm.give("note", text="missed")
    problem = await gm.refused("note", text="late", expect=seen)
    assert problem["code"] == "moved"
    assert [frame["fact"]["entry"]["fact"]["text"] for frame in problem["missed"]] == ["missed"]


async def test_who_expects_the_present_number_is_heard(gm: Seat) -> None:
    await gm.give("note", text="in time", expect=(await gm.look())["number"])


async def test_of_many_who_expect_the_same_number_one_is_heard(gm: Seat) -> None:
    seen = (await gm.look())["number"]
    bodies = [gm.body("note", text=str(n), expect=seen) for n in range(10)]
    answers = await asyncio.gather(*(gm.send(body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 9


async def test_a_trial_tells_of_the_first_roll_and_throws_nothing(gm: Seat) -> None:
    await gm.enter("liz", sheet={"life_points": 22})
    before = await gm.look()
    ahead = await gm.give("apply_damage", target="liz", amount=50, dry_run=True)
    assert ahead["roll"]["purpose"] == "survival"
    assert ahead["roll"]["target_number"] == 9
    assert {"rule": "UNI-INJ-6", "value": -2, "note": "for each ten below zero"} in ahead["roll"]["modifiers"]
    assert "face" not in str(ahead)
    assert await gm.look() == before


async def test_a_trial_tells_of_a_refusal(gm: Seat) -> None:
    ahead = await gm.give("apply_damage", target="nobody", amount=50, dry_run=True)
    assert ahead["refused"]["code"] == "unknown-id"


async def test_a_rule_is_overruled_by_the_gm_with_a_reason(gm: Seat) -> None:
    for name in ("ann", "bob"):
        await gm.enter(name)
    await gm.give("begin_combat")
    early = {"combatant": "ann", "action": {"kind": "shoot", "weapon": "pistol", "target": "bob"}}
    refused = await gm.refused("act", **early)
    assert refused["forceable"]
    assert refused["rule"]
    done = await gm.give("act", **early, force="she was in ambush")
    assert "she was in ambush" in str(done["events"])


async def test_a_player_cannot_overrule_a_rule(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera", controller="ana")
    problem = await ana.refused("roll_initiative", combatant="vera", force="please")
    assert (problem["status"], problem["code"]) == (403, "unauthorized")


async def test_bodies_have_to_say_that_they_are_json(gm: Seat) -> None:
    response = await gm.client.post(
        f"/v1/tables/{gm.table}/commands",
        content=b'{"id":"a","command":{"type":"redo"}}',
        headers={**gm.headers, "content-type": "text/plain"},
    )
    assert problem_of(response)["code"] == "not-json"


async def test_faces_of_real_dice_come_with_the_command(gm: Seat) -> None:
    await gm.enter("liz", sheet={"life_points": 22})
    answer = await gm.give("apply_damage", target="liz", amount=50, faces=[7, 9])
    rolls = [f["fact"]["entry"]["fact"] for f in answer["events"] if f["fact"]["entry"]["fact"]["type"] == "rolled"]
    assert [(roll["purpose"], roll["faces"], roll["typed_by"]) for roll in rolls] == [
        ("survival", [7], "gm"),
        ("consciousness", [9], "gm"),
    ]


async def test_a_program_speaks_for_the_seats_it_was_given(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera", controller="ana")
    await gm.enter("bob")
    bot = await gm.seat("bot", kind="service", speaks_for=["ana"])
    assert (await bot.refused("declare", combatant="vera"))["code"] in ("unauthorized", "not-yours")
    await gm.give("begin_combat")
    answer = await bot.give("declare", combatant="vera", intention="shoot", speaks_as="ana")
    assert answer["version"] == (await ana.look())["number"]
    entry = (await gm.look("/events"))["frames"][-1]["fact"]["entry"]
    assert (entry["seat"], entry["on_behalf"]) == ("bot", "ana")
    assert (await bot.refused("declare", combatant="bob", speaks_as="gm"))["code"] == "unauthorized"


async def test_a_queue_that_is_full_is_said_to_be(client: httpx.AsyncClient, gm: Seat) -> None:
    bodies = [gm.body("note", text=str(n)) for n in range(1200)]
    answers = await asyncio.gather(*(gm.send(body) for body in bodies))
    assert {answer.status_code for answer in answers} == {200, 503}
    full = next(answer for answer in answers if answer.status_code == 503)
    assert problem_of(full)["code"] == "busy"
    assert full.headers["retry-after"] == "1"


async def test_a_log_that_is_nearly_full_is_told_to_the_gm_and_a_full_one_takes_no_more(
    valkey_url: str, tmp_path: Path
) -> None:
    async with service_at(valkey_url, tmp_path, longest_log=20) as client:
        gm = await open_table(client)
        notices = []
        while (await gm.look())["number"] < 20:
            notices.append((await gm.give("note", text="more")).get("notice", ""))
        assert [bool(notice) for notice in notices] == [False] * 11 + [True] * 5
        assert (await gm.refused("note", text="too much"))["code"] == "limit-exceeded"
        await gm.give("close_table")
        assert (await gm.refused("note", text="closed"))["code"] in ("wrong-phase", "limit-exceeded")


async def test_other_commands_are_not_held_up_by_an_id_that_is_used_twice_at_once(gm: Seat) -> None:
    one = gm.body("note", text="one", named="same")
    await gm.send(one)
    bodies = [one, gm.body("note", text="two", named="same"), *(gm.body("note", text=str(n)) for n in range(5))]
    answers = await asyncio.wait_for(asyncio.gather(*(gm.send(body) for body in bodies * 3)), 20)
    assert [answer.status_code for answer in answers] == [200, 409, 200, 200, 200, 200, 200] * 3
