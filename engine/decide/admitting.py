"""What the standing of the table has against a command: nobody able, another phase, somebody who is asked."""

from typing import Final

from engine.actions import all_open
from engine.admission import Admission
from engine.commands import Act, Answer, ClearFallen, Command, Declare, RemoveCombatant, SetStatus
from engine.draft import Draft
from engine.refusals import Refusal, refusal

WEIGHED_WITH_THE_RULES: Final = (Act, Declare)
"""Commands whose own decision weighs phase and turn together with what the rules have against them."""

LETS_SOMEBODY_GO: Final = (Answer, SetStatus, RemoveCombatant, ClearFallen)
"""Commands after which whoever is up, or still owes a number, may have left the fight."""


_WHEN: Final = {
    "lobby": "between fights",
    "declaration": "the declarations of a turn",
    "initiative": "initiative",
    "actions": "the actions of a turn",
}
NOW: Final = {
    "lobby": "no fight is going on, begin_combat begins one",
    "declaration": "a turn has begun and is being declared, roll_initiative comes next",
    "initiative": "initiative is still to be settled",
    "actions": "the actions of a turn are going on",
}
"""How things stand in each phase of the table, and which command leads on."""


def what_the_table_forbids(draft: Draft, command: Command, admission: Admission) -> tuple[Refusal, ...]:
    """Everything that the standing of the table has against a command."""
    reasons = (_unable(draft, command, admission), _phase_forbids(draft, admission), _must_wait(draft, admission))
    return tuple(reason for reason in reasons if reason is not None)


def _unable(draft: Draft, command: Command, admission: Admission) -> Refusal | None:
    if not admission.acts:
        return None
    named: str = getattr(command, "combatant")  # noqa: B009 (the field is the table's own word)
    members = draft.meant(named) if admission.groups else (named,)
    reasons = [draft.ruleset.inability(draft.state, draft.state.combatants[name]) for name in members]
    return reasons[0] if all(reason is not None for reason in reasons) else None


def _phase_forbids(draft: Draft, admission: Admission) -> Refusal | None:
    if draft.state.phase in admission.phases:
        return None
    admitted = " or ".join(_WHEN[phase] for phase in sorted(admission.phases))
    rule = "" if draft.state.phase == "lobby" or admission.firm else draft.ruleset.turn_rule
    return refusal("wrong-phase", f"this is for {admitted}: {NOW[draft.state.phase]}", rule)


def _must_wait(draft: Draft, admission: Admission) -> Refusal | None:
    if admission.waiting or not draft.state.parked:
        return None
    names = tuple(dict.fromkeys(question.combatant for _, question in all_open(draft.state)))
    who = ", ".join(map(draft.state.name, names)) or "an answer"
    return refusal("waiting", f"an action waits for {who}", waiting_for=names)
