"""Seats' links: the page of a seat, and how a program sits down with one."""

from collections.abc import Iterator


def link_to(address: str, table: str, link: str) -> str:
    """A seat's link. What opens the seat stands behind the #, so that no server and no log line ever sees it."""
    return f"{address}/t/{table}#{link}"


def how_to_sit_down(address: str, table: str, link: str) -> Iterator[str]:
    """The link to open, and for programs the call that exchanges it for a token to speak with."""
    address = address.rstrip("/")
    yield f"  link   {link_to(address, table, link)}"
    body = f'{{"table": "{table}", "link": "{link}"}}'
    yield f"  token  curl -s {address}/seats/token -H 'Content-Type: application/json' -d '{body}'"
