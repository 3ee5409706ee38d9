"""What a group must be before it may be sent: an entry, once in the log, stays for ever."""

from collections.abc import Sequence
from typing import Final

import msgspec

from events.chain import Sealed, first_break
from events.log.answers import Landing
from events.log.errors import UnfitGroup

LONGEST_BODY: Final = 1 << 20
"""Most bytes of one entry."""

MOST_COMMANDS: Final = 1000
"""Most commands of one group."""


class Envelope(msgspec.Struct):
    """The few words of an entry from which the index of accepted commands is made."""

    table: str
    version: int
    seat: str
    command: str
    digest: str

    @property
    def key(self) -> str:
        """How the index names the command."""
        return f"{self.seat}/{self.command}"


_envelopes: Final = msgspec.json.Decoder(Envelope)


def envelope(entry: Sealed) -> Envelope:
    """The envelope of an entry.

    Raises:
        msgspec.DecodeError: the body is no entry.
    """
    return _envelopes.decode(entry.body)


def check_group(table: str, expected_version: int, commands: Sequence[Landing], expected_hash: bytes | None) -> None:
    """Refuse a group that would make a log that cannot be believed, indexed or stored.

    Raises:
        UnfitGroup: says which command or entry, and why.
    """
    if len(commands) > MOST_COMMANDS:
        raise UnfitGroup(f"a group has at most {MOST_COMMANDS} commands")
    if expected_version < 0 or not commands or not all(command.entries for command in commands):
        raise UnfitGroup("a group is one or more commands of one or more entries, after version 0 or later")
    if len({command.key for command in commands}) < len(commands):
        raise UnfitGroup("the same command stands twice in one group")
    for command in commands:
        _check_command(table, command)
    entries = [entry for command in commands for entry in command.entries]
    first = entries[0]
    if first.version != expected_version + 1:
        raise UnfitGroup(f"version {first.version} cannot follow {expected_version}")
    known = expected_hash is not None
    broken = first_break(expected_hash or first.hash, expected_version + (not known), entries[not known :])
    if broken:
        raise UnfitGroup(f"version {broken.version} does not follow the one before it: {broken.why}")


def _check_command(table: str, command: Landing) -> None:
    if not command.digest:
        raise UnfitGroup(f"{command.key} has no digest")
    for entry in command.entries:
        if len(entry.salt) != 16 or len(entry.hash) != 32 or not 0 < len(entry.body) <= LONGEST_BODY:
            raise UnfitGroup(f"version {entry.version}: wrong length of body, salt or hash")
        try:
            said = envelope(entry)
        except msgspec.DecodeError as problem:
            raise UnfitGroup(f"version {entry.version} is no entry: {problem}") from problem
        sent_as = (table, entry.version, command.key, command.digest)
        if (said.table, said.version, said.key, said.digest) != sent_as:
            raise UnfitGroup(f"version {entry.version}: its envelope says {said}, it is sent as {sent_as}")
