"""What all commands have in common: their fields' limits, and the struct they are made of."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.patterns import entire

ID: Final = entire("[A-Za-z0-9][A-Za-z0-9_-]{0,39}")

Id = Annotated[str, Meta(pattern=ID, examples=["bob"])]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(max_length=2000)]
Points = Annotated[int, Meta(ge=0, le=100_000)]
Number = Annotated[int, Meta(ge=-1000, le=1000)]
Face = Annotated[int, Meta(ge=1, le=1000)]
Word = Annotated[str, Meta(max_length=80)]
Entropy = Annotated[str, Meta(pattern=entire("[0-9a-f]{2,128}"), examples=["9f86d081884c7d65"])]


class RefereeModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the referee's own, with the label it is shown under, and the rule that leaves it to them if any."""

    value: Number
    label: Annotated[str, Meta(min_length=1, max_length=80)]
    rule: Word = ""


class Command(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
):
    """Something a seat asks for. It is answered with facts or with a refusal, never silently."""


def wire_name(command: type[Command]) -> str:
    """The command's name on the wire."""
    return str(command.__struct_config__.tag)
