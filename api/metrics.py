"""What is counted, for Prometheus: how commands fare, how the log does, who listens. No table and no seat is named.

Several processes of one `fracas serve` count in files that they share, so that whichever is asked tells of all.
"""

import os
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.registry import REGISTRY

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes count; the library reads it when it is loaded."""

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64)

COMMANDS: Final = Counter(
    "fracas_commands", "Requests with commands, by what became of them: done, or the code of the problem.", ["outcome"]
)
COMMAND_SECONDS: Final = Histogram(
    "fracas_command_seconds", "From a request with commands to its answer, when it was done.", buckets=_SECONDS
)
GROUP_SIZE: Final = Histogram(
    "fracas_group_commands", "Commands that were appended to a log in one call.", buckets=_SIZES
)
APPEND_SECONDS: Final = Histogram(
    "fracas_append_seconds", "One append to the log, with its way to the disk and to replicas.", buckets=_SECONDS
)
MOVED: Final = Counter("fracas_appends_moved", "Appends that found that others had been at the table; decided anew.")
FORKED: Final = Counter("fracas_tables_read_anew", "Tables whose log was no longer the one that had been read.")
LOADED: Final = Counter("fracas_tables_loaded", "Tables that were read from the log into memory.")
SNAPSHOTS: Final = Counter("fracas_snapshots", "Snapshots, by what became of them: kept or failed.", ["outcome"])
OPEN: Final = Gauge("fracas_open_tables", "Tables in memory, summed over processes.", multiprocess_mode="livesum")
LISTENERS: Final = Gauge(
    "fracas_listeners", "Live connections and waiting polls, summed over processes.", multiprocess_mode="livesum"
)
DROPPED: Final = Counter("fracas_listeners_dropped", "Live connections that took nothing for too long.")
DEFAULTS: Final = Counter("fracas_defaults", "Answers given because a deadline was over.")


def exposed() -> bytes:
    """All of it, in Prometheus' text."""
    if SHARED not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def share(folder: Path) -> None:
    """Have the processes that are started from here count together."""
    os.environ[SHARED] = str(folder)


def ended(pid: int, folder: Path) -> None:
    """A process has ended: what it held open counts no more, what it counted stays."""
    multiprocess.mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
