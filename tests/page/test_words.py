"""What the page says stands in one place, in English and German alike, and every key that is asked for is there."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from api.tables.template import SeatKind
from engine.rulesets import RULESETS
from projections.languages import LANGUAGES as STORY
from projections.tactics import TacticName
from projections.tactics.choosing import Reason
from tests.page.catalogue import CHOSEN_OTHERWISE, asked, choices, codes, fields, titles
from tests.page.refusals import refusals, sentences

pytestmark = pytest.mark.service

PAGE = Path(__file__).resolve().parents[2] / "api" / "page"
LANGUAGES = ("en", "de")
ASKED = re.compile(r'\bsay\("([a-z-]+\.[a-z-]+)"')
BEGUN = re.compile(r"`([a-z]+\.[a-z-]+)\$\{")
BARE = re.compile(r"`([a-z]+)\.\$\{")
WORKED_OUT = {
    "card": ("contested", "waits"),
    "check": ("right", "wrong", "sealed"),
    "order": ("up", "done", "delaying", "deck"),
    "print": ("report", "sheets"),
    "rule": ("uphold", "amend", "reroll", "strike", "override"),
    "seat": get_args(SeatKind),
    "set": ("sound", "vibrate"),
    "story": ("all", "mine", "against", "rolls"),
    "suggest": get_args(Reason),
    "tab": ("fight", "story", "sheet", "desk", "time"),
    "tactic": get_args(TacticName),
    "top": ("live", "connecting", "lost"),
}
"""What may follow where a module asks for a string by its first word and something that it has worked out."""
HOLES = re.compile(r"\{\w+\}")


def words(language: str) -> dict[str, Any]:
    """The strings of a language, as a browser reads them."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    module = (PAGE / "words" / f"{language}.js").as_uri()
    program = f"import('{module}').then(({{ default: all }}) => console.log(JSON.stringify(all)))"
    done = subprocess.run([node, "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def forms(said: str | dict[str, str]) -> list[str]:
    """A string, or both of one that counts."""
    return [said] if isinstance(said, str) else [said["one"], said["many"]]


def test_both_languages_say_the_same_things_with_the_same_holes() -> None:
    english, german = (words(one)["says"] for one in LANGUAGES)
    assert list(english) == list(german)
    for key in english:
        holes = [set(HOLES.findall(forms(said)[-1])) for said in (english[key], german[key])]
        assert holes[0] == holes[1], key


def test_every_fixed_name_has_a_german_word() -> None:
    """Names that groups make up have none: theirs stand as they wrote them."""
    page = words("de")
    known = {*STORY["de"].codes, *page["codes"]}
    known |= {one.replace("-", "_") for one in known}
    assert sorted(one for one in codes() if one.partition(":")[0] not in known) == []
    assert sorted(fields() - page["fields"].keys()) == []
    assert sorted(titles() - known) == []
    assert sorted(value for option, value in choices() if not {value, f"{option}={value}"} & known) == []


def test_every_choice_that_rules_ask_for_has_a_german_word() -> None:
    chosen, otherwise = asked()
    assert otherwise == CHOSEN_OTHERWISE, "what is worked out needs words from somewhere else"
    assert {"suppression", "carry_on", "take_cover", "none"} <= chosen
    chosen |= {one for ruleset in RULESETS.values() for one in ruleset.reactions}
    known = {*STORY["de"].codes, *words("de")["codes"]}
    assert sorted(one for one in chosen if not {one, one.replace("_", "-")} & known) == []


def matching(text: str, forms: Iterable[str]) -> str:
    """The first of these forms of sentences that a sentence has, as the page finds it; empty: none."""
    return next((one for one in forms if re.fullmatch(form(one), text)), "")


def form(one: str) -> str:
    return re.escape(one).replace(r"\{\}", "(.+?)").replace("…", ".*")


def test_every_refusal_that_people_meet_in_play_is_told_in_german() -> None:
    german = words("de")["refusals"]
    assert len(refusals()) > 50
    assert sorted(one for one in refusals() if not matching(one, german)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_of_the_page_has_sentences_in_the_code_and_no_other_in_its_way(language: str) -> None:
    own, there = words(language)["refusals"], sentences()
    found = {matching(one, own) for one in there}
    assert sorted(own.keys() - found) == []
    for one, said in own.items():
        assert {int(hole) for hole in re.findall(r"\{(\d)\}", said)} <= set(range(1, one.count("{}") + 1)), one


def spoken(folder: Path, language: str, *calls: list[Any]) -> list[str]:
    """What calls of the page's module of words come to in a language."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    for name in ("page", "client"):
        shutil.copytree(PAGE.parent / name, folder / name)
    for name, said in STORY.items():
        text = msgspec.json.encode(said).decode()
        (folder / "page" / "words" / f"told.{name}.js").write_text(f"export default {text};")
    program = [node, str(Path(__file__).with_name("spoken.mjs")), (folder / "page").as_uri(), language]
    done = subprocess.run([*program, *map(json.dumps, calls)], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("call", "german"),
    [
        (["word", "action 12"], "Handlung 12"),
        (["word", "3 beyond the free one"], "3 über die freie hinaus"),
        (["word", "without handguns"], "ohne Handfeuerwaffen"),
        (["word", "light encumbrance"], "Belastung leicht"),
        (["word", "lost:left_arm"], "verloren (linker Arm)"),
        (["word", "on edge"], "on edge"),
        (["choiceOf", "half_rounding", "down"], "abrunden"),
        (["word", "down"], "am Boden"),
        (["choiceOf", "medium_range_modifier", -1], "-1"),
        (["choiceOf", "healing_per_day", 0.5], "0,5"),
        (["titled", "Guard dog"], "Wachhund"),
        (["titled", "Our own dog"], "Our own dog"),
    ],
)
def test_words_are_said_in_german_by_what_they_stand_in(call: list[Any], german: str, tmp_path: Path) -> None:
    assert spoken(tmp_path, "de", call) == [german]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_is_the_same_word_on_the_page_as_in_the_story(language: str, tmp_path: Path) -> None:
    own = {one.replace("_", "-") for one in (*words(language)["codes"], *words("en")["codes"])}
    parts = ("severed:left_arm", "lost:left_arm", "crippled:head", "odd-thing:odd_part")
    told = sorted(one for one in {*codes(), *STORY[language].codes, *parts} if one.replace("_", "-") not in own)
    names = [one for one in told if not re.search(r"PART|[*#=]|\b(gm|npc|btm|hth)\b", one)]
    said = spoken(tmp_path, language, *(["word", one] for one in names))
    assert {one: word for one, word in zip(names, said, strict=True) if word != STORY[language].word(one)} == {}


def test_every_string_that_a_module_asks_for_is_there() -> None:
    english = words("en")["says"]
    asked = {key: path.name for path in PAGE.rglob("*.js") for key in ASKED.findall(path.read_text())}
    assert len(asked) > 80
    assert {key: where for key, where in asked.items() if key not in english} == {}


def test_every_string_is_asked_for_somewhere() -> None:
    modules = "".join(path.read_text() for path in PAGE.rglob("*.js") if path.parent.name not in ("vendor", "words"))
    assert {*BARE.findall(modules)} == WORKED_OUT.keys()
    families = tuple(BEGUN.findall(modules))
    worked_out = {f"{first}.{one}" for first, ends in WORKED_OUT.items() for one in ends}
    said = words("en")["says"]
    assert worked_out - said.keys() == set()
    named = (key for key in said if key not in worked_out and not key.startswith(families))
    assert [key for key in named if f'"{key}"' not in modules] == []


def test_lines_that_are_asked_for_once_more_keep_those_that_came_meanwhile() -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    module = (PAGE / "table" / "lines.js").as_uri()
    held = [{"number": number, "text": "held"} for number in range(1, 7)]
    asked = [{"number": number, "text": "asked", "struck": True} for number in (3, 4)]
    call = f"[markedAnew({json.dumps(asked)}, {json.dumps(held)}), markedAnew([], {json.dumps(held)})]"
    program = f"import('{module}').then(({{ markedAnew }}) => console.log(JSON.stringify({call})))"
    done = subprocess.run([node, "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    lines, none = json.loads(done.stdout)
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line["number"] for line in lines if line.get("struck")] == [3, 4]
    assert none == held
