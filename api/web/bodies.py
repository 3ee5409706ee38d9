"""The bodies of requests: pydantic says what is wrong with them, msgspec hands them on as the engine's own structs."""

from hashlib import sha256
from typing import Annotated, Any, Final, Union

import msgspec
from msgspec import Meta
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema, create_model

from api.limits import BATCH, BODY, FACES, NAME, NOTE
from api.tables.template import MOST_SEATS_AT_ONCE, SeatKind
from api.web.json_bodies import read_json, whole
from api.web.models import STRICT, model_of
from api.web.problems import Problem, invalid
from engine.commands import COMMANDS, AnyCommand, wire_name
from engine.commands.base import ID
from engine.patterns import ONE_LINE, ONE_LINE_OR_NONE, as_elsewhere, entire
from engine.plainly import form_of
from events.base import OptionValue

CommandId = Annotated[str, Meta(pattern=entire("[A-Za-z0-9-]{1,40}"))]

Called = Annotated[str, Field(min_length=1, max_length=NAME, pattern=as_elsewhere(ONE_LINE))]

Face = Annotated[int, Field(ge=1, le=1000, strict=True)]


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"speaks_as": "as"}):
    """One command as it is sent.

    `id` is the client's own and unique per seat: the same id with the same body is the same command, however often it
    is sent. `expect` is the seat's own number that the client has seen. `faces` are those of real dice. `label` is
    what a service seat calls whoever spoke to it (a name from a chat, say): it stands in the log beside both seats.
    """

    id: CommandId
    command: AnyCommand
    expect: int | None = None
    dry_run: bool = False
    force: str | None = None
    speaks_as: str | None = None
    faces: tuple[int, ...] = ()
    label: str = ""


class Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several commands that are accepted together or not at all, decided in order."""

    commands: tuple[CommandBody, ...]


class Given(msgspec.Struct, frozen=True):
    """A command with the digest of what was sent."""

    body: CommandBody
    digest: str


_COMMAND_MODELS: Final[tuple[type[BaseModel], ...]] = tuple(model_of(command) for command in COMMANDS)

AnyCommandModel: Final[Any] = Annotated[Union.__getitem__(_COMMAND_MODELS), Field(discriminator="type")]

_FIELDS: Final[dict[str, Any]] = {
    "id": (
        Annotated[str, Field(pattern="^[A-Za-z0-9-]{1,40}$", description="The client's own id, unique per seat.")],
        ...,
    ),
    "command": (AnyCommandModel, ...),
    "expect": (
        Annotated[int, Field(ge=0, strict=True)] | None,
        Field(None, description="The seat's own number that the client has seen; refused with `moved` if passed."),
    ),
    "dry_run": (bool, Field(False, description="Only tell: refusal, questions, modifiers up to the first die.")),
    "force": (
        Annotated[str, Field(min_length=1, max_length=NOTE)] | None,
        Field(None, description="The GM's reason for overruling a rule."),
    ),
    "speaks_as": (
        Annotated[str, Field(max_length=40)] | None,
        Field(None, alias="as", description="The seat that a service seat speaks for."),
    ),
    "faces": (
        Annotated[tuple[Face, ...], Field(max_length=FACES)],
        Field((), description="Faces of real dice, in the order in which the rules throw them."),
    ),
    "label": (
        Annotated[str, Field(max_length=NAME, pattern=as_elsewhere(ONE_LINE_OR_NONE))],
        Field("", description="Whom a service seat speaks for, by a name from elsewhere. Stands in the log."),
    ),
}

CommandBodyModel: Final = create_model("CommandBody", __config__=STRICT, __doc__=CommandBody.__doc__, **_FIELDS)
"""The model of one command body; its command is told apart by `type`."""

BatchModel: Final = create_model(
    "Batch",
    __config__=STRICT,
    __doc__=Batch.__doc__,
    commands=(Annotated[tuple[CommandBodyModel, ...], Field(min_length=1, max_length=BATCH)], ...),
)


class SeatToOpen(BaseModel):
    """A seat that a table is opened with; its link is in the answer."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    seat: Annotated[str, Field(pattern=as_elsewhere(ID))]
    kind: SeatKind = "player"
    name: Called


class OpeningModel(BaseModel):
    """A table to be opened.

    It may begin as a template says: `like` another table plays (its rule set and the options in force there, nothing
    of its people), with an `encounter` written out, the text of an encounter `file` (YAML or JSON) or the `sample` of
    the rule set, with `seats` for other GMs, players and whoever looks on. The rule set may be left out where `like` or
    an `encounter` says it. What is said by itself (`preset`, `options`) goes over what they bring.

    With an `id` of 16 to 40 random letters, digits and hyphens the same request may be sent again and opens the same
    table, with the same links. Keep it to yourself: whoever sends it is given the links.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    title: Called
    ruleset: Annotated[str, Field(max_length=40)] | None = None
    preset: Annotated[str, Field(max_length=80)] = ""
    options: dict[Annotated[str, Field(max_length=80)], OptionValue] = {}
    id: Annotated[str, Field(pattern="^[A-Za-z0-9-]{16,40}$")] | None = None
    like: Annotated[str, Field(pattern="^[A-Za-z0-9-]{1,40}$")] | None = None
    encounter: Annotated[dict[str, Any], WithJsonSchema({"$ref": "#/components/schemas/Encounter"})] | None = None
    file: Annotated[str, Field(max_length=BODY)] | None = None
    sample: Annotated[str, Field(max_length=80)] | None = None
    seats: Annotated[list[SeatToOpen], Field(max_length=MOST_SEATS_AT_ONCE)] = []

    @property
    def digest(self) -> str:
        """What tells this opening from another one of the same id; of a plain one it is what it always was."""
        said = self.model_dump(mode="json")
        plain = ("title", "ruleset", "preset", "options", "id")
        return digest_of({name: value for name, value in said.items() if name in plain or value})


class SeatLinkModel(BaseModel):
    """A seat's link, to be exchanged for a token. `device` tells one device from another; it is no secret.

    `entropy` is randomness of the device's own (hex): it goes into every die from the next turn on, so that whoever
    runs the server did not choose all that the dice follow from.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    table: Annotated[str, Field(max_length=40)]
    link: Annotated[str, Field(min_length=1, max_length=200)]
    device: Annotated[str, Field(pattern="^[A-Za-z0-9-]{1,40}$")] | None = None
    entropy: Annotated[str, Field(pattern="^[0-9a-f]{2,128}$")] | None = None


_command: Final[TypeAdapter[Any]] = TypeAdapter(CommandBodyModel)
_batch: Final[TypeAdapter[Any]] = TypeAdapter(BatchModel)
_decode_command: Final = msgspec.json.Decoder(CommandBody)
_decode_batch: Final = msgspec.json.Decoder(Batch)
_canonical: Final = msgspec.json.Encoder(order="deterministic")
_NOT_DIGESTED: Final = ("expect", "dry_run")


def read_commands(raw: bytes) -> tuple[tuple[Given, ...], bool]:
    """The commands of a request's body, and whether they came as a batch.

    Raises:
        Problem: it is no JSON, too deep, or no command; says which field and why.
    """
    document = read_json(raw)
    plain = whole(document, raw)
    if plain is not document:
        raw = msgspec.json.encode(plain)
    is_batch = isinstance(document, dict) and "commands" in document
    _check(_batch if is_batch else _command, raw)
    try:
        if not is_batch:
            return (Given(_decode_command.decode(raw), digest_of(document)),), False
        bodies = _decode_batch.decode(raw).commands
    except msgspec.MsgspecError as problem:
        raise invalid(str(problem)) from problem
    given = tuple(Given(body, digest_of(one)) for body, one in zip(bodies, document["commands"], strict=True))
    return given, True


def digest_of(document: Any) -> str:
    """SHA-256 of a command's body in canonical JSON. What was expected and whether it was a trial is no part of it."""
    said = {name: value for name, value in document.items() if name not in _NOT_DIGESTED}
    return sha256(_canonical.encode(said)).hexdigest()


def _check(shape: TypeAdapter[Any], raw: bytes) -> None:
    try:
        shape.validate_json(raw)
    except ValidationError as problem:
        raise from_validation(problem.errors(include_url=False, include_context=False, include_input=False)) from None


def from_validation(errors: Any) -> Problem:
    """The problem document of pydantic's list of errors: the first one as a sentence, all of them by field."""
    fields = [{"field": _field(one["loc"]), "says": _says(one)} for one in errors[:20]]
    first = fields[0]
    place = first["field"].removeprefix("command.") or "body"
    return invalid(f"{place}: {first['says']}", errors=fields)


def _says(error: Any) -> str:
    """What is expected, in words: pydantic would show patterns, and say of a field only that it is extra."""
    says, kind = str(error["msg"]), error["type"]
    if kind == "union_tag_invalid":
        return "there is no such command; GET /v1/commands lists them"
    if kind == "string_pattern_mismatch":
        pattern = says.partition("'")[2].removesuffix("'")
        return f"{form_of(pattern)} is expected"
    return _PLAIN.get(kind) or says.replace("Input should be", "this should be")


_PLAIN: Final = {
    "extra_forbidden": "there is no such field here",
    "missing": "this is missing",
    "string_type": "text is expected",
    "int_type": "a whole number is expected",
    "bool_type": "true or false is expected",
    "dict_type": "named fields are expected",
    "tuple_type": "a list is expected",
    "list_type": "a list is expected",
}


_NAMES: Final = frozenset(wire_name(command) for command in COMMANDS)


def _field(place: tuple[Any, ...]) -> str:
    """Where it is, without the words that pydantic puts in for the member of a union or the kind of body."""
    return ".".join(
        str(part)
        for part in place
        if part not in ("body", "speaks_as") and not (part in _NAMES and place.index(part) > 0 and part != place[-1])
    )
