"""Growth: what things cost over the length of a log, over combatants, tables and clients."""

from bench.curves import Picture
from bench.figures import Row, Section
from bench.growth import clients, combatants, log_length, tables

_PARTS = ((log_length.OVER, log_length.run), (combatants.OVER, combatants.run), (tables.OVER, tables.run),
          (clients.OVER, clients.run))  # fmt: skip


def run() -> Section:
    """Measure all four."""
    rows: list[Row] = []
    pictures: list[Picture] = []
    for over, measure in _PARTS:
        print(f"  over {over} ...", flush=True)
        more, seen = measure()
        rows += more
        pictures += seen
    return Section(tuple(rows), tuple(pictures))
