"""The Lua that runs inside the server, so that one call is one decision."""

from functools import cache
from hashlib import sha1
from importlib.resources import files

import msgspec


class Script(msgspec.Struct, frozen=True):
    """A script and the name under which a server remembers it."""

    source: str
    sha: str


@cache
def script(name: str, *, writes: bool) -> Script:
    """The packaged script `name`.lua, with what all of them share in front."""
    here = files("events.log")
    flags = "" if writes else " flags=no-writes"
    shared = here.joinpath("pack.lua").read_text("utf-8")
    source = f"#!lua{flags}\n{shared}\n{here.joinpath(f'{name}.lua').read_text('utf-8')}"
    # The protocol names scripts by SHA-1; it guards nothing here.
    return Script(source, sha1(source.encode(), usedforsecurity=False).hexdigest())
