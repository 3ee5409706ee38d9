"""Seats' links: the page of a seat, and how a program sits down with one."""

from collections.abc import Iterator


def link_to(address: str, table: str, link: str) -> str:
    """A seat's link. What opens the seat stands behind the #, so that no server and no log line ever sees it."""
    return f"{address}/t/{table}#{link}"


def how_to_sit_down(address: str, table: str, link: str) -> Iterator[str]:
    """The link to open, and for programs the call that exchanges it for a token to speak with."""
    yield f"  link   {link_to(address.rstrip('/'), table, link)}"
    yield f"  token  {call_for_token(address, table, link)}"


def call_for_token(address: str, table: str, link: str) -> str:
    """The call that exchanges a link for a token."""
    body = f'{{"table": "{table}", "link": "{link}"}}'
    return f"curl -s {address.rstrip('/')}/seats/token -H 'Content-Type: application/json' -d '{body}'"
