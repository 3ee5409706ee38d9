"""Golden logs on disk: one folder each with the entries as they were written and what the GM saw of them then."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from engine.history import History
from engine.ledger import Ledger
from engine.rulesets import RULESETS
from engine.state import State
from events.codec import decode
from projections.audience import GM
from projections.view import table_view
from tests.tables import refold

HERE = Path(__file__).parent
MANIFEST = HERE / "MANIFEST"
LOG, VIEW = "log.jsonl", "gm-view.json"


def names() -> list[str]:
    """Every golden log there is."""
    return sorted(path.parent.name for path in HERE.glob(f"*/{LOG}"))


def bodies_of(name: str) -> list[bytes]:
    """The entries of a golden log, byte for byte."""
    return (HERE / name / LOG).read_bytes().splitlines()


def recorded_view(name: str) -> dict[str, Any]:
    """What the GM saw when the log was recorded, at several of its versions."""
    view: dict[str, Any] = msgspec.json.decode((HERE / name / VIEW).read_bytes())
    return view


def views_of(bodies: list[bytes], versions: list[int]) -> dict[str, Any]:
    """What the GM sees of a log now, at these versions."""
    history = refold(bodies)
    past = lambda version: decode(bodies[version - 1])  # noqa: E731 (a reader is a function of a version)
    shown = {str(version): history.restored(history.stands[version], past) for version in versions}
    return {version: _seen(state, history.ledger, history) for version, state in shown.items()}


def _seen(state: State, ledger: Ledger, history: History) -> Any:
    audience = GM.audience(state)
    view = table_view(state, ledger, audience, RULESETS[state.ruleset], history.head, history.hash.hex())
    return msgspec.json.decode(msgspec.json.encode(view))


def digest_of(name: str) -> str:
    """SHA-256 over the files of a golden log."""
    return hashlib.sha256(b"".join((HERE / name / file).read_bytes() for file in (LOG, VIEW))).hexdigest()
