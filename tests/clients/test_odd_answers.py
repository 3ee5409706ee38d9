"""`/client/fracas.js` where a proxy answers in place of the service, and where a listener of the page fails."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.service

Told = dict[str, Any]


@pytest.fixture(scope="module")
def told() -> Told:
    """What the program saw."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    program = Path(__file__).with_name("odd_answers.mjs")
    done = subprocess.run([node, program], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    found: Told = json.loads(done.stdout)
    return found


def test_what_a_proxy_says_no_to_is_refused_and_the_next_command_is_sent_all_the_same(told: Told) -> None:
    assert told["first"] == {"name": "Refused", "status": 413, "code": "unknown"}
    assert told["second"] == {"id": "two"}, "although the listener for the first had failed"
    assert told["late"] == {"id": "late"}, "what was no answer was asked for again"
    assert told["listeners"] == 0, "no pause leaves a listener behind"
    assert told["relayed"] == [["a", "a"], ["b", "b"], ["c", "c"]], "also those that a listener gives, one at a time"
    assert told["door"] == {"name": "Refused", "status": 403, "code": "unknown"}


def test_a_command_at_which_the_service_fails_is_refused_in_the_end_and_keeps_no_other_waiting(told: Told) -> None:
    outbox = told["outbox"]
    refused, slow, good = outbox["fault"]
    assert (refused["name"], refused["status"], refused["code"]) == ("Refused", 500, "internal")
    assert (slow, good) == ({"id": "slow"}, {"id": "good"}), "who is busy is asked until there is an answer"
    assert outbox["told"] == [["bad", "internal"], ["slow", "done"], ["good", "done"]]
    assert (outbox["tries"], outbox["left"]) == (5, 0)


def test_a_browser_that_keeps_nothing_loses_no_command_and_says_so(told: Told) -> None:
    full, none = told["keeping"]["full"], told["keeping"]["none"]
    assert full == {"sent": [["old", False], ["new", True]], "forgetful": False}, "what is broken is left out"
    assert none == {"sent": [["new", True]], "forgetful": False}
