"""A run of the tests that is broken off leaves no server behind, by whatever it was ended."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers import Kind, tied

PATIENCE = 60.0

RUN = """
import sys, time
from pathlib import Path
from tests.servers import server

started = server(sys.argv[1], Path(sys.argv[2]))
started.start()
print(started.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_ends_with_the_tests_that_started_it(kind: Kind, tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-c", RUN, kind, str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as run:
        assert run.stdout is not None
        server = Path("/proc") / run.stdout.readline().decode().strip()
        run.send_signal(how)
    deadline = time.monotonic() + PATIENCE
    while tied([]) and server.exists():  # where there is no such tie, nothing is promised
        assert time.monotonic() < deadline, "it runs on"
        time.sleep(0.01)
