"""A page that loses its network, its tab or its memory: nothing is lost, done twice or shown that is false."""

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]


async def test_what_is_done_without_a_network_is_shown_as_unsent_and_lands_once(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), 11)
    ana = people["ana"]
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.page.context.set_offline(True)
    await ana.page.locator(".connection.lost").wait_for()
    await ana.tap(".commit .big")
    await ana.page.get_by_text("1 unsent").wait_for()
    assert (await ana.seat.look())["up"] == "vera", "it has not arrived"
    marked = ana.page.locator(".provisional-tag", has_text="not sent yet")
    await expect(ana.page.locator(".my-card .card.provisional", has=marked)).to_have_count(1)
    await expect(ana.page.locator(".order .row", has_text="Vera").locator(marked)).to_have_count(1)
    await ana.page.context.set_offline(False)
    await ana.page.locator(".connection.live").wait_for()
    await expect(marked).to_have_count(0)
    await ana.page.get_by_text("You act when you are up.").wait_for()
    told = [line["text"] for line in (await ana.seat.look("/story"))["lines"]]
    assert sum(text.startswith("Vera ") for text in told) == 1
    await ana.sees_what_the_api_says()


async def test_who_loses_the_network_before_the_next_answer_still_acts(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), 18)
    ana = people["ana"]
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.page.route("**/actions*", lambda route: route.abort())
    await people["gm"].seat.give("note", text="Thunder.")
    await ana.caught_up()
    await ana.page.locator(".commit .big:disabled").wait_for()
    await ana.page.context.set_offline(True)
    await ana.tap(".commit .big:enabled")
    await ana.page.get_by_text("1 unsent").wait_for()
    await ana.page.unroute("**/actions*")
    await ana.page.context.set_offline(False)
    await ana.page.get_by_text("You act when you are up.").wait_for()
    await ana.sees_what_the_api_says()


async def test_a_command_outlives_a_reload_without_a_network(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), 12)
    ana = people["ana"]
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.page.route("**/commands", lambda route: route.abort())
    await ana.tap(".commit .big")
    await ana.page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('fracas-outbox'))")
    await ana.page.unroute("**/commands")
    await ana.page.reload()
    await ana.page.get_by_text("You act when you are up.").wait_for()
    assert (await ana.seat.look())["up"] == "dutch"
    await ana.sees_what_the_api_says()


FULL = """
localStorage.setItem("fracas-outbox/TABLE/ana/0", "{");
const take = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
    if (key.startsWith("fracas-outbox")) throw new DOMException("full", "QuotaExceededError");
    take.call(this, key, value);
};
"""


async def test_a_browser_that_keeps_nothing_says_so_and_loses_nothing(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "unisystem")
    ana = (await sat_down(browser, service, found, 16))["ana"]
    await ana.page.context.add_init_script(FULL.replace("TABLE", found["ana"].table))
    await ana.page.reload()
    await ana.page.locator(".commit .big:enabled").wait_for()
    await expect(ana.page.get_by_text("this browser keeps nothing"), "so far nothing was to be kept").to_have_count(0)
    await ana.tap(".commit .big")
    await ana.page.get_by_text("You act when you are up.").wait_for()
    await ana.page.get_by_text("this browser keeps nothing").wait_for()
    await ana.sees_what_the_api_says()
    assert ana.wrong == []


async def test_a_service_that_is_busy_for_long_is_seen_to_be_although_the_page_is_live(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    ana = (await sat_down(browser, service, seats_of(invitations, "unisystem"), 17))["ana"]
    await ana.page.locator(".commit .big:enabled").wait_for()
    await ana.page.route("**/commands", lambda route: route.fulfill(status=503, json={"code": "busy"}))
    await ana.tap(".commit .big")
    await ana.page.locator(".top:has(.connection.live) .outbox").get_by_text("1 unsent").wait_for()
    await ana.page.unroute("**/commands")
    await ana.page.get_by_text("You act when you are up.").wait_for()
    await ana.page.locator(".outbox").wait_for(state="detached")
    await ana.sees_what_the_api_says()


async def test_a_phone_that_comes_back_just_opens_and_is_told_what_it_missed(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "unisystem")
    people = await sat_down(browser, service, found, 13)
    ana, gm = people["ana"], people["gm"].seat
    await ana.page.goto(f"{service.client.base_url}/")
    await ana.page.get_by_role("link", name="The warehouse").wait_for()
    for place in range(12):
        await gm.give("note", text=f"Remark {place}")
        await gm.give("set_condition", combatant="dutch", condition=("prone", "blinded")[place % 2])
        await gm.give("clear_condition", combatant="dutch", condition=("prone", "blinded")[place % 2])
    await ana.page.get_by_role("link", name="The warehouse").click()
    missed = ana.page.locator(".away li")
    await missed.first.wait_for()
    await expect(missed).to_have_count(10)
    lines = [line["text"] for line in (await ana.seat.look("/story"))["lines"]]
    assert await missed.all_inner_texts() == lines[-10:]
    await ana.tap(".away button")
    await expect(ana.page.locator(".away")).to_have_count(0)


async def test_the_same_seat_is_shown_on_another_device(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    found = seats_of(invitations, "unisystem")
    one, other = [(await sat_down(browser, service, {"ana": found["ana"]}, seed))["ana"] for seed in (14, 40)]
    await one.page.locator(".commit .big:enabled").wait_for()
    await one.tap(".commit .big")
    await other.page.get_by_text("You act when you are up.").wait_for()
    await other.sees_what_the_api_says()


async def test_nothing_is_drawn_before_there_is_something_true_to_draw(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    """While the first snapshot is on its way the page says that it looks, and shows no order, no turn, no card."""
    found = seats_of(invitations, "unisystem")
    people = await sat_down(browser, service, {"ana": found["ana"]}, 15)
    page = people["ana"].page
    await page.route_web_socket("**/live*", lambda socket: None)
    await page.reload()
    await page.get_by_text("Looking at the table").wait_for()
    await expect(page.locator(".order, .my-card, .banner, .commit")).to_have_count(0)
