"""Sentences in a language: phrases, states and words for codes, each language in one file of `words/`."""

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import msgspec

from projections.phrases import Listed, Phrase, Saying, States, Value, Word
from projections.sight import Shown

PARTED: Final = "; "
"""Between the phrases of a sentence."""

_COMMAS: Final = {"comma": ", ", "semicolon": PARTED}
_PLAIN: Final = str.maketrans(":_-", "   ")


class Forms(Shown, frozen=True):
    """A phrase that counts: how it is said of one, of two (empty: as of many) and of many."""

    one: str
    many: str
    two: str = ""


class Language(Shown, frozen=True, rename={"and_": "and"}):
    """All that the story can say in a language. `states` are the verb for one, for several, and what stands behind it;
    a key that ends in a colon is for all codes that begin so, and the empty one for all others."""

    and_: str
    phrases: dict[str, str | Forms]
    states: dict[str, tuple[str, str, str]]
    codes: dict[str, str]

    def line(self, saying: Saying) -> str:
        """A whole sentence, with a capital and a full stop."""
        return sentence(PARTED.join(map(self.says, saying)))

    def says(self, value: Value) -> str:
        """A part of a sentence."""
        match value:
            case Phrase(key, values):
                return self._phrase(key, values)
            case Word(code):
                return self.word(code)
            case States():
                return self._states(value)
            case Listed(of, by):
                said = tuple(map(self.says, of))
                return f"{', '.join(said[:-1])} {self.and_} {said[-1]}" if by == "and" else _COMMAS[by].join(said)
            case _:
                return str(value)

    def word(self, code: str) -> str:
        """A code as a word."""
        found = self.codes.get(code) or self.codes.get(code.replace("_", "-"))
        if found:
            return found
        kind, _, part = code.partition(":")
        if part and "PART" in self.codes:
            return self.codes["PART"].format(kind=self.word(kind), part=self.word(part))
        return code.translate(_PLAIN)

    def has(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self.phrases

    def _phrase(self, key: str, values: dict[str, Value]) -> str:
        form = self.phrases[key]
        if isinstance(form, Forms):
            n = values.get("n", 1)
            form = form.one if n == 1 else (n == 2 and form.two) or form.many
        return form.format(**{name: self.says(value) for name, value in values.items()})

    def _states(self, states: States) -> str:
        """The verb once for all that have the same: "is blinded, deafened and lies on the ground"."""
        said, last = [], ""
        for code in states.of:
            one, several, rest = self._state(code)
            verb = one if states.n == 1 else several
            no_longer = self.phrases["no-longer"] if states.over else ""
            parts = (verb if verb != last else "", no_longer if verb != last else "", rest)
            said.append(" ".join(filter(None, map(str, parts))))
            last = verb
        return f"{', '.join(said[:-1])} {self.and_} {said[-1]}" if said[1:] else said[0]

    def _state(self, code: str) -> tuple[str, str, str]:
        kind, _, part = code.partition(":")
        found = self.states.get(code) or (self.states.get(f"{kind}:") if part else None) or self.states[""]
        one, several, rest = found
        return one, several, rest.format(word=self.word(code), part=self.word(part))


def sentence(text: str) -> str:
    """With a capital and a full stop, where somebody's own words do not end in a mark of their own."""
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


def _read(name: str) -> Language:
    text = files("projections").joinpath("words", f"{name}.toml").read_text()
    return msgspec.convert(tomllib.loads(text), Language)


LANGUAGES: Final = {name: _read(name) for name in ("en", "de")}
"""By their codes of two letters."""

ENGLISH: Final = LANGUAGES["en"]


def chosen(wanted: Iterable[str]) -> Language:
    """The first of these languages that there is; else English."""
    return next((LANGUAGES[name] for name in wanted if name in LANGUAGES), ENGLISH)
