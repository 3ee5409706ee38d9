"""What a host is told of a table: its cover and how things stand there, and none of its secrets."""

import msgspec

from api.live.broadcast import Broadcast
from api.tables.past import entry_of
from api.tables.table import Table
from engine.history import History
from events.log.errors import LogError
from events.log.presence import followed_elsewhere
from events.log.stream import Log
from events.table import TableOpened
from projections.audience import SPECTATORS
from projections.initiative import up_seen
from projections.waiting import waiting_seen


class Cover(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list of tables says of one.

    `opened` and `changed` are the times of its first and newest entry, in milliseconds since 1970; `bytes` is what the
    server spends on its log. `fight` and `turn` are 0 outside a fight. `waiting` names whom the table waits for, as far
    as a spectator may know: who is asked, else who is up. `clients` follow it live or poll, in all processes; those of
    another process are counted a few seconds later, and for a minute after it was killed. `archived`: nothing is
    played there. `trouble` says why it cannot be read; then the rest is what is known.
    """

    table: str
    title: str = ""
    ruleset: str = ""
    opened: int = 0
    changed: int = 0
    entries: int = 0
    bytes: int = 0
    phase: str = ""
    fight: int = 0
    turn: int = 0
    waiting: tuple[str, ...] = ()
    clients: int = 0
    archived: bool = False
    trouble: str = ""


async def cover_of(log: Log, name: str, table: Table | None, live: Broadcast | None = None) -> Cover | None:
    """A table's cover; None where there is no such table. `live` are those who follow in this process."""
    first = await log.entry(name, 1)
    if first is None or table is None:
        return None
    here = live.clients_of(name) if live else 0
    entry, history = entry_of(name, first), table.history
    assert isinstance(entry.fact, TableOpened), "every log begins with the opening"
    fight = history.state.fight if history.state.phase != "lobby" else None
    return Cover(
        table=name,
        title=entry.fact.title,
        ruleset=entry.fact.ruleset,
        opened=entry.time,
        changed=history.time,
        entries=history.head,
        bytes=await log.size(name),
        phase=history.state.phase,
        fight=fight.number if fight else 0,
        turn=fight.turn if fight else 0,
        waiting=_waited_for(history),
        clients=here + await followed_elsewhere(log, name, live.process if live else ""),
        archived=history.ledger.closed,
    )


def in_trouble(name: str, wrong: LogError) -> Cover:
    """The cover of a table that cannot be read: the others are listed all the same."""
    return Cover(table=name, trouble=str(wrong))


def _waited_for(history: History) -> tuple[str, ...]:
    """Who is asked, else who is up, by the names that everybody at the table may see."""
    state = history.state
    audience = SPECTATORS.audience(state)
    asked = tuple(dict.fromkeys(one.combatant for one in waiting_seen(state, audience)))
    up, somebody = up_seen(state, audience)
    names = asked or ((up,) if up is not None else ())
    return tuple(map(state.name, names)) or (("somebody",) if somebody else ())
