"""`fracas encounter`: files are checked without a server, and put onto a table through one."""

from pathlib import Path

import httpx
import pytest

from api.cli.seated import SeatLink, whole_link
from tests.cli.conftest import CommandLine
from tests.cli.running import Serving

GOOD = "title: Two dogs\nruleset: unisystem\ncombatants:\n  dog: {template: guard-dog, count: 2, group: false}\n"


def test_a_good_file_is_told_as_such(fracas: CommandLine, home: Path) -> None:
    (home / "good.yaml").write_text(GOOD)
    said = fracas("encounter", "check", str(home / "good.yaml"), "interlock/street-ambush")
    assert said.code == 0
    assert "Two dogs (unisystem): 2 combatants, 2 commands, nothing wrong" in said.out
    assert "interlock/street-ambush: Wrong street (interlock): 6 combatants" in said.out


def test_what_is_wrong_is_told_with_file_and_line(fracas: CommandLine, home: Path) -> None:
    (home / "bad.yaml").write_text(GOOD.replace("guard-dog", "dragon"))
    (home / "good.yaml").write_text(GOOD)
    said = fracas("encounter", "check", str(home / "bad.yaml"), str(home / "good.yaml"))
    assert said.code == 1
    assert f"{home / 'bad.yaml'}:4: combatants, dog: there is no template 'dragon'" in said.err
    assert "nothing wrong" in said.out, "the others are checked all the same"


def test_a_file_that_is_not_there_is_told(fracas: CommandLine) -> None:
    assert "the file cannot be read" in fracas("encounter", "check", "nothing.yaml").err
    said = fracas("encounter", "check", "chess/opening")
    assert (said.code, "no file and no sample 'chess/opening'" in said.err) == (1, True)


def test_samples_are_listed_and_printed_as_they_can_be_checked(fracas: CommandLine, home: Path) -> None:
    listed = fracas("encounter", "samples").out.splitlines()
    assert len(listed) == 9
    name = listed[0].split()[0]
    assert any(one.startswith("interlock/party ") for one in listed)
    (home / "mine.yaml").write_text(fracas("encounter", "samples", name).out)
    assert fracas("encounter", "check", str(home / "mine.yaml")).code == 0


def test_templates_are_listed(fracas: CommandLine) -> None:
    said = fracas("encounter", "templates", "--ruleset", "interlock")
    assert "veteran        threat 5  Chromed veteran, with fists" in said.out
    assert "helmet" in said.out
    assert fracas("encounter", "templates", "--ruleset", "chess").code == 2


def test_it_is_put_onto_a_table_through_the_server(fracas: CommandLine, home: Path) -> None:
    (home / "good.yaml").write_text(GOOD)
    with Serving(home) as server:
        opened = httpx.post(f"{server.address}/v1/tables", json={"title": "T", "ruleset": "unisystem"}).json()
        link = f"{server.address}/t/{opened['table']}#{opened['links']['gm']}"
        said = fracas("encounter", "put", str(home / "good.yaml"), link)
        assert said.code == 0, said.err
        assert "Two dogs: 2 commands done" in said.out
        again = fracas("encounter", "put", str(home / "good.yaml"), link)
        assert (again.code, "'dog-1' is at the table already; nothing was done" in again.err) == (1, True)
        wrong = fracas("encounter", "put", "interlock/street-ambush", link)
        assert "written for interlock, the table plays unisystem" in wrong.err
        assert "opens no seat" in fracas("encounter", "put", "unisystem/back-alley", f"{link}x").err
    assert "Does a server run there?" in fracas("encounter", "put", "unisystem/back-alley", link).err
    assert "no whole link" in fracas("encounter", "put", "unisystem/back-alley", "k3v9xq2m").err


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("http://127.0.0.1:8000/t/k3v9#secret", "http://127.0.0.1:8000"),
        (" https://example.org/fracas/t/k3v9#secret\n", "https://example.org/fracas"),
        ("https://example.org/t/fracas/t/k3v9#secret", "https://example.org/t/fracas"),
    ],
)
def test_a_link_leads_to_a_service_under_any_path(written: str, address: str) -> None:
    assert whole_link(written) == SeatLink(address, "k3v9", "secret")
