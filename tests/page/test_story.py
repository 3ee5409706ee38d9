"""The story on the page: it reaches back as far as somebody scrolls, and stays at its end for whoever reads there."""

import re

import pytest
from playwright.async_api import Browser, expect

from api.sample import Invitation
from tests.live.serving import Served
from tests.page.fights import sat_down, seats_of

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.xdist_group("page")]

SEED = 31
MANY = 80
AT_THE_END = """() => {
    const box = document.querySelector('.scroll');
    return box.scrollHeight - box.scrollTop - box.clientHeight < 48;
}"""
GROW = "document.querySelectorAll('.lines .line > span:first-child').forEach((one) => one.append(' more'.repeat(9)))"
WHOLE = """async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    const box = document.querySelector('.scroll');
    return box.scrollHeight - box.scrollTop - box.clientHeight < 2;
}"""
READ = """(box) => {
    const top = box.getBoundingClientRect().top;
    return [...box.querySelectorAll('.lines > li')].find((line) => line.getBoundingClientRect().top >= top);
}"""
"""The first line that stands whole in what is read."""
TOP = "(line) => line.getBoundingClientRect().top"


async def test_earlier_lines_come_when_somebody_scrolls_up_and_nothing_moves_under_them(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    gm, page = people["gm"], people["gm"].page
    for _ in range(MANY):
        await gm.seat.give("roll", dice="1d6", purpose="weather")
    await page.reload()
    await gm.caught_up()
    await page.wait_for_function(AT_THE_END)
    told = [line["text"].rstrip(".") for line in (await gm.seat.look("/story"))["lines"]]
    shown = page.locator(".lines > li")
    await expect(shown).to_have_count(40)
    first = await shown.first.inner_text()
    for _ in range(len(told) // 100 + 1):
        before = await shown.count()
        await page.locator(".scroll").evaluate("(box) => (box.scrollTop = 0)")
        await expect(shown).not_to_have_count(before)
    await expect(shown).to_have_count(len(told))
    assert (await shown.first.inner_text()).rstrip(".") == told[0]
    await expect(page.get_by_role("button", name="Earlier lines")).to_have_count(0)
    await expect(page.locator(".lines > li", has_text=first).first).to_be_attached()
    number = (await gm.seat.look())["number"]
    read = await page.locator(".scroll").evaluate_handle(READ)
    top = await read.evaluate(TOP)
    await gm.seat.give("roll", dice="1d6", purpose="weather")
    await page.wait_for_function("(n) => Number(document.querySelector('.frame').dataset.number) > n", arg=number)
    assert await read.evaluate(TOP) == pytest.approx(top, abs=1), "who reads is left where they are"
    await page.get_by_role("button", name="To the newest").click()
    await page.wait_for_function(AT_THE_END)
    assert gm.wrong == []


async def test_whoever_reads_the_newest_line_sees_it_whole_also_where_lines_grow(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED + 1)
    gm, page = people["gm"], people["gm"].page
    shot = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
    acts = [await gm.seat.give("act", combatant="vera", action=shot, faces=faces) for faces in ([2, 8, 5], [9, 3])]
    for _ in range(4):
        await gm.seat.give("note", text="It rains on the tin roof of the warehouse")
    await gm.caught_up()
    assert await page.evaluate(WHOLE)
    await page.evaluate(GROW)
    assert await page.evaluate(WHOLE), "whatever makes them grow"
    await gm.seat.give("strike", action=f"gm/{acts[0]['id']}")
    await page.locator(".lines .struck").first.wait_for()
    assert await page.evaluate(WHOLE)
    await page.locator(".scroll").hover()
    await page.mouse.wheel(0, -120)
    await page.get_by_role("button", name="To the newest").wait_for()
    await page.evaluate(GROW)
    assert not await page.evaluate(WHOLE), "who reads is left where they are"


async def test_what_an_act_costs_stands_beside_each_way_of_doing_it(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    ana = people["ana"]
    await ana.caught_up()
    acting = ana.page.locator(".pane-act")
    shoot = acting.locator(".kinds button", has_text="Shoot")
    await expect(shoot.locator(".price")).to_have_text("1 round")
    await shoot.click()
    await expect(acting.locator(".costs p")).to_contain_text(re.compile(r"Costs 0–1 rounds of \d+"))
    await acting.locator(".added").click()
    await expect(ana.page.locator("dialog .why").first).to_contain_text("Total")
    await expect(ana.page.locator("dialog .why .rule").first).to_be_visible()
    assert ana.wrong == []


ADDED_UP = """(box) => [...box.querySelectorAll('.why')].map((why) => {
    const number = (text) => Number(text.replace('−', '-').replace('+', '').trim());
    const rows = [...why.querySelectorAll('tr')];
    const total = rows.find((row) => row.matches('.total'));
    if (!total) return null;
    const dice = [...why.querySelectorAll('.die')].map((die) => number(die.textContent));
    const sum = rows.find((row) => row.matches('.sum'))?.querySelector('td').textContent.split('=').at(-1);
    const above = rows.slice(0, rows.indexOf(total));
    const before = above.filter((row) => !row.matches('.sum') && !row.querySelector('.die'));
    const added = before.map((row) => number(row.querySelector('td').textContent));
    const worth = sum === undefined ? dice.reduce((all, one) => all + one, 0) : number(sum);
    return {worth: added.reduce((all, one) => all + one, worth), total: number(total.querySelector('b').textContent)};
}).filter(Boolean)"""


@pytest.mark.parametrize(
    ("name", "act", "faces", "sum_of_them"),
    [
        ("unisystem", {"kind": "task", "attribute": "dexterity"}, [1, 5], "1 − 1 = 0"),
        ("firefight", {"kind": "task", "attribute": "dexterity"}, [10, 10, 6], "10 + 5 + 1 = 16"),
        ("interlock", {"kind": "task", "stat": "ref"}, [10, 4], "10 + 4 = 14"),
    ],
)
async def test_the_dice_of_a_roll_add_up_for_whoever_reads_them(
    browser: Browser,
    service: Served,
    invitations: tuple[Invitation, ...],
    name: str,
    act: dict[str, str],
    faces: list[int],
    sum_of_them: str,
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, name), SEED)
    gm = people["gm"]
    up = (await gm.seat.look())["up"]
    await gm.seat.give("act", combatant=up, action=act, faces=faces)
    await gm.caught_up()
    await gm.page.locator(".lines .line").last.click()
    behind = gm.page.locator(".lines > li").last.locator(".rolls")
    await expect(behind.locator("tr.sum td").first).to_have_text(sum_of_them)
    told = await behind.evaluate(ADDED_UP)
    assert told and all(one["worth"] == one["total"] for one in told), told


async def test_a_note_is_read_by_whom_it_is_for_and_on_the_card_of_whom_it_is_about(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    gm, ana = people["gm"], people["ana"]
    await gm.seat.give("note", text="The alarm rings")
    await gm.seat.give("note", text="Limps", about="vera")
    await gm.seat.give("note", text="Two more turns", gm_only=True)
    for again in (False, True):
        for one in (gm, ana):
            if again:
                await one.page.reload()
            await one.caught_up()
            read = one.page.locator(".lines > li")
            await expect(read.filter(has_text="The GM notes: The alarm rings.")).to_have_count(1)
            await expect(read.filter(has_text="The GM notes about Vera: Limps.")).to_have_count(1)
            await expect(read.filter(has_text="Two more turns")).to_have_count(int(one is gm))
        await expect(gm.page.locator(".lines > li", has_text="Two more turns").locator(".tag.secret")).to_be_visible()
    await gm.page.locator(".order .who", has_text="Vera").first.click()
    await expect(gm.page.locator("dialog")).to_contain_text("Limps")
    assert gm.wrong == [] and ana.wrong == []


LOSSES = """(box) => {
    const number = (text) => Number(text.replace('−', '-').replace('=', '').trim());
    const [first, last] = [...box.querySelectorAll('p > b')].map((one) => number(one.textContent));
    return {first, rows: [...box.querySelectorAll('.losses b')].map((one) => number(one.textContent)), last};
}"""


async def test_what_a_number_is_made_of_is_what_counts_now_and_adds_up(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    gm, ana = people["gm"], people["ana"]

    async def life() -> list[int]:
        told = {}
        for one, whose in ((ana, ".my-card"), (gm, "dialog")):
            view = await one.caught_up()
            if one is gm:
                await gm.page.locator(".order .who", has_text="Vera").first.click()
            await one.page.locator(f"{whose} .pool", has_text="Life").first.click()
            box = one.page.locator("dialog").last
            await box.locator(".losses, p.soft:not([aria-busy])").first.wait_for()
            told[one.name] = await box.evaluate(LOSSES)
            now = next(card["pools"]["life"]["now"] for card in view["combatants"] if card["id"] == "vera")
            assert told[one.name]["first"] + sum(told[one.name]["rows"]) == told[one.name]["last"] == now
            while await one.page.locator("dialog").count():
                await one.page.keyboard.press("Escape")
        assert told[gm.name] == told[ana.name]
        rows: list[int] = told[gm.name]["rows"]
        return rows

    await gm.seat.give("apply_damage", target="vera", amount=5, pool="life", named="fall")
    await gm.seat.give("jump", combatant="rico")
    shot = {"kind": "shoot", "weapon": "revolver", "target": "vera"}
    await gm.seat.give("act", combatant="rico", action=shot, faces=[9, 4], force="again", named="shot")
    *before, fall, hit = await life()
    assert (fall, hit < 0) == (-5, True)
    await gm.seat.give("strike", action="fall")
    assert await life() == [*before, hit]
    await gm.seat.give("amend", action="shot", changes={"modifiers": [{"value": -20, "label": "smoke"}]})
    assert await life() == before
    await gm.seat.give("amend", action="shot", changes={"modifiers": [{"value": 1, "label": "a lamp"}]})
    assert await life() == [*before, hit]
    await gm.seat.give("amend", action="shot", changes={"modifiers": [{"value": 2, "label": "a lamp"}]})
    assert await life() == [*before, hit]
    await gm.seat.give("undo")
    await gm.seat.give("undo")
    assert await life() == before
    await gm.seat.give("redo")
    assert await life() == [*before, hit]
    await gm.seat.give("override", changes={"vera": {"pools": {"life": 3}}}, reason="a vest")
    assert await life() == [*before, hit, 3]
    assert gm.wrong == [] and ana.wrong == []


async def test_an_opened_roll_says_whose_it_is_and_what_was_added_before_the_rule(
    browser: Browser, service: Served, invitations: tuple[Invitation, ...]
) -> None:
    people = await sat_down(browser, service, seats_of(invitations, "unisystem"), SEED)
    gm, ana = people["gm"], people["ana"]
    await gm.seat.give("roll", dice="1d6", purpose="perception of guard")
    await gm.seat.give("act", combatant="vera", action={"kind": "task", "attribute": "dexterity"}, faces=[5])
    await gm.seat.give("jump", combatant="rico")
    shot = {"kind": "shoot", "weapon": "revolver", "target": "vera"}
    await gm.seat.give("act", combatant="rico", action=shot, faces=[9, 4], force="again")
    for one in (gm, ana):
        await one.caught_up()
        lines = one.page.locator(".lines > li")
        opened = {"guard": "", "tries a task": "", "Rico fires the revolver": ""}
        for text in opened:
            line = lines.filter(has_text=text).last
            await line.locator(".line").click()
            await line.locator(".why").first.wait_for()
            opened[text] = await line.locator(".rolls").inner_text()
        assert opened["guard"].startswith("A roll, perception of guard")
        added = lines.filter(has_text="tries a task").locator(".why tr", has_text="dexterity")
        assert " ".join((await added.inner_text()).split()) == "dexterity +4 UNI-TEST-2"
        dice = "1d10" in opened["Rico fires the revolver"]
        assert dice is (one is gm) and (dice or "They count" not in opened["Rico fires the revolver"])
    assert gm.wrong == [] and ana.wrong == []
