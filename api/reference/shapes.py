"""How a struct's fields are told in a page: names, types in plain words, defaults."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from engine.patterns import as_elsewhere

Shape = type[msgspec.Struct]


def struct_of(shape: Shape) -> inspect.StructType:
    """What msgspec knows of a struct."""
    said = inspect.type_info(shape)
    assert isinstance(said, inspect.StructType)
    return said


def meaning_of(thing: Any) -> str:
    """A docstring as one paragraph for each of its paragraphs; `Raises:` sections stay out of pages for users."""
    text = (thing.__doc__ or "").split("Raises:")[0]
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n") if paragraph.strip())


def fields_of(shape: Shape) -> Iterator[str]:
    """The rows of a struct's table of fields; nothing where it has none."""
    said = struct_of(shape)
    if not said.fields:
        yield "No fields."
        return
    yield "| field | type | if left out |"
    yield "|---|---|---|"
    for field in said.fields:
        yield f"| `{field.encode_name}` | {words_for(field.type)} | {_default(field)} |"


def parts_of(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The structs that stand inside these, each once, in the order in which they are met."""
    found: dict[Shape, None] = {}
    for shape in shapes:
        for field in struct_of(shape).fields:
            _gather(field.type, found)
    return tuple(found)


def words_for(said: inspect.Type) -> str:
    """A type in plain words, its limits included."""
    say = _WORDS.get(type(said))
    return say(said) if say else type(said).__name__.removesuffix("Type").lower()


def _literal(said: inspect.LiteralType) -> str:
    return " \\| ".join(f"`{value}`" if value != "" else "empty" for value in said.values)


def _list(said: inspect.VarTupleType) -> str:
    return f"list of {words_for(said.item_type)}{_at_most(said.max_length)}"


def _map(said: inspect.DictType) -> str:
    return f"map of {words_for(said.key_type)} to {words_for(said.value_type)}{_at_most(said.max_length)}"


def _union(said: inspect.UnionType) -> str:
    return " or ".join(words_for(one) for one in said.types)


def _text(said: inspect.StrType) -> str:
    limits = _at_most(said.max_length, "characters")
    return f"text like `{as_elsewhere(said.pattern)}`".replace("|", "\\|") if said.pattern else f"text{limits}"


def _between(least: float | None, most: float | None) -> str:
    if least is None and most is None:
        return ""
    if most is None:
        return f" from {least}"
    return f" up to {most}" if least is None else f" {least} to {most}"


def _at_most(most: int | None, what: str = "") -> str:
    return f", at most {most}{' ' + what if what else ''}" if most is not None else ""


def _default(field: inspect.Field) -> str:
    if field.required:
        return "**needed**"
    if field.default_factory is not msgspec.NODEFAULT:
        return _plain(field.default_factory())
    return _plain(field.default)


def _plain(value: Any) -> str:
    if value is None or value in ("", (), {}):
        return "nothing"
    if isinstance(value, msgspec.Raw):
        return f"`{bytes(value).decode()}`"
    return f"`{msgspec.json.encode(value).decode()}`"


_WORDS: Final[dict[type[inspect.Type], Callable[[Any], str]]] = {
    inspect.Metadata: lambda said: words_for(said.type),
    inspect.BoolType: lambda said: "true or false",
    inspect.IntType: lambda said: f"whole number{_between(said.ge, said.le)}",
    inspect.StrType: _text,
    inspect.LiteralType: _literal,
    inspect.NoneType: lambda said: "null",
    inspect.RawType: lambda said: "JSON object",
    inspect.UnionType: _union,
    inspect.VarTupleType: _list,
    inspect.DictType: _map,
    inspect.StructType: lambda said: f"[{said.cls.__name__}](#{said.cls.__name__.lower()})",
}


def _gather(said: inspect.Type, found: dict[Shape, None]) -> None:
    match said:
        case inspect.StructType(cls=shape):
            if shape not in found:
                found[shape] = None
                for field in struct_of(shape).fields:
                    _gather(field.type, found)
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            _gather(inner, found)
        case inspect.DictType(value_type=inner):
            _gather(inner, found)
        case inspect.UnionType(types=types):
            for one in types:
                _gather(one, found)
        case _:
            pass
