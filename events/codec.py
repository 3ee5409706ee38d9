"""Entries to JSON bytes and back. The bytes are the one representation: hashed, stored, exported and verified."""

from typing import Any, Final

import msgspec

from events.envelope import SCHEMA, Entry
from events.upcast import UPCASTERS, lift

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Entry)


class _Peek(msgspec.Struct):
    schema: int


_schema_of: Final = msgspec.json.Decoder(_Peek)


class UnreadableEntry(ValueError):
    """Bytes that are no entry of any known schema."""


def encode(entry: Entry) -> bytes:
    """The canonical bytes of an entry: UTF-8 JSON, fields in the order of the types, empty fields left out."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """An entry from its bytes, lifted to the present schema where it is older.

    Raises:
        UnreadableEntry: no entry of a known schema.
    """
    try:
        entry = _decoder.decode(body)
    except msgspec.ValidationError as problem:
        return _decode_older(body, problem)
    except msgspec.DecodeError as problem:
        raise UnreadableEntry(str(problem)) from problem
    return entry if entry.schema == SCHEMA else _decode_older(body, None)


def canonical(body: bytes) -> bool:
    """Whether these bytes are exactly what this entry encodes to (an older schema: the same JSON, compactly)."""
    try:
        return as_written(decode(body), body)
    except UnreadableEntry:
        return False


def as_written(entry: Entry, body: bytes) -> bool:
    """Whether the bytes that an entry was read from are exactly what it encodes to."""
    return encode(entry) == body if entry.schema == SCHEMA else _compact(body) == body


def _decode_older(body: bytes, problem: msgspec.ValidationError | None) -> Entry:
    try:
        schema = _schema_of.decode(body).schema
        if schema not in UPCASTERS:
            raise UnreadableEntry(str(problem or f"nothing is known of schema {schema}")) from problem
        return _decoder.decode(_encoder.encode(lift(msgspec.json.decode(body), schema)))
    except msgspec.MsgspecError as worse:
        raise UnreadableEntry(str(worse)) from worse


def _compact(body: bytes) -> bytes:
    document: Any = msgspec.json.decode(body)
    return _encoder.encode(document)
