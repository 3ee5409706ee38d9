"""The union of frame facts: its tags, its bytes, and the tables that have to be complete."""

import msgspec

from events.facts import FACTS
from projections.cut import CUTS
from projections.frames import FRAME_FACTS, LASTING, Passed, decode_frame, encode_frame
from projections.stream import SAID_BY
from projections.wounds import plain_to_see
from tests.projections.play import Game
from tests.projections.twins import LOOKING, Twins

TAGS = {
    "action-over",
    "action-seen",
    "ammo-spent",
    "answers-seen",
    "asked-seen",
    "closed-key-opened",
    "combat-ended",
    "combatant-done",
    "combatant-gone",
    "combatant-seen",
    "combatant-up",
    "condition-over",
    "condition-seen",
    "control-given",
    "declaration-seen",
    "declared",
    "delayed",
    "dice-key-turned",
    "dispute-seen",
    "entropy-added",
    "entry",
    "fight-began",
    "hazard-seen",
    "several-seen",
    "hit-seen",
    "group-gone",
    "group-seen",
    "initiative-set",
    "note-seen",
    "option-changed",
    "order-seen",
    "phase-entered",
    "placed",
    "pool-restored",
    "range-stated",
    "reloaded",
    "roll-seen",
    "ruling-seen",
    "scene-set",
    "combatant-proposed",
    "proposal-settled",
    "action-queued",
    "queue-settled",
    "seat-closed",
    "seat-joined",
    "seat-seen",
    "seen-anew",
    "status-set",
    "struck",
    "table-closed",
    "table-opened",
    "table-reopened",
    "time-passed",
    "turn-began",
    "turn-ended",
    "undo-asked",
    "undo-declined",
    "undone",
}
"""Every tag that ever stood in a frame: tags may be added, never changed or used for something else."""

NEVER_TOLD = {
    "amended",
    "answered",
    "asked",
    "combatant-entered",
    "counter-raised",
    "counters-lapsed",
    "damage-applied",
    "note-added",
    "order-settled",
    "retracted",
    "roll-shown",
    "rolled",
    "rule-overruled",
    "seat-offered",
    "seat-taken",
    "tally-changed",
}
"""Facts with room for secrets, which go out only as types of their own."""


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def test_frames_have_the_tags_they_always_had() -> None:
    assert {tag(kind) for kind in FRAME_FACTS} == TAGS


def test_facts_with_room_for_secrets_never_stand_in_a_frame() -> None:
    assert not {tag(kind) for kind in FRAME_FACTS} & NEVER_TOLD


def test_it_is_settled_for_every_fact_how_it_is_cut() -> None:
    assert set(CUTS) == FACTS


def test_what_passes_is_part_of_the_log_and_what_lasts_part_of_the_frames() -> None:
    assert set(Passed.__args__) <= FACTS
    assert set(FRAME_FACTS) >= LASTING
    assert set(SAID_BY) <= set(FRAME_FACTS)


def test_frames_survive_bytes_and_back() -> None:
    twins = Twins(own_dice=True)
    Game(3, twins).play(80)
    for viewer in LOOKING:
        for one in twins.a.streams[viewer].after(0, 100_000):
            assert encode_frame(decode_frame(one.body)) == one.body


def test_no_frame_holds_what_opens_a_seat() -> None:
    twins = Twins()
    for viewer in LOOKING:
        frames = b"".join(one.body for one in twins.a.streams[viewer].after(0, 100_000))
        assert b"1" * 64 not in frames
        assert b"link" not in frames


def test_conditions_of_parts_are_plain_to_see_only_with_their_part() -> None:
    assert plain_to_see("lost:left_leg")
    assert not plain_to_see("lost")
    assert not plain_to_see("jammed:pistol")
    assert not plain_to_see("stabilised")


def test_a_frame_of_an_unknown_kind_is_refused() -> None:
    body = b'{"number":1,"time":1,"fact":{"type":"rolled"}}'
    try:
        decode_frame(body)
    except msgspec.ValidationError:
        return
    raise AssertionError("a whole roll was taken for a frame")
