"""A player brings a character of their own: proposed, let in or turned down, and nobody else is told."""

import pytest

from engine.commands import AcceptCombatant, CloseSeat, Command, EnterCombatant, GiveControl, RefuseCombatant, Undo
from engine.commands.character import Character
from engine.decide.proposals import MOST_PROPOSALS
from events.roster import CombatantEntered
from events.table import CombatantProposed, ProposalSettled
from tests.engine.toy import TOY
from tests.games.moves import raw
from tests.tables import MemoryTable

VERA = EnterCombatant(combatant="vera", name="Vera", sheet=raw({"life": 9}), dice="own")
ACCEPT = AcceptCombatant(seat="ana", combatant="vera")


def table_with(*proposed: Command) -> MemoryTable:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.seat("ben")
    for one in proposed:
        table.must(one, seat="ana")
    return table


def test_a_player_proposes_a_character_and_nobody_has_come_yet() -> None:
    table = table_with(VERA)
    assert table.facts(CombatantProposed) == [
        CombatantProposed("ana", "vera", "Vera", raw({"life": 9}), dice="own"),
    ]
    assert not table.state.combatants


def test_the_gm_lets_it_in_and_its_player_plays_it() -> None:
    table = table_with(VERA)
    table.must(ACCEPT)
    vera = table.state.combatants["vera"]
    assert (vera.controller, vera.dice, vera.side, vera.pools["life"].full) == ("ana", "own", "party", 9)
    assert table.facts(ProposalSettled) == [ProposalSettled("ana", "vera", "Vera", "accepted", entered="vera")]


def test_the_gm_may_say_otherwise_what_it_is_called_and_where_it_stands() -> None:
    table = table_with(VERA)
    table.must(AcceptCombatant(seat="ana", combatant="vera", enter_as="vera-2", name="Vee", side="foes", hidden=True))
    entered = table.facts(CombatantEntered)[0]
    assert (entered.combatant, entered.name, entered.side, entered.hidden) == ("vera-2", "Vee", "foes", True)


def test_an_id_that_is_taken_is_found_when_the_gm_lets_it_in_and_not_before() -> None:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("vera", hidden=True)
    table.must(VERA, seat="ana")
    assert table.refused(ACCEPT).code == "invalid"
    table.must(AcceptCombatant(seat="ana", combatant="vera", enter_as="vera-2"))
    assert set(table.state.combatants) == {"vera", "vera-2"}


def test_one_that_was_turned_down_waits_no_longer() -> None:
    table = table_with(VERA)
    table.must(RefuseCombatant(seat="ana", combatant="vera", reason="too many"))
    assert table.facts(ProposalSettled) == [ProposalSettled("ana", "vera", "Vera", "refused", "too many")]
    assert table.refused(ACCEPT).code == "unknown-id"


def test_a_player_takes_back_their_own_and_nobody_elses() -> None:
    table = table_with(VERA)
    refusal = table.refused(RefuseCombatant(seat="ana", combatant="vera"), seat="ben")
    nobody = table.refused(RefuseCombatant(seat="ana", combatant="nobody"), seat="ben")
    assert refusal.code == nobody.code == "unknown-id"
    table.must(RefuseCombatant(seat="ana", combatant="vera"), seat="ana")
    assert table.facts(ProposalSettled)[0].verdict == "withdrawn"


def test_only_a_gm_lets_anybody_in() -> None:
    table = table_with(VERA)
    assert table.refused(ACCEPT, seat="ana").code == "unauthorized"
    table.seat("eve", "spectator")
    assert table.refused(VERA, seat="eve").code == "unauthorized"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"controller": "ben"}, "not-yours"),
        ({"side": "foes"}, "unauthorized"),
        ({"status": "reserve"}, "unauthorized"),
        ({"hidden": True}, "unauthorized"),
        ({"sheet": raw({"speed": 3})}, "invalid"),
    ],
)
def test_what_is_the_gms_to_say_or_no_sheet_at_all_is_refused(said: dict[str, object], code: str) -> None:
    table = table_with()
    assert table.refused(EnterCombatant(combatant="vera", **said), seat="ana").code == code  # type: ignore[arg-type]


def test_two_players_may_propose_the_same_id_and_the_second_comes_under_another() -> None:
    table = table_with(VERA)
    table.must(VERA, seat="ben")
    table.must(ACCEPT)
    table.must(AcceptCombatant(seat="ben", combatant="vera", enter_as="vera-2"))
    assert [one.controller for one in table.state.combatants.values()] == ["ana", "ben"]


def test_what_was_let_in_is_let_in_once_and_again_where_that_was_taken_back() -> None:
    table = table_with(VERA)
    table.must(ACCEPT)
    assert table.refused(ACCEPT).code == "already-answered"
    table.must(Undo())
    assert not table.state.combatants
    table.must(ACCEPT)
    assert set(table.state.combatants) == {"vera"}


def test_an_undo_does_not_take_a_proposal_back_since_it_is_no_step_of_play() -> None:
    table = table_with()
    table.enter("bob")
    table.must(VERA, seat="ana")
    table.must(Undo())
    assert not table.state.combatants
    table.must(ACCEPT)


def test_a_player_may_have_so_many_waiting_and_put_another_in_the_place_of_one() -> None:
    table = table_with(*(EnterCombatant(combatant=f"v-{number}") for number in range(MOST_PROPOSALS)))
    assert table.refused(VERA, seat="ana").code == "limit-exceeded"
    table.must(EnterCombatant(combatant="v-0", name="Another"), seat="ana")
    assert table.history.ledger.proposals["ana/v-0"].name == "Another"


def test_a_closed_seat_proposes_nobody_any_more() -> None:
    table = table_with(VERA)
    table.must(CloseSeat(seat="ana"))
    assert table.refused(ACCEPT).code == "unknown-id"


def test_a_character_comes_from_another_table_with_its_wounds() -> None:
    hurt = Character(format="fracas-character-1", ruleset="toy", name="Vera", sheet=raw({"life": 9}), left={"life": 4})
    table = table_with(EnterCombatant(combatant="vera", character=hurt))
    table.must(ACCEPT)
    assert table.state.combatants["vera"].pools["life"].now == 4


def test_everything_about_it_survives_a_restart() -> None:
    table = table_with(VERA).restarted()
    table.must(ACCEPT)
    table.must(GiveControl(combatant="vera"))
    assert table.restarted().history.ledger.proposals == table.history.ledger.proposals
