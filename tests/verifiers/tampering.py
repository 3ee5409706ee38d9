"""What can be done to an export: each way takes its lines and gives a spoilt file, and where that has to show."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from events.chain import GENESIS, seal
from tests.golden.shelf import bodies_of

ENTRIES = 300
SEED = 37


class Spoilt(msgspec.Struct, frozen=True):
    """A file with a fault: the versions that may be named for it, and the receipt that shows it."""

    file: bytes
    at: range
    receipt: str | None = None


Way = Callable[[random.Random, Sequence[bytes]], Spoilt]


@cache
def export() -> tuple[bytes, ...]:
    """An honest export of some 300 entries: the beginning of a golden log, under random salts."""
    rng = random.Random(SEED)
    bodies = bodies_of("unisystem")[:ENTRIES]
    header = b'{"fracas":1,"table":"t1","ruleset":"unisystem"}\n'
    return sealed(header, bodies, [rng.randbytes(16) for _ in bodies], heads=True)


def sealed(header: bytes, bodies: Sequence[bytes], salts: Sequence[bytes], *, heads: bool = False) -> tuple[bytes, ...]:
    """The lines of an export with the chain of these bodies; `heads`: heads that go out with keys are made to fit."""
    lines, held, head, command = [header], GENESIS, "", ""
    for version, (body, salt) in enumerate(zip(bodies, salts, strict=True), 1):
        if heads:
            document = msgspec.json.decode(body)
            if (mine := f"{document['seat']}/{document['command']}") != command:
                command, head = mine, held.hex()
            if document["fact"]["type"] == "dice-key-turned":
                document["fact"]["head"] = head
                body = msgspec.json.encode(document)
        one = seal(held, version, body, salt)
        held = one.hash
        start = f'{{"version":{version},"salt":"{salt.hex()}","hash":"{held.hex()}","entry":'
        lines.append(start.encode() + body + b"}\n")
    return (*lines, b'{"count":%d,"head":"%s"}\n' % (len(bodies), held.hex().encode()))


def body_of(line: bytes) -> bytes:
    """The stored bytes of the entry in a line."""
    return line[line.index(b'"entry":') + 8 : -2]


def hash_of(line: bytes) -> str:
    """The hash of the entry in a line."""
    start = line.index(b'"hash":"') + 8
    return line[start : start + 64].decode()


def salt_of(line: bytes) -> bytes:
    """The salt of the entry in a line."""
    start = line.index(b'"salt":"') + 8
    return bytes.fromhex(line[start : start + 32].decode())


def named(line: int, lines: Sequence[bytes]) -> range:
    """The versions that a fault in a line may be put at: the first line comes before all, the last one after them."""
    last = len(lines) - 2
    return range(2) if line == 0 else range(last, last + 2) if line > last else range(line, line + 1)


def bit(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """Any bit of any byte."""
    where = rng.randrange(len(lines))
    spoilt = bytearray(lines[where])
    spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
    return Spoilt(b"".join((*lines[:where], bytes(spoilt), *lines[where + 1 :])), named(where, lines))


def letter_case(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """A hexadecimal digit in the other case: the same number for a lax reader."""
    where = rng.randrange(1, len(lines))
    line = lines[where]
    digits = line.partition(b'"entry":')[0]
    places = [
        place for place, byte in enumerate(digits) if place > 18 and chr(byte) in "abcdef" and _in_digits(line, place)
    ]
    if rng.random() < 0.3 or not places:
        places = [place for place in range(len(line)) if chr(line[place]) in "abcdef" and _in_digits(line, place)]
    place = rng.choice(places)
    spoilt = line[:place] + line[place : place + 1].upper() + line[place + 1 :]
    return Spoilt(b"".join((*lines[:where], spoilt, *lines[where + 1 :])), named(where, lines))


def _in_digits(line: bytes, place: int) -> bool:
    """Whether a letter stands in the midst of hexadecimal digits and not in a word."""
    around = line[max(0, place - 8) : place + 9]
    return any(all(chr(one) in "0123456789abcdef" for one in around[start : start + 9]) for start in range(9))


def dropped(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """One or several entries are left out."""
    first = rng.randrange(1, len(lines) - 1)
    after = min(first + rng.randint(1, 5), len(lines) - 1)
    at = range(first - 1, first) if after == len(lines) - 1 else range(first, first + 1)
    return Spoilt(b"".join((*lines[:first], *lines[after:])), at)


def doubled(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """An entry stands there twice, at once or later on."""
    first = rng.randrange(1, len(lines) - 1)
    later = rng.choice((first + 1, rng.randrange(first + 1, len(lines))))
    return Spoilt(b"".join((*lines[:later], lines[first], *lines[later:])), range(later, later + 1))


def swapped(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """Two entries change places."""
    one, other = sorted(rng.sample(range(1, len(lines) - 1), 2))
    spoilt = list(lines)
    spoilt[one], spoilt[other] = spoilt[other], spoilt[one]
    return Spoilt(b"".join(spoilt), range(one, one + 1))


def cut(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """The tail is gone, from any byte on."""
    whole = b"".join(lines)
    end = rng.randrange(1, len(whole) - 1)
    version = max(0, whole[:end].count(b"\n") - 1)
    return Spoilt(whole[:end], range(version, version + 2))


def cut_and_ended(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """The tail is gone and a last line that fits was put there: only a receipt tells."""
    kept = rng.randrange(1, len(lines) - 2)
    last = b'{"count":%d,"head":"%s"}\n' % (kept, hash_of(lines[kept]).encode())
    receipt = hash_of(lines[rng.randrange(kept + 1, len(lines) - 1)])
    return Spoilt(b"".join((*lines[: kept + 1], last)), range(kept, kept + 1), receipt)


def written_anew(rng: random.Random, lines: Sequence[bytes]) -> Spoilt:
    """From some entry on the whole chain was written anew, heads too: the receipt of any later version tells."""
    start = rng.randrange(2, len(lines) - 1)
    kept = rng.randrange(start, len(lines) - 1)
    bodies = [body_of(line) for line in lines[1:-1]]
    bodies[start - 1] = _later(bodies[start - 1])
    spoilt = b"".join(sealed(lines[0], bodies, [salt_of(line) for line in lines[1:-1]], heads=True))
    if rng.random() < 0.5:
        return Spoilt(spoilt, range(kept, kept + 1), f"{kept}:{hash_of(lines[kept])}")
    return Spoilt(spoilt, range(len(bodies), len(bodies) + 1), hash_of(lines[kept]))


def _later(body: bytes) -> bytes:
    """The same entry with another digest of its command: nothing in the log hangs on it."""
    document = msgspec.json.decode(body)
    document["digest"] = document["digest"] + "0"
    return msgspec.json.encode(document)


WAYS: dict[str, Way] = {
    "bit": bit,
    "letter case": letter_case,
    "dropped": dropped,
    "doubled": doubled,
    "swapped": swapped,
    "cut": cut,
    "cut and ended": cut_and_ended,
    "written anew": written_anew,
}
