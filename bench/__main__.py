"""`make bench`: every figure as a ratio within one run, written to bench/results.md with the commit."""

import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench import chances, feed, fold, page, past, processes, served, simulated, weaker
from bench.figures import Row, table_of

RESULTS = Path(__file__).with_name("results.md")

PARTS = {
    "decode and fold": fold.run,
    "past and proof": past.run,
    "odds": chances.run,
    "whole fights": simulated.run,
    "log and HTTP": served.run,
    "live feed": feed.run,
    "table page": page.run,
    "processes": processes.run,
    "weaker settings": weaker.run,
}


def main() -> int:
    """Run the parts named on the command line, or all of them."""
    wanted = sys.argv[1:] or list(PARTS)
    sections = []
    for name, part in PARTS.items():
        if name in wanted:
            print(f"measuring {name} ...", flush=True)
            rows: list[Row] = part()
            sections.append(f"## {name.capitalize()}\n\n{table_of(rows)}\n")
            print(table_of(rows), flush=True)
    RESULTS.write_text(_head() + "\n".join(sections))
    return 0


def _head() -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return (
        "# What was measured\n\n"
        f"Commit {commit.stdout.strip() or 'unknown'}, {datetime.now(UTC):%Y-%m-%d}, "
        f"Python {platform.python_version()}, {platform.machine()}. "
        "Machines are shared and noisy: only the ratios within one run count.\n\n"
    )


if __name__ == "__main__":
    sys.exit(main())
