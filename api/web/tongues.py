"""The language that a request is answered in: `?lang=`, else what `Accept-Language` likes best, else English."""

from collections.abc import Iterator
from typing import Annotated, Final

from fastapi import Query
from starlette.requests import Request

from projections.languages import LANGUAGES, Language, chosen

Lang = Annotated[
    str | None,
    Query(max_length=40, description=f"The language of sentences: {', '.join(LANGUAGES)}. Else as `Accept-Language`."),
]

MOST_READ: Final = 20
"""Languages that a request may name; what follows is passed over."""


def language_of(request: Request) -> Language:
    """The first language of those asked for that there is; tags such as `de-AT` count as their language."""
    asked = request.query_params.get("lang")
    return chosen([_stem(asked)] if asked else _liked(request.headers.get("accept-language", "")))


def _liked(header: str) -> Iterator[str]:
    """The languages of a header, those liked best first."""
    ranges = [one.partition(";") for one in header.split(",")[:MOST_READ]]
    liked = sorted(((_weight(more), _stem(tag)) for tag, _, more in ranges), key=lambda one: -one[0])
    return (tag for weight, tag in liked if weight > 0)


def _stem(tag: str) -> str:
    return tag.strip().partition("-")[0].lower()


def _weight(more: str) -> float:
    name, _, number = more.strip().partition("=")
    try:
        return float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
