"""A history as bytes and back, so that a table opens without folding its whole log; and a name for the fold."""

import struct
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Final

import msgspec

from engine import evolve, history, ledger, line, state
from engine.history import History, Track
from engine.ledger import Ledger
from engine.line import Correction, Places
from engine.state import State
from events.base import Version
from events.envelope import SCHEMA

FOLD: Final = 1
"""Raised by hand when the fold changes in a way that its code does not show."""

RECENT: Final = 8
"""So many newest checkpoints are kept; further back ever fewer."""


class UnreadableSnapshot(ValueError):
    """Bytes that are no snapshot of a history."""


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A history as it is kept. Tracks are packed as little-endian numbers of four bytes."""

    state: State
    ledger: Ledger
    head: Version
    hash: bytes
    time: int
    stands: bytes
    begins: bytes
    checkpoints: tuple[tuple[Version, State], ...]
    commands: dict[str, Version]
    redo: tuple[Version, ...] = ()
    command: str = ""
    corrections: dict[Version, Correction] = {}
    coming: Places = ()


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Kept)


def to_bytes(kept: History) -> bytes:
    """A history as bytes. JSON, since sheets and actions in it are raw JSON."""
    return _encoder.encode(
        Kept(
            state=kept.state,
            ledger=kept.ledger,
            head=kept.head,
            hash=kept.hash,
            time=kept.time,
            stands=_packed(kept.stands),
            begins=_packed(kept.begins),
            checkpoints=tuple((at, kept.checkpoints[at]) for at in _worth_keeping(kept)),
            commands={key: first for key, first in kept.commands.items() if first <= kept.head},
            redo=kept.redo,
            command=kept.command,
            corrections=kept.corrections,
            coming=kept.coming,
        )
    )


def from_bytes(payload: bytes) -> History:
    """A history from its bytes.

    Raises:
        UnreadableSnapshot: they are none.
    """
    try:
        kept = _decoder.decode(payload)
        stands, begins = _unpacked(kept.stands), _unpacked(kept.begins)
    except (msgspec.MsgspecError, struct.error) as problem:
        raise UnreadableSnapshot(str(problem)) from problem
    if not len(stands) == len(begins) == kept.head + 1:
        raise UnreadableSnapshot("its tracks do not reach to its head")
    return History(
        state=kept.state,
        ledger=kept.ledger,
        head=kept.head,
        hash=kept.hash,
        time=kept.time,
        stands=Track(stands),
        begins=Track(begins),
        checkpoints={0: State(), **dict(kept.checkpoints), stands[kept.head]: kept.state},
        commands=kept.commands,
        redo=kept.redo,
        command=kept.command,
        corrections=kept.corrections,
        coming=kept.coming,
    )


def fingerprint(rulesets: Mapping[str, str]) -> str:
    """Names the fold: another schema, another version of a rule set, other code of a reducer, another name."""
    said = [f"fold {FOLD}", f"schema {SCHEMA}", *(f"{name} {version}" for name, version in sorted(rulesets.items()))]
    for module in (state, evolve, ledger, line, history):
        said += _code_of(module)
    for table in (evolve.REDUCERS, ledger.POSTINGS):
        said += [f"{fact.__name__} {_names(fold)}" for fact, fold in table.items()]
    return sha256("\n".join(said).encode()).hexdigest()[:16]


def _worth_keeping(kept: History) -> Iterator[Version]:
    """The newest checkpoints, and before them one for every doubling of the distance."""
    newest_first = sorted((at for at in kept.checkpoints if 0 < at <= kept.head), reverse=True)
    distance = 0
    for place, at in enumerate(newest_first):
        if place < RECENT or kept.head - at >= 2 * distance:
            distance = kept.head - at
            yield at


def _packed(track: Track) -> bytes:
    return struct.pack(f"<{track.length}I", *track.items[: track.length])


def _unpacked(packed: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(packed) // 4}I", packed))


def _code_of(module: ModuleType) -> Iterator[str]:
    """What its functions do and what its structs hold, so that nobody has to remember to say that they changed."""
    for name, one in vars(module).items():
        if isinstance(one, FunctionType) and one.__module__ == module.__name__:
            yield f"{name} {_digest(one.__code__)}"
        elif isinstance(one, type) and one.__module__ == module.__name__:
            yield f"{name} {one.__annotations__}"
            yield from (f"{name} {_digest(f.__code__)}" for f in vars(one).values() if isinstance(f, FunctionType))


def _names(fold: Callable[..., object]) -> str:
    """Which function folds a fact; where it was made from another one, that one too."""
    assert isinstance(fold, FunctionType)
    made_from = [cell.cell_contents.__qualname__ for cell in fold.__closure__ or ()]
    return f"{fold.__qualname__} {made_from}"


def _digest(code: CodeType) -> str:
    inner = [_digest(one) if isinstance(one, CodeType) else _plain(one) for one in code.co_consts]
    return sha256(repr((code.co_code, code.co_names, code.co_varnames, inner)).encode()).hexdigest()


def _plain(constant: object) -> str:
    """A constant's text; that of a frozen set must not depend on the order in which this process hashes."""
    return str(sorted(map(repr, constant))) if isinstance(constant, frozenset) else repr(constant)
