"""The verifier of the page in one long-lived Node: what it says of a file, and of what it is made of."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any, Self

CHECKING = Path(__file__).with_name("checking.mjs")


class Node:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        node = shutil.which("node") or shutil.which("nodejs")
        assert node, "no node on the path; `make services` sees to it"
        self._process = subprocess.Popen([node, CHECKING], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, what: str, **given: Any) -> Any:
        """One question; bytes go as base64."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        told = {name: b64encode(one).decode() if isinstance(one, bytes) else one for name, one in given.items()}
        self._process.stdin.write(json.dumps({"ask": what, **told}).encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the verifier has come to an end"
        return json.loads(line)

    def verify(self, file: bytes, receipt: str | None = None) -> dict[str, Any]:
        """The report on a file."""
        report: dict[str, Any] = self.ask("verify", file=file, receipt=receipt)
        return report

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)
