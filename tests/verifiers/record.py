"""`python -m tests.verifiers.record`: write docs/proof-vectors.json, by which every verifier can be checked."""

import hashlib
import hmac
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from api.proof.verify import verify
from engine.dice import WORD, commitment_of, entropy_digest, face
from tests.cli.exports import Export, played
from tests.cli.test_verify import FORGERIES
from tests.verifiers.vectors import FILE, reseal, with_changes

KEY = bytes(range(32))
ENTROPY = entropy_digest(("", "9f86d081"))
ADDRESSES = ("gm|c-1|strike|0|0", "ana|c-81f2|shot2/hit1/damage:bob|0|0", "gm|c-2|zerstörte Tür|1|3")
SIDES = (1, 2, 3, 4, 6, 8, 10, 12, 20, 100, 1000, 2**31 + 1, 2**32)
MESSAGES = ("", "abc", "a" * 55, "a" * 56, "a" * 64, "a" * 119, "ö" * 500)
PLAIN = '{"table":"t1","version":9,"time":5,"schema":1,"seat":"gm","command":"c-9","digest":"d","fact":'
NOTES = {
    '{"type":"note-added","text":"A \\"gate\\"\\n\\u0001/é"}': True,
    '{"type":"note-added","text":"A","gm_only":true}': True,
    '{"text":"A","type":"note-added"}': False,
    '{"type":"note-added","text":"A","gm_only":false}': False,
    '{"type":"note-added","text":"\\/"}': False,
    '{"type":"note-added","text":"\\u00e9"}': False,
    '{"type":"note-added", "text":"A"}': False,
    '{"type":"note-added","text":"A","about":null}': False,
    '{"type":"roll-shown","roll":7}': True,
    '{"type":"roll-shown","roll":-0}': False,
    '{"type":"roll-shown","roll":7.0}': None,
    '{"type":"roll-shown","roll":"7"}': None,
    '{"type":"note-added"}': None,
    '{"type":"note-added","text":"A","more":1}': None,
    '{"type":"nothing-known"}': None,
    '{"type":"combatant-entered","combatant":"a","name":"A","sheet":{ "x" : 1.50 },"pools":{}}': True,
}


def document() -> dict[str, Any]:
    """All vectors."""
    honest = Export(played())
    lines = honest.lines()
    return {
        "sha256": [{"message": one, "digest": hashlib.sha256(one.encode()).hexdigest()} for one in MESSAGES],
        "hmac": [_mac(bytes(length), one) for length in (0, 32, 64, 65, 200) for one in MESSAGES[1:3]],
        "commitment": {"key": KEY.hex(), "commitment": commitment_of(KEY)},
        "entropy": [
            {"contributions": list(one), "digest": entropy_digest(one)} for one in (("",), ("", "9f"), ("a", "b", "c"))
        ],
        "faces": [_face(address, sides) for address in ADDRESSES for sides in SIDES],
        "entries": [{"body": f"{PLAIN}{fact}}}", "plain": plain} for fact, plain in NOTES.items()],
        "export": [line.decode().removesuffix("\n") for line in lines],
        "cases": [*_forgeries(lines), *_receipts(honest)],
    }


def _mac(key: bytes, message: str) -> dict[str, str]:
    return {"key": key.hex(), "message": message, "mac": hmac.digest(key, message.encode(), "sha256").hex()}


def _face(address: str, sides: int) -> dict[str, Any]:
    k, limit = 0, WORD // sides * sides
    while int.from_bytes(hmac.digest(KEY, f"{address}|{k}|{ENTROPY}".encode(), "sha256")[:4], "big") >= limit:
        k += 1
    shown = face(KEY, address, ENTROPY, sides)
    return {"key": KEY.hex(), "entropy": ENTROPY, "address": address, "sides": sides, "k": k, "face": shown}


def _forgeries(lines: list[bytes]) -> list[dict[str, Any]]:
    found = []
    for _, forge in FORGERIES:
        forged = Export(played())
        forge(forged)
        found.append({"name": forge.__name__.replace("_", " "), **_case(lines, forged.lines())})
    return found


def _case(lines: list[bytes], forged: list[bytes]) -> dict[str, Any]:
    faults = [[fault.version, fault.kind] for fault in verify(forged).faults]
    for sealed in (True, False):
        changes = _changes(lines, forged, sealed)
        made = with_changes(lines, changes)
        with suppress(ValueError):  # what is no entry cannot be sealed again
            if (reseal(made) if sealed else made) == forged:
                return {"changes": changes, "sealed_again": sealed, "faults": faults}
    raise AssertionError("this forgery cannot be told by changed lines")


def _changes(lines: list[bytes], forged: list[bytes], sealed: bool) -> dict[str, str | None]:
    """What becomes of lines, by their numbers from 1 on; None: left out."""
    if len(lines) == len(forged):
        pairs = enumerate(zip(lines, forged, strict=True), 1)
        differ = [n for n, (one, other) in pairs if (_unsealed(one) != _unsealed(other) if sealed else one != other)]
        return {str(n): forged[n - 1].decode().removesuffix("\n") for n in differ}
    if len(forged) > len(lines):
        return {str(len(lines) + 1): forged[-1].decode().removesuffix("\n")}
    gone = [n for n, line in enumerate(lines, 1) if line not in forged]
    return {str(n): None for n in gone}


def _unsealed(line: bytes) -> bytes:
    return line[line.index(b'"entry":') :] if b'"entry":' in line else b""


def _receipts(honest: Export) -> list[dict[str, Any]]:
    count, held = len(honest.bodies), [one.hex() for one in honest.hashes]
    told = {
        "a receipt of the end": (held[-1], []),
        "a receipt of an earlier version": (held[16], []),
        "a receipt that names its version": (f"17:{held[16]}", []),
        "a receipt of another log": ("0" * 64, [[count, "receipt"]]),
        "a receipt that names another version": (f"18:{held[16]}", [[18, "receipt"]]),
    }
    return [
        {"name": name, "changes": {}, "sealed_again": False, "receipt": one, "faults": faults}
        for name, (one, faults) in told.items()
    ]


if __name__ == "__main__":
    text = msgspec.json.format(msgspec.json.encode(document()), indent=1)
    Path(FILE).write_bytes(text + b"\n")
