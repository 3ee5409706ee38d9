"""The line: the facts that count, in the order in which they are folded. Play goes on at its end; a correction takes
facts out of its middle, and puts others into their places."""

from collections.abc import Iterable, Mapping

import msgspec

from events.base import Version
from events.correction import Span

Places = tuple[tuple[Version, Version], ...]
"""Pairs of a version and the one in whose place it is folded, in order."""


class Correction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a strike, an amend or an override makes of the line it finds. Nothing changes up to `stands_at`."""

    how: str
    stands_at: Version
    versions: tuple[Span, ...]
    placed: Places = ()

    def applied(self, line: Iterable[Version]) -> list[Version]:
        """The line after it: what stands in the place of a fact comes just before where that fact was."""
        gone = set(versions_in(self.versions))
        coming: dict[Version, list[Version]] = {}
        for new, old in self.placed:
            coming.setdefault(old, []).append(new)
        after: list[Version] = []
        for version in line:
            after += coming.get(version, ())
            if version not in gone:
                after.append(version)
        return after


def versions_in(spans: Iterable[Span]) -> Iterable[Version]:
    """Every version that the spans cover."""
    return (version for span in spans for version in range(span.first, span.last + 1))


def spans_of(versions: Iterable[Version]) -> tuple[Span, ...]:
    """Versions as few spans, in order."""
    spans: list[Span] = []
    for version in sorted(versions):
        if spans and spans[-1].last == version - 1:
            spans[-1] = Span(spans[-1].first, version)
        else:
            spans.append(Span(version, version))
    return tuple(spans)


def folded(nodes: Iterable[Version], corrections: Mapping[Version, Correction]) -> list[Version]:
    """The facts that count after these moments of play, corrections among them, in the order of their folding."""
    line: list[Version] = []
    for node in nodes:
        correction = corrections.get(node)
        if correction is None:
            line.append(node)
        else:
            line = correction.applied(line)
    return line
