"""`/client/fracas.js` where a proxy answers in place of the service, and where a listener of the page fails."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.service


def test_what_a_proxy_says_no_to_is_refused_and_the_next_command_is_sent_all_the_same() -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    program = Path(__file__).with_name("odd_answers.mjs")
    done = subprocess.run([node, program], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["first"] == {"name": "Refused", "status": 413, "code": "unknown"}
    assert told["second"] == {"id": "two"}, "although the listener for the first had failed"
    assert told["late"] == {"id": "late"}, "what was no answer was asked for again"
    assert told["listeners"] == 0, "no pause leaves a listener behind"
    assert told["relayed"] == [["a", "a"], ["b", "b"], ["c", "c"]], "also those that a listener gives, one at a time"
    assert told["door"] == {"name": "Refused", "status": 403, "code": "unknown"}
