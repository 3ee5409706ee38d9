"""What can go wrong with the log. Every message is a sentence for the person who runs the server."""


class LogError(Exception):
    """The log could not do what was asked; the message says what to do."""


class LogUnavailable(LogError):
    """No answer from the server within the time allowed.

    After an append nobody knows whether it landed: send the same commands with the same ids again, the
    answer is the same either way.
    """


class LogRefused(LogError):
    """The server answers but will not do it: password, permission, memory, disk. Nothing was written."""


class LogFull(LogRefused):
    """The server takes nothing more: its disk or its memory is full. What it has stays, and can be read."""


class LogStranger(LogRefused):
    """Something that is not of Fracas stands under a key of its own."""


class LogTooOld(LogError):
    """The server is older than Redis 7."""


class LogBroken(LogError):
    """What is stored is no log of this table from `version` on: a hole, a foreign entry, a changed byte."""

    def __init__(self, table: str, version: int, why: str) -> None:
        """`why` completes the sentence 'from version N on: ...'."""
        super().__init__(
            f"The log of table {table} cannot be believed from version {version} on: {why}. "
            f"Restore it from an export or a backup; `fracas verify` shows what is still whole."
        )
        self.table, self.version, self.why = table, version, why


class LogForked(LogError):
    """The log no longer contains what this process has read: a failover, a restored backup. Read it anew."""

    def __init__(self, table: str, version: int) -> None:
        """`version` is the newest one in the log as it now stands."""
        super().__init__(
            f"The log of table {table} stands at version {version} and is not the one this process has read "
            f"(a failover or a restored backup). Open the table anew."
        )
        self.table, self.version = table, version


class UnfitGroup(ValueError):
    """Commands that must not be appended as they are: the caller's mistake, found before anything is sent."""


class EmbeddedFailed(LogError):
    """The server that comes with Fracas could not be started, reached or stopped."""
