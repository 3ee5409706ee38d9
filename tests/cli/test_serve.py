"""`fracas serve` as a process: it comes up, says where, lays out the sample, and ends in good order."""

import io
import json
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from rich.console import Console

from api.cli.addresses import Listening, address_of, listen, own_address
from api.cli.greeting import say_how_to_go_on
from api.sample import Invitation
from engine.rulesets import RULESETS
from tests.cli.running import FRACAS, Serving, environment, run

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("serve")]


def links(serving: Serving) -> dict[str, tuple[str, str]]:
    """Table and link by seat, as they were printed, of the first sample table."""
    return {seat: (table, link) for table, seat, link in reversed(printed(serving)) if table == printed(serving)[0][0]}


def printed(serving: Serving) -> list[tuple[str, str, str]]:
    """Table, seat and link of every invitation."""
    return re.findall(r"\(table (\S+), seat (\S+)\)\n  link   \S+#(\S+)", "".join(serving.lines))


@contextmanager
def sit_down(serving: Serving, seat: str) -> Iterator[tuple[httpx.Client, str]]:
    """A client that speaks for a seat, and its table's address."""
    table, link = links(serving)[seat]
    with httpx.Client(base_url=serving.address, timeout=30) as client:
        taken = client.post("/seats/token", json={"table": table, "link": link})
        client.headers["Authorization"] = f"Bearer {taken.raise_for_status().json()['token']}"
        yield client, f"/v1/tables/{table}"


def valkey_runs(home: Path) -> bool:
    return (home / "data" / "server.pid").exists()


def test_the_sample_is_a_fight_in_progress_for_three_seats(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        assert set(links(serving)) == {"gm", "ana", "guest"}
        for seat in ("gm", "ana", "guest"):
            with sit_down(serving, seat) as (client, table):
                seen: dict[str, Any] = client.get(table).json()
            assert (seen["turn"], seen["phase"], seen["up"]) == (1, "actions", "vera")
            names = {one["id"] for one in seen["combatants"]}
            assert names == {"vera", "rico", "dutch", *(("sniper",) if seat == "gm" else ())}
        with sit_down(serving, "ana") as (client, table):
            shot = {"kind": "shoot", "weapon": "pistol", "target": "rico"}
            body = {"id": "c-1", "command": {"type": "act", "combatant": "vera", "action": shot}}
            assert client.post(f"{table}/commands", json=body).json()["status"] == "done"


def test_there_is_a_sample_of_each_rule_set_with_a_fight_in_progress(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        seen: dict[str, set[str]] = {}
        for table, seat, link in printed(serving):
            taken = httpx.post(f"{serving.address}/seats/token", json={"table": table, "link": link}).json()
            headers = {"authorization": f"Bearer {taken['token']}"}
            view = httpx.get(f"{serving.address}/v1/tables/{table}", headers=headers).json()
            assert (view["phase"], view["up"]) == ("actions", "vera")
            seen.setdefault(view["ruleset"], set()).add(seat)
        assert seen.keys() == RULESETS.keys()
        assert all({"gm", "ana", "guest"} <= seats for seats in seen.values())


def test_a_printed_link_opens_the_page_of_its_table(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        found = re.findall(r"link   (\S+)", "".join(serving.lines))
        assert len(found) == len(printed(serving)) == 11
        for link in found:
            address, _, secret = link.partition("#")
            table = address.rpartition("/")[2]
            assert address == f"{serving.address}/t/{table}"
            assert httpx.get(address).headers["content-type"].startswith("text/html")
            taken = httpx.post(f"{serving.address}/seats/token", json={"table": table, "link": secret})
            assert taken.status_code == 200


def test_the_sample_is_laid_out_without_a_word(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        assert "landed" not in (tmp_path / "errors").read_text()
        with sit_down(serving, "gm"):
            pass
        assert "landed" in (tmp_path / "errors").read_text(), "what people do is told again"


def test_whoever_only_serves_reads_no_log_lines_and_how_it_is_stopped(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample", "--quiet") as serving:
        serving.until("Ctrl-C (stops)")
        with sit_down(serving, "gm") as (client, table):
            body = {"id": "n-1", "command": {"type": "note", "text": "The lights go out."}}
            client.post(f"{table}/commands", json=body).raise_for_status()
        assert serving.stop() == 0
    assert (tmp_path / "errors").read_text() == ""


def test_a_phone_scans_the_first_players_link() -> None:
    told = io.StringIO()
    ana, gm = (
        Invitation("The warehouse", "unisystem", who, "t-1", seat, 64 * seat[:1])
        for who, seat in (("Ana, who plays Vera", "ana"), ("Game master", "gm"))
    )
    say_how_to_go_on(Console(file=told, width=100), "http://192.0.2.5:8000", True, (gm, ana))
    assert "as Ana, who plays Vera" in told.getvalue()
    link = f"http://192.0.2.5:8000/t/t-1#{64 * 'a'}"
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[halves[one] for one in line] for line in told.getvalue().splitlines() if set(line) <= set(halves) and line]
    modules = [[pair[half] for pair in row] for row in rows for half in (0, 1)]
    wanted = [list(row) for row in segno.make(link, micro=False, error="l").matrix_iter(border=2)]
    assert modules[: len(wanted)] == wanted


def test_nobody_is_asked_to_scan_what_phones_cannot_open() -> None:
    told = io.StringIO()
    say_how_to_go_on(Console(file=told), "http://127.0.0.1:8000", False)
    assert told.getvalue() == "\nCtrl-C stops the service.\n"


def test_the_printed_call_gives_a_token(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        call = "curl -s" + serving.until(r"token  curl -s(.*)")
        said = subprocess.run(call, shell=True, capture_output=True, text=True, timeout=30, check=True)
        assert json.loads(said.stdout)["seat"] == "gm"


def test_the_sample_is_laid_out_once_and_its_links_stay(tmp_path: Path) -> None:
    seen: list[dict[str, tuple[str, str]]] = []
    entries: list[int] = []
    for _ in range(2):
        with Serving(tmp_path, "--sample") as serving:
            serving.invitations()
            seen.append(links(serving))
            with sit_down(serving, "gm") as (client, table):
                entries.append(client.get(table).json()["number"])
    assert seen[0] == seen[1]
    assert entries[1] == entries[0] + 1, "nothing but the second device that sat down"


def test_a_service_that_keeps_nothing_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    with Serving(tmp_path, "--ephemeral", "--sample") as serving:
        serving.invitations()
        with sit_down(serving, "gm") as (client, table):
            assert client.get(table).status_code == 200
        (home,) = (tmp_path / "temporary").iterdir()
        assert (home / "data" / "server.pid").exists()
        assert serving.stop() == 0
    assert not list((tmp_path / "temporary").iterdir())
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "config").exists()
    said = run(tmp_path, "serve", "--ephemeral", "--data", str(tmp_path / "data"))
    assert (said.returncode, "a log of its own" in said.stderr) == (2, True)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_service_and_its_log_in_good_order(tmp_path: Path, how: signal.Signals) -> None:
    with Serving(tmp_path) as serving:
        assert valkey_runs(tmp_path)
        waiting = httpx.get(f"{serving.address}/healthz")
        assert waiting.status_code == 200
        assert serving.stop(how) == 0
    assert not valkey_runs(tmp_path)
    assert "Traceback" not in (tmp_path / "errors").read_text()


def host_key(said: str) -> str:
    """The host key that was printed."""
    found = re.search(r"Host key.*: (\S+)", said)
    assert found is not None, said
    return found[1]


def test_the_host_key_is_shown_at_the_first_start_and_when_asked_for(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        key = host_key("".join(serving.lines))
    with Serving(tmp_path) as serving:
        serving.stop()
        assert key not in "".join(serving.lines)
    shown = run(tmp_path, "serve", "--host-key")
    assert (shown.returncode, host_key(shown.stdout)) == (0, key)
    with Serving(tmp_path) as serving:
        answer = httpx.get(f"{serving.address}/v1/tables", headers={"Authorization": f"Bearer {key}"})
        assert answer.status_code == 200


def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = run(tmp_path, "serve", "--port", str(other.getsockname()[1]))
    assert said.returncode == 1
    assert "is taken" in said.stderr
    assert "--port" in said.stderr
    assert "Traceback" not in said.stderr
    assert not valkey_runs(tmp_path)
    assert "Host key" not in said.stdout
    with Serving(tmp_path) as serving:  # the start that works is the first
        assert host_key("".join(serving.lines))


def test_an_address_of_somebody_else_is_told_in_a_sentence(tmp_path: Path) -> None:
    said = run(tmp_path, "serve", "--host", "192.0.2.7")
    assert (said.returncode, "has no address '192.0.2.7'" in said.stderr) == (1, True)


def test_with_lan_the_address_is_one_that_phones_can_reach(tmp_path: Path) -> None:
    with Serving(tmp_path, "--lan") as serving:
        assert serving.address.startswith(f"http://{own_address()}:")
        reached = httpx.get(f"{serving.address}/healthz").json().get("network_address")
        assert reached == (None if own_address() == "127.0.0.1" else serving.address)
        other = {"title": "From a phone", "ruleset": "unisystem"}
        if own_address() != "127.0.0.1":
            refused = httpx.post(f"{serving.address}/v1/tables", json=other)
            assert refused.status_code == 401, "only this machine opens tables without the host key"
            here = serving.until(r"On this machine open (\S+)")
            assert here == f"http://127.0.0.1:{serving.address.rpartition(':')[2]}"
            assert httpx.post(f"{here}/v1/tables", json=other).status_code == 201


def test_no_answer_waits_for_the_client_to_confirm_its_beginning() -> None:
    with listen(Listening("127.0.0.1", 0)) as opened, socket.create_connection(opened.getsockname()):
        connection, _ = opened.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_address_that_is_printed_can_be_opened() -> None:
    with listen(Listening("127.0.0.1", 0)) as opened:
        port = opened.getsockname()[1]
        assert address_of(opened, Listening("127.0.0.1", 0)) == f"http://127.0.0.1:{port}"
    with listen(Listening("0.0.0.0", 0)) as opened:
        port = opened.getsockname()[1]
        assert address_of(opened, Listening("0.0.0.0", 0)) == f"http://127.0.0.1:{port}"


def test_a_link_is_mended_while_the_server_runs_and_the_old_one_is_void(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        with sit_down(serving, "ana") as (old, table):
            name = table.rpartition("/")[2]
            before = old.get(table).json()["number"]
            mended = run(tmp_path, "tables", "link", name, "--seat", "ana", "--address", serving.address)
            assert mended.returncode == 0, mended.stderr
            # The waiting poll is answered as soon as the server has taken note.
            assert old.get(f"{table}/events", params={"after": before, "wait": 20}, timeout=30).status_code == 401
            assert old.get(table).status_code == 401
        link = re.search(r"#(\S+)", mended.stdout)
        assert link is not None
        assert (
            httpx.post(f"{serving.address}/seats/token", json={"table": name, "link": link[1]}).json()["seat"] == "ana"
        )


def test_events_are_read_from_a_seat_and_followed_from_the_log(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        name, link = links(serving)["guest"]
        seen = run(tmp_path, "events", name, "--server", serving.address, "--link", link)
        assert seen.returncode == 0, seen.stderr
        assert "sniper" not in seen.stdout.lower()
        assert [int(line.split()[0]) for line in seen.stdout.splitlines()] == list(
            range(1, len(seen.stdout.splitlines()) + 1)
        )
        again = run(tmp_path, "events", name, "--server", serving.address, "--link", link)
        assert again.stdout == seen.stdout, "whoever only looks leaves nothing behind"
        whole = run(tmp_path, "events", name)
        assert "sniper" in whole.stdout
        wrong = run(tmp_path, "events", name, "--server", serving.address, "--link", "wrong")
        assert (wrong.returncode, "the server said" in wrong.stderr) == (1, True)
        _follow(tmp_path, serving, name, len(whole.stdout.splitlines()))


def _follow(home: Path, serving: Serving, name: str, head: int) -> None:
    following = subprocess.Popen(
        (*FRACAS, "events", name, "--follow", "--after", str(head - 1)),
        env={**environment(home), "PYTHONUNBUFFERED": "1"}, cwd=home, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert following.stdout is not None
        assert int(following.stdout.readline().split()[0]) == head
        with sit_down(serving, "gm") as (client, table):
            body = {"id": "n-1", "command": {"type": "note", "text": "The lights go out."}}
            client.post(f"{table}/commands", json=body).raise_for_status()
        said = ""
        while "The lights go out." not in said:
            said = following.stdout.readline()
            assert said
    finally:
        following.send_signal(signal.SIGINT)
        rest, _ = following.communicate(timeout=30)
        assert "Traceback" not in rest
    assert following.returncode == 0


def test_an_export_of_the_sample_is_whole_offline(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        with sit_down(serving, "gm") as (client, table):
            for number, command in enumerate(
                (
                    {"type": "done", "combatant": "vera"},
                    {"type": "done", "combatant": "dutch"},
                    {"type": "next_turn"},
                    {"type": "open_closed_key", "epoch": 2},
                )
            ):
                body = {"id": f"c-{number}", "command": command}
                assert client.post(f"{table}/commands", json=body).status_code == 200
            (tmp_path / "x.jsonl").write_bytes(client.get(f"{table}/export").content)
    said = run(tmp_path, "verify", "x.jsonl")
    assert said.returncode == 0, said.stdout
    recomputed = re.search(r"(\d+) dice recomputed", said.stdout)
    assert recomputed is not None
    assert int(recomputed[1]) > 0


def test_a_table_is_tailed_for_programs_from_the_log_and_from_a_seat(tmp_path: Path) -> None:
    with Serving(tmp_path, "--sample") as serving:
        serving.invitations()
        name, link = links(serving)["guest"]
        entries = _tail(tmp_path, name, 20)
        assert [one["version"] for one in entries] == list(range(1, 21))
        assert entries[0]["fact"]["type"] == "table-opened"
        frames = _tail(tmp_path, name, 3, "--server", serving.address, "--link", link, "--after", "2")
        assert [one["number"] for one in frames] == [3, 4, 5]


def _tail(home: Path, name: str, lines: int, *more: str) -> list[dict[str, Any]]:
    """The first lines of a tail, which goes on until it is stopped."""
    with subprocess.Popen(
        (*FRACAS, "tail", name, "--json", *more), env=environment(home), cwd=home, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as following:  # fmt: skip
        assert following.stdout is not None
        read = [following.stdout.readline() for _ in range(lines)]
        following.send_signal(signal.SIGINT)
        _, errors = following.communicate(timeout=30)
    assert (all(read), errors) == (True, "")
    assert following.returncode == 0
    return [json.loads(line) for line in read]
