"""What saves commands: an act that ends the activation, a fight begun with its initiative, one answer for a group."""

from typing import Any

import msgspec

from engine.actions import all_open
from engine.commands import Act, Answer, BeginCombat, FormGroup, RemoveCombatant
from engine.state import Fight
from events.flow import CombatantDone
from events.play import ActionEnded, Rolled
from tests.engine.toy import TOY
from tests.tables import MemoryTable

RAT = msgspec.Raw(b'{"life": 60}')


def fighting(*names: str) -> MemoryTable:
    """A fight whose first initiative is thrown with its beginning."""
    table = MemoryTable(TOY)
    table.seat("ana")
    for name in names:
        table.enter(name, {"life": 60}, controller="ana")
    table.must(FormGroup(group="rats", name="Rat", sheet=RAT, count=2))
    table.must(BeginCombat(through="initiative"))
    return table


def fight(table: MemoryTable) -> Fight:
    assert table.state.fight is not None
    return table.state.fight


def act(combatant: str, *, done: bool = True, **action: Any) -> Act:
    return Act(combatant=combatant, action=msgspec.Raw(msgspec.json.encode(action)), done=done)


def test_a_fight_can_begin_with_its_initiative_thrown() -> None:
    table = fighting("ann")
    assert table.state.phase == "actions"
    assert fight(table).up == fight(table).order[0].combatant
    assert [roll.purpose for roll in table.facts(Rolled)] == ["initiative", "initiative"]


def test_an_act_that_is_said_to_be_the_last_ends_the_activation_in_the_same_command() -> None:
    table = fighting("ann")
    first, second = (place.combatant for place in fight(table).order[:2])
    target = fight(table).order[2].combatant
    table.must(act(first, kind="strike", target=target))
    assert fight(table).up == second
    assert fight(table).done == (first,)


def test_an_act_ends_no_activation_unless_it_is_said() -> None:
    table = fighting("ann")
    first, target = fight(table).order[0].combatant, fight(table).order[1].combatant
    table.must(act(first, done=False, kind="strike", target=target))
    assert fight(table).up == first
    assert not table.facts(CombatantDone)


def test_a_last_act_that_is_refused_ends_nothing() -> None:
    table = fighting("ann")
    first = fight(table).order[0].combatant
    assert table.refused(act(first, kind="strike", target="nobody")).code == "unknown-id"
    assert fight(table).up == first


def test_a_last_act_that_waits_ends_the_activation_with_the_last_answer() -> None:
    table = fighting("ann")
    first = fight(table).order[0].combatant
    others = [place.combatant for place in fight(table).order[1:]]
    table.must(act(first, kind="sweep", targets=others))
    assert fight(table).up == first
    for name in others:
        table.must(Answer(combatant=name, choice="cover"))
    assert fight(table).up == others[0]
    assert len(table.facts(ActionEnded)) == 2


def test_of_a_group_that_is_asked_one_answer_does_for_all() -> None:
    table = fighting("ann", "bob")
    first = fight(table).order[0].combatant
    others = tuple(place.combatant for place in fight(table).order if place.combatant != first)
    table.must(act(first, kind="sweep", targets=others))
    table.must(Answer(combatant="rats", choice="cover"))
    asked = {question.combatant for _, question in all_open(table.state)}
    assert asked <= {"ann", "bob"}
    assert table.refused(Answer(combatant="rats", choice="cover")).code == "already-answered"


def test_a_player_does_not_answer_for_a_group_of_the_gm() -> None:
    table = fighting("ann")
    first = fight(table).order[0].combatant
    others = tuple(place.combatant for place in fight(table).order if place.combatant != first)
    table.must(act(first, kind="sweep", targets=others))
    assert table.refused(Answer(combatant="rats", choice="cover"), seat="ana").code == "not-yours"
    assert table.refused(Answer(combatant="rats", choice="cover"), faces=(3,)).code == "invalid"


def test_nobody_is_removed_while_their_last_act_waits() -> None:
    table = fighting("ann")
    first = fight(table).order[0].combatant
    others = tuple(place.combatant for place in fight(table).order if place.combatant != first)
    table.must(act(first, kind="sweep", targets=others))
    assert table.refused(RemoveCombatant(combatant=first)).code == "waiting"
    for name in others:
        table.must(Answer(combatant=name, choice="cover"))
    assert fight(table).up == others[0]
