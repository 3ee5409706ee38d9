"""The audit of a roll over HTTP: JSON, and text for whoever accepts that, both cut for the seat."""

import pytest

from tests.api.people import Seat
from tests.api.test_disputes import told


async def accepting(seat: Seat, number: int, kinds: str | None) -> tuple[str, str]:
    """Kind and body of the answer."""
    more = {} if kinds is None else {"accept": kinds}
    path = f"/v1/tables/{seat.table}/rolls/{number}"
    answer = await seat.client.get(path, headers={**seat.headers, **more})
    return answer.headers["content-type"].partition(";")[0], answer.text


@pytest.mark.parametrize(
    ("kinds", "kind"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("application/json, text/plain", "application/json"),
        ("text/plain", "text/plain"),
        ("TEXT/PLAIN;q=0.9, application/json;q=0.5", "text/plain"),
    ],
)
async def test_text_is_for_who_asks_for_it(gm: Seat, kinds: str | None, kind: str) -> None:
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")["number"]
    assert (await accepting(ana, roll, kinds))[0] == kind


async def test_a_seat_reads_its_own_numbers_and_the_ruling_but_not_what_is_hidden(gm: Seat) -> None:
    await gm.give("note", text="for me alone", gm_only=True)
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")["number"]
    await ana.give("dispute", roll=roll, text="cocked")
    dispute = (await gm.look("/rulings"))["open"][0]["number"]
    await gm.give("rule", dispute=dispute, reason="it stands")
    _, text = await accepting(ana, roll, "text/plain")
    assert text.startswith(f"{roll}  a roll for ")
    assert '"cocked"' in text and "upheld by gm" in text and '"it stands"' in text
    hidden = await gm.give("roll", dice="2d6", level="gm")
    newest = (await ana.look())["number"]
    kind, text = await accepting(ana, newest + 1, "text/plain")
    assert hidden and kind == "application/problem+json" and "no roll" in text


async def test_json_tells_what_became_of_a_roll(gm: Seat) -> None:
    ana = await gm.seat("ana")
    roll = told(await ana.give("roll", dice="2d6"), "roll-seen")["number"]
    whole = (await gm.look())["number"] - 1
    await gm.give("strike", version=whole, reason="cocked")
    fate = (await ana.look(f"/rolls/{roll}"))["fate"]
    assert fate["became"] == "struck" and "reason" not in fate and "seat" not in fate
    assert (await gm.look(f"/rolls/{whole}"))["fate"]["reason"] == "cocked"
