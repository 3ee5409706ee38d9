"""The story in English and German: the same phrases with the same holes, a word for every code, and real sentences."""

import re
from pathlib import Path

import pytest

import projections
from api.reference.words import CONDITIONS, OUTCOMES, POOLS, PURPOSES, WOUNDS
from engine.actions import PROCEDURES
from engine.rulesets import RULESETS
from projections.languages import ENGLISH, LANGUAGES, Forms, Language, chosen
from projections.phrases import Phrase, Saying, States, Value, Word, is_now, listed, phrase, time_passes
from tests.projections.sayings import lines, parts

GERMAN = LANGUAGES["de"]
OTHERS = [pytest.param(language, id=name) for name, language in LANGUAGES.items() if language is not ENGLISH]
HOLE = re.compile(r"\{(\w+)\}")
ASKED = re.compile(r'\b(?:phrase|said|_about)\(\s*"([a-z_-]+)"')


def holes(form: str | Forms) -> set[str]:
    texts = (form.one, form.two, form.many) if isinstance(form, Forms) else (form,)
    return set(HOLE.findall(" ".join(texts)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_phrase_is_there_with_the_same_holes(language: Language) -> None:
    assert list(language.phrases) == list(ENGLISH.phrases)
    for key, form in ENGLISH.phrases.items():
        other = language.phrases[key]
        assert isinstance(other, Forms) == isinstance(form, Forms), key
        assert holes(other) == holes(form), key


def test_every_phrase_that_is_asked_for_is_there_and_no_other() -> None:
    sources = [path.read_text() for path in Path(projections.__file__).parent.glob("*.py")]
    asked = {key for text in sources for key in ASKED.findall(text)}
    families = ("act-", "notes", "ruled-", "status-", "proposal-", "later-", "stopped-", "undo", "redo")
    units = {"no-longer", "days", "hours", "minutes", "turns", "switch"}
    keyed = {key for key in ENGLISH.phrases if key.startswith(families)} | units
    plain = set(re.findall(r'"([a-z-]+)"', " ".join(sources)))
    assert asked <= set(ENGLISH.phrases)
    assert set(ENGLISH.phrases) - keyed <= plain


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_kind_of_act_has_its_sentence(ruleset: object) -> None:
    kinds = RULESETS[ruleset.id].actions  # type: ignore[attr-defined]
    assert [kind for kind in kinds if not ENGLISH.has(f"act-{kind}")] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_of_the_rules_has_its_word(language: Language) -> None:
    kinds = {kind for ruleset in RULESETS.values() for kind in ruleset.actions}
    places = {place for ruleset in RULESETS.values() for place in ruleset.locations}
    codes = {*kinds, *places, *PROCEDURES, *CONDITIONS, *OUTCOMES, *POOLS, *PURPOSES, *WOUNDS}
    stems = {code.partition(":")[0] for code in codes}
    assert sorted(stems - set(language.codes)) == []


def test_weapons_that_ready_gear_brings_have_german_words() -> None:
    gear = [one for ruleset in RULESETS.values() for one in ruleset.samples.gear]
    weapons = {name for one in gear for name in one.sheet.get("weapons", ())}
    assert sorted(weapons - set(GERMAN.codes)) == []


def test_every_line_of_the_golden_logs_can_be_said_in_every_language() -> None:
    told = lines()
    assert len(told) > 150
    for line in told:
        assert ENGLISH.line(line.said) == line.text
        for language in LANGUAGES.values():
            assert not HOLE.search(language.line(line.said)), line.text


def test_no_line_of_the_golden_logs_keeps_an_english_phrase_in_german() -> None:
    same = [line.text for line in lines() if GERMAN.line(line.said) == line.text]
    assert [text for text in same if not re.match(r"^[\w' ]+: ", text)] == []


def test_the_codes_in_lines_of_the_golden_logs_have_german_words() -> None:
    used = {code for line in lines() for part in parts(line.said) for code in _codes(part)}
    kinds = {code.partition(":")[0] for code in used}
    unknown = {code for code in kinds if code not in GERMAN.codes and code not in GERMAN.states}
    assert unknown <= OWN_WORDS, "words that people at those tables made up, and nothing else"


SHOT = phrase(
    "act-fire",
    actor="Vera",
    weapon=phrase("the-weapon", weapon=Word("light-pistol")),
    targets=listed(("Rico", "Ganger 1")),
)

OWN_WORDS = {"on-edge", "mend", "luck", "drunk"}


def _codes(part: Value) -> tuple[str, ...]:
    return (part.code,) if isinstance(part, Word) else part.of if isinstance(part, States) else ()


@pytest.mark.parametrize(
    ("said", "english", "german"),
    [
        (
            (phrase("came-to", act=SHOT, outcome=phrase("hits", n=2)),),
            "Vera fires the light pistol at Rico and Ganger 1: hits twice.",
            "Vera schießt auf Rico und Ganger 1 (leichte Pistole): trifft zweimal.",
        ),
        (
            (phrase("is-hit", name="Rico"), phrase("with-loss", what=is_now("Rico", "mortal-2"), points=7)),
            "Rico is hit; Rico is mortally wounded (mortal 2) (7 lost).",
            "Rico wird getroffen; Rico ist tödlich verwundet (tödlich 2) (7 verloren).",
        ),
        (
            (is_now("Rico", "blinded", "deafened", "prone"),),
            "Rico is blinded, deafened and prone.",
            "Rico ist geblendet, taub und liegt auf der Erde.",
        ),
        ((is_now("Rico", "burning", over=True),), "Rico is no longer burning.", "Rico brennt nicht mehr."),
        (
            (phrase("is-now", name=listed(("Rico", "Vera")), state=States(("prone",), n=2)),),
            "Rico and Vera are prone.",
            "Rico und Vera liegen auf der Erde.",
        ),
        ((is_now("Rico", "lost:left_arm"),), "Rico has lost the left arm.", "Rico hat verloren: linker Arm."),
        (
            (time_passes(24 * 60 + 121, 1),),
            "A day, 2 hours, a minute and a turn pass.",
            "Ein Tag, 2 Stunden, eine Minute und eine Runde vergehen.",
        ),
        ((time_passes(1, 0),), "A minute passes.", "Eine Minute vergeht."),
        ((is_now(Phrase("somebody"), "dying"),), "Somebody is dying.", "Jemand liegt im Sterben."),
    ],
)  # fmt: skip
def test_sentences_are_as_people_say_them(said: Saying, english: str, german: str) -> None:
    assert (ENGLISH.line(said), GERMAN.line(said)) == (english, german)


def test_a_language_that_there_is_not_is_english() -> None:
    assert chosen(["fr", "de", "en"]) is GERMAN
    assert chosen(["fr"]) is ENGLISH
