"""Every command at a table that has gone on elsewhere: decided again, or refused with what was missed; never silent."""

from typing import Any, Final

import pytest

from api.web.examples import EXAMPLES
from engine.admission import ADMISSIONS
from engine.commands import COMMANDS, wire_name
from tests.api.people import problem_of
from tests.api.test_two_processes import Pair, pair

__all__ = ["pair"]

AGAIN: Final = {wire_name(command): ADMISSIONS[command].again for command in COMMANDS}

UNDOING: Final = {"undo", "redo", "switch", "strike", "amend", "override", "rule"}
"""What goes back to something that was seen: only whoever has seen all since then may give it."""


def test_all_that_goes_back_is_never_decided_again_and_nothing_else() -> None:
    assert {name for name, again in AGAIN.items() if not again} == UNDOING


@pytest.mark.slow
async def test_every_command_through_a_process_that_lags_behind_is_told_what_became_of_it(pair: Pair) -> None:
    await pair.deaf()
    last = ("close_seat", "close_table")  # what ends the others comes last
    for name in sorted(AGAIN, key=lambda one: last.index(one) if one in last else -1):
        await pair.gm.give("note", text=f"meanwhile, before {name}")
        body = {**EXAMPLES[name].body, "id": f"again-{name.replace('_', '-')}"}
        answer = await pair.elsewhere.send(body)
        if AGAIN[name]:
            await _decided(pair, body, answer)
        else:
            problem = problem_of(answer)
            assert (problem["status"], problem["code"]) == (409, "moved"), name
            texts = [frame["fact"]["entry"]["fact"].get("text") for frame in problem["missed"]]
            assert texts[-1] == f"meanwhile, before {name}"


async def _decided(pair: Pair, body: dict[str, Any], answer: Any) -> None:
    """It was judged on the table as it is: accepted, and then once for all, or refused for what it asks."""
    if answer.status_code != 200:
        assert problem_of(answer)["code"] != "moved", body
        assert "internal" not in answer.text
        return
    if body["command"]["type"] == "close_table":
        return
    for seat in (pair.gm, pair.elsewhere):
        assert (await seat.send(body)).content == answer.content, "the same id and body, another answer"
    other = {"id": body["id"], "command": {"type": "note", "text": "something else"}}
    for seat in (pair.gm, pair.elsewhere):
        assert problem_of(await seat.send(other))["code"] == "id-used"
