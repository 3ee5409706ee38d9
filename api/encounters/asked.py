"""The encounter that a request means: written out, or a sample of the rule set by its id."""

from collections.abc import Mapping
from typing import Any

from api.encounters.model import Encounter
from api.encounters.reading import BadEncounter, read_document
from api.encounters.shelf import sample
from api.web.problems import invalid, problem
from engine.ruleset import RuleSet


def encounter_of(
    written: dict[str, Any] | None, named: str | None, ruleset: RuleSet, rulesets: Mapping[str, RuleSet]
) -> Encounter:
    """The encounter that is meant, written out or a sample, checked against the rules of the table.

    Raises:
        Problem: there is no such sample, or something is wrong with it: says what, field by field.
    """
    if named is not None:
        try:
            return sample(ruleset, named)
        except LookupError as missing:
            raise problem("not-found", str(missing)) from missing
    meant = (written or {}).get("ruleset", ruleset.id)
    if isinstance(meant, str) and meant != ruleset.id and meant in rulesets:
        raise invalid(f"ruleset: this encounter is written for {meant}, the table plays {ruleset.id}")
    try:
        return read_document(written, rulesets)
    except BadEncounter as wrong:
        faults = [{"field": f"encounter.{one.field}", "says": one.sentence} for one in wrong.faults]
        raise invalid(faults[0]["says"], errors=faults[:20]) from wrong
