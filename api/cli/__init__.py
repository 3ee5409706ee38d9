"""The command line: `fracas serve | tables | events | scenario | rules | verify`."""

import sys
from collections.abc import Sequence
from typing import Final

INTERRUPTED: Final = 130
"""Exit code of what Ctrl-C ended, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. Whoever ends it while it is still being read in, which takes a moment, is told nothing."""
    try:
        from api.cli.app import main as run

        run(arguments)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
