"""A rule set takes one folder and one line: everything else is there for it as for the others."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.reference import rules, sheets
from api.scenarios.reading import Written, read_file
from api.scenarios.runner import run
from engine.odds.exact import odds
from engine.registry import cited, knocked_out
from tests.api.people import Seat, open_table, service_at
from tests.fourth_ruleset.brawl import brawl
from tests.fourth_ruleset.plugged_in import PLAYABLE
from tests.proofs.choices import unshown
from tests.proofs.proving import prove
from tests.tables import MemoryTable

FOLDER = Path(__file__).parent
PLAYED = PLAYABLE["brawl"]
SCENARIOS = tuple(one for one in read_file(FOLDER / "brawl" / "closing_time.yaml") if isinstance(one, Written))


@pytest.fixture
async def client(valkey_url: str, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with service_at(valkey_url, tmp_path, playable=PLAYABLE) as one:
        yield one


@pytest.fixture
async def gm(client: httpx.AsyncClient) -> Seat:
    """A table where Ann and Bob have thrown for initiative and Ann is up."""
    seat = await open_table(client, ruleset="brawl", title="The Anchor")
    for name, sheet in (("ann", {"hearts": 8, "fists": 3, "quick": 2}), ("bob", {"hearts": 6})):
        await seat.give("enter_combatant", combatant=name, name=name.title(), side=name, sheet=sheet)
    await seat.give("begin_combat", title="Closing time")
    await seat.give("roll_initiative", faces=[3, 4])
    return seat


async def swing(gm: Seat, *faces: int) -> dict[str, Any]:
    action = {"kind": "swing", "target": "bob"}
    return await gm.give("act", combatant="ann", action=action, **({"faces": list(faces)} if faces else {}))


async def test_initiative_has_an_order_with_its_reasons(gm: Seat) -> None:
    order = (await gm.look("/initiative"))["order"]
    assert [(one["combatant"], one["rule"]) for one in order] == [("ann", "BRAWL-TURN-1"), ("bob", "BRAWL-TURN-1")]
    assert (await gm.look())["up"] == "ann"


async def test_a_hit_takes_hearts_explains_itself_and_is_told(gm: Seat) -> None:
    hit = await swing(gm, 3, 4)
    assert hit["lines"] == ["Ann swings at Bob: hits; Bob is bruised (4 lost)."]
    assert [one["wound"] for one in (await gm.look("/wounds"))["wounds"]] == ["unhurt", "bruised"]
    number = next(f["number"] for f in hit["events"] if f["fact"]["entry"]["fact"]["type"] == "rolled")
    why = await gm.look(f"/rolls/{number}")
    assert [(one["rule"], one["title"], one["value"]) for one in why["modifiers"]] == [("BRAWL-SWING-1", "A swing", 3)]


async def test_a_miss_is_told_as_one(gm: Seat) -> None:
    assert (await swing(gm, 1))["lines"] == ["Ann swings at Bob: misses."]


async def test_whoever_falls_is_refused_to_act_by_the_rule_set_s_own_rule(gm: Seat) -> None:
    await swing(gm, 6, 6)
    assert (await gm.look("/wounds"))["wounds"][1]["wound"] == "out-cold"
    await gm.give("done", combatant="ann")
    problem = await gm.refused("act", combatant="bob", action={"kind": "swing", "target": "ann"})
    assert (problem["code"], problem["rule"]) == ("cannot-act", "BRAWL-FALL-1")


async def test_what_is_undone_never_counted(gm: Seat) -> None:
    before = (await gm.look())["combatants"]
    await swing(gm, 3, 4)
    await gm.give("undo")
    assert (await gm.look())["combatants"] == before
    told = (await gm.look("/story"))["lines"]
    assert [line["text"] for line in told if line.get("struck")] == [
        "Ann swings at Bob: hits; Bob is bruised (4 lost)."
    ]


async def test_the_table_throws_and_the_turn_goes_on(gm: Seat) -> None:
    await swing(gm)
    while up := (await gm.look()).get("up"):
        await gm.give("done", combatant=up)
    await gm.give("next_turn", turn=1, through="initiative")
    assert (await gm.look())["turn"] == 2


async def test_what_may_be_done_is_offered_with_whom_it_may_be_done_to(gm: Seat) -> None:
    (told,) = (await gm.look("/actions", combatant="ann"))["combatants"]
    (offered,) = told["actions"]
    assert (offered["kind"], offered["act"]) == ("swing", {"kind": "swing", "target": "bob"})


async def test_hearts_are_given_back_and_taken_by_the_referee(gm: Seat) -> None:
    await gm.give("apply_damage", target="bob", amount=4)
    await gm.give("restore", target="bob", amount=9)
    assert (await gm.look())["combatants"][1]["pools"]["hearts"] == {"now": 6, "full": 6}


async def test_the_rulebook_is_served(client: httpx.AsyncClient) -> None:
    assert "brawl" in [one["id"] for one in (await client.get("/v1/rulesets")).json()["rulesets"]]
    found = (await client.get("/v1/rulesets/brawl/rules", params={"search": "hearts left"})).json()["rules"]
    assert "BRAWL-FALL-1" in [one["id"] for one in found]
    options = (await client.get("/v1/rulesets/brawl/options")).json()["options"]
    assert {"thick_skulls", "initiative", "player_undo"} <= {one["name"] for one in options}
    schema = (await client.get("/v1/rulesets/brawl/sheet")).json()
    assert "hearts" in str(schema)


@pytest.mark.parametrize("written", SCENARIOS, ids=lambda one: one.scenario.title)
def test_its_scenarios_pass(written: Written) -> None:
    result = run(written, PLAYABLE)
    assert result.passed, result.problem


@pytest.mark.proof
@pytest.mark.parametrize("rule", PLAYED.rulebook.to_prove)
def test_its_rules_are_proved_like_any_other(rule: str) -> None:
    assert [str(proof) for proof in prove(rule, SCENARIOS, PLAYABLE) if proof.verdict != "proved"] == []


def test_its_option_is_shown() -> None:
    assert unshown(PLAYED.rulebook.by_name["thick_skulls"], PLAYED, SCENARIOS) == ()


def test_odds_come_from_the_same_procedure() -> None:
    """A d6 and 3 reach 6 four times in six; six Hearts are gone with a six."""
    table = MemoryTable(PLAYED)
    table.enter("ann", {"hearts": 8, "fists": 3})
    table.enter("bob", {"hearts": 6})
    after = odds(PLAYED, table.state, brawl.swing, ("ann", brawl.SwingAct(kind="swing", target="bob")))
    assert after.of(lambda state: state.combatants["bob"].pools["hearts"].now < 6) == pytest.approx(4 / 6)
    assert after.of(lambda state: state.combatants["bob"].has("out-cold")) == pytest.approx(4 / 36)


def test_its_pages_are_written_like_those_of_the_others() -> None:
    book = "\n".join(rules.page(PLAYED, FOLDER.parents[1]))
    assert "**Out cold.**" in book
    assert "tests.fourth_ruleset.brawl.brawl:fall" in book
    assert "### Action swing" in "\n".join(sheets.page(PLAYED))


def test_nothing_of_it_is_known_anywhere_else() -> None:
    root = FOLDER.parents[1]
    named = [
        path
        for package in ("events", "engine", "projections", "api")
        for path in (root / package).rglob("*.py")
        if "brawl:" in path.read_text() or "hearts" in path.read_text().lower()
    ]
    assert named == []


def test_a_rule_of_it_can_be_knocked_out() -> None:
    with knocked_out("BRAWL-FALL-1"):
        assert not run(SCENARIOS[0], PLAYABLE).passed
    assert all(one.where.startswith("tests.fourth_ruleset") for one in cited("BRAWL-FALL-1"))
