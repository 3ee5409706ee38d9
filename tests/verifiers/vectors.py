"""The shared vectors: docs/proof-vectors.json, and how its cases are made into files."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from events.chain import GENESIS, seal
from tests.verifiers.tampering import body_of, salt_of

FILE = Path(__file__).resolve().parents[2] / "docs" / "proof-vectors.json"


@cache
def vectors() -> dict[str, Any]:
    """All of them."""
    found: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return found


def file_of(case: dict[str, Any]) -> bytes:
    """The file that a case speaks of."""
    lines = [line.encode() + b"\n" for line in vectors()["export"]]
    made = with_changes(lines, case["changes"])
    return b"".join(reseal(made) if case["sealed_again"] else made)


def with_changes(lines: list[bytes], changes: dict[str, str | None]) -> list[bytes]:
    """The lines with some of them changed, left out, or put behind the last."""
    made: list[bytes] = []
    for number in range(1, len(lines) + 2):
        if str(number) in changes:
            changed = changes[str(number)]
            made += [] if changed is None else [changed.encode() + b"\n"]
        elif number <= len(lines):
            made.append(lines[number - 1])
    return made


def reseal(made: list[bytes]) -> list[bytes]:
    """The lines with every hash, and the last line, worked out anew from the salts and bodies that stand there."""
    held, out = GENESIS, [made[0]]
    for version, line in enumerate(made[1:-1], 1):
        salt, body = salt_of(line), body_of(line)
        held = seal(held, version, body, salt).hash
        told = f'{{"version":{version},"salt":"{salt.hex()}","hash":"{held.hex()}","entry":'
        out.append(told.encode() + body + b"}\n")
    return [*out, b'{"count":%d,"head":"%s"}\n' % (len(made) - 2, held.hex().encode())]
