"""Undo, redo, switch and strike against a plain stack, over many random programmes."""

import random
from dataclasses import dataclass, field

import pytest

from engine.commands import (
    AddEntropy,
    ApplyDamage,
    BeginCombat,
    DeclineUndo,
    Note,
    OfferSeat,
    Redo,
    RequestUndo,
    SetCondition,
    Strike,
    Switch,
    TakeSeat,
    Undo,
)
from engine.decide import Accepted
from engine.dice import entropy_digest
from engine.history import CHECKPOINT_EVERY, History, fold
from engine.refusals import Refusal
from engine.state import State
from events.codec import decode
from events.correction import Retracted
from events.facts import FACTS, LEDGER, PLAY
from events.table import UndoDeclined
from tests.engine.toy import TOY
from tests.tables import MemoryTable, refold

PROGRAMMES = 20_000
SHARES = 8


def opened() -> MemoryTable:
    table = MemoryTable(TOY)
    table.enter("ann")
    table.enter("bob")
    return table


Line = tuple[str, ...]
"""The commands that count, in order."""


@dataclass
class Model:
    """What everybody expects of undo: a stack of what counted, a stack of what was undone."""

    past: list[Line]
    undone: list[Line] = field(default_factory=list)
    given: int = 0

    def played(self, line: Line) -> None:
        self.past.append(line)
        self.undone.clear()

    def name(self) -> str:
        self.given += 1
        return f"p-{self.given}"


@pytest.mark.parametrize("share", range(SHARES))
def test_random_programmes_never_differ_from_a_stack_of_what_counted(share: int) -> None:
    base = opened()
    for programme in range(share, PROGRAMMES, SHARES):
        run_programme(base.restarted() if programme % 50 == share else forked(base), random.Random(programme))


def forked(base: MemoryTable) -> MemoryTable:
    other = object.__new__(MemoryTable)
    other.__dict__.update(base.__dict__)
    other.bodies = list(base.bodies)
    other.history = base.history.rebased()
    return other


def added_up(table: MemoryTable, root: State, line: Line) -> State:
    """The state that the facts of these commands add up to, in the plainest words."""
    entries = list(map(decode, table.bodies))
    return fold(root, (entry for name in line for entry in entries if entry.command == name))


def run_programme(table: MemoryTable, rng: random.Random) -> None:
    root = table.state
    model = Model([()])
    path_of: dict[int, list[Line]] = {table.history.head: [()]}
    for _ in range(rng.randrange(3, 14)):
        step = rng.choice("pppddauurrsnxx")
        if step in "pd":
            play_one(table, rng, step, named=(name := model.name()))
            model.played((*model.past[-1], name))
        elif step == "x":
            strike_one(table, rng, model)
        elif step == "u":
            undo_one(table, model)
        elif step == "r":
            redo_one(table, model)
        elif step == "s":
            version = rng.choice(sorted(path_of))
            table.must(Switch(version=version))
            model.past, model.undone = list(path_of[version]), []
        else:
            audit_one(table, rng, step)
        path_of[table.history.head] = list(model.past)
        assert table.state == added_up(table, root, model.past[-1]), table.facts(Retracted)
    assert refold(table.bodies).state == table.state
    assert refold(table.bodies).redo == table.history.redo


def play_one(table: MemoryTable, rng: random.Random, step: str, named: str | None = None) -> None:
    target = rng.choice(["ann", "bob"])
    if step == "p":
        table.must(SetCondition(combatant=target, condition=f"mark-{rng.randrange(4)}"), named=named)
    else:
        table.must(ApplyDamage(target=target, amount=rng.randrange(6)), named=named)


def strike_one(table: MemoryTable, rng: random.Random, model: Model) -> None:
    """Any step that counts falls, and nothing else."""
    line = model.past[-1]
    if line:
        struck = rng.choice(line)
        table.must(Strike(action=f"gm/{struck}"))
        model.played(tuple(name for name in line if name != struck))


def undo_one(table: MemoryTable, model: Model) -> None:
    if len(model.past) > 1:
        table.must(Undo())
        model.undone.append(model.past.pop())


def redo_one(table: MemoryTable, model: Model) -> None:
    if model.undone:
        table.must(Redo())
        model.past.append(model.undone.pop())
    else:
        assert table.refused(Redo()).code == "invalid"


def audit_one(table: MemoryTable, rng: random.Random, step: str) -> None:
    """Facts of the ledger change nothing of play and are taken back by nothing."""
    before = len(table.history.ledger.entropy), len(table.history.ledger.seats)
    if step == "a":
        table.must(AddEntropy(entropy="ab"))
    else:
        table.must(OfferSeat(seat=f"s{rng.randrange(6)}", kind="player", name="S", link_digest="2" * 64))
    after = len(table.history.ledger.entropy), len(table.history.ledger.seats)
    assert after > before or step == "n"


def test_seats_keys_and_audit_never_come_back_or_vanish() -> None:
    table = opened()
    table.must(SetCondition(combatant="ann", condition="mark"))
    table.must(OfferSeat(seat="ana", kind="player", name="Ana", link_digest="3" * 64))
    table.must(Note(text="she objects"))
    ledger = table.history.ledger
    table.must(Undo())
    assert table.history.ledger == ledger
    assert not table.state.combatants["ann"].has("mark")
    table.must(Redo())
    assert table.history.ledger == ledger
    assert table.state.combatants["ann"].has("mark")


def test_every_fact_is_either_of_play_or_of_the_ledger_or_a_retraction() -> None:
    assert PLAY | LEDGER | {Retracted} == FACTS
    assert not PLAY & LEDGER


def test_the_opening_cannot_be_undone() -> None:
    table = MemoryTable(TOY)
    assert table.refused(Undo()).code == "invalid"
    table.enter("ann")
    table.must(Undo())
    assert table.refused(Undo()).code == "invalid"
    assert table.state.options


def test_a_switch_to_where_the_table_stands_retracts_nothing() -> None:
    table = opened()
    before = table.state
    table.must(Switch(version=table.history.head))
    assert [fact.versions for fact in table.facts(Retracted)] == [()]
    assert table.state == before


def test_redo_is_refused_once_something_new_was_played() -> None:
    table = opened()
    table.must(SetCondition(combatant="ann", condition="mark"))
    table.must(Undo())
    table.must(SetCondition(combatant="ann", condition="other"))
    assert table.refused(Redo()).code == "invalid"


def test_an_undo_from_a_version_on_stands_before_its_step_and_a_redo_brings_all_of_it_back() -> None:
    table = opened()
    before = table.state
    first = table.must(ApplyDamage(target="ann", amount=50)).entries
    table.must(SetCondition(combatant="ann", condition="mark"))
    after = table.state
    for entry in (first[0], first[-1]):
        table.must(Undo(version=entry.version))
        assert table.state == before
        table.must(Redo())
        assert table.state == after


def test_an_undo_names_a_moment_of_play_that_counts_and_no_more_than_one_thing() -> None:
    table = opened()
    (marked,) = table.must(SetCondition(combatant="ann", condition="mark")).entries
    (note,) = table.must(Note(text="rain")).entries
    assert table.refused(Undo(version=marked.version, action="gm/c-1")).code == "invalid"
    for version in (0, 1, note.version, table.history.head + 1):
        assert table.refused(Undo(version=version)).code == "unknown-id"
    table.must(Undo())
    assert table.refused(Undo(version=marked.version)).code == "unknown-id"


def test_dice_are_not_unthrown_by_an_undo() -> None:
    from events.play import Rolled

    table = opened()
    table.must(ApplyDamage(target="ann", amount=50))
    table.must(Undo())
    table.must(ApplyDamage(target="ann", amount=50))
    first, second = (f for f in table.facts(Rolled) if f.purpose == "survival")
    assert first.address != second.address
    assert first.epoch == second.epoch


def test_a_player_asks_for_an_undo_and_the_table_may_allow_it() -> None:
    table = MemoryTable(TOY, {"player_undo": "own_last"})
    table.seat("ana")
    table.seat("ben")
    table.enter("ann", controller="ana")
    from engine.commands import FreeRoll

    table.must(FreeRoll(dice="2d6", combatant="ann"), seat="ana", named="mine")
    assert table.refused(RequestUndo(action="ana/mine"), seat="ben").code == "not-yours"
    assert table.refused(Undo(action="ana/mine"), seat="ben").code == "not-yours"
    table.must(Undo(action="ana/mine"), seat="ana")


def test_by_request_a_player_may_only_ask() -> None:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("ann", controller="ana")
    from engine.commands import FreeRoll

    table.must(FreeRoll(dice="2d6", combatant="ann"), seat="ana", named="mine")
    assert table.refused(Undo(action="ana/mine"), seat="ana").code == "unauthorized"
    assert isinstance(table.give(RequestUndo(action="ana/mine"), seat="ana"), Accepted)
    assert isinstance(table.give(RequestUndo(action="ana/none"), seat="ana"), Refusal)


def test_a_gm_lets_stand_what_a_player_asked_to_have_taken_back() -> None:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("ann", controller="ana")
    from engine.commands import FreeRoll

    table.must(FreeRoll(dice="2d6", combatant="ann"), seat="ana", named="mine")
    assert table.refused(DeclineUndo(action="ana/mine")).code == "unknown-id"
    table.must(RequestUndo(action="ana/mine"), seat="ana")
    assert table.refused(DeclineUndo(action="ana/mine"), seat="ana").code == "unauthorized"
    (entry,) = table.must(DeclineUndo(action="ana/mine", reason="it was open")).entries
    assert entry.fact == UndoDeclined("ana", "ana/mine", "it was open")
    assert table.refused(DeclineUndo(action="ana/mine")).code == "unknown-id", "it is answered"
    table.must(RequestUndo(action="ana/mine"), seat="ana")


def test_what_was_taken_back_no_gm_lets_stand_until_it_counts_again() -> None:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("ann", controller="ana")
    from engine.commands import FreeRoll

    table.must(FreeRoll(dice="2d6", combatant="ann"), seat="ana", named="mine")
    table.must(RequestUndo(action="ana/mine"), seat="ana")
    table.must(Undo(action="ana/mine"))
    assert table.refused(DeclineUndo(action="ana/mine")).code == "unknown-id", "it was granted"
    table.must(Redo())
    table.must(DeclineUndo(action="ana/mine"))


def test_state_at_any_version_is_what_the_table_showed_then() -> None:
    table = opened()
    rng = random.Random(7)
    shown: dict[int, State] = {}
    for _ in range(5 * CHECKPOINT_EVERY):
        roll = rng.random()
        if roll < 0.2 and table.history.before_step(table.history.at) > 1:
            table.must(Undo())
        elif roll < 0.25 and table.history.redo:
            table.must(Redo())
        else:
            play_one(table, rng, rng.choice("pd"))
        shown[table.history.head] = table.state
    for history in (table.history, refold(table.bodies)):
        for version, state in shown.items():
            assert history.restored(history.stands[version], table.past) == state


def test_a_past_state_is_a_bounded_number_of_facts_away() -> None:
    table = opened()
    for _ in range(4 * CHECKPOINT_EVERY):
        table.must(SetCondition(combatant="ann", condition="mark"))
    history: History = table.history
    for version in range(1, history.head + 1):
        _, versions = history.line(history.stands[version])
        assert len(versions) <= CHECKPOINT_EVERY + 8


def test_a_device_that_sits_down_may_bring_randomness_which_counts_from_the_next_key_on() -> None:
    table = opened()
    table.seat("ana")
    table.must(TakeSeat(device="phone"), seat="ana")
    assert not table.history.ledger.entropy
    table.must(TakeSeat(device="laptop", entropy="abcd"), seat="ana")
    assert table.history.ledger.entropy == ("abcd",)
    before = table.history.ledger.epochs[table.history.ledger.epoch].entropy
    table.must(BeginCombat())
    assert not table.history.ledger.entropy
    assert table.history.ledger.epochs[table.history.ledger.epoch].entropy == entropy_digest((before, "abcd"))
