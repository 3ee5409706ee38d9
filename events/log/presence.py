"""How many follow a table, process by process: kept beside its log for a while, for whoever lists tables.

It is no part of the log and decides nothing. The server's own clock says what is too old to be believed.
"""

from typing import Final

from events.log import keys
from events.log.scripts import script
from events.log.stream import Log

BELIEVED: Final = 60
"""Seconds after which a process that says nothing more counts as gone."""


async def tell_here(log: Log, table: str, process: str, count: int) -> None:
    """Say how many follow a table in a process; what processes that are gone have said is forgotten with it.

    Raises:
        LogError: the server does not answer.
    """
    await log.wire.run(script("here", writes=True), [keys.here_key(table)], [BELIEVED, process, count])


async def followed_elsewhere(log: Log, table: str, process: str = "") -> int:
    """How many follow a table in all processes but one, as far as these have said so.

    Raises:
        LogError: the server does not answer.
    """
    return int(await log.wire.run(script("elsewhere", writes=False), [keys.here_key(table)], [process]))
