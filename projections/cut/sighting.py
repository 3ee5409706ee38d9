"""One entry in the eyes of one audience: what stood before and after it, and who is seen."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from engine.groups import united
from engine.play import Endangered, Loss, OfAGroup
from engine.ruleset import RuleSet
from engine.state import Combatant, Parked, State
from events.base import CombatantId, SeatId, Version
from events.envelope import Entry
from events.play import ActionBegan, Rolled
from projections.audience import Audience
from projections.frames import CombatantSeen, OwnNumber, SeenFact
from projections.groups import row_of
from projections.initiative import order_seen
from projections.numbers import Numbers
from projections.sight import Card
from projections.wounds import card

ACT: Final = "act"
"""The procedure behind an act of a combatant; all others are the table's or the GM's."""

HAZARD: Final = "hazard"
"""The procedure behind harm that is nobody's attack."""

GROUP_CONDITION: Final = "group-condition"
"""The procedure by which all of a group have a condition, or no longer."""

LOSS: Final = "apply-damage"
"""The procedure by which a GM states a loss."""

STATED: Final = frozenset({LOSS, "restore"})
"""Procedures by which a GM states what happens to somebody: its cause is not told, as with somebody unseen."""


class Kept(msgspec.Struct, frozen=True):
    """A roll, and what must be known of it when it is shown later: who rolled, whether just so, whether its cause was
    told, whether what it had to reach is an opponent's number, and whether it was thrown for a hazard."""

    roll: Rolled
    roller: CombatantId | None
    free: bool
    cause_seen: bool
    opposed: bool
    hazard: bool = False


class Sighting(msgspec.Struct, frozen=True):
    """An entry, the states around it, and the audience that is to be told of it.

    `rolls` are rolls told in part or not at all so far, by version: one of them may be shown later. `parked` is the
    action the entry belongs to, as it stands after it (or stood before, if the entry ends it). `people` are the names
    of the seats that the audience was told of, `called` those of combatants, `left` those who have left the table
    before the entry, as they last stood.
    """

    entry: Entry
    before: State
    after: State
    audience: Audience
    ruleset: RuleSet
    numbers: Numbers
    rolls: Mapping[Version, Kept]
    parked: Parked | None
    people: Mapping[SeatId, str] = {}
    called: Mapping[CombatantId, str] = {}
    left: Mapping[CombatantId, Combatant] = {}

    def combatant(self, name: CombatantId | None) -> Combatant | None:
        """The combatant as it stands after the entry, or stood when it left; somebody unseen is called what the
        audience was told last, and nothing if it was told of nobody under this id."""
        if name is None:
            return None
        one = self.after.combatants.get(name) or self.before.combatants.get(name) or self.left.get(name)
        if one is None or self.audience.sees(one):
            return one
        return msgspec.structs.replace(one, name=self.called.get(name, ""))

    def seat(self, name: SeatId) -> str:
        """What a seat is called, as the audience was told when it was offered; else its id."""
        return self.people.get(name) or name

    def appears(self, name: CombatantId) -> bool:
        """Whether somebody comes into sight of everybody while a fight goes on."""
        one = self.after.combatants.get(name)
        fighting = self.after.fight is not None and self.after.phase != "lobby"
        return fighting and one is not None and not one.unseen and not self.looked(name)

    def comes_late(self, name: CombatantId) -> str:
        """Who has no place in the order of a turn that is being played, as one or as the group that it is the first
        of; empty, where that is not so or its group has been told."""
        fight, one = self.before.fight, self.combatant(name)
        if fight is None or one is None or one.unseen or self.before.phase != "actions" or name in fight.initiative:
            return ""
        group = united(self.before, name)
        if group is None:
            return one.name
        first = next((member for member in group.members if self.sees(member)), name)
        return group.title if first == name else ""

    def sees(self, name: CombatantId | None) -> bool:
        """Whether the audience sees this combatant."""
        one = self.combatant(name)
        return one is not None and self.audience.sees(one)

    def reads(self, name: CombatantId | None) -> bool:
        """Whether the audience sees this combatant and may read its numbers."""
        one = self.combatant(name)
        return one is not None and self.audience.sees(one) and self.audience.reads(one)

    def wound(self, name: CombatantId) -> str:
        """The word for how a combatant fares after the entry; empty, if it had left before."""
        state = self.after if name in self.after.combatants else self.before
        one = state.combatants.get(name)
        return self.ruleset.wound_word(state, one) if one else ""

    def looked(self, name: CombatantId) -> str:
        """The word for how a combatant fared before the entry; empty, if it was not there or not seen."""
        one = self.before.combatants.get(name)
        return self.ruleset.wound_word(self.before, one) if one is not None and self.audience.sees(one) else ""

    def looks(self, name: CombatantId) -> str:
        """The word for how a combatant fares after the entry; empty, if it is not there or not seen."""
        return self.wound(name) if name in self.after.combatants and self.sees(name) else ""

    def card(self, name: CombatantId) -> Card:
        """How the audience sees a combatant after the entry."""
        return card(self.after, self.after.combatants[name], self.audience, self.ruleset)

    def looks_different(self, name: CombatantId) -> bool:
        """Whether a combatant that was and is seen looks different to this audience after the entry."""
        return card(self.before, self.before.combatants[name], self.audience, self.ruleset) != self.card(name)

    def new_look(self, name: CombatantId) -> SeenFact | None:
        """How a combatant looks now, if that is news."""
        known = name in self.before.combatants and name in self.after.combatants
        if not known or not self.sees(name) or not self.looks_different(name):
            return None
        return self.as_seen(name)

    def as_seen(self, name: CombatantId) -> CombatantSeen:
        """A combatant as it comes into sight: its card, the order it stands in, the row of its group."""
        group = row_of(self.after, name, self.audience, self.ruleset)
        return CombatantSeen(self.card(name), order_seen(self.after, self.audience, self.ruleset), group)

    # the action the entry belongs to

    @property
    def began(self) -> ActionBegan | None:
        """How the action began that the entry belongs to."""
        fact = self.parked.tape[0].fact if self.parked else None
        return fact if isinstance(fact, ActionBegan) else None

    @property
    def told_action(self) -> OwnNumber | None:
        """The frame that told of the action's beginning; None where nothing may be led back to it."""
        parked, began = self.parked, self.began
        if parked is None or began is None:
            return None
        if self.several:
            return self.numbers.own(parked.tape[0].version)
        if not (self.hazard_is_told if began.procedure == HAZARD else self.sees(began.combatant)):
            return None
        return self.numbers.own(parked.tape[0].version)

    @property
    def hazard(self) -> Endangered | None:
        """The hazard that the entry belongs to."""
        began = self.began
        if began is None or began.procedure != HAZARD:
            return None
        return msgspec.json.decode(began.given, type=Endangered)

    @property
    def several(self) -> Loss | OfAGroup | None:
        """What is stated of all of a group by the action that the entry belongs to."""
        began = self.began
        if began is not None and began.procedure == GROUP_CONDITION:
            return msgspec.json.decode(began.given, type=OfAGroup)
        if began is not None and began.procedure == LOSS and began.combatant is None:
            return msgspec.json.decode(began.given, type=Loss)
        return None

    @property
    def hazard_is_told(self) -> bool:
        """Whether the audience may know of the hazard: it is no secret one, and somebody is met who is seen."""
        hazard = self.hazard
        if hazard is None or self.audience.kind == "gm":
            return hazard is not None
        return not hazard.danger.secret and any(self.sees(one) for one in hazard.targets)

    @property
    def cause_is_seen(self) -> bool:
        """Whether the audience may know how this came about: by an act it was told of, or in the table's own course."""
        if self.audience.kind == "gm" or self.began is None:
            return True
        if self.began.procedure in (ACT, HAZARD):
            return self.told_action is not None
        return self.began.procedure not in STATED


def action_of(entry: Entry, before: State, after: State) -> Parked | None:
    """The action that an entry belongs to; None where it belongs to none."""
    if entry.action is None:
        return None
    for state in (after, before):
        for parked in reversed(state.parked):
            if parked.action == entry.action:
                return parked
    return None


Cutter = Callable[[Sighting, Any], SeenFact | None]


def passes(sighting: Sighting, fact: Any) -> SeenFact | None:
    """No secret: the fact goes out as it is."""
    return fact  # type: ignore[no-any-return]


def withheld(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Told to nobody but the GM."""
    return None


def passes_of_the_seen(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Goes out as it is where the combatant is seen."""
    return fact if sighting.sees(fact.combatant) else None


def passes_of_the_read(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Goes out as it is where the combatant's numbers may be read; others may see that it looks different."""
    if not sighting.sees(fact.combatant):
        return None
    return fact if sighting.reads(fact.combatant) else sighting.new_look(fact.combatant)
