"""Characters' documents at the edge: read from a table's log, and written as YAML for people who keep files."""

import msgspec
import yaml

from engine.character import character_of
from engine.commands.character import Character
from engine.history import History
from engine.rulesets import RULESETS
from events.codec import decode
from events.envelope import Entry
from events.log.stream import Log


def as_yaml(character: Character) -> str:
    """The document in YAML; it holds the same as in JSON."""
    plain = msgspec.json.decode(msgspec.json.encode(character))
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)


async def read_from(log: Log, table: str, combatant: str) -> Character | None:
    """Somebody as they stand at the end of a table's log; None: there is nobody of that id."""
    history, entries = History.empty(), list[Entry]()
    async for page in log.walk(table):
        for sealed in page:
            entry = decode(sealed.body)
            entries.append(entry)
            past = lambda version: entries[version - 1]  # noqa: E731 (a reader is a function of a version)
            history = history.advance(entry, sealed.hash, history.led_to(entry, past))
    one = history.state.combatants.get(combatant)
    return character_of(one, RULESETS[history.state.ruleset]) if one is not None else None
