"""The import contracts of pyproject.toml hold, and each one catches the import it is there for."""

from pathlib import Path

import pytest

from tests.frame.copies import copy_packages, lint_imports, plant

FLOORS = "Floors"
LOG = "The log is imported by the edge alone"
PURITY = "Purity"
RULE_SETS = "Machinery names no rule set"
ONE_STEP = "One step at the most"
CLI = "In the edge the command line is on top"
ROUTES = "In the edge routes are on top"
APART = "Unisystem and interlock know nothing of each other"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copy_packages(tmp_path)


def test_the_contracts_hold_for_the_packages_as_they_are(copy: Path) -> None:
    result = lint_imports(copy)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.proof
@pytest.mark.parametrize(
    ("module", "source", "contract"),
    [
        ("events/planted.py", "import engine", FLOORS),
        ("api/tables/planted.py", "from api.cli import telling", CLI),
        ("api/live/planted.py", "from api.routes import odds", ROUTES),
        ("engine/planted.py", "import projections", FLOORS),
        ("projections/planted.py", "from api import __doc__", FLOORS),
        ("engine/planted.py", "import events.log", LOG),
        ("projections/planted.py", "from events import log", LOG),
        ("events/planted.py", "from events.log import __doc__", LOG),
        ("engine/planted.py", "from time import time", PURITY),
        ("engine/planted.py", "def late() -> None:\n    import random", PURITY),
        ("engine/rulesets/planted/arithmetic.py", "import datetime", PURITY),
        ("projections/planted.py", "import os.path", PURITY),
        ("events/planted.py", "import secrets", PURITY),
        ("events/planted.py", "import redis.asyncio", PURITY),
        ("engine/planted.py", "from pydantic import BaseModel", PURITY),
    ],
)
def test_a_planted_import_breaks_its_contract(copy: Path, module: str, source: str, contract: str) -> None:
    plant(copy, module, source)
    assert contract in broken(copy)


@pytest.mark.proof
@pytest.mark.parametrize("machinery", ["engine/planted.py", "projections/planted.py", "api/planted.py"])
def test_machinery_that_imports_a_rule_set_breaks_the_contract(copy: Path, machinery: str) -> None:
    plant(copy, "engine/rulesets/planted/__init__.py", "")
    plant(copy, machinery, "import engine.rulesets.planted")
    assert RULE_SETS in broken(copy)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("unisystem", "firefight", ONE_STEP),
        ("interlock", "firefight", ONE_STEP),
        ("interlock", "unisystem", APART),
        ("unisystem", "interlock", APART),
    ],
)
def test_a_rule_set_that_is_built_on_the_wrong_one_breaks_a_contract(
    copy: Path, module: str, imported: str, contract: str
) -> None:
    plant(copy, f"engine/rulesets/{module}/planted.py", f"import engine.rulesets.{imported}.tables")
    assert contract in broken(copy)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("events/log/planted.py", "import asyncio\nimport os\nimport redis.asyncio"),
        ("api/planted.py", "import time\nimport events.log"),
        ("engine/planted.py", "import hashlib\nimport hmac\nimport tomllib\nfrom importlib import resources"),
        ("engine/rulesets/planted/__init__.py", "import engine.rulesets"),
    ],
)
def test_what_the_floors_allow_is_allowed(copy: Path, module: str, source: str) -> None:
    plant(copy, module, source)
    result = lint_imports(copy)
    assert result.returncode == 0, result.stdout + result.stderr


def broken(copy: Path) -> str:
    """The lines of import-linter's summary that name broken contracts."""
    result = lint_imports(copy)
    assert result.returncode == 1, result.stdout + result.stderr
    return "\n".join(line for line in result.stdout.splitlines() if " BROKEN" in line)
