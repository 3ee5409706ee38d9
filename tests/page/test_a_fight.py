"""A fight of each rule set, played through the pages by a GM, two players and a spectator at once."""

from statistics import median

import pytest
from playwright.async_api import Browser

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import Fight, sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

STEPS = 40
SEED = 7


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight", "interlock"])
async def test_a_fight_is_played_through_the_pages(
    ruleset: str, browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, ruleset), SEED)
    fight = Fight(people, SEED)
    for step in range(STEPS):
        await fight.step()
        if step % 10 == 9:
            for person in people.values():
                await person.sees_what_the_api_says()
    assert fight.taps, "players acted"
    assert median(fight.taps) <= 3
    assert median(fight.keys) <= 2
    assert set(fight.turns) == {1}
    assert sum(fight.prompts) / len(fight.prompts) <= 1.3
    for person in people.values():
        assert person.wrong == []
