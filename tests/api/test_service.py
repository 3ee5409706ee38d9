"""Health, rule sets, limits, rates, log lines: what is not about one table."""

import asyncio
import io
import json
import logging
import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from api import lines
from api.limits import LIMITS, SEAT_BURST
from api.settings import BadSetting, Settings
from api.web.rates import Rates
from engine.rulebook import BASIS
from engine.rulesets import RULESETS
from events.log.stream import open_log
from tests.api.people import make_app, open_table, problem_of, running
from tests.servers import server


async def test_the_service_lives_and_its_log_is_durable(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok", "process": os.getpid()}
    ready = (await client.get("/readyz")).json()
    assert ready["status"] == "ready"
    assert ready["log"]["durable"] is True


@pytest.mark.parametrize(
    ("settings", "reached"),
    [
        ({"network_address": "http://192.0.2.5:8000"}, "http://192.0.2.5:8000"),
        ({"public_url": "https://game.example/fracas"}, "https://game.example/fracas"),
        ({}, None),
    ],
)
async def test_whoever_opens_it_at_this_machine_is_told_where_others_reach_it(
    valkey_url: str, tmp_path: Path, settings: dict[str, Any], reached: str | None
) -> None:
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path, **settings)) as client:
        assert (await client.get("/healthz")).json().get("network_address") == reached


async def test_a_log_that_does_not_answer_is_told_and_nothing_is_lost_from_sight(tmp_path: Path) -> None:
    with server("valkey", tmp_path / "own") as valkey:
        async with open_log(valkey.url, patience=0.2) as log, running(make_app(log, tmp_path)) as client:
            gm = await open_table(client)
            await gm.look()
            valkey.kill()
            problem = problem_of(await client.get("/readyz"))
            assert (problem["status"], problem["code"]) == (503, "log-unavailable")
            body = gm.body("note", text="one")
            lost = await gm.send(body)
            assert problem_of(lost)["code"] == "log-unavailable"
            assert lost.headers["retry-after"] == "1"
            assert (await gm.look())["title"] == "The warehouse"
            valkey.start()
            assert (await gm.send(body)).status_code == 200


async def test_rule_sets_are_listed_searched_and_read(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/rulesets")).json()["rulesets"]
    assert [one["id"] for one in listed] == list(RULESETS)
    for name in RULESETS:
        path = f"/v1/rulesets/{name}"
        whole = (await client.get(path)).json()
        assert {one["kind"] for one in whole["actions"]} == set(RULESETS[name].actions)
        rules = (await client.get(f"{path}/rules")).json()["rules"]
        assert len(rules) == len(RULESETS[name].rulebook.rules)
        one = (await client.get(f"{path}/rules/{rules[0]['id']}")).json()
        assert {field: one[field] for field in ("id", "title", "text", "basis")} == {
            field: rules[0][field] for field in ("id", "title", "text", "basis")
        }
        assert whole["presets"] == (await client.get(f"{path}/presets")).json()["presets"]
        found = (await client.get(f"{path}/rules", params={"search": rules[0]["title"]})).json()["rules"]
        assert rules[0] in found
        group = rules[0]["id"].split("-")[1]
        assert all(
            r["id"].split("-")[1] == group for r in (await client.get(f"{path}/rules?group={group}")).json()["rules"]
        )
        assert (await client.get(f"{path}/options")).json()["options"]
        assert "presets" in (await client.get(f"{path}/presets")).json()
        assert "$defs" in (await client.get(f"{path}/sheet")).json()
        weapons = (await client.get(f"{path}/armoury")).json()["weapons"]
        assert [one["id"] for one in weapons] == [one.id for one in RULESETS[name].armoury["weapons"]]
        samples = (await client.get(f"{path}/templates")).json()
        assert [one["id"] for one in samples["templates"]] == list(RULESETS[name].samples.by_id)
        assert all(one["sheet"]["weapons"] for one in samples["templates"])
        assert [one["id"] for one in samples["gear"]] == list(RULESETS[name].samples.gear_by_id)


async def test_a_rule_is_told_with_all_that_hangs_on_it(client: httpx.AsyncClient) -> None:
    told = (await client.get("/v1/rulesets/firefight/rules/UNI-RANGE-4")).json()
    assert told["meaning_of_basis"] == BASIS[told["basis"]]
    assert [option["name"] for option in told["options"]] == ["medium_range_modifier"]
    assert all(where.startswith("engine.rulesets.unisystem.") for where in told["done_by"])
    assert told["done_by"]
    assert {one["file"].partition("/")[0] for one in told["proved_by"]} <= {"unisystem", "firefight"}
    assert told["proved_by"]


@pytest.mark.parametrize("path", ["chess", "chess/rules", "unisystem/rules/UNI-NO-1", "chess/armoury", "chess/sheet"])
async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert problem_of(await client.get(f"/v1/rulesets/{path}"))["code"] == "not-found"


async def test_the_limits_are_one_table(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/limits")).json()["limits"]
    assert [one["name"] for one in listed] == [limit.name for limit in LIMITS]
    assert {one["name"]: one["most"] for one in listed} == {limit.name: limit.most for limit in LIMITS}
    assert len({limit.name for limit in LIMITS}) == len(LIMITS)


async def test_a_seat_that_asks_too_often_is_told_when_to_come_back(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            gm = await open_table(client)
            app.state.service.seat_rates.change(50, SEAT_BURST)
            path = f"/v1/tables/{gm.table}/waiting"
            answers = await asyncio.gather(*(client.get(path, headers=gm.headers) for _ in range(2 * SEAT_BURST)))
            late = [one for one in answers if one.status_code == 429]
            assert late
            assert len(answers) - len(late) >= SEAT_BURST
            assert problem_of(late[0])["code"] == "too-many"
            assert int(late[0].headers["retry-after"]) >= 1


async def test_a_batch_counts_as_many_as_it_holds(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            gm = await open_table(client)
            app.state.service.seat_rates.change(0.001, 60)
            batch = {"commands": [gm.body("note", text=str(n)) for n in range(50)]}
            assert (await gm.send(batch)).status_code == 200
            assert problem_of(await gm.send(batch))["code"] == "too-many"


async def test_links_cannot_be_tried_in_bulk(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            app.state.service.door_rates.change(1, 10)
            said = {"table": "nosuchtable1", "link": "guess"}
            answers = [(await client.post("/seats/token", json=said)).status_code for _ in range(20)]
            assert answers.count(401) <= 11
            assert answers[-1] == 429


def test_a_bucket_fills_again_with_time() -> None:
    time = [0.0]
    rates = Rates(10, 2, lambda: time[0])
    rates.take("a")
    rates.take("a")
    rates.take("b")
    with pytest.raises(Exception, match="too many requests"):
        rates.take("a")
    time[0] = 0.1
    rates.take("a")
    with pytest.raises(Exception, match="too many requests"):
        rates.take("a")


def test_a_log_line_is_one_json_object(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    for name in ("fracas", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "handlers", [])
        monkeypatch.setattr(logger, "propagate", True)
        monkeypatch.setattr(logger, "level", logging.NOTSET)
    lines.set_up(stream)
    lines.say("landed", table="t1", command="c-1", first=4)
    try:
        raise ValueError("broken\nin two lines")
    except ValueError:
        lines.LOGGER.exception("a command failed", extra={"fields": {"table": "t1"}})
    logging.getLogger("uvicorn.error").info("Started %s", "server")
    said: list[dict[str, Any]] = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [one["event"] for one in said] == ["landed", "a command failed", "Started server"]
    assert (said[0]["table"], said[0]["command"], said[0]["first"]) == ("t1", "c-1", 4)
    assert said[1]["error"] == "ValueError"


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    said = {
        "FRACAS_DATA": str(tmp_path / "d"),
        "FRACAS_CONFIG": str(tmp_path / "c"),
        "FRACAS_REDIS_URL": "redis://somewhere",
        "FRACAS_ORIGINS": "https://one.example, https://two.example",
        "FRACAS_SEAT_RATE": "7",
    }
    settings = Settings.from_environment(said)
    assert (settings.data_folder, settings.config_folder) == (tmp_path / "d", tmp_path / "c")
    assert (settings.redis_url, settings.seat_rate) == ("redis://somewhere", 7)
    assert settings.origins == ("https://one.example", "https://two.example")
    plain = Settings.from_environment({"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "x")})
    assert (plain.data_folder, plain.config_folder) == (tmp_path / "fracas", tmp_path / "x" / "fracas")
    with pytest.raises(BadSetting, match="FRACAS_SEAT_RATE is a whole number, not 'fast'"):
        Settings.from_environment({"FRACAS_SEAT_RATE": "fast"})


async def test_other_pages_may_ask_only_where_the_settings_name_them(valkey_url: str, tmp_path: Path) -> None:
    asks = {"origin": "https://one.example", "access-control-request-method": "POST"}
    async with open_log(valkey_url) as log:
        async with running(make_app(log, tmp_path, origins=("https://one.example",))) as client:
            named = await client.options("/v1/tables", headers=asks)
            assert named.headers["access-control-allow-origin"] == "https://one.example"
            assert "access-control-allow-credentials" not in named.headers
            other = await client.options("/v1/tables", headers={**asks, "origin": "https://evil.example"})
            assert "access-control-allow-origin" not in other.headers
        async with running(make_app(log, tmp_path)) as client:
            assert "access-control-allow-origin" not in (await client.options("/v1/tables", headers=asks)).headers
