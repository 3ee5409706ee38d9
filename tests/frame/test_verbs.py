"""People and CI call the same verbs: each is explained by `make help`, and .ci/run calls two of them."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERBS = {"serve", "test", "check", "quick", "fmt", "docs", "bench", "soak", "help"}


def make(*arguments: str) -> str:
    """What make prints, also when the tests were started by make themselves."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=True).stdout


@pytest.mark.docs
def test_make_alone_explains_every_verb_in_one_line() -> None:
    shown = make()
    explained = dict(re.findall(r"^  make (\w+) +(\S.*)$", shown, re.MULTILINE))
    assert explained.keys() >= VERBS
    assert len(explained) == len(shown.splitlines())


def test_ci_runs_make_check_and_make_test() -> None:
    called = re.findall(r"make (\w+)$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    assert called == ["check", "test"]


def test_ci_may_be_executed() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100


def test_a_verb_costs_nothing_when_everything_is_installed(tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    installed.touch()
    assert "pip" not in make(f"STAMP={installed}", "install")


def test_serving_installs_the_package_alone_and_says_that_it_takes_a_while(tmp_path: Path) -> None:
    for verb, what in (("serve", "."), ("install", ".[test,bench]")):
        told = make("-n", f"VENV={tmp_path}", verb)
        assert re.findall(r"-c constraints.txt --no-build-isolation -e '(\S+)'", told) == [what]
        assert told.index("Setting up once") < told.index("pip install")


def test_whoever_has_all_has_what_serving_takes(tmp_path: Path) -> None:
    (tmp_path / "serves").touch()
    assert "pip" not in make("-n", f"SERVES={tmp_path / 'serves'}", "serve")
    assert f"touch {tmp_path / 'serves'}" in make("-n", f"VENV={tmp_path}", f"SERVES={tmp_path / 'serves'}", "install")
