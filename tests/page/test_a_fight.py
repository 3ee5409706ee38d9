"""A whole fight of each rule set, played through the pages by a GM, two players and a spectator at once: real dice for
one of them, a question for several, a dispute, an undo and a redo, a lost connection and a reload, to the aftermath."""

from statistics import mean, median

import pytest
from playwright.async_api import Browser

from api.keys import Keys
from api.sample import lay_out
from tests.api.people import KEY
from tests.live.serving import Served
from tests.page.encounters import ALLEYS
from tests.page.fights import sat_down, seats_of
from tests.page.whole import Whole

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 7


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight", "interlock"])
async def test_a_whole_fight_is_played_through_the_pages(ruleset: str, browser: Browser, service: Served) -> None:
    alley = tuple(one for one in ALLEYS if one.ruleset == ruleset)
    invitations = await lay_out(service.app, Keys(KEY), alley)
    people = await sat_down(browser, service, seats_of(invitations, ruleset), SEED)
    fight = Whole(people, ruleset, SEED)
    await fight.play()
    assert fight.prompts, "real dice were asked for"
    assert median(fight.taps) <= 3
    assert median(fight.keys) <= 2
    assert set(fight.turns) == {1}
    assert mean(fight.prompts.values()) <= 1.3
    for name, texts in must_be_there(ruleset).items():
        assert texts - fight.said[name] == set(), name


def must_be_there(ruleset: str) -> dict[str, set[str]]:
    """What each page has to have said at some moment."""
    everybody = {"Turn 1", "live", "between fights", "No fight is on"}
    asked = "Waiting for Vera and Cole" if ruleset == "firefight" else "Waiting for Vera"
    return {
        "gm": everybody | {"Boss is up", "Vera is up", "Goon 1 is up"},
        "ana": everybody | {"You are up, Vera"},
        "ben": everybody | {"You are up, Cole", "no connection", "1 unsent"},
        "guest": everybody | {asked, "Vera is up", "Cole is up"},
    }
