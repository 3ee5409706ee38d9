"""Sentences come in the language that a request asks for; lines carry what makes them in any other."""

import pytest

from projections.languages import LANGUAGES
from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


async def asked(seat: Seat, path: str, **headers: str) -> list[str]:
    reply = await seat.client.get(f"/v1/tables/{seat.table}{path}", headers={**seat.headers, **headers})
    return [line["text"] for line in reply.json()["lines"]]


async def test_the_story_comes_in_the_language_that_is_asked_for(gm: Seat) -> None:
    await two_in_actions(gm)
    assert (await asked(gm, "/story"))[:2] == ["The fight begins: The warehouse.", "Turn 1."]
    assert (await asked(gm, "/story?lang=de"))[:2] == ["Der Kampf beginnt: The warehouse.", "Runde 1."]
    assert await asked(gm, "/story", **GERMAN) == await asked(gm, "/story?lang=de")
    assert await asked(gm, "/story?lang=en", **GERMAN) == await asked(gm, "/story")


@pytest.mark.parametrize(
    "header", ["", "fr", "*", "de;q=0, en", "en, de", "de;q=oops", ";;,,", "de;q=0.1,en-GB;q=0.2", "x" * 500]
)
async def test_whoever_asks_for_no_other_language_is_answered_in_english(gm: Seat, header: str) -> None:
    await two_in_actions(gm)
    assert (await asked(gm, "/story", **{"accept-language": header}))[0] == "The fight begins: The warehouse."


async def test_a_command_and_its_trial_are_answered_in_the_language_that_is_asked_for(gm: Seat) -> None:
    await two_in_actions(gm)
    await shoot(gm, named="shot")
    tried = await gm.send(gm.body("strike", action="shot", dry_run=True), params={"lang": "de"})
    assert tried.json()["lines"][0].startswith("Zählt nicht mehr: Ann schießt auf Bob (Pistole): ")
    given = gm.body("strike", action="shot")
    in_german = await gm.client.post(f"/v1/tables/{gm.table}/commands", json=given, headers={**gm.headers, **GERMAN})
    assert in_german.json()["lines"][0].startswith("Zählt nicht mehr: Ann schießt auf Bob (Pistole): ")
    again = await gm.send(given)
    assert again.json()["lines"][0].startswith("No longer counts: Ann fires the pistol at Bob: ")
    assert again.json()["events"] == in_german.json()["events"]


async def test_lines_carry_what_makes_them_and_the_words_are_there_for_everybody(gm: Seat) -> None:
    await two_in_actions(gm)
    lines = (await gm.look("/story"))["lines"]
    assert lines[1]["said"] == [{"is": "phrase", "key": "turn", "values": {"turn": 1}}]
    assert (await gm.client.get("/v1/words")).json() == {"languages": list(LANGUAGES)}
    words = (await gm.client.get("/v1/words/de")).json()
    assert words["phrases"]["turn"] == "Runde {turn}"
    assert words["and"] == "und"
    assert (await gm.client.get("/v1/words/fr")).status_code == 404
