"""The host's commands on the log itself: list, open, show, mend a link, read the events."""

import asyncio
import io
import re
from pathlib import Path

import pytest

from api.cli.reach import settings_of
from api.cli.tables import desk_of
from api.host.desk import HOST
from api.tables.template import Template
from tests.cli.conftest import CommandLine, Ended


@pytest.fixture
def table(fracas: CommandLine, valkey_url: str) -> str:
    return opened(fracas("tables", "open", "Friday night", "--redis", valkey_url))[0]


def opened(said: Ended) -> tuple[str, str]:
    """The table and the link that a command handed over."""
    assert said.code == 0, said.err
    found = re.search(r"table (\S+), seat gm\n.*#(\S+)", said.out)
    assert found is not None, said.out
    return found[1], found[2]


def test_a_table_is_opened_listed_and_shown(fracas: CommandLine, valkey_url: str, table: str) -> None:
    listed = fracas("tables", "--redis", valkey_url)
    assert any(line.split()[0] == table and "Friday night" in line for line in listed.out.splitlines())
    shown = fracas("tables", "show", table, "--redis", valkey_url)
    assert shown.code == 0
    assert "Friday night" in shown.out
    assert re.search(r"^head [0-9a-f]{64}$", shown.out, re.MULTILINE)
    assert "option initiative = each_turn" in shown.out


def test_whatever_somebody_wrote_does_not_steer_the_terminal(fracas: CommandLine, valkey_url: str) -> None:
    assert fracas("tables", "open", "\x1b[2JFriday\x9b", "--redis", valkey_url).code == 2

    async def long_ago() -> str:
        async with desk_of(settings_of(None, valkey_url)) as desk:
            return (await desk.open("\x1b[2JFriday\x9b", Template(ruleset="unisystem")))[0].table

    table = asyncio.run(long_ago())
    told = (fracas("tables", "--redis", valkey_url), fracas("tables", "show", table, "--redis", valkey_url))
    for said in (*told, fracas("events", table, "--redis", valkey_url)):
        assert "\\x1b[2JFriday\\x9b" in said.out
        assert not set(said.out) & {"\x1b", "\x9b"}


def test_options_and_presets_are_set_at_the_opening(fracas: CommandLine, valkey_url: str) -> None:
    said = fracas(
        "tables", "open", "Hard luck", "-o", "open_ended_d10=false", "-o", "initiative=once", "--redis", valkey_url
    )
    shown = fracas("tables", "show", opened(said)[0], "--redis", valkey_url)
    assert "option open_ended_d10 = false" in shown.out
    assert "option initiative = once" in shown.out
    said = fracas(
        "tables",
        "open",
        "Fast",
        "-r",
        "firefight",
        "--preset",
        "fast",
        "-o",
        "blast_dice=per_target",
        "--redis",
        valkey_url,
    )
    shown = fracas("tables", "show", opened(said)[0], "--redis", valkey_url)
    assert "option damage_mode = average" in shown.out
    assert "option blast_dice = per_target" in shown.out, "what is said by itself goes over the preset"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("-o", "luck=true"), 1, "there is no option 'luck'"),
        (("-o", "initiative=never"), 1, "option initiative can be"),
        (("-o", "initiative"), 2, "is not NAME=VALUE"),
        (("--preset", "nice"), 1, "there is no preset 'nice'; there are source, fast"),
        (("--ruleset", "gurps"), 1, "there is no rule set 'gurps'"),
    ],
)
def test_what_cannot_be_opened_is_told(
    fracas: CommandLine, valkey_url: str, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    said = fracas("tables", "open", "Luck", *arguments, "--redis", valkey_url)
    assert (said.code, sentence in said.err) == (code, True), said.err


def test_a_table_is_called_by_one_line_in_which_something_is_seen(fracas: CommandLine, valkey_url: str) -> None:
    for title in ("a\nb", " \u200b", "x\x1b", "x" * 81):
        said = fracas("tables", "open", title, "--redis", valkey_url)
        assert said.code == 2 and "a name of one line" in said.err


def test_a_link_is_mended_and_the_log_tells_by_whom(fracas: CommandLine, valkey_url: str, table: str) -> None:
    first = opened(fracas("tables", "link", table, "--redis", valkey_url))
    second = opened(fracas("tables", "link", table, "--redis", valkey_url))
    assert first[0] == second[0] == table
    assert first[1] != second[1]
    log = fracas("events", table, "--redis", valkey_url).out
    assert len(re.findall(f"gm/{HOST}-link-.*seat-offered", log)) == 2
    assert first[1] not in log
    assert second[1] not in log


def test_a_link_leads_to_the_page_of_its_table_at_the_servers_address(
    fracas: CommandLine, valkey_url: str, table: str
) -> None:
    for address in ("http://192.168.1.20:8000", "http://192.168.1.20:8000/"):
        said = fracas("tables", "link", table, "--address", address, "--redis", valkey_url)
        assert re.search(rf"link   http://192\.168\.1\.20:8000/t/{table}#\S{{40,}}\n", said.out), said.out
    assert "http://127.0.0.1:8000/t/" in fracas("tables", "open", "At home", "--redis", valkey_url).out


def test_a_table_goes_into_the_archive_and_comes_back(fracas: CommandLine, valkey_url: str, table: str) -> None:
    redis = ("--redis", valkey_url)
    early = fracas("tables", "delete", table, "--yes", *redis)
    assert (early.code, "archive it" in early.err or "into the archive first" in early.err) == (1, True)
    assert fracas("tables", "archive", table, *redis).out == f"table {table} is in the archive\n"
    assert table not in fracas("tables", "list", *redis).out
    assert re.search(rf"{table} .*archived", fracas("tables", "list", "--archived", *redis).out)
    again = fracas("tables", "archive", table, *redis)
    assert (again.code, "this table is closed" in again.err) == (1, True)
    assert fracas("tables", "restore", table, *redis).out == f"table {table} is open again\n"
    assert re.search(rf"{table} .*between fights", fracas("tables", *redis).out)
    assert fracas("tables", "restore", table, *redis).code == 1


def test_a_deleted_table_is_gone_and_asked_about_once_more(
    fracas: CommandLine, valkey_url: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = ("--redis", valkey_url)
    fracas("tables", "archive", table, *redis)
    monkeypatch.setattr("sys.stdin", io.StringIO("another\n"))
    kept = fracas("tables", "delete", table, *redis)
    assert (kept.code, "nothing was deleted" in kept.err) == (1, True)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{table}\n"))
    assert f"table {table} is deleted" in fracas("tables", "delete", table, *redis).out
    assert "there is no table" in fracas("tables", "show", table, *redis).err
    assert table not in fracas("tables", "list", "--archived", *redis).out


def test_there_is_no_such_table_or_seat(fracas: CommandLine, valkey_url: str, table: str) -> None:
    for arguments in (("tables", "show", "nope"), ("tables", "link", "nope"), ("events", "nope")):
        said = fracas(*arguments, "--redis", valkey_url)
        assert (said.code, "there is no table 'nope'" in said.err) == (1, True)
    said = fracas("tables", "link", table, "--seat", "zoe", "--redis", valkey_url)
    assert (said.code, "there is no open seat 'zoe'" in said.err) == (1, True)


def test_events_begin_where_they_are_asked_to(fracas: CommandLine, valkey_url: str, table: str) -> None:
    whole = fracas("events", table, "--redis", valkey_url).out.splitlines()
    assert [line.split()[0] for line in whole] == ["1", "2", "3"]
    assert "table-opened" in whole[0]
    assert fracas("events", table, "--after", "2", "--redis", valkey_url).out.splitlines() == whole[2:]


def test_where_no_table_ever_was_looking_makes_nothing(fracas: CommandLine, home: Path) -> None:
    said = fracas("tables")
    assert (said.code, "there are no tables" in said.err) == (1, True)
    assert not (home / "data").exists()


def test_a_server_that_does_not_answer_is_told_in_a_sentence(fracas: CommandLine, home: Path) -> None:
    said = fracas("tables", "--redis", "redis://127.0.0.1:1")
    assert said.code == 1
    assert said.err.startswith("fracas: ")
    assert "Traceback" not in said.err
    assert fracas("tables", "--redis", "http://127.0.0.1").code == 2


def test_the_server_of_the_data_folder_is_started_and_ended(fracas: CommandLine, home: Path) -> None:
    table, _ = opened(fracas("tables", "open", "At home"))
    assert table in fracas("tables").out
    assert not (home / "data" / "server.pid").exists(), "the last user has ended it"


def test_a_key_that_others_can_read_is_refused(fracas: CommandLine, home: Path) -> None:
    opened(fracas("tables", "open", "At home"))
    key = home / "config" / "server.key"
    key.chmod(0o644)
    said = fracas("tables", "open", "Again")
    assert (said.code, "chmod 600" in said.err) == (1, True)


def test_a_table_is_opened_with_an_encounter_and_seats_and_another_like_it(
    fracas: CommandLine, valkey_url: str, tmp_path: Path
) -> None:
    redis = ("--redis", valkey_url)
    said = fracas(
        *("tables", "open", "Friday", "-e", "interlock/street-ambush", "-o", "initiative=once"),
        *("--seat", "ana", "--seat", "screen=spectator", *redis),
    )
    assert said.code == 0, said.err
    table = re.search(r"table (\S+), seat gm\n", said.out)
    assert table is not None
    assert {f"table {table[1]}, seat {seat}" in said.out for seat in ("gm", "ana", "screen")} == {True}
    assert len(set(re.findall(r"#(\S{40,})", said.out))) == 3
    assert "combatant-entered" in fracas("events", table[1], *redis).out
    like, _ = opened(fracas("tables", "open", "Next", "--like", table[1], *redis))
    assert "option initiative = once" in fracas("tables", "show", like, *redis).out
    assert "combatant-entered" not in fracas("events", like, *redis).out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("-e", "interlock/none-such"), 1, "there is no file and no sample"),
        (("-e", "interlock/street-ambush", "-r", "unisystem"), 1, "interlock and unisystem are asked for together"),
        (("--like", "nowhere"), 1, "there is no table 'nowhere'"),
        (("--seat", "ana=king"), 2, "is not ID or ID=KIND"),
        (("--seat", "ana", "--seat", "ana"), 1, "each seat has an id of its own"),
    ],
)
def test_a_template_that_is_wrong_opens_nothing(
    fracas: CommandLine, valkey_url: str, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    said = fracas("tables", "open", "Luck", *arguments, "--redis", valkey_url)
    assert (said.code, sentence in said.err) == (code, True), said.err
