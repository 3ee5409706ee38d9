"""What is told live holds no secret: two tables that differ only in what a player may not see say the same bytes."""

from collections import Counter
from typing import Any, cast

import pytest
from msgspec.structs import replace

from api.live.feeds import Feed
from api.live.messages import Said
from api.tables.table import Table as OpenTable
from engine.state import State
from projections.audience import Viewer
from projections.sight import TableView
from projections.view import table_view
from tests.projections.kits import KITS
from tests.projections.play import Game
from tests.projections.twins import LOOKING, Leaked, Table, Twins
from tests.reps import repetitions


class Follower:
    """Follows one audience of a table in memory, as a connection would."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self.feed = Feed(cast(OpenTable, table), table.streams[viewer])
        self.number = 0
        self.waiting: Said | None = None

    def told(self) -> list[bytes]:
        """Everything new, and what somebody would be shown who comes just now."""
        said: list[bytes] = []
        while self.number < self.feed.newest:
            batch, self.number = self.feed.batch(self.number)
            said.append(batch.body)
        if self.waiting is not self.feed.waiting:
            self.waiting = self.feed.waiting
            said.append(self.waiting.body)
        return [*said, self.feed.snapshot(forked=False)[0].body]


class Followed(Twins):
    """Both tables are followed by everybody; what is told is compared whenever nobody unseen acts."""

    followers: dict[Viewer, tuple[Follower, Follower]]

    def look(self) -> None:
        super().look()
        if not hasattr(self, "followers"):
            self.followers = {one: (Follower(self.a, one), Follower(self.b, one)) for one in LOOKING}
        if self.a.hidden_up() or self.b.hidden_up():
            return
        for viewer, (one, other) in self.followers.items():
            here, there = one.told(), other.told()
            if here != there:
                raise Leaked(f"{viewer} was told {here} but {there}")


def play(rules: str, *seeds: int) -> Counter[str]:
    """Random games, with everybody following; counts what was done in them."""
    done: Counter[str] = Counter()
    for seed in seeds:
        secrets: dict[str, Any] = {"second": "orc" if seed % 2 else "", "own_dice": seed % 3 == 0}
        game = Game(seed, Followed(options={"open_numbers": False}, kit=KITS[rules], **secrets))
        game.play(60)
        done.update(game.done)
    return done


@pytest.mark.parametrize("rules", KITS)
def test_what_is_told_live_is_the_same_whatever_hides(rules: str) -> None:
    done = play(rules, *range(repetitions(6, 200)))
    missing = {"behind", "wound", "act", "done", "next_turn", "roll"} - set(+done)
    assert not missing, f"these games say nothing about {missing}"


@pytest.mark.parametrize("rules", KITS)
def test_a_view_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    """Planted: the fight's title counts the conditions of everybody at the table, hidden or not."""

    def talkative(state: State, *more: Any) -> TableView:
        everybody = sum(len(one.conditions) for one in state.combatants.values())
        return replace(table_view(state, *more), fight_title=str(everybody))

    monkeypatch.setattr("api.live.feeds.table_view", talkative)
    with pytest.raises(Leaked):
        play(rules, *range(20))
