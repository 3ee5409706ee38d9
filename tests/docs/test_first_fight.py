"""The README's first fight, typed as it stands, against a real server."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from api import docs
from tests.cli.running import Serving

pytestmark = [pytest.mark.docs, pytest.mark.slow, pytest.mark.xdist_group("serve")]


def block() -> str:
    """The shell lines of the first fight."""
    text = (docs.ROOT / "README.md").read_text("utf-8").split("## A first fight")[1].split("\n## ")[0]
    found = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_first_fight_is_ten_calls() -> None:
    lines = block().splitlines()
    assert sum(line.startswith("gm ") or "$(curl" in line for line in lines) == 10


def test_the_first_fight_goes_as_the_readme_says(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        script = block().replace("http://127.0.0.1:8000", serving.address) + "gm wounds\n"
        done = subprocess.run(
            ["sh", "-eu"], input=script, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
        )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answers: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["status"] for answer in answers if "status" in answer] == ["done"] * 6
    facts = [frame["fact"]["entry"]["fact"] for frame in answers[4]["events"]]
    strike = next(fact for fact in facts if fact.get("purpose") == "strike")
    assert (strike["total"], strike["target_number"]) == (13, 9)
    assert [fact["change"] for fact in facts if fact["type"] == "damage-applied"] == [-20]
    assert wound_of("liz", answers[5]) == "seriously-hurt"
    assert "20 lost" in answers[6]["lines"][-1]["text"]
    assert wound_of("liz", answers[-1]) == "unhurt", "the undo has taken the shot back"


def wound_of(combatant: str, answer: dict[str, Any]) -> str:
    return next(str(one["wound"]) for one in answer["wounds"] if one["combatant"] == combatant)
