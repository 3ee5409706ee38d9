"""The encounter that a request means: written out, as the text of a file, or a sample of the rule set by its id."""

from collections.abc import Mapping
from typing import Any, Final

from api.encounters.model import Encounter
from api.encounters.reading import BadEncounter, Fault, read_document, read_text
from api.encounters.shelf import sample
from api.web.problems import Problem, invalid, problem
from engine.ruleset import RuleSet

_NAMES: Final = ("encounter.yaml", "encounter.json")


def encounter_of(
    written: dict[str, Any] | None,
    file: str | None,
    named: str | None,
    ruleset: RuleSet,
    rulesets: Mapping[str, RuleSet],
) -> Encounter:
    """The encounter that is meant, written out, in the text of a `file` or a sample, checked against the table's rules.

    Raises:
        Problem: there is no such sample, or something is wrong with it: says what, field by field.
    """
    if named is not None:
        try:
            return sample(ruleset, named)
        except LookupError as missing:
            raise problem("not-found", str(missing)) from missing
    if file is not None:
        return _of_file(file, ruleset, rulesets)
    meant = (written or {}).get("ruleset", ruleset.id)
    if isinstance(meant, str) and meant != ruleset.id and meant in rulesets:
        raise _for_others(meant, ruleset)
    try:
        return read_document(written, rulesets)
    except BadEncounter as wrong:
        faults = [{"field": f"encounter.{one.field}", "says": one.sentence} for one in wrong.faults]
        raise invalid(faults[0]["says"], errors=faults[:20]) from wrong


def _of_file(text: str, ruleset: RuleSet, rulesets: Mapping[str, RuleSet]) -> Encounter:
    try:
        found = read_text(text.encode(), _NAMES[text.lstrip().startswith("{")], rulesets)
    except BadEncounter as wrong:
        faults = [{"field": _place(one), "says": f"line {one.line}: {one.sentence}"} for one in wrong.faults]
        raise invalid(faults[0]["says"], errors=faults[:20]) from wrong
    if found.ruleset != ruleset.id:
        raise _for_others(found.ruleset, ruleset)
    return found


def _place(fault: Fault) -> str:
    return f"file.{fault.field}" if fault.field else "file"


def _for_others(meant: str, ruleset: RuleSet) -> Problem:
    return invalid(f"ruleset: this encounter is written for {meant}, the table plays {ruleset.id}")
