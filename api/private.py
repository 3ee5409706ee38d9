"""Files that hold a table's secrets: nobody but their owner reads them."""

import os
from pathlib import Path
from typing import BinaryIO, Final

_OWNER: Final = 0o600


def private_file(place: Path) -> BinaryIO:
    """A file to be written anew, for its owner alone, whatever it was before.

    Raises:
        OSError: it cannot be written there.
    """
    number = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER)
    os.fchmod(number, _OWNER)
    return os.fdopen(number, "wb")
