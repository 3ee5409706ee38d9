"""An audience's own numbers: which entry of the log each frame came from, and what it saw at any version."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from events.base import Version
from events.correction import Span
from projections.frames import OwnNumber


class Numbers:
    """The version behind every frame, in order. A frame's place in it, from 1, is its own number."""

    __slots__ = ("_lasting", "_stands", "_struck", "_versions")

    def __init__(self) -> None:
        self._versions: list[Version] = []
        self._stands: list[OwnNumber] = [0]
        self._lasting: list[bool] = [True]
        self._struck: dict[OwnNumber, frozenset[OwnNumber]] = {}

    def __len__(self) -> int:
        return len(self._versions)

    @property
    def newest(self) -> OwnNumber:
        """The number of the newest frame; 0 before the first."""
        return len(self._versions)

    def grow(
        self,
        version: Version,
        stands: OwnNumber | None = None,
        *,
        lasting: bool = False,
        struck: frozenset[OwnNumber] | None = None,
    ) -> None:
        """One more frame. `stands` is the number an undo leads back to, `struck` are the frames that a correction
        takes out of the middle. A lasting frame counts whatever is undone."""
        self._versions.append(version)
        self._lasting.append(lasting)
        if struck is not None:
            self._stands.append(self.newest)
            self._struck[self.newest] = struck
        elif stands is not None:
            self._stands.append(self._stands[stands])
        else:
            self._stands.append(self._stands[-1] if lasting else self.newest)

    def own(self, version: Version) -> OwnNumber | None:
        """The frame that this entry was told in; None: it was not told."""
        place = bisect_left(self._versions, version)
        told = place < len(self._versions) and self._versions[place] == version
        return place + 1 if told else None

    def at(self, version: Version) -> OwnNumber:
        """The newest frame when this version was the head; 0 before the first."""
        return bisect_right(self._versions, version)

    def stands(self, number: OwnNumber | None = None) -> OwnNumber:
        """The frame whose moment the table showed when this number was the newest (None: shows now).

        Two versions with the same answer look alike to the audience, whatever happened between them.
        """
        return self._stands[self.newest if number is None else number]

    def version(self, number: OwnNumber) -> Version:
        """The version behind a frame.

        Raises:
            LookupError: the audience has no such number.
        """
        if not 1 <= number <= len(self._versions):
            raise LookupError(f"there is no frame {number}")
        return self._versions[number - 1]

    def translated(self, versions: Sequence[Version]) -> tuple[OwnNumber, ...]:
        """Own numbers of those entries that were told; the others are left out."""
        return tuple(number for version in versions if (number := self.own(version)) is not None)

    def standing(self) -> list[bool]:
        """For every own number (from 0) whether its frame counts now: undone ones do not, lasting ones always do."""
        counts = list(self._lasting)
        at, struck = self._stands[-1], set[OwnNumber]()
        while at:
            counts[at] = at not in struck
            struck |= self._struck.get(at, frozenset())
            at = self._stands[at - 1]
        return counts

    def taken_by(self, number: OwnNumber) -> OwnNumber | None:
        """The frame since which another one no longer counts: a correction, or what led back; None: it counts."""
        if not 1 <= number <= self.newest or self._lasting[number]:
            return None
        at = self._stands[-1]
        while at > number:
            if number in self._struck.get(at, ()):
                return at
            at = self._stands[at - 1]
        if at == number:
            return None
        for later in range(self.newest, number, -1):
            leads_back = self._stands[later] not in (later, self._stands[later - 1])
            if leads_back and self._leads_to(number, later - 1) and not self._leads_to(number, later):
                return later
        return None

    def _leads_to(self, number: OwnNumber, newest: OwnNumber) -> bool:
        """Whether a frame was on the line when another one was the newest."""
        at = self._stands[newest]
        while at > number:
            at = self._stands[at - 1]
        return at == number

    def told_of(self, spans: Iterable[Span]) -> tuple[OwnNumber, ...]:
        """Own numbers of the entries in these spans that were told."""
        return tuple(number for span in spans for number in range(self.at(span.first - 1) + 1, self.at(span.last) + 1))
