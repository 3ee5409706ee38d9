"""Every command teaches: what it is for, two examples, what to do next."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from api.cli.app import app
from tests.cli.conftest import CommandLine


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if path:
        yield path
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))


ALL = list(commands(get_command(app)))


def test_all_the_commands_are_there() -> None:
    assert {path[0] for path in ALL} == {
        "serve", "tables", "encounter", "character", "events", "tail", "export", "import", "verify", "fairness",
        "doctor", "replay", "roll", "odds", "simulate", "capsule", "scenario", "rules", "backup", "restore",
    }  # fmt: skip
    assert {path[1] for path in ALL if path[0] == "tables" and path[1:]} == {
        "list",
        "open",
        "show",
        "link",
        "archive",
        "restore",
        "delete",
    }
    assert {path[1] for path in ALL if path[0] == "encounter" and path[1:]} == {"check", "put", "samples", "templates"}


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_has_two_examples_and_says_what_comes_next(path: tuple[str, ...], fracas: CommandLine) -> None:
    said = fracas(*path, "--help")
    assert said.code == 0
    lines = [line.strip() for line in said.out.splitlines()]
    examples = [line for line in lines if line.startswith(f"fracas {path[0]}")]
    assert len(examples) >= 2
    assert any(line.startswith("Next:") for line in lines)
    assert "..." not in lines[2], "the first sentence fits into the list of commands"


def test_the_version_is_told(fracas: CommandLine) -> None:
    said = fracas("--version")
    assert said.code == 0
    assert said.out.startswith("fracas 0.")


def test_what_is_not_understood_ends_with_2(fracas: CommandLine) -> None:
    for arguments in (("fly",), ("serve", "--port", "many"), ("events", "no name"), ("verify", "nowhere.jsonl")):
        said = fracas(*arguments)
        assert said.code == 2, arguments
        assert said.err
        assert "Traceback" not in said.err


def test_a_command_that_is_ended_while_it_is_read_in_ends_quietly() -> None:
    stopped = (
        "import sys\n"
        "class Stopped:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stopped())\n"
        "from api.cli import main\n"
        "main(['serve'])\n"
    )
    done = subprocess.run([sys.executable, "-c", stopped], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
