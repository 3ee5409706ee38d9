"""`python -m tests.proofs`: which rules and options are not proved yet, and why."""

import sys

from engine.rulesets import RULESETS
from tests.proofs.choices import options_built, unshown
from tests.proofs.proving import plant_mutants, prove, to_prove
from tests.scenarios.shelf import readable


def main() -> int:
    """Print what is open; 0 when nothing is."""
    plant_mutants()
    wanted = to_prove(RULESETS)
    open_rules = 0
    for rule in wanted:
        proofs = [proof for proof in prove(rule, readable(), RULESETS) if proof.verdict != "proved"]
        open_rules += bool(proofs)
        for proof in proofs:
            print(proof)  # noqa: T201 (this is a report)
    open_values = list(_open_values())
    for line in open_values:
        print(line)  # noqa: T201
    print(f"{len(wanted) - open_rules} of {len(wanted)} rules proved, {len(open_values)} options not shown")  # noqa: T201
    return int(bool(open_rules or open_values))


def _open_values() -> list[str]:
    found = []
    for ruleset in RULESETS.values():
        for option in options_built(ruleset):
            values = unshown(option, ruleset, readable())
            if values:
                found.append(
                    f"option {option.name} of {ruleset.id}: no pair of scenarios shows {', '.join(map(str, values))}"
                )
    return found


if __name__ == "__main__":
    sys.exit(main())
