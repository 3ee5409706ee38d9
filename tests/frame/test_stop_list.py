"""What no tracked file may hold: a machine's path, a registry's address, a pin with more than a version."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MACHINE_PATH = re.compile(r"/(work|farm|root|Users)/|/home/[a-z]|/tmp/[a-z_]+")
REGISTRY = re.compile(
    r"pypi\.(?:org|python\.org)|pythonhosted\.org|registry\.(?:npmjs|yarnpkg)\.|deb\.debian\.org"
    r"|proxy\.golang\.org|--(?:extra-)?index-url|\[\[tool\.uv\.index"
)
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9][A-Za-z0-9.!+_-]*")


def tracked_lines() -> Iterator[tuple[str, str]]:
    """Each line of each tracked text file, with `file:number`."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1):
            yield f"{name}:{number}", line


def found(pattern: re.Pattern[str]) -> list[str]:
    """Where the pattern stands. This file is no exception: its examples are split."""
    return [f"{where} {line.strip()[:100]}" for where, line in tracked_lines() if pattern.search(line)]


def test_tracked_files_are_read_at_all() -> None:
    assert sum(1 for where, _ in tracked_lines() if where.startswith("pyproject.toml:")) > 50


def test_no_tracked_file_names_a_path_of_some_machine() -> None:
    assert found(MACHINE_PATH) == []


def test_no_tracked_file_names_a_package_registry() -> None:
    assert found(REGISTRY) == []


def test_constraints_are_names_and_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert len(lines) > 20
    assert [line for line in lines if not PIN.fullmatch(line)] == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATH, "cd /ro" + "ot/fracas"),
        (MACHINE_PATH, 'open("/tm' + 'p/log.txt")'),
        (REGISTRY, "pip install --index" + "-url x"),
        (REGISTRY, "https://py" + "pi.org/simple"),
    ],
)
def test_the_stop_list_recognises_what_it_is_for(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


@pytest.mark.parametrize("line", ["a @ file:///x", "a==1; python_version < '4'", "a>=1", "-e .", "a==1 --hash=x"])
def test_a_pin_with_anything_beside_name_and_version_is_recognised(line: str) -> None:
    assert not PIN.fullmatch(line)
