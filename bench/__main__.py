"""`make bench`: every figure as a ratio within one run, written to bench/results.md with the commit."""

import os
import platform
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench import chances, feed, fold, growth, page, past, processes, served, simulated, weaker, where
from bench.curves import drawn, told
from bench.figures import Row, Section, table_of

RESULTS = Path(__file__).with_name("results.md")

PARTS: dict[str, Callable[[], list[Row] | Section]] = {
    "decode and fold": fold.run,
    "past and proof": past.run,
    "odds": chances.run,
    "whole fights": simulated.run,
    "log and HTTP": served.run,
    "live feed": feed.run,
    "table page": page.run,
    "processes": processes.run,
    "weaker settings": weaker.run,
    "growth": growth.run,
    "where the time goes": where.run,
}

HEAD = """# What was measured

`make bench` wrote this: Fracas beside peers and limits, in the same run and on the same two cores. Machines are shared
and noisy, so only ratios count; `met` holds them against the targets. Under each table stands how to read its rows, and
why a row misses its target. `.venv/bin/python -m bench odds growth` measures single parts anew and leaves the others.
"""


def main() -> int:
    """Run the parts named on the command line, or all of them; one that fails loses none of the others."""
    wanted = sys.argv[1:] or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are: {', '.join(PARTS)}")
        return 2
    sections = _sections_before()
    failed = []
    for name in wanted:
        print(f"measuring {name} ...", flush=True)
        began = time.monotonic()
        try:
            text = _measured(PARTS[name])
        except Exception as fault:  # the other parts are still worth having
            traceback.print_exc()
            failed.append(name)
            text = f"This part failed: {type(fault).__name__} (the run said more)."
        sections[_title(name)] = f"{_circumstances(time.monotonic() - began)}\n\n{text}"
        _write(sections)
        print(text, flush=True)
    print(f"written to {RESULTS}" + (f"; failed: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


def _measured(part: Callable[[], list[Row] | Section]) -> str:
    found = part()
    section = found if isinstance(found, Section) else Section(tuple(found))
    for picture in section.pictures:
        drawn(picture)
    texts = (table_of(section.rows) if section.rows else "", section.text, told(section.pictures))
    return "\n\n".join(text for text in texts if text) + "\n"


def _title(name: str) -> str:
    return name[0].upper() + name[1:]


def _sections_before() -> dict[str, str]:
    """What was measured before, by part, in the order of the parts."""
    before = RESULTS.read_text() if RESULTS.exists() else ""
    found = dict(re.findall(r"^## (.+?)\n\n(.*?)(?=^## |\Z)", before, flags=re.MULTILINE | re.DOTALL))
    return {_title(name): found.get(_title(name), "").strip() + "\n" for name in PARTS}


def _write(sections: dict[str, str]) -> None:
    parts = [f"## {title}\n\n{text.strip()}\n" for title, text in sections.items() if text.strip()]
    RESULTS.write_text("\n".join((HEAD, *parts)))


def _circumstances(seconds: float) -> str:
    """On what this was measured, and how busy the machine was with everything."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return (
        f"*Commit {commit.stdout.strip() or 'unknown'}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores of {platform.machine()}, "
        f"load {os.getloadavg()[0]:.1f} at the end, {seconds:.0f} s.*"
    )


if __name__ == "__main__":
    sys.exit(main())
