"""A small fight, and streams told from its bytes alone as another process would tell them."""

from typing import Any

from engine import commands as c
from engine.history import History
from events.codec import decode
from projections.audience import Viewer
from projections.frames import SeenFact
from projections.stream import AudienceStream
from projections.ways import Vantage
from tests.projections.play import act
from tests.projections.twins import Table, Twins
from tests.tables import MemoryTable, advance


def fight(**how: Any) -> Table:
    """Vera (Ana's) and Bob (Ben's) against a ganger, and an ogre that hides; Vera is up."""
    table = Twins(**how).a
    table.must(c.BeginCombat(title="Warehouse"), named="begin")
    for name, number in (("vera", 20), ("bob", 15), ("ogre", 12), ("ganger", 10)):
        table.must(c.SetInitiative(combatant=name, value=number))
    return table


def stream(table: MemoryTable, viewer: Viewer) -> AudienceStream:
    """A viewer's stream, told from the beginning."""
    told, history = AudienceStream(viewer, table.ruleset), History.empty()
    for body in table.bodies:
        entry = decode(body)
        after = advance(history, entry, table.past)
        told.fold(entry, history.state, after.state, after.ledger)
        history = after
    return told


def newest(table: Table, viewer: Viewer, after: int = 0) -> list[SeenFact]:
    """What a viewer was told after a number."""
    told = stream(table, viewer)
    return [told.frame(number).fact for number in range(after + 1, told.newest + 1)]


def since(table: Table, viewer: Viewer, *commands: c.Command, **more: Any) -> list[SeenFact]:
    """What a viewer is told of these commands."""
    before = stream(table, viewer).newest
    for command in commands:
        table.must(command, **more)
    return newest(table, viewer, before)


def vantage(table: MemoryTable, viewer: Viewer) -> Vantage:
    """Where a viewer looks at the present from."""
    told = stream(table, viewer)
    return Vantage(told, table.state, table.history.ledger, told.newest)


def shot(actor: str, target: str, **more: Any) -> c.Act:
    """A shot with the pistol at short range."""
    return act(actor, kind="shoot", weapon="pistol", target=target, range="short", **more)
