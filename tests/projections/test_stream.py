"""A stream of frames: gapless numbers, a chain that can be checked, resume, and moments of the past."""

from hashlib import sha256

import msgspec
import pytest

from engine import commands as c
from engine.history import History
from events.codec import decode
from projections.audience import GM, SPECTATORS
from projections.frames import SeenAnew, decode_frame
from projections.numbers import Numbers
from projections.ways import WAYS_OUT, timeline, view
from tests.projections.play import Game
from tests.projections.twins import ANA, BEN, LOOKING, Twins
from tests.projections.watching import fight, shot, stream, vantage


def test_numbers_are_gapless_and_the_chain_runs_over_the_bytes() -> None:
    table = fight()
    for viewer in (GM, *LOOKING):
        told = stream(table, viewer)
        chain = told.chain_at(0)
        for number, one in enumerate(told.after(0, 100_000), 1):
            frame = decode_frame(one.body)
            assert one.number == frame.number == number
            before = frame.fact.view.chain if isinstance(frame.fact, SeenAnew) else chain
            chain = sha256(bytes.fromhex(before) + sha256(one.body).digest()).hexdigest()
            assert one.chain == chain


def test_a_stream_told_again_from_the_log_is_the_same() -> None:
    twins = Twins(own_dice=True, second="orc")
    Game(11, twins).play(60)
    for viewer in LOOKING:
        again = stream(twins.a, viewer)
        kept = twins.a.streams[viewer]
        assert again.newest == kept.newest
        assert [line.text for line in again.lines()] == [line.text for line in kept.lines()]


def test_a_client_resumes_where_number_and_chain_fit() -> None:
    told = stream(fight(), ANA)
    half = told.newest // 2
    chain = told.chain_at(half)
    assert told.fits(half, chain)
    assert not told.fits(half, told.chain)
    assert not told.fits(told.newest + 1, told.chain)
    assert [one.number for one in told.after(half, limit=2)] == [half + 1, half + 2]


def test_a_number_nobody_was_told_is_no_number() -> None:
    told = stream(fight(), ANA)
    for number in (-1, told.newest + 1):
        with pytest.raises(LookupError):
            told.after(number)
    for number in (0, told.newest + 1):
        with pytest.raises(LookupError):
            told.frame(number)


def test_an_entry_is_told_once() -> None:
    table = fight()
    told = stream(table, ANA)
    before = told.newest
    entry = decode(table.bodies[-1])
    assert told.fold(entry, table.state, table.state, table.history.ledger) is None
    assert told.newest == before


def test_other_eyes_begin_another_chain_and_numbers_go_on() -> None:
    table = fight()
    before = stream(table, ANA)
    table.must(c.GiveControl(combatant="bob", seat="ana"))
    after = stream(table, ANA)
    assert after.newest == before.newest + 1
    anew = after.frame(after.newest).fact
    assert isinstance(anew, SeenAnew)
    assert anew.view.number == after.newest
    assert after.fits(before.newest, before.chain)
    assert anew.view.chain == after.audience_begins
    assert anew.view.chain != before.chain


def test_own_commands_are_named_to_whoever_gave_them_on_the_first_frame() -> None:
    table = fight()
    after = stream(table, ANA).newest
    table.must(shot("vera", "ganger"), "ana", named="bang")
    told = stream(table, ANA)
    commands = [told.frame(number).command for number in range(after + 1, told.newest + 1)]
    assert commands[0] == "bang"
    assert set(commands[1:]) == {None}
    others = stream(table, BEN)
    assert all(others.frame(number).command is None for number in range(1, others.newest + 1))


def test_the_present_view_is_that_of_the_newest_number() -> None:
    table = fight()
    for viewer in LOOKING:
        at = vantage(table, viewer)
        assert view(at).number == at.stream.newest
        assert view(at).chain == at.stream.chain


def test_a_gm_sees_everybody_in_the_order_of_joining_and_why_each_stands_where() -> None:
    table = fight()
    seen = view(vantage(table, GM))
    assert [one.id for one in seen.combatants] == ["vera", "bob", "ogre", "ganger"]
    assert all(place.why for place in seen.order)
    assert seen.up == "vera"
    assert seen.on_deck == "bob"


def test_while_somebody_unseen_is_up_players_know_no_more() -> None:
    table = fight()
    table.must(c.Jump(combatant="ogre"))
    seen = view(vantage(table, SPECTATORS))
    assert (seen.up, seen.somebody_up) == (None, True)
    assert view(vantage(table, GM)).up == "ogre"


def test_a_number_of_somebody_unseen_begins_no_fight_for_others() -> None:
    table = Twins().a
    table.must(c.SetInitiative(combatant="ogre", value=9))
    seen = view(vantage(table, ANA))
    assert (seen.fight, seen.order, seen.phase) == (0, (), "lobby")


def test_the_timeline_strikes_what_was_taken_back() -> None:
    table = fight()
    table.must(shot("vera", "ganger"), "ana", named="bang")
    table.must(c.Undo(action="ana/bang"))
    acts = [one for one in timeline(vantage(table, BEN)).moments if one.what in ("act", "undone")]
    assert [(one.what, one.struck) for one in acts] == [("act", True), ("undone", False)]
    told_to_gm = [one.what for one in timeline(vantage(table, GM)).moments]
    assert told_to_gm == ["fight", "turn", "act", "undone"]


def test_every_way_out_gives_json() -> None:
    table = fight()
    for viewer in (GM, *LOOKING):
        for way in WAYS_OUT.values():
            assert isinstance(msgspec.json.decode(msgspec.json.encode(way(vantage(table, viewer)))), dict)


def test_a_stream_before_the_first_entry_is_empty() -> None:
    numbers = Numbers()
    assert numbers.newest == len(numbers) == 0
    assert numbers.at(History.empty().head) == 0
    assert numbers.standing() == [True]
    with pytest.raises(LookupError):
        numbers.version(1)


def test_standing_frames_are_those_on_the_line_and_the_lasting() -> None:
    numbers = Numbers()
    numbers.grow(1, lasting=True)
    numbers.grow(4)
    numbers.grow(7)
    numbers.grow(9, lasting=True)
    numbers.grow(12, numbers.at(4), lasting=True)
    numbers.grow(13)
    assert numbers.standing() == [True, True, True, False, True, True, True]
    assert numbers.stands() == 6
    assert numbers.translated((1, 2, 4, 13)) == (1, 2, 6)
