"""What the host's desk tells of a table that was played at."""

from pathlib import Path

from api.host.desk import Desk
from engine.rulesets import RULESETS
from events.log.stream import open_log
from tests.api.people import make_app, open_table, running


async def test_the_options_that_are_shown_are_those_in_force(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            desk = Desk(log, app.state.service.keys, RULESETS)
            gm = await open_table(client, options={"initiative": "each_turn"})
            assert (await desk.show(gm.table)).options["initiative"] == "each_turn"
            await gm.give("set_option", option="initiative", value="once")
            assert (await desk.show(gm.table)).options["initiative"] == "once"
            await gm.give("undo")
            assert (await desk.show(gm.table)).options["initiative"] == "each_turn"
