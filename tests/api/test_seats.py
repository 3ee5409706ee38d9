"""Links, tokens and who may what: nothing is told to whoever has no seat, and a changed link ends what the old gave."""

import asyncio
import json
from collections.abc import AsyncIterator
from hashlib import sha256

import httpx
import pytest

from api.keys import Keys
from api.tokens import session_token
from engine.ledger import Seat as LedgerSeat
from tests.api.people import KEY, Seat, open_table, problem_of, sit_down, somebody_waits

PATHS = [
    *("", "/events", "/events?wait=5", "/story", "/initiative", "/wounds", "/waiting"),
    *("/actions", "/rolls/1", "/export", "/timeline", "/fairness"),
]


def forged(table: str, seat: str = "gm") -> list[str]:
    """Tokens that look right."""
    other_server = Keys(bytes(range(2, 34)))
    made = session_token(other_server.sessions, table, LedgerSeat(seat, "gm", "GM", "a" * 64))
    old_link = session_token(Keys(KEY).sessions, table, LedgerSeat(seat, "gm", "GM", "a" * 64))
    return ["", "x", "fs1.", made, old_link, made[:-1] + "g", "é" * 10, "fs1." + "." * 300]


@pytest.mark.parametrize("path", PATHS)
async def test_without_a_token_every_way_in_is_closed(gm: Seat, path: str) -> None:
    for table in (gm.table, "nosuchtable1"):
        for token in forged(table):
            headers = {b"authorization": f"Bearer {token}".encode()} if token else {}
            response = await gm.client.get(f"/v1/tables/{table}{path}", headers=headers)
            problem = problem_of(response)
            assert (problem["status"], problem["code"]) == (401, "unauthorized")
            assert problem["detail"] == "this needs the token of an open seat of this table"


async def test_a_command_without_a_token_is_not_even_read(gm: Seat) -> None:
    for table in (gm.table, "nosuchtable1", "../../etc", "x" * 500):
        response = await gm.client.post(f"/v1/tables/{table}/commands", content=b"{{{")
        assert response.status_code in (401, 404)
        problem_of(response)


async def test_the_token_of_one_table_opens_no_other(gm: Seat) -> None:
    other = await open_table(gm.client)
    response = await gm.client.get(f"/v1/tables/{other.table}", headers=gm.headers)
    assert problem_of(response)["code"] == "unauthorized"


async def test_a_void_link_and_an_unknown_table_are_told_alike(gm: Seat) -> None:
    answers = [
        await gm.client.post("/seats/token", json={"table": table, "link": "wrong"})
        for table in (gm.table, "nosuchtable1", "no such table!")
    ]
    assert [answer.status_code for answer in answers] == [401, 401, 401]
    assert len({answer.content for answer in answers}) == 1
    assert "this link opens no seat at this table" in problem_of(answers[0])["detail"]


async def test_a_link_may_be_pasted_whole(gm: Seat) -> None:
    link = (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
    whole = f"http://127.0.0.1:8000/t/{gm.table}#{link}"
    taken = await gm.client.post("/seats/token", json={"table": gm.table, "link": whole})
    assert (taken.status_code, taken.json()["seat"]) == (200, "ana")
    gm.client.cookies.clear()


async def test_a_link_opens_its_seat_again_and_a_device_sits_down_once(gm: Seat) -> None:
    offered = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    for _ in range(3):
        await sit_down(gm.client, gm.table, offered["link"], device="anas-phone")
    await sit_down(gm.client, gm.table, offered["link"], device="anas-laptop")
    frames = (await gm.look("/events"))["frames"]
    taken = [f["fact"]["entry"]["fact"] for f in frames if f["fact"]["entry"]["fact"]["type"] == "seat-taken"]
    assert [one["device"] for one in taken if one["seat"] == "ana"] == ["anas-phone", "anas-laptop"]


async def test_the_offer_sent_again_gives_the_same_link(gm: Seat) -> None:
    body = gm.body("offer_seat", seat="ana", kind="player", name="Ana")
    first, again = await gm.send(body), await gm.send(body)
    assert first.content == again.content
    assert first.json()["link"]


async def test_a_new_link_ends_the_old_one_and_its_tokens(gm: Seat) -> None:
    old = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    ana = await sit_down(gm.client, gm.table, old["link"])
    new = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    assert new["link"] != old["link"]
    lost = await gm.client.get(f"/v1/tables/{gm.table}", headers=ana.headers)
    assert problem_of(lost)["code"] == "unauthorized"
    assert (await gm.client.post("/seats/token", json={"table": gm.table, "link": old["link"]})).status_code == 401
    await (await sit_down(gm.client, gm.table, new["link"])).look()


async def test_a_closed_seat_ends_its_link_and_its_tokens(gm: Seat) -> None:
    offered = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    ana = await sit_down(gm.client, gm.table, offered["link"])
    await gm.give("close_seat", seat="ana")
    assert (await gm.client.get(f"/v1/tables/{gm.table}", headers=ana.headers)).status_code == 401
    assert (await gm.client.post("/seats/token", json={"table": gm.table, "link": offered["link"]})).status_code == 401


async def test_who_closes_the_own_seat_is_told_so_and_is_gone(gm: Seat) -> None:
    other = await gm.seat("other", "gm")
    reply = await other.give("close_seat", seat="other")
    assert [frame["fact"]["entry"]["fact"]["type"] for frame in reply["events"]] == ["seat-closed"]
    assert (await other.refused("note", text="still here?"))["status"] == 401


async def test_a_program_may_close_the_seat_that_it_speaks_for(gm: Seat) -> None:
    await gm.seat("other", "gm")
    bot = await gm.seat("bot", "service", speaks_for=["other"])
    await bot.give("close_seat", seat="other", speaks_as="other")
    assert (await bot.refused("note", text="still here?", speaks_as="other"))["code"] == "unauthorized"


async def test_a_seat_that_is_closed_while_its_command_is_on_the_way_gives_none(gm: Seat) -> None:
    for around in ({}, {"dry_run": True}, {"expect": 1}):
        ana = await gm.seat("ana")
        sent = json.dumps(ana.body("note", text="too late", **around)).encode()

        async def slowly(seat: Seat, body: bytes) -> AsyncIterator[bytes]:
            yield body[:10]
            await gm.give("close_seat", seat="ana")
            yield body[10:]

        headers = {**ana.headers, "content-type": "application/json"}
        response = await gm.client.post(f"/v1/tables/{gm.table}/commands", content=slowly(ana, sent), headers=headers)
        assert problem_of(response)["status"] == 401


async def test_of_many_hand_overs_on_their_way_by_one_token_the_first_ends_the_others(gm: Seat) -> None:
    for _ in range(5):
        ana = await gm.seat("ana")
        given = gm.body("hand_over_seat", seat="ana", name="Carol")
        digests = [sha256(bytes([number])).hexdigest() for number in range(8)]
        handed, *own = await asyncio.gather(
            gm.send(given), *(ana.send(ana.body("hand_over_seat", link_digest=digest)) for digest in digests)
        )
        done = [one for one in own if one.status_code == 200]
        assert len(done) <= 1, "whose link was changed gives nothing more by the old one"
        assert all(one.status_code in (200, 401) for one in own)
        if handed.status_code == 200 and not done:
            assert (await sit_down(gm.client, gm.table, handed.json()["link"])).token


async def test_a_program_that_waits_for_a_closed_seat_is_told_nothing_more(gm: Seat) -> None:
    await gm.seat("ana")
    bot = await gm.seat("bot", "service", speaks_for=["ana"])
    newest = (await bot.look("/events", **{"as": "ana"}))["newest"]
    waiting = asyncio.create_task(
        bot.client.get(
            f"/v1/tables/{gm.table}/events", params={"after": newest, "wait": 20, "as": "ana"}, headers=bot.headers
        )
    )
    await somebody_waits(gm.client)
    await gm.give("close_seat", seat="ana")
    assert problem_of(await waiting)["status"] == 401


async def test_a_closed_seat_that_expects_a_number_spoils_nobody_elses_group(gm: Seat) -> None:
    for _ in range(5):
        ana = await gm.seat("ana")
        newest = (await ana.look("/events"))["newest"]
        closing, late, beside = await asyncio.gather(
            gm.send(gm.body("close_seat", seat="ana")),
            ana.send(ana.body("note", text="late", expect=newest)),
            gm.send(gm.body("note", text="beside")),
        )
        assert (closing.status_code, beside.status_code) == (200, 200)
        assert late.status_code in (200, 401, 403, 409), late.text


async def test_the_last_gm_cannot_leave(gm: Seat) -> None:
    assert (await gm.refused("close_seat", seat="gm"))["code"] == "invalid"


async def test_a_cookie_speaks_for_its_table_alone(gm: Seat) -> None:
    offered = await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    response = await gm.client.post("/seats/token", json={"table": gm.table, "link": offered["link"]})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/v1/tables/{gm.table}" in cookie
    seen = await gm.client.get(f"/v1/tables/{gm.table}")
    assert seen.status_code == 200
    assert (await gm.client.get("/v1/tables/other")).status_code == 401
    gm.client.cookies.clear()


async def test_a_lost_link_of_the_gm_is_mended_by_the_host(gm: Seat) -> None:
    response = await gm.client.post(f"/v1/tables/{gm.table}/link")
    assert response.status_code == 200
    assert (await gm.client.get(f"/v1/tables/{gm.table}", headers=gm.headers)).status_code == 401
    await (await sit_down(gm.client, gm.table, response.json()["links"]["gm"])).look()


async def test_opening_a_table_with_an_id_may_be_repeated(client: httpx.AsyncClient) -> None:
    said = {"title": "The bar", "ruleset": "unisystem", "id": "0123456789abcdef-bar"}
    first, again = await client.post("/v1/tables", json=said), await client.post("/v1/tables", json=said)
    assert (first.status_code, first.json()) == (201, again.json())
    other = await client.post("/v1/tables", json={**said, "title": "Another bar"})
    assert problem_of(other)["code"] == "id-used"


async def test_a_mended_link_is_not_given_out_by_repeating_the_opening(client: httpx.AsyncClient) -> None:
    said = {"title": "The bar", "ruleset": "unisystem", "id": "fedcba9876543210-bar"}
    opened = (await client.post("/v1/tables", json=said)).json()
    await client.post(f"/v1/tables/{opened['table']}/link")
    assert (await client.post("/v1/tables", json=said)).json()["links"] == {}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "192.168.1.5", "", "127.0.0.1.evil.example"]
)
async def test_a_name_that_leads_here_from_elsewhere_opens_nothing(client: httpx.AsyncClient, host: str) -> None:
    said = {"title": "The bar", "ruleset": "unisystem"}
    for path in ("/v1/tables", "/v1/tables/x/link"):
        response = await client.post(path, json=said, headers={"host": host})
        assert problem_of(response)["code"] == "unauthorized"
    assert (await client.get("/v1/tables", headers={"host": host})).status_code == 401


async def test_another_page_in_the_browser_opens_nothing(client: httpx.AsyncClient) -> None:
    said = {"title": "The bar", "ruleset": "unisystem"}
    for page in ("http://evil.example", "http://localhost:3000", "null"):
        response = await client.post("/v1/tables", json=said, headers={"origin": page})
        assert problem_of(response)["code"] == "unauthorized"
    plain = await client.post(
        "/v1/tables", content=b'{"title":"x","ruleset":"unisystem"}', headers={"content-type": "text/plain"}
    )
    assert plain.status_code in (415, 422)
    assert (await client.post("/v1/tables", json=said, headers={"origin": "http://localhost"})).status_code == 201


async def test_the_host_key_opens_from_anywhere(client: httpx.AsyncClient) -> None:
    said = {"title": "The bar", "ruleset": "unisystem"}
    key = {"host": "evil.example", "authorization": f"Bearer {Keys(KEY).host}"}
    opened = (await client.post("/v1/tables", json=said, headers=key)).json()
    listed = (await client.get("/v1/tables", headers=key)).json()["tables"]
    mine = next(one for one in listed if one["table"] == opened["table"])
    assert (mine["title"], mine["ruleset"], mine["entries"]) == ("The bar", "unisystem", 3)
    wrong = await client.post("/v1/tables", json=said, headers={"authorization": "Bearer " + "0" * 40})
    assert problem_of(wrong)["code"] == "unauthorized"


async def test_a_player_does_only_what_a_player_may(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera", controller="ana")
    await gm.enter("bob")
    assert (await ana.refused("apply_damage", target="bob", amount=5))["code"] == "unauthorized"
    assert (await ana.refused("roll_initiative", combatant="bob"))["code"] == "not-yours"
    assert (await ana.refused("offer_seat", seat="eve", kind="gm", name="Eve"))["status"] == 403
    response = await gm.client.get(f"/v1/tables/{gm.table}/fairness", headers=ana.headers)
    problem = problem_of(response)
    assert (problem["status"], problem["code"]) == (403, "unauthorized")
    assert "www-authenticate" not in response.headers


async def test_a_seat_is_known_at_the_hosts_door_and_not_let_in(gm: Seat) -> None:
    ana = await gm.seat("ana")
    for seat in (gm, ana):
        for method, path in (("GET", ""), ("POST", ""), ("POST", f"/{gm.table}/link")):
            body = {"title": "The bar", "ruleset": "unisystem"} if (method, path) == ("POST", "") else None
            response = await gm.client.request(method, f"/v1/tables{path}", json=body, headers=seat.headers)
            problem = problem_of(response)
            assert (problem["status"], problem["code"]) == (403, "unauthorized")


async def test_a_hidden_combatant_and_none_are_refused_alike(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera", controller="ana")
    await gm.enter("sniper", hidden=True)
    hidden = await ana.refused("roll_initiative", combatant="sniper", named="c-1")
    unknown = await ana.refused("roll_initiative", combatant="nobody", named="c-1")
    assert str(hidden).replace("sniper", "nobody") == str(unknown)
    assert "sniper" not in str(await ana.look()) + str(await ana.look("/events")) + str(await ana.look("/wounds"))


async def test_a_second_gm_sees_and_does_the_same(gm: Seat) -> None:
    second = await gm.seat("gm-2", kind="gm")
    await second.enter("bob", hidden=True)
    assert (await second.look()) == (await gm.look())
    await gm.give("close_seat", seat="gm-2")
    assert (await gm.client.get(f"/v1/tables/{gm.table}", headers=second.headers)).status_code == 401
