"""The wheel in a fresh environment: it brings the `fracas` command and every file the packages read."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("events", "engine", "projections", "api")
CARRIED = {".toml", ".yaml", ".json", ".lua", ".html", ".js", ".css", ".svg", ".typed"}

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, cwd: Path) -> str:
    """Runs a command away from the source tree; what it printed, or a failure that shows it."""
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, check=False, timeout=400,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment that holds the wheel and its pinned dependencies."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "env", with_pip=True)
    commands = home / "env" / "bin"
    run(commands / "python", "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel, cwd=home)
    return commands


def test_the_wheel_carries_every_packaged_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        inside = set(opened.namelist())
    in_the_tree = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in CARRIED
    }
    assert {Path(name).suffix for name in in_the_tree} >= {".toml", ".lua", ".typed"}
    assert in_the_tree - inside == set()


def test_the_wheel_carries_nothing_but_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        top = {name.split("/")[0] for name in opened.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == set(PACKAGES)


def test_the_installed_command_explains_itself(installed: Path, tmp_path: Path) -> None:
    assert "serve" in run(installed / "fracas", "--help", cwd=tmp_path)


def test_rules_are_told_and_samples_checked_without_the_source_tree(installed: Path, tmp_path: Path) -> None:
    told = run(installed / "fracas", "rules", "UNI-RANGE-4", cwd=tmp_path)
    assert "proved by: " in told
    checked = run(installed / "fracas", "encounter", "check", "interlock/street-ambush", cwd=tmp_path)
    assert "nothing wrong" in checked


def test_the_installed_scenario_command_explains_itself(installed: Path, tmp_path: Path) -> None:
    assert "scenario" in run(installed / "fracas", "scenario", "--help", cwd=tmp_path).lower()
