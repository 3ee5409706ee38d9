"""pydantic models made from the engine's structs, so that a command's shape is written down once."""

from functools import cache
from typing import Annotated, Any, Final, Literal, Union

import msgspec
from msgspec import inspect
from pydantic import BaseModel, ConfigDict, Field, Strict, create_model

from engine.patterns import ONE_LINE, ONE_LINE_OR_NONE, as_elsewhere

LARGEST: Final = 2**53 - 1

STRICT: Final = ConfigDict(strict=True, extra="forbid", frozen=True)

CALLS: Final = frozenset({"label", "name", "side", "title", "zones"})
"""The fields by which somebody or something is called from then on: they are of one line that can be seen.

Commands themselves do not say so, since those of older logs are to be read too."""

_PLAIN: Final[dict[type, Any]] = {
    inspect.BoolType: Annotated[bool, Strict()],
    inspect.FloatType: Annotated[float, Field(allow_inf_nan=False)],
    inspect.NoneType: None,
    inspect.RawType: dict[str, Any],
    inspect.AnyType: Any,
}
"""Raw JSON in a command is always an object: a sheet, an action."""


def model_of(shape: type[msgspec.Struct]) -> type[BaseModel]:
    """The model of a struct: same fields, same limits, same defaults, unknown fields refused."""
    said = inspect.type_info(shape)
    assert isinstance(said, inspect.StructType)
    return _model(said.cls)


@cache
def _model(shape: type[msgspec.Struct]) -> type[BaseModel]:
    said = inspect.type_info(shape)
    assert isinstance(said, inspect.StructType)
    fields: dict[str, Any] = {}
    if said.tag_field is not None:
        fields[said.tag_field] = (Literal[said.tag], ...)
    for field in said.fields:
        fields[field.encode_name] = (annotation_of(_held(field)), _default(field))
    return create_model(shape.__name__, __config__=STRICT, __doc__=shape.__doc__, __module__=__name__, **fields)


def _held(field: inspect.Field) -> inspect.Type:
    return _on_one_line(field.type) if field.encode_name in CALLS else field.type


def _on_one_line(said: inspect.Type) -> inspect.Type:
    match said:
        case inspect.StrType(pattern=None):
            return msgspec.structs.replace(said, pattern=ONE_LINE if said.min_length else ONE_LINE_OR_NONE)
        case inspect.UnionType(types=types):
            return msgspec.structs.replace(said, types=tuple(map(_on_one_line, types)))
        case inspect.DictType(key_type=key):
            return msgspec.structs.replace(said, key_type=_on_one_line(key))
        case _:
            return said


def _default(field: inspect.Field) -> Any:
    if field.required:
        return ...
    if field.default_factory is not msgspec.NODEFAULT:
        return Field(default_factory=field.default_factory)
    return {} if isinstance(field.default, msgspec.Raw) else field.default


def annotation_of(said: inspect.Type) -> Any:
    """What pydantic calls a type that msgspec has looked at, its limits included.

    Raises:
        TypeError: nothing like it stands in a command yet.
    """
    match said:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return Annotated[annotation_of(inner), Field(json_schema_extra=extra)]
        case inspect.IntType():
            return Annotated[int, Strict(), _within(said)]
        case inspect.StrType():
            pattern = as_elsewhere(said.pattern) if said.pattern is not None else None
            return Annotated[str, Field(min_length=said.min_length, max_length=said.max_length, pattern=pattern)]
        case inspect.LiteralType(values=values):
            return Literal[values]
        case inspect.UnionType(types=types):
            return _union(tuple(annotation_of(one) for one in types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _sized(tuple[annotation_of(item), ...], said)  # type: ignore[misc]
        case inspect.DictType(key_type=key, value_type=value):
            return _sized(dict[annotation_of(key), annotation_of(value)], said)  # type: ignore[misc]
        case inspect.StructType(cls=shape):
            return _model(shape)
        case _:
            if type(said) not in _PLAIN:
                raise TypeError(f"no command has had a field of type {said!r} before; say here what pydantic calls it")
            return _PLAIN[type(said)]


def _within(said: inspect.IntType) -> Any:
    """Where the struct sets no limit, the numbers that every JSON reader keeps exactly."""
    least = -LARGEST if said.ge is None and said.gt is None else said.ge
    most = LARGEST if said.le is None and said.lt is None else said.le
    return Field(ge=least, gt=said.gt, le=most, lt=said.lt)


def _union(members: tuple[Any, ...]) -> Any:
    some = tuple(one for one in members if one is not None)
    return Union.__getitem__((*some, None) if None in members else some)


def _sized(kind: Any, said: inspect.VarTupleType | inspect.ListType | inspect.DictType) -> Any:
    if said.min_length is None and said.max_length is None:
        return kind
    return Annotated[kind, Field(min_length=said.min_length, max_length=said.max_length)]
