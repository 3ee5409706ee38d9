"""Writes `api/client/shapes.js`: the shape of every entry, from the types, for the verifier in the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from events.envelope import SCHEMA, Entry

FILE: Final = Path("api") / "client" / "shapes.js"

_HEAD: Final = """\
/**
 * Written by `make docs` from the types. Change those, not this file.
 *
 * The shape of every entry of a log. A field is [name, type] or, where it may be left out, [name, type, default].
 * A type is a word (str, int, float, bool, null, raw: any JSON, kept as it stands) or one of
 * {list: type}  {map: type}  {words: [...]}  {part: shape}  {facts: [shapes]}  {any: [types]}.
 */
"""
_SIMPLE: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "str",
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.BoolType: "bool",
    inspect.NoneType: "null",
    inspect.RawType: "raw",
}


def text() -> str:
    """The file as it should stand."""
    shapes: dict[str, Any] = {}
    entry = inspect.type_info(Entry)
    _type(entry, shapes)
    lines = "".join(f"  {name}: {_json(shape)},\n" for name, shape in sorted(shapes.items()))
    constants = f'export const SCHEMA = {SCHEMA};\nexport const ENTRY = "{Entry.__name__}";\n'
    return f"{_HEAD}\n{constants}\nexport const SHAPES = {{\n{lines}}};\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _type(found: inspect.Type, shapes: dict[str, Any]) -> Any:
    match found:
        case inspect.StructType():
            return {"part": _shape(found, shapes)}
        case inspect.VarTupleType() | inspect.ListType():
            return {"list": _type(found.item_type, shapes)}
        case inspect.DictType():
            return {"map": _type(found.value_type, shapes)}
        case inspect.LiteralType():
            return {"words": list(found.values)}
        case inspect.UnionType():
            return _union(found, shapes)
        case _:
            return _SIMPLE[type(found)]


def _union(union: inspect.UnionType, shapes: dict[str, Any]) -> Any:
    structs = [one for one in union.types if isinstance(one, inspect.StructType)]
    if len(structs) == len(union.types):
        return {"facts": [_shape(one, shapes) for one in structs]}
    return {"any": [_type(one, shapes) for one in union.types]}


def _shape(struct: inspect.StructType, shapes: dict[str, Any]) -> str:
    name = struct.cls.__name__
    if name not in shapes:
        shape: dict[str, Any] = {"fields": []}
        shapes[name] = shape
        if struct.tag is not None:
            shape["tag"] = struct.tag
        if struct.array_like:
            shape["array"] = True
        shape["fields"] = [list(_field(field, shapes)) for field in struct.fields]
    return name


def _field(field: inspect.Field, shapes: dict[str, Any]) -> Iterator[Any]:
    yield field.encode_name
    yield _type(field.type, shapes)
    if not field.required:
        yield field.default if field.default is not msgspec.NODEFAULT else _made(field)


def _made(field: inspect.Field) -> Any:
    factory: Any = field.default_factory
    return factory()
