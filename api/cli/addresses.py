"""Where to listen, and the address to give to people."""

import errno
import socket
from typing import Final

import msgspec

from api.cli.saying import give_up

_NOBODY: Final = "192.0.2.1"
"""An address kept for examples: asking for the way there tells this machine's own, and sends nothing."""


class Listening(msgspec.Struct, frozen=True):
    """Where to listen, and whether for the whole network."""

    host: str
    port: int
    lan: bool = False


def listen(listening: Listening) -> socket.socket:
    """The socket to serve at; where it cannot be had, a sentence says what to do."""
    host, port = listening.host, listening.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host, port), family=family)
    except OSError as problem:
        match problem.errno:
            case errno.EADDRINUSE:
                give_up(
                    f"port {port} is taken, perhaps by another `fracas serve`. End that one, "
                    f"name another port with --port, or take a free one with --port 0."
                )
            case errno.EACCES:
                give_up(f"this user may not listen at port {port}. Name one from 1024 on with --port.")
            case _:
                give_up(
                    f"this machine has no address {host!r} to listen at ({problem}). Leave --host out, or say --lan."
                )
    # Connections inherit it. Without it the end of every answer waits 40 ms for the client to confirm its beginning:
    # asyncio sees to that only for sockets that it has opened itself.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def address_of(opened: socket.socket, listening: Listening) -> str:
    """The address to give to people: with --lan the one that phones in this network can reach."""
    host, port = opened.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = own_address() if listening.lan else "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_here(opened: socket.socket) -> str:
    """Where whoever sits at this machine reaches the service over loopback; empty where it does not listen there."""
    host, port = opened.getsockname()[:2]
    return f"http://127.0.0.1:{port}" if host in ("0.0.0.0", "127.0.0.1") else ""


def network_address_of(opened: socket.socket, listening: Listening) -> str:
    """Where phones in this network reach the service; empty where this machine is in none."""
    address = address_of(opened, listening)
    return "" if address == address_here(opened) else address


def own_address() -> str:
    """This machine's address in its network; loopback where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_NOBODY, 9))
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])
