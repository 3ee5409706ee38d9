"""The log on the Redis protocol, the only store: append, read, follow, snapshots, and a server of its own."""

from events.log.answers import EMPTY, Answer, Appended, Head, Known, Landed, Landing, Moved
from events.log.embedded import EmbeddedValkey, embedded_log
from events.log.errors import (
    EmbeddedFailed,
    LogBroken,
    LogError,
    LogForked,
    LogRefused,
    LogTooOld,
    LogUnavailable,
    UnfitGroup,
)
from events.log.follow import Came, Follower, News, Strayed
from events.log.opening import Opened, open_table
from events.log.places import default_folder
from events.log.server import Server
from events.log.snapshots import Snapshot, load_snapshot, save_snapshot, snapshot
from events.log.stream import Log, open_log

__all__ = [
    "EMPTY",
    "Answer",
    "Appended",
    "Came",
    "EmbeddedFailed",
    "EmbeddedValkey",
    "Follower",
    "Head",
    "Known",
    "Landed",
    "Landing",
    "Log",
    "LogBroken",
    "LogError",
    "LogForked",
    "LogRefused",
    "LogTooOld",
    "LogUnavailable",
    "Moved",
    "News",
    "Opened",
    "Server",
    "Snapshot",
    "Strayed",
    "UnfitGroup",
    "default_folder",
    "embedded_log",
    "load_snapshot",
    "open_log",
    "open_table",
    "save_snapshot",
    "snapshot",
]
