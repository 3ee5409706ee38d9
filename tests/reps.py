"""How often a proof is repeated: few times for CI, the full number under `make soak`."""

import os
from typing import Final

SOAK: Final = os.environ.get("FRACAS_SOAK") == "1"


def repetitions(ci: int, soak: int) -> int:
    """`ci` in everyday runs, `soak` under `make soak`; both stand where the test is, for all to see."""
    return soak if SOAK else ci
