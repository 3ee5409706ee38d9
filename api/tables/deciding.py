"""A group of units decided in order, each on what the ones before it would leave behind; nothing has landed yet."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial

from api.clock import Clock
from api.lines import LOGGER
from api.tables.orders import Drafted, Landed, Order, TurnedAway, Unit, given
from api.tables.past import LONG, Past
from api.web.problems import problem, unauthorized
from engine.commands import CloseTable, Command, Given
from engine.corrections.consequences import reaches
from engine.decide import Accepted, decide
from engine.dice import DiceBox
from engine.history import History
from engine.refusals import Refusal, Refused, refusal
from engine.ruleset import RuleSet
from events.base import Version
from events.chain import Sealed, seal
from events.codec import encode
from events.correction import Retracted
from events.envelope import Entry
from events.log.answers import Landing
from events.log.errors import LogError

Salt = Callable[[], bytes]


def random_salt() -> bytes:
    """Sixteen random bytes, which keep a short entry from being guessed by its hash."""
    return secrets.token_bytes(16)


class Decider:
    """Decides units for one table: pure decisions, sealed with salts, folded one upon the other."""

    def __init__(
        self, table: str, ruleset: RuleSet, dice: DiceBox, past: Past, clock: Clock, salt: Salt, longest: int
    ) -> None:
        self._table, self._ruleset, self._dice = table, ruleset, dice
        self._past, self._clock, self._salt, self.longest = past, clock, salt, longest

    async def draft(self, history: History, unit: Unit, pending: dict[Version, Entry]) -> Drafted:
        """What a unit would make of the table; its entries are added to `pending`.

        Raises:
            TurnedAway: one of its commands is refused, so that all of it is.
            Problem: a fault of the service in one of its commands, or the seat is no longer whose it was.
        """
        seat = history.ledger.seats.get(unit.seat)
        if unit.link and (seat is None or seat.closed or seat.link_digest != unit.link):
            raise unauthorized()
        landings: list[Landing] = []
        landed: list[Landed] = []
        for order in unit.orders:
            try:
                entries = await self._decided(history, unit, order, pending)
            except Refused as why:
                raise TurnedAway(why.refusal, history.state, order.id) from None
            sealed: list[Sealed] = []
            steps: list[tuple[Entry, History]] = []
            for entry in entries:
                one = seal(history.hash, entry.version, encode(entry), self._salt())
                history = await self.fold(history, entry, one.hash, pending)
                pending[entry.version] = entry
                sealed.append(one)
                steps.append((entry, history))
            landings.append(Landing(f"{unit.seat}/{order.id}", order.digest, tuple(sealed)))
            landed.append(Landed(entries[0].version, entries[-1].version, tuple(steps)))
        return Drafted(unit, tuple(landings), tuple(landed), history)

    async def fold(
        self, history: History, entry: Entry, sealed: bytes, pending: dict[Version, Entry] | None = None
    ) -> History:
        """The history with one more entry; where it leads back or reaches back, the state it leads to is worked out."""
        if not isinstance(entry.fact, Retracted):
            return history.advance(entry, sealed)
        return history.advance(entry, sealed, await self._past.led_to(history, entry, entry.fact, pending))

    async def _decided(
        self, history: History, unit: Unit, order: Order, pending: Mapping[Version, Entry]
    ) -> tuple[Entry, ...]:
        if history.head >= self.longest and not isinstance(order.command, CloseTable):
            raise Refused(refusal("limit-exceeded", f"the log has its {self.longest} entries; go on at a new table"))
        told = given(self._table, unit.seat, order, self._clock())
        try:
            answer = await self._answer(history, order.command, told, pending)
        except LogError:
            raise  # what reaches far back could not be read: nobody's fault here
        except Exception as fault:
            LOGGER.exception("a command failed", extra={"fields": {"table": self._table, "command": order.id}})
            raise problem("internal", "the command met a fault of the service; nothing of it was kept") from fault
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return answer.entries

    async def _answer(
        self, history: History, command: Command, told: Given, pending: Mapping[Version, Entry]
    ) -> Accepted | Refusal:
        """Decide; what reaches far back reads it first, and does not hold up other tables meanwhile."""
        versions = reaches(history, command)
        if not versions:
            return decide(history, self._ruleset, command, told, self._dice)
        entries = await self._past.read(versions, pending)
        deciding = partial(decide, history, self._ruleset, command, told, self._dice, entries.__getitem__)
        return await asyncio.to_thread(deciding) if len(versions) > LONG else deciding()
