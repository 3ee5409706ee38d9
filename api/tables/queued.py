"""The command by which what was queued is carried out, the same from whichever process gives it."""

from hashlib import sha256

from api.tables.orders import Order, digest_of_command
from engine.commands import CarryOut
from engine.ledger import Queued


def of_the_queue(queued: Queued) -> Order:
    """Its id follows from the command that queued it: a number of the log would tell the seat what it is not shown."""
    name = sha256(queued.command.encode()).hexdigest()[:16]
    command = CarryOut(combatant=queued.combatant)
    return Order(f"queued-{name}", digest_of_command(command), command)
