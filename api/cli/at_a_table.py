"""Giving something to a table over HTTP, as the seat that a whole link opens."""

from secrets import token_hex

import httpx
import msgspec

from api.cli.seated import said, seated, whole_link
from api.encounters.model import Encounter


async def give(link: str, encounter: Encounter) -> list[str]:
    """Put an encounter onto the table that the link leads to; what there is to say of it, line by line."""
    seat = whole_link(link)
    body = {"id": f"encounter-{token_hex(6)}", "encounter": msgspec.to_builtins(encounter)}
    async with seated(seat, httpx.Timeout(30)) as client:
        reply = await client.post(f"/v1/tables/{seat.table}/encounters", json=body)
    done = said(reply, "; nothing was done")
    lines = [line for reply in done["replies"] for line in reply["lines"]]
    return [*lines, f"{encounter.title}: {len(done['replies'])} commands done; each can be taken back"]
