"""An argument over HTTP: contested by a seat's own number, settled by the GM, read by whoever was told of the roll."""

from tests.api.people import Answer, Seat


def told(reply: Answer, kind: str) -> Answer:
    """The frame of a reply that tells of such a fact."""
    found: Answer = next(one for one in reply["events"] if one["fact"]["type"] == kind)
    return found


async def test_a_player_contests_a_roll_by_their_own_number_and_hears_the_ruling(gm: Seat) -> None:
    await gm.give("note", text="for me alone", gm_only=True)
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")
    await ana.give("dispute", roll=roll["number"], claim={"range": "long"}, text="not close")
    (contested,) = (await gm.look("/rulings"))["open"]
    assert (contested["seat"], contested["claim"], contested["text"]) == ("ana", {"range": "long"}, "not close")
    assert (await ana.look())["contested"] == [{"roll": roll["number"]}]
    await gm.give("rule", dispute=contested["number"], reason="it stands")
    seen = await ana.look("/rulings")
    assert seen.get("open", []) == []
    (settled,) = seen["settled"]
    assert (settled["roll"], settled["ruling"]["verdict"]) == (roll["number"], "uphold")
    audit = await ana.look(f"/rolls/{roll['number']}")
    assert audit["disputes"] == [settled]


async def test_a_roll_that_a_seat_did_not_see_is_contested_like_one_that_nobody_threw(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.give("roll", dice="2d6", level="gm")
    unseen = (await gm.look())["number"] - 1
    problems = [await ana.refused("dispute", roll=number, text="no") for number in (unseen, 9999, 0, 1)]
    assert {problem["code"] for problem in problems} == {"unknown-id"}
    assert len({problem["detail"] for problem in problems}) == 1


async def test_the_gm_is_offered_the_correction_that_a_claim_asks_for(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera", controller="ana", side="party", dice="own")
    await gm.enter("bob", side="enemies")
    await gm.give("begin_combat")
    for name, value in (("vera", 20), ("bob", 10)):
        await gm.give("set_initiative", combatant=name, value=value)
    act = {"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    shot = await ana.give("act", combatant="vera", action=act, named="shot", faces=[9, 6])
    hurt = await gm.look("/wounds")
    roll = next(one for one in shot["events"] if one["fact"].get("purpose") == "strike")
    await ana.give("dispute", roll=roll["number"], claim={"range": "extreme"})
    assert "remedy" not in (await ana.look("/rulings"))["open"][0]
    (contested,) = (await gm.look("/rulings"))["open"]
    assert contested["remedy"] == {"type": "amend", "action": "ana/shot", "changes": {"range": "extreme"}}
    seen = (await ana.look())["contested"]
    assert seen == [{"roll": roll["number"], "provisional": [{"combatant": "bob"}]}]
    ruling = {"dispute": contested["number"], "reason": "It was far.", "remedy": contested["remedy"]}
    tried = await gm.give("rule", **ruling, dry_run=True)
    assert "Judged anew: Vera fires the pistol at Bob: hits; Bob is hurt (24 lost)." in tried["lines"]
    reply = await gm.give("rule", **ruling)
    assert "The GM puts it right: It was far." in reply["lines"]
    assert await gm.look("/wounds") != hurt
    assert (await ana.look()).get("contested", []) == []


async def test_a_player_is_no_referee(gm: Seat) -> None:
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")
    dispute = told(await ana.give("dispute", roll=roll["number"], text="no"), "dispute-seen")
    assert (await ana.refused("rule", dispute=dispute["number"], reason="so"))["code"] == "unauthorized"


async def test_a_claim_is_an_object_and_bounded(gm: Seat) -> None:
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")
    for claim in ("long", 3, ["range"]):
        assert (await ana.refused("dispute", roll=roll["number"], claim=claim))["code"] == "invalid"
    wide = {f"field{n}": n for n in range(30)}
    assert (await ana.refused("dispute", roll=roll["number"], claim=wide))["code"] == "limit-exceeded"
