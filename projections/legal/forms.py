"""What the type of a field tells: the words it admits, its bounds, how it is filled in; and what people call it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, product
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from projections.legal.offers import Field, Form

TRIES: Final = 24
"""How many choices of the required fields are tried before something is said to be impossible."""

NOTHING_GIVEN: Final = msgspec.Raw(b"")
"""Stands for JSON that was left out; it cannot be written down itself."""

TITLES: Final[Mapping[str, str]] = {
    "roll": "Roll dice",
    "amount": "Points",
    "attribute": "Attribute",
    "gm_only": "For GMs alone",
    "hits": "Hits of one roll",
    "second": "Second attribute",
    "on": "Counts on",
    "seen": "Everybody sees it",
    "through": "Go on through",
    "level": "Who sees it",
    "about": "About whom",
    "dice": "Dice",
    "faces": "Own dice",
    "stops": "Points stopped",
    "shared": "One throw for all",
    "secret": "In secret",
}
"""What people read where the name alone would puzzle them."""


def title_of(name: str) -> str:
    """A short label for a command or a field."""
    return TITLES.get(name) or name.replace("_", " ").capitalize()


def _title(field: inspect.Field) -> str:
    """The title of a field; a kind is of what its type says: the action itself, a seat, else damage."""
    if field.encode_name != "kind":
        return title_of(field.encode_name)
    match _bare(field.type):
        case inspect.LiteralType(values=values):
            return "Action" if len(values) == 1 else "Kind of seat"
        case _:
            return "Kind of damage"


@lru_cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """The fields of a struct, as msgspec reads them."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape.fields


@lru_cache
def schema_of(kind: type[msgspec.Struct]) -> msgspec.Raw:
    """The JSON Schema of a struct."""
    return msgspec.Raw(msgspec.json.encode(msgspec.json.schema(kind)))


@lru_cache
def words_of(kind: type[msgspec.Struct]) -> Mapping[str, tuple[str, ...]]:
    """The words that each field of a struct admits, in their own order; a field that admits any is not there."""
    hints = get_type_hints(kind)
    named = ((field.encode_name, _literals(hints[field.name])) for field in fields_of(kind))
    return {name: words for name, words in named if words}


def _literals(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return tuple(str(word) for word in get_args(hint))
    return next((words for one in get_args(hint) if (words := _literals(one))), ())


def form_of(field: inspect.Field) -> Form:
    """How a field is filled in."""
    match _bare(field.type):
        case inspect.LiteralType():
            return "word"
        case inspect.BoolType():
            return "yes-no"
        case inspect.IntType():
            return "number"
        case inspect.VarTupleType(item_type=one) if isinstance(_bare(one), inspect.StrType):
            return "several"
        case inspect.StrType(max_length=longest, pattern=pattern):
            return "word" if pattern is not None or (longest is not None and longest <= 100) else "text"
        case _:
            return "json"


def least_of(field: inspect.Field) -> int | None:
    """The smallest number for a field that must be filled in with one: with it the rest of a command can be tried."""
    bare = _bare(field.type)
    return (bare.ge or 0) if field.required and isinstance(bare, inspect.IntType) else None


def told(field: inspect.Field, values: tuple[str, ...] = (), **more: Any) -> Field:
    """A field as it is told."""
    bare = _bare(field.type)
    bounds = (bare.ge, bare.le) if isinstance(bare, inspect.IntType) else (None, None)
    default = None if field.default in (msgspec.NODEFAULT, NOTHING_GIVEN) else field.default
    return Field(
        name=field.encode_name,
        title=_title(field),
        form=form_of(field),
        values=values,
        default=default,
        least=bounds[0],
        most=bounds[1],
        **{"required": field.required, **more},
    )


def nearest_first(choices: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """Choices of all these fields, at most `TRIES`: first values first, no field far ahead of the others."""
    places = product(*(range(min(len(values), TRIES)) for values in choices.values()))
    for chosen in islice(sorted(places, key=lambda place: (sum(place), place)), TRIES):
        yield {name: choices[name][at] for name, at in zip(choices, chosen, strict=True)}


def _bare(kind: Any) -> Any:
    """A field's type without examples, and without the None that stands for nothing said."""
    match kind:
        case inspect.Metadata(type=inner):
            return _bare(inner)
        case inspect.UnionType(types=types):
            said = [one for one in types if not isinstance(one, inspect.NoneType)]
            return _bare(said[0]) if len(said) == 1 else kind
        case _:
            return kind
