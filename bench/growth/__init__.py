"""Growth: what things cost over the length of a log, over combatants, tables and clients."""

from bench.curves import Picture
from bench.figures import Row
from bench.growth import clients, combatants, log_length, tables


def run() -> tuple[list[Row], list[Picture]]:
    """Measure all four."""
    rows: list[Row] = []
    pictures: list[Picture] = []
    for one in (log_length, combatants, tables, clients):
        print(f"  over {one.OVER} ...", flush=True)
        more, seen = one.run()
        rows += more
        pictures += seen
    return rows, pictures
