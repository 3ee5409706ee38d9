"""`/client/fracas.js` at a service that many come back to at once: each try waits longer for the greeting.

Who gave up after the same time again and again would never be greeted where the greeting takes longer than that.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.service


def test_it_waits_longer_for_the_greeting_each_time_and_no_longer_than_a_bound() -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    program = Path(__file__).with_name("greeting.mjs")
    done = subprocess.run([node, program], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["quick"] == {"began": [0], "live": 7}
    assert told["slow"] == {"began": [0, 8, 24], "live": 44}, "8 seconds and 16 were too few, 24 are enough"
    assert told["slowest"] == {"began": [0, 8, 24, 48], "live": 79}
    assert told["never"]["live"] is None
    assert told["never"]["began"] == [0, 8, 24, 48, 80, 112, 144], "four times as long at the most"
    assert told["poll"] == {"began": [0, 33, 73], "live": 73}, "a poll may be held for 25 seconds besides"
