"""`fracas roll` tells the audit of a roll from a log here, or as a seat elsewhere is told it."""

from pathlib import Path

import httpx

from tests.api.test_audit_in_words import shot
from tests.cli.conftest import CommandLine
from tests.cli.running import Serving
from tests.cli.test_capsule import a_fight
from tests.cli.test_doctor import written


def test_it_is_told_from_an_export(fracas: CommandLine, tmp_path: Path) -> None:
    log, number = written(tmp_path / "log.jsonl", a_fight().bodies), shot(a_fight())
    told = fracas("roll", log, str(number))
    assert (told.code, told.out.splitlines()[0]) == (0, f"{number}  ann rolls strike: 1d10!")
    assert "typed by gm" in told.out
    for nothing in ("1", "9999"):
        assert fracas("roll", log, nothing).code == 1
    assert fracas("roll", log, str(number), "--server", "http://127.0.0.1:1").code == 2


def test_it_is_told_as_a_seat_elsewhere_sees_it(fracas: CommandLine, home: Path) -> None:
    with Serving(home) as server:
        opened = httpx.post(f"{server.address}/v1/tables", json={"title": "T", "ruleset": "unisystem"}).json()
        seat = {"table": opened["table"], "link": opened["links"]["gm"], "device": "test-device-1"}
        token = httpx.post(f"{server.address}/seats/token", json=seat).json()["token"]
        body = {"id": "roll-1", "command": {"type": "roll", "dice": "2d6"}}
        address = f"{server.address}/v1/tables/{opened['table']}/commands"
        reply = httpx.post(address, json=body, headers={"authorization": f"Bearer {token}"}).json()
        number = next(one["number"] for one in reply["events"] if one["fact"]["entry"]["fact"]["type"] == "rolled")
        there = ("--server", server.address, "--link", opened["links"]["gm"])
        far = fracas("roll", opened["table"], str(number), *there)
        assert far.code == 0 and "thrown at " in far.out
        assert fracas("roll", opened["table"], "9999", *there).code == 1
        assert fracas("roll", "no such/table", str(number), *there).code == 2
        near = fracas("roll", opened["table"], str(number))
        assert near.out == far.out
