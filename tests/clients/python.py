"""The Python client of docs/clients, as a program has it that copied the file, and quicker to try again."""

import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "clients"
BOT = FOLDER / "bot.py"


@pytest.fixture
def fracas_client(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module."""
    monkeypatch.syspath_prepend(str(FOLDER))
    sys.modules.pop("fracas_client", None)
    import fracas_client  # type: ignore[import-not-found, unused-ignore]

    monkeypatch.setattr(fracas_client, "FIRST", 0.02)
    monkeypatch.setattr(fracas_client, "LONGEST", 0.3)
    return fracas_client
