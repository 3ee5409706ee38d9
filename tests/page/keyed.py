"""What people do at a table by keyboard alone: each command that the page can give, once."""

import re

from playwright.async_api import expect

from tests.page.hands import Hands


async def before_the_first_act(gm: Hands, ana: Hands, ben: Hands) -> None:
    async with ana.gives("declare"):
        await ana.write(ana.page.locator(".before input").first, "Shoot first")
        await ana.page.keyboard.press("Enter")
    for name, value in (("vera", 90), ("boss", 80)):
        await gm.person.seat.give("set_initiative", combatant=name, value=value)
    async with ben.gives("roll_initiative"):
        await ben.button("Roll initiative")
    async with ben.gives("answer"):
        await ben.write(ben.page.locator(".question .faces-field"), "5")
        await ben.page.keyboard.press("Enter")
    async with gm.gives("roll_initiative"):
        await gm.button("Roll for everybody")


async def acting(gm: Hands, ana: Hands) -> None:
    """Vera waits and comes in, and acts; what she does next is said beforehand."""
    await ana.person.caught_up()
    async with ana.gives("delay"):
        await ana.button("Wait")
    async with ana.gives("jump"):
        await ana.button("Now me")
    await ana.page.locator(".commit .big:enabled").wait_for()
    async with ana.gives("act", "fire"):
        await ana.key("Enter")
    async with ana.gives("request_undo"):
        await ana.button("Ask to undo")
    async with gm.gives("decline_undo"):
        await gm.button("It stays")
    async with ana.gives("queue"):
        await ana.on(ana.page.locator(".for-others > summary"))
        await ana.on(ana.page.locator(".for-others .commit .big:enabled"))
    while not (up := (await gm.person.caught_up())["up"]).startswith("goons"):
        await gm.person.seat.give("done", combatant=up)
    await gm.page.locator(".suggests", has_text="Suggested:").wait_for()  # else the key waits for it, and not for long
    await gm.page.locator(".commit .big:enabled").wait_for()
    async with gm.gives("done"):
        await gm.key("d")
    async with gm.gives("undo"):
        await gm.key("u")
    await gm.page.get_by_role("button", name="Redo").wait_for()
    async with gm.gives("redo"):
        await gm.key("U")


async def arguing(gm: Hands, ana: Hands) -> None:
    """A roll is contested and ruled on; an act is put right, a change is stated; it is struck."""
    await ana.button("Story", ".thumb-bar")
    await ana.on(ana.page.locator(".lines .line", has_text="Vera fires"))
    await ana.on(ana.page.locator(".point"))
    async with ana.gives("dispute"):
        await ana.write(ana.page.locator("dialog").get_by_label("What is wrong"), "That cannot be")
        await ana.button("Contest it", "dialog")
    await ana.button("Fight", ".thumb-bar")
    await gm.person.caught_up()
    async with gm.gives("rule"):
        await gm.button("Rule on it")
        await gm.on(gm.page.locator("dialog .chip-button", has_text="It stands"))
        await gm.write(gm.page.locator("dialog").get_by_label("Because"), "It was so")
        await gm.on(gm.page.locator("dialog button.first:enabled"))
    async with gm.gives("amend"):
        await gm.button("Correct the last act", exact=False)
        await gm.pick(gm.page.locator("dialog").get_by_role("radio", name="Goon 2", exact=True))
        await gm.button("Correct from then on", "dialog")
    await gm.closed()
    async with gm.gives("override"):
        await gm.button("Correct the last act", exact=False)
        await gm.on(gm.page.locator("dialog .chip-button", has_text="State a change"))
        await gm.write(gm.page.locator("dialog .buttons input[type=number]"), "1")
        await gm.write(gm.page.locator("dialog").get_by_label("Because"), "The roof came down")
        await gm.button("Let it be so", "dialog")
    await gm.closed()
    async with gm.gives("strike"):
        await gm.button("Correct the last act", exact=False)
        await gm.on(gm.page.locator("dialog .chip-button", has_text="Cross out"))
        await gm.button("Cross it out", "dialog")
    await gm.closed()


async def the_desk(gm: Hands) -> None:
    """Each tool by its key."""

    async def through(key: str, name: str, type_: str, *, first: str = "", field: str = "", text: str = "") -> None:
        dialog = await gm.tool(key, name)
        async with gm.gives(type_):
            if first:
                await gm.on(dialog.get_by_role("checkbox", name=first, exact=True), "Space")
            if field:
                await gm.write(dialog.get_by_label(field, exact=True), text)
            await gm.on(dialog.locator("form button.first"))
        await gm.closed()

    await through("s", "Scene", "set_scene", field="What the place is called", text="A yard")
    await through("w", "Damage", "apply_damage", first="Goon 1", field="Points", text="2")
    await through("l", "Points back", "restore", first="Goon 1", field="Points", text="1")
    await through("h", "Hazard", "hazard", first="Goon 1", field="What it is called", text="A falling sign")
    await through("c", "Condition", "set_condition", first="Goon 1", field="Condition", text="dazzled")
    await through("o", "Note", "note", field="Text", text="Remember the van")
    dialog = await gm.tool("x", "End a condition")
    async with gm.gives("clear_condition"):
        await gm.pick(dialog.get_by_role("radio", name="Goon 1", exact=True))
        await gm.pick(dialog.get_by_role("radio", name=re.compile("dazzled", re.IGNORECASE)))
        await gm.on(dialog.locator("form button.first"))
    await gm.closed()
    dialog = await gm.tool("r", "Roll")
    async with gm.gives("roll"):
        await gm.write(dialog.get_by_label("Dice", exact=True), "1d6")
        await gm.page.keyboard.press("Enter")
    async with gm.gives("reveal_roll"):
        await gm.button("Show it to everybody", "dialog")
    await gm.closed()


async def who_is_where(gm: Hands) -> None:
    """Whom the desk moves, hides, hands over and brings in."""
    dialog = await gm.tool("p", "Who is where")
    row = dialog.locator(".people > li", has_text="Vera")
    async with gm.gives("place"):
        await gm.select(row.get_by_label("Zone"), "alley")
    async with gm.gives("give_control"):
        await gm.select(row.get_by_label("Dice"), "own")
    row = dialog.locator(".people > li", has_text="Boss")
    async with gm.gives("hide"):
        await gm.on(row.get_by_role("button", name="Hide"))
    async with gm.gives("show"):
        await gm.on(row.get_by_role("button", name="Show"))
    async with gm.gives("set_status"):
        await gm.select(row.get_by_label("Takes part"), "reserve")
    await gm.closed()
    for count, type_ in (("1", "enter_combatant"), ("2", "form_group")):
        dialog = await gm.tool("b", "Bring in")
        async with gm.gives(type_):
            await gm.write(dialog.get_by_label("How many"), count)
            await gm.page.keyboard.press("Enter")
        await gm.closed()


async def coming_in(gm: Hands, ana: Hands) -> None:
    """A seat is offered; a character is proposed and let in, another turned down."""
    await gm.on(gm.page.locator(".top .menu"))
    await gm.button("Invite", "dialog")
    async with gm.gives("offer_seat"):
        await gm.write(gm.page.locator("dialog").get_by_label("Name"), "Dora")
        await gm.page.keyboard.press("Enter")
    await gm.closed()
    for name, answer, type_ in (("Nina", "Let in", "accept_combatant"), ("Otto", "Turn down", "refuse_combatant")):
        await ana.on(ana.page.locator(".top .menu"))
        await ana.button("A new character", "dialog")
        async with ana.gives("enter_combatant"):
            await ana.write(ana.page.locator("dialog").get_by_label("Name", exact=True), name)
            await ana.on(ana.page.locator("dialog").get_by_role("radio").first, "Space")
            await ana.button("Propose to the game master", "dialog")
        await ana.closed()
        await gm.person.caught_up()
        async with gm.gives(type_):
            await gm.button(answer, ".proposal")


async def fought(gm: Hands, ana: Hands) -> None:
    """Vera is first, and has fired."""
    for name, value in (("vera", 90), ("cole", 20)):
        await gm.person.seat.give("set_initiative", combatant=name, value=value)
    await gm.person.seat.give("roll_initiative")
    await ana.person.caught_up()
    await ana.page.locator(".commit .big:enabled").wait_for()
    async with ana.gives("act", "fire"):
        await ana.key("Enter")


async def between_fights(gm: Hands) -> None:
    """The turn goes on, the fight ends, all is set aside and filled, time passes, and the next fight begins."""
    while up := (await gm.person.caught_up()).get("up"):
        await gm.person.seat.give("done", combatant=up)
    async with gm.gives("next_turn"):
        await gm.key("n")
    for one in (await gm.person.caught_up()).get("waiting", ()):
        await gm.person.seat.give("answer", combatant=one["combatant"], faces=[5])
    await gm.person.caught_up()
    async with gm.gives("end_combat"):
        await gm.button("End the fight", ".flow")
        await gm.button("Really?", ".flow")
    dialog = await gm.tool("a", "Aftermath")
    async with gm.gives("clear_fallen"):
        await gm.on(dialog.get_by_role("button", name="Leave the fallen out of the fight"))
    async with gm.gives("reload_all"):
        await gm.on(dialog.get_by_role("button", name="Fill all weapons"))
    await gm.closed()
    dialog = await gm.tool("t", "Pass time")
    async with gm.gives("pass_time"):
        await gm.write(dialog.get_by_label("Minutes"), "5")
        await gm.page.keyboard.press("Enter")
    await gm.closed()
    async with gm.gives("begin_combat"):
        await gm.button("Begin the fight")


async def looking_back(gm: Hands) -> None:
    """It is played on from a moment before an act."""
    bar, slider = gm.page.locator(".past-bar"), gm.page.locator(".scrub input")
    await gm.key(",")
    while "before Vera acts" not in await bar.get_by_role("status").inner_text():
        stood = await slider.input_value()
        await gm.key(",")
        await expect(slider).not_to_have_value(stood)
    async with gm.gives("switch"):
        await gm.button("Play on from here", ".past-bar")
        await gm.button("Play on from here", "dialog")
