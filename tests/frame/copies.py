"""A copy of the four packages in a folder of its own, in which a test may plant what ought to be found."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("events", "engine", "projections", "api")
NEEDED = ("events/log/__init__.py", "engine/rulesets/__init__.py")
"""Modules that the contracts name; written empty into the copy where they do not stand yet."""


def copy_packages(target: Path) -> Path:
    """The packages and pyproject.toml below `target`, without caches."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, target / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", target)
    for name in NEEDED:
        if not (target / name).exists():
            plant(target, name, "")
    return target


def plant(copy: Path, name: str, source: str) -> None:
    """Writes a module into the copy, and the packages it lies in."""
    path = copy / name
    path.parent.mkdir(parents=True, exist_ok=True)
    package = path.parent / "__init__.py"
    if not package.exists():
        package.write_text("")
    path.write_text(source)


def lint_imports(copy: Path) -> subprocess.CompletedProcess[str]:
    """import-linter over the copy."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
