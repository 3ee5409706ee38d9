"""docs/protocol.md and its schema: what is said on a live connection, with an example of each message."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.json import schema_components

from api.live.messages import (
    FAREWELLS,
    MESSAGES,
    PROTOCOL,
    Change,
    Following,
    FrameBatch,
    Goodbye,
    Heartbeat,
    Hello,
    Message,
    Snapshot,
    WaitingFor,
)
from api.reference.frames import parts as frame_parts
from api.reference.shapes import fields_of, meaning_of
from api.routes.live import JOIN_WITHIN, Join
from engine.state import Scene
from projections.frames import Frame, NoteSeen, encode_frame
from projections.sight import QuestionSeen, SeatCard, TableView
from projections.story import Line

PAGE: Final = "protocol.md"
SCHEMA: Final = "protocol.schema.json"
_REF: Final = "#/$defs/{name}"
_BEFORE, _AFTER = "5f3c" * 16, "a91e" * 16

EXAMPLES: Final[tuple[Message, ...]] = (
    Hello(
        protocol=PROTOCOL,
        table="k3v9x2m4q7ab",
        seat="ana",
        heartbeat=15.0,
        following=(Following(audience="seat:ana", seats=("ana",), number=11, chain=_BEFORE, resumed=False),),
    ),
    Snapshot(
        audience="seat:ana",
        number=11,
        chain=_BEFORE,
        view=TableView(
            title="The warehouse",
            ruleset="unisystem",
            number=11,
            chain=_BEFORE,
            phase="actions",
            fight=1,
            turn=2,
            up="vera",
            order=(),
            combatants=(),
            scene=Scene(),
            waiting=(),
            seats=(SeatCard(id="ana", kind="player", name="Ana", taken=True),),
        ),
        lines=(Line(number=10, turn=2, text="Turn 2 begins."),),
    ),
    FrameBatch(
        audience="seat:ana",
        after=11,
        number=12,
        chain=_AFTER,
        frames=(msgspec.Raw(encode_frame(Frame(number=12, time=1767225600000, fact=NoteSeen("It rains."), turn=2))),),
        change=Change(fields={"number": 12, "chain": _AFTER}),
    ),
    WaitingFor(
        audience="seat:ana",
        number=12,
        waiting=(
            QuestionSeen(combatant="vera", mine=True, purpose="defense", options=("none", "dodge"), default="none"),
        ),
        up="ganger",
        on_deck="vera",
    ),
    Heartbeat(numbers={"seat:ana": 12}),
    Goodbye(reason="stopping", detail=FAREWELLS["stopping"][0], again=FAREWELLS["stopping"][1]),
)
"""One of each, as they could follow one another."""


def schema() -> dict[str, Any]:
    """What a message may look like, frames and views included."""
    told, parts = schema_components([*MESSAGES, Join, Frame], ref_template=_REF)
    parts["FrameBatch"]["properties"]["frames"]["items"] = {"$ref": _REF.format(name="Frame")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A message of the live feed, protocol {PROTOCOL}",
        "oneOf": list(told[: len(MESSAGES)]),
        "$defs": parts,
    }


def schema_text() -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(), indent=1) + "\n"


def text() -> Iterator[str]:
    """The page, line by line."""
    parts = schema()["$defs"]
    yield from _PREFACE.format(join=JOIN_WITHIN).splitlines()
    for shape, example in zip(MESSAGES, EXAMPLES, strict=True):
        yield from ("", f"## {shape.__struct_config__.tag}", "", meaning_of(shape), "")
        yield from map(_led, fields_of(shape))
        yield from ("", "```json", json.dumps(json.loads(msgspec.json.encode(example)), indent=2), "```")
        yield from ("", "<details><summary>JSON Schema</summary>", "", "```json")
        yield from (json.dumps(parts[shape.__name__], indent=1), "```", "", "</details>")
    for part in (Following, Change):
        yield from ("", f"### {part.__name__}", "", meaning_of(part), "")
        yield from map(_led, fields_of(part))
    yield from ("", "## Reasons", "", "| reason | what it means | come back |", "|---|---|---|")
    for reason, (detail, again) in FAREWELLS.items():
        yield f"| `{reason}` | {detail} | {'no' if again is None else f'after {again:g} s'} |"


def _led(row: str) -> str:
    """A row of fields whose links lead to where the part is told."""
    frames = {part.__name__.lower() for part in frame_parts()}

    def place(found: re.Match[str]) -> str:
        name = found[1]
        if name in (Following.__name__.lower(), Change.__name__.lower()):
            return found[0]
        return f"(reference/{'frames' if name in frames else 'routes'}.md#{name})"

    return re.sub(r"\(#(\w+)\)", place, row)


_PREFACE: Final = """\
# The live feed

`GET /v1/tables/{{table}}/live` tells whoever follows a table what happens there, as it happens. There are three ways
to it and one language: every message below comes over each of them as the same JSON. Clients that speak it:
[clients](clients.md). The schema of all messages, with frames and views:
[protocol.schema.json](protocol.schema.json).

| way | how to ask | how messages come |
|---|---|---|
| WebSocket | upgrade; subprotocol `fracas.v1`, or none | one text message each |
| SSE | `Accept: text/event-stream` | one event each: `data:` is the message, `id:` where to go on from |
| long poll | anything else; `wait`: for how many seconds | `{{"messages": [...]}}`, as soon as there are some |

## Who asks

The token goes in `Authorization: Bearer`, or the cookie speaks. A browser sends neither header nor, from another
site, cookie with a WebSocket: offer the subprotocol `fracas.v1.join` then and say as the first message, within
{join:g} seconds,

```json
{{"type": "join", "token": "fs1...", "as": ["ana"], "from": ["seat:ana:12:a91e..."]}}
```

Tokens never stand in an address. After that a client says nothing: whoever does is sent away. Commands are given by
POST.

## What is followed

`as` names seats to follow, repeated; left out, it is the seat of the token. A service seat follows all that it speaks
for on one connection. Seats that see the same are one audience: `gm`, `spectators`, or `seat:` and its name. Messages
name it, so that the same bytes serve everybody.

## Coming back

`from=AUDIENCE:NUMBER:CHAIN`, repeated for each audience, is what a client holds; SSE sends it back as `Last-Event-ID`
by itself. Where number and chain fit, the next message goes on with the very next frame: none is missing, none comes
twice. Where they do not, `snapshot` says `forked`: something that was told is no longer true, since the log was
replaced (after a failover, say).

The order is always: `hello`; for each audience a `snapshot` or, where there is anything, `batch`; `waiting`; then
`batch` and `waiting` as things happen. A client that holds the `view` of a snapshot and applies every `change` and
`waiting` to it has at any moment what `GET /v1/tables/{{table}}` would answer.

Come back after a random part of a pause that doubles with each failure (0.5 s to 15 s is what our clients do), so
that not all come at once; `goodbye` says how long at the least. The feed is no place to wait for the answer to a
command: that is what the answer to its POST is for, and what it is sent again for, with the same id, until there is
one.

## Limits

[Limits](reference/limits.md) has the figures. There is no queue for a connection: it is told the next thing when it
has taken the last, so what is on its way to it is one message (at most 500 frames) and 64 kB. One that takes nothing
for 15 s is told `too-slow` if it begins to, and ended; it comes back to where it was."""
