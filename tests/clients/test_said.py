"""The page's module says every line of the golden logs as the service does, in every language."""

import json
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from projections.languages import LANGUAGES
from tests.projections.sayings import lines

pytestmark = pytest.mark.service

MODULE = Path(__file__).resolve().parents[2] / "api" / "client" / "said.js"
PROGRAM = f"""
import {{ speaker }} from "{MODULE.as_uri()}";
let text = "";
for await (const part of process.stdin) text += part;
const {{ lines, languages }} = JSON.parse(text);
const said = Object.entries(languages).map(([name, words]) => [name, lines.map(speaker(words).line)]);
console.log(JSON.stringify(Object.fromEntries(said)));
"""


def said(told: list[object]) -> dict[str, list[str]]:
    """What the module makes of lines, by language."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "no node on the path; `make services` sees to it"
    given = msgspec.json.encode({"lines": told, "languages": LANGUAGES})
    done = subprocess.run([node, "--input-type=module", "-e", PROGRAM], input=given, capture_output=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_lines_are_said_as_the_service_says_them() -> None:
    told = lines()
    found = said([msgspec.structs.replace(line, text="") for line in told])
    for name, language in LANGUAGES.items():
        assert found[name] == [language.line(line.said) for line in told]


def test_a_line_without_words_here_stays_as_the_service_wrote_it() -> None:
    strange = {"number": 1, "text": "Something new.", "said": [{"is": "phrase", "key": "unheard-of"}]}
    assert set(map(tuple, said([strange, {"number": 2, "text": "Old."}]).values())) == {("Something new.", "Old.")}
