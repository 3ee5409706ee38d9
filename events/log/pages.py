"""A page of entries as the scripts hand it over: a few long strings, cut here."""

from collections.abc import Sequence

from events.chain import Sealed
from events.log.errors import LogBroken


def unpack(table: str, after: int, reply: Sequence[bytes], lenient: bool) -> list[Sealed]:
    """The entries after version `after`.

    The script stops before an entry that does not belong where it stands. What came before it is handed out
    first (the next call meets the stray at once); `lenient` lets even an empty page pass.

    Raises:
        LogBroken: the first entry is missing or none of ours.
    """
    bodies, salts, hashes, sizes, stray = reply
    entries: list[Sealed] = []
    start = 0
    for i, size in enumerate(map(int, sizes.split())):
        end = start + size
        entries.append(
            Sealed(after + i + 1, bodies[start:end], salts[16 * i : 16 * i + 16], hashes[32 * i : 32 * i + 32])
        )
        start = end
    if stray and not entries and not lenient:
        raise LogBroken(table, after + 1, f"entry {stray.decode()} stands where it belongs")
    return entries
