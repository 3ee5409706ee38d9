"""Random games at two tables: what is played in sight is the same at both, what is hidden is not."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine import commands as c
from engine.refusals import Refusal
from events.play import DamageApplied, Rolled
from tests.projections.twins import Twins

VISIBLE: Final = ("vera", "bob", "ganger")
SEATS: Final = {"vera": "ana", "bob": "ben", "ganger": "gm"}
BOO: Final = "the GM says so"


def act(combatant: str, **action: Any) -> c.Act:
    """An act."""
    return c.Act(combatant=combatant, action=msgspec.Raw(msgspec.json.encode(action)))


class Game:
    """One random game. Every move is one in sight, one behind the screen, or one at an enemy's numbers."""

    def __init__(self, seed: int, twins: Twins) -> None:
        self.rng = Random(seed)
        self.kit = twins.kit
        self.twins = twins
        self.played: list[str] = []
        self.secret_rolls: list[str] = []
        self.named = 0
        self.done: dict[str, int] = {}
        self.passed: dict[int, int] = {}
        self.redoable: tuple[tuple[int, ...], ...] = ()
        self.of_ana = "nothing"

    @property
    def state(self) -> Any:
        return self.twins.b.state

    def name(self) -> str:
        self.named += 1
        return f"m-{self.named}"

    def play(self, moves: int) -> None:
        """Play so many moves."""
        self.both(c.OfferSeat(seat="cid", kind="player", name="Cid", link_digest="1" * 64))
        self.both(c.BeginCombat(title="Warehouse"))
        self.both(c.RollInitiative())
        self.pass_over_the_unseen()
        for number in range(moves):
            move = self.rng.choice(_MOVES)
            move(self)
            self.mend()
            self.pass_over_the_unseen()
            if number % 6 == 0:
                self.twins.look_at_what_is_legal()

    def both(self, command: c.Command, seat: str = "gm", **more: Any) -> bool:
        name = self.name()
        accepted = self.twins.both(command, seat, named=name, **more)
        kind = c.wire_name(type(command))
        self.done[kind] = self.done.get(kind, 0) + accepted
        if accepted and seat == "ana":
            self.of_ana = self.twins.id_of(name)
        return accepted

    def behind(self, one: c.Command | None, other: c.Command | None = None, **more: Any) -> None:
        self.twins.apart(one, other, named=self.name(), **more)
        self.done["behind"] = self.done.get("behind", 0) + 1

    def pass_over_the_unseen(self) -> None:
        """While the table waits for somebody unseen the two are not compared; the GM throws for them, or lets them
        pass."""
        passing = self.name()
        for table in (self.twins.a, self.twins.b):
            names = (f"{passing}-{number}" for number in count())
            if table.waits_for_the_unseen():
                table.must(c.RollInitiative(), named=next(names))
                self.passed[id(table)] = table.history.head
            while table.hidden_up() and not table.state.parked:
                assert table.up is not None
                table.must(c.Done(combatant=table.up), named=next(names))
                self.passed[id(table)] = table.history.head
        self.twins.look()

    def mend(self) -> None:
        """Whoever in sight is as badly wounded as the rules leave nobody here is mended."""
        for name in VISIBLE:
            if self.kit.mortal and self.state.combatants[name].pools[self.kit.pool].now >= self.kit.mortal:
                self.both(c.Restore(target=name, amount=20, pool=self.kit.pool))

    # in sight

    def shoot(self) -> None:
        up = self.state.fight.up if self.state.fight else None
        actor = up or self.rng.choice(VISIBLE)
        target = self.rng.choice([one for one in (*VISIBLE, "dog") if one != actor])
        kind = self.rng.choice(("shoot", "shoot", "strike"))
        action: dict[str, Any] = {"target": target, **self.kit.blow}
        if kind == "shoot":
            shots = self.rng.randint(1, 3)
            action |= {**(self.kit.snap if self.rng.random() < 0.1 else self.kit.shot), "shots": shots}
        self.both(act(actor, **action), SEATS.get(actor, "gm"))

    def other_act(self) -> None:
        actor = (self.state.fight.up if self.state.fight else None) or "vera"
        action: dict[str, Any] = self.rng.choice(
            (
                self.kit.dodge,
                self.kit.task,
                {"kind": "first_aid", "target": self.rng.choice(VISIBLE)},
                {"kind": "reload", "weapon": "pistol"},
            )
        )
        self.both(act(actor, **action), SEATS.get(actor, "gm"))

    def go_on(self) -> None:
        fight = self.state.fight
        if fight is None:
            self.both(c.BeginCombat())
        elif fight.up:
            seat = SEATS.get(fight.up, "gm")
            leave = c.Delay if seat != "gm" and self.rng.random() < 0.25 else c.Done
            self.both(leave(combatant=fight.up), seat)
        elif self.state.phase == "declaration":
            self.both(c.RollInitiative())
        elif self.twins.a.anybody_fights() == self.twins.b.anybody_fights():
            self.both(c.NextTurn())
        else:
            # only somebody unseen keeps the fight going, and at one table alone: going on there would tell of it
            self.both(c.EndCombat())

    def jump(self) -> None:
        """Whoever delays jumps in."""
        if self.state.fight and self.state.fight.delaying:
            late = self.rng.choice(self.state.fight.delaying)
            self.both(c.Jump(combatant=late), SEATS.get(late, "gm"))

    def declare(self) -> None:
        actor = self.rng.choice(VISIBLE)
        reaction = self.rng.choice(("none", "dodge", "parry"))
        self.both(c.Declare(combatant=actor, intention="forward", reaction=reaction), SEATS[actor])

    def answer(self) -> None:
        """Whatever is asked of those in sight is answered, one way or another."""
        if not self.state.parked:
            return
        asked = self.twins.b.open()[0][2]
        seat = self.rng.choice((SEATS.get(asked, "gm"), "gm"))
        self.both(c.Answer(combatant=asked, default=True), seat)

    def state_of_things(self) -> None:
        target = self.rng.choice(VISIBLE)
        command = self.rng.choice(
            (
                c.ApplyDamage(target=target, amount=self.rng.randint(0, 12), pool=self.kit.pool),
                c.Restore(target=target, amount=self.rng.randint(1, 9), pool=self.kit.pool),
                c.SetCondition(combatant=target, condition=self.rng.choice(("prone", "numb", "in-cover"))),
                c.ClearCondition(combatant=target, condition=self.rng.choice(("prone", "numb", "in-cover", "dazed"))),
                c.SetCondition(combatant=target, condition="dazed", modifier=-2, turns=self.rng.randint(1, 3)),
                c.SetCondition(combatant=target, condition="lit up", minutes=1, seen=True),
                c.PlaceCombatant(combatant=target, cover=self.rng.randint(0, 9), posture="kneeling"),
                c.SetScene(title="Street", light=self.rng.choice(("", "poor"))),
                c.PassTime(minutes=1),
                c.SetOption(option="new_wound_survival_test", value=self.rng.random() < 0.5),
                c.Note(text="a remark", about=target),
                c.GiveControl(combatant="bob", seat=self.rng.choice(("ben", "ana", None))),
            )
        )
        self.both(command)

    def hazard(self) -> None:
        """Something falls on people in sight; at the first table somebody unseen stands among them."""
        met = self.rng.sample(VISIBLE, self.rng.randint(1, 3))
        shared, secret = self.rng.random() < 0.5, self.rng.random() < 0.3
        falls = c.Hazard(targets=tuple(met), label="beam", dice=self.kit.beam, shared=shared, secret=secret)
        a, b, name = self.twins.a, self.twins.b, self.name()
        there = "ogre" in a.state.combatants
        also = replace(falls, targets=("ogre", *met) if self.rng.random() < 0.5 else (*met, "ogre")) if there else falls
        self.twins.went_alike(a.give(also, named=name), b.give(falls, named=name))
        self.done["hazard"] = self.done.get("hazard", 0) + 1
        self.twins.look()

    def come_and_go(self) -> None:
        """A dog that joins, hides, shows itself and leaves, in sight of all."""
        if "dog" not in self.state.combatants:
            raw = msgspec.Raw(b'{"structure": 9}')
            self.both(c.EnterCombatant(combatant="dog", name="Dog", sheet=raw, side="foes"))
            return
        hidden = self.state.combatants["dog"].hidden
        command = self.rng.choice(
            (c.RemoveCombatant(combatant="dog"), c.Show(combatant="dog") if hidden else c.Hide(combatant="dog"))
        )
        self.both(command)

    def band(self) -> None:
        """Those in sight stand together; at one table somebody unseen is of their group too."""
        group = self.state.groups.get("band")
        if group is None:
            members = ("vera",) if self.rng.random() < 0.5 else tuple(self.rng.sample(VISIBLE, k=2))
            self.both(c.FormGroup(group="band", title="The band", members=members))
        elif self.rng.random() < 0.4:
            word = self.rng.choice((c.Declare, c.Done, c.RollInitiative))
            self.both(word(combatant="band"), "ana")
        elif self.rng.random() < 0.5 and "ogre" in self.twins.a.state.combatants:
            for hidden in (one for one in self.twins.a.state.groups.values() if "ogre" in one.members):
                self.behind(c.ChangeGroup(group=hidden.id, leave=("ogre",)), None)
            self.behind(c.ChangeGroup(group="band", join=("ogre",)), None)
        else:
            leaving = self.rng.choice([name for name in group.members if name in VISIBLE] or ["nobody"])
            joining = self.rng.choice(VISIBLE)
            self.both(c.ChangeGroup(group="band", join=(joining,), leave=(leaving,) if leaving != joining else ()))

    def hidden_band(self) -> None:
        """A group that nobody sees is formed at one table alone."""
        if "ogre" in self.twins.a.state.combatants:
            self.behind(c.FormGroup(group=self.name(), members=("ogre",)), None)

    def free_roll(self) -> None:
        level = self.rng.choice(("open", "result", "gm", "blind"))
        about = self.rng.choice((None, *VISIBLE))
        name = self.name()
        accepted = self.twins.both(c.FreeRoll(dice="2d6+1", combatant=about, level=level), named=name)  # type: ignore[arg-type]
        self.done["roll"] = self.done.get("roll", 0) + accepted
        if accepted and level != "open":
            self.secret_rolls.append(name)

    def show_a_roll(self) -> None:
        """A roll that both tables know is shown; its version is another at each."""
        if not self.secret_rolls:
            return
        roll, name = self.secret_rolls.pop(), self.name()
        for table in (self.twins.a, self.twins.b):
            fallen = (
                entry.version
                for entry in map(table.past, range(1, table.history.head + 1))
                if entry.command == self.twins.id_of(roll) and isinstance(entry.fact, Rolled)
            )
            version = next(fallen, None)
            if version is not None:
                table.give(c.RevealRoll(roll=version), named=name)
        self.twins.look()

    def errors(self) -> None:
        """A player names who is not there and who is hidden, and asks for what is not theirs."""
        whom = self.rng.choice(("ogre", "orc", "nobody", "ganger", "band"))
        command = self.rng.choice(
            (
                act("vera", **self.kit.shot, target=whom),
                act("vera", **self.kit.blow, target=whom),
                act(whom, **self.kit.dodge),
                c.Done(combatant=whom),
                c.Note(text="over there", about=whom) if whom in ("ogre", "orc", "nobody") else c.Jump(combatant=whom),
                c.RequestUndo(action="gm/enter-ogre"),
                c.RequestUndo(action=f"ana/{self.of_ana}"),
                c.Undo(),
                c.Answer(combatant=whom, default=True),
                c.FreeRoll(dice="1d6", combatant=whom),
            )
        )
        self.both(command, "ana")

    def undo(self) -> None:
        """A step in sight is taken back: at the first table the GM first takes back what nobody saw."""
        name = self.name()
        step = self._newest_shared_step()
        if step is None:
            return
        for table in (self.twins.a, self.twins.b):
            passed_since = self.passed.get(id(table), 0) > table.history.commands[step]
            if passed_since or self.rng.random() < 0.5:
                table.give(c.Undo(action=step), named=name)
            else:
                self._undo_step_by_step(table, step, name)
        self.twins.look()
        self.done["undo"] = self.done.get("undo", 0) + 1
        self.redoable = self._redos()

    def _newest_shared_step(self) -> str | None:
        """The newest command on the line of both tables that came after the beginning of the fight."""
        a, b = self.twins.a.history, self.twins.b.history
        shared = [
            key
            for key, first in b.commands.items()
            if key in a.commands and a.counts(a.commands[key]) and b.counts(first)
        ]
        newest = max(shared, key=lambda key: b.commands[key], default=None)
        return None if newest is None or b.commands[newest] < self.twins.start else newest

    def _undo_step_by_step(self, table: Any, step: str, name: str) -> None:
        """Undo after undo. The last one, which both tables see, has the same name at both."""
        history = table.history
        while history.counts(history.commands[step]):
            last = history.begins[history.at] == history.commands[step]
            table.must(c.Undo(), named=name if last else self.name())
            history = table.history

    def redo(self) -> None:
        """What was taken back counts again, if both can."""
        if self.redoable and self.redoable == self._redos():
            self.both(c.Redo())
            self.redoable = ()

    def _redos(self) -> tuple[tuple[int, ...], ...]:
        return (self.twins.a.history.redo, self.twins.b.history.redo)

    # behind the screen

    def wound(self) -> None:
        """Somebody unseen wounds somebody in sight; at the other table another does, or the GM states the wound."""
        target, points = self.rng.choice(VISIBLE), self.rng.randint(1, self.kit.hardest)
        a, b = self.twins.a, self.twins.b
        if a.state.parked or a.state.phase != "actions" or "ogre" not in a.state.combatants:
            return
        name, another = self.name(), self._another()
        claw: dict[str, Any] = {**self.kit.claw, "target": target}
        more: dict[str, Any] = {"named": name, "force": BOO, "faces": (5, points)}
        if isinstance(a.give(self._surely(act("ogre", **claw)), **more), Refusal):
            return  # too many blows in one turn: it would miss, and a face be left over
        by_another = another and self.rng.random() < 0.5
        if not by_another or isinstance(b.give(self._surely(act(another, **claw)), **more), Refusal):
            b.must(c.ApplyDamage(target=target, amount=self._lost(target), pool=self.kit.pool), named=name)
        self.done["wound"] = self.done.get("wound", 0) + 1
        self.twins.look()
        if self.rng.random() < 0.4:
            self._strike_both(name)

    def _surely(self, one: c.Act) -> c.Act:
        """An act that hits whatever speaks against it, where the rules leave the damage alone for that."""
        sure = (c.RefereeModifier(value=self.kit.sure, label="unseen"),) if self.kit.sure else ()
        return replace(one, modifiers=sure)

    def _another(self) -> str:
        """Who wounds in place of the ogre at the other table: nobody where the wound would tell the two apart."""
        one, other = (table.state.combatants.get(name) for table, name in self._both_unseen())
        if one is None or other is None:
            return ""
        alike = (one.pools, one.conditions, one.counters) == (other.pools, other.conditions, other.counters)
        return self.twins.second if alike or not self.kit.graded else ""

    def _both_unseen(self) -> tuple[tuple[Any, str], ...]:
        return ((self.twins.a, "ogre"), (self.twins.b, self.twins.second))

    def _lost(self, target: str) -> int:
        """What the ogre's newest hit took from somebody, as the rules count it."""
        a = self.twins.a
        facts = (a.past(version).fact for version in range(a.history.head, 0, -1))
        hits = (fact for fact in facts if isinstance(fact, DamageApplied) and fact.combatant == target)
        return abs(next(hit.change for hit in hits if hit.source == "ogre"))

    def _strike_both(self, step: str) -> None:
        """A step that came about otherwise at each table, and looked alike, is struck at both, or waits at both."""
        name = self.name()
        answers = [table.give(c.Strike(action=f"gm/{step}"), named=name) for table in (self.twins.a, self.twins.b)]
        self.done["strike"] = self.done.get("strike", 0) + self.twins.went_alike(*answers)
        self.twins.look()

    def out_of_turn(self) -> None:
        """Somebody unseen jumps in at both tables, each another one, and a player acts out of turn meanwhile."""
        a, b, second = self.twins.a, self.twins.b, self.twins.second
        if not second or second not in b.state.combatants or "ogre" not in a.state.combatants:
            return
        name = self.name()
        jumps = [(table, table.give(c.Jump(combatant=unseen), named=name)) for table, unseen in self._both_unseen()]
        if any(isinstance(answer, Refusal) for _, answer in jumps):
            for table in (table for table, answer in jumps if not isinstance(answer, Refusal)):
                table.must(c.Undo(), named=self.name())  # at one table alone: whoever comes up after them is told anew
        if a.hidden_up() and b.hidden_up():
            self.both(act("vera", **self.kit.dodge), "ana")

    def hidden_things(self) -> None:
        """What the GM does with the unseen, rolls in secret and notes."""
        commands = (
            c.FreeRoll(dice="1d10", level="gm"),
            c.FreeRoll(dice="1d10", combatant="ogre"),
            c.FreeRoll(dice="1d10", combatant="vera", level="blind"),
            c.Note(text="the ogre waits", gm_only=True),
            c.Note(text="there it is", about="ogre"),
            c.SetCondition(combatant="ogre", condition="prone"),
            c.SetCondition(combatant="ogre", condition="lit up", modifier=2, seen=True, minutes=2),
            c.ApplyDamage(target="ogre", amount=3, pool=self.kit.pool),
            c.Restore(target="ogre", amount=2, pool=self.kit.pool),
            c.PlaceCombatant(combatant="ogre", cover=5),
            c.Declare(combatant="ogre", intention="ambush"),
            act("ogre", **self.kit.task),
        )
        one = self.rng.choice(commands)
        self.behind(one, None, force=BOO if isinstance(one, c.Act) else None)
        if self.rng.random() < 0.3 and self.twins.second:
            raw = msgspec.Raw(b'{"structure": 5}')
            extra = c.EnterCombatant(combatant=self.name(), name="Crate", sheet=raw, hidden=True)
            self.behind(None, extra)

    def between_others(self) -> None:
        """At one table a third player would like to bring somebody in, and it is said beforehand what others do."""
        proposed = c.EnterCombatant(
            combatant=self.rng.choice(("ogre", "vera", "zed")), name="Zed", sheet=self.kit.newcomer()
        )
        self.twins.apart(proposed, None, seat="cid", named=self.name())
        if self.rng.random() < 0.5:
            settled = c.RefuseCombatant(seat="cid", combatant=proposed.combatant or "", reason="not tonight")
            self.twins.apart(settled, None, named=self.name())
        shot = act("ganger", **self.kit.shot, target="vera")
        self.twins.apart(c.Queue(combatant="ganger", action=shot.action), None, named=self.name())
        if self.rng.random() < 0.5:
            self.twins.apart(c.Queue(combatant="ganger"), None, named=self.name())

    def beforehand(self) -> None:
        """Ana says what Vera does next, at both tables, and would like to bring in somebody under any name."""
        whom = self.rng.choice(("ganger", "bob", "ogre", "orc", "nobody"))
        shot = act("vera", **self.kit.shot, target=whom)
        self.both(c.Queue(combatant="vera", action=shot.action), "ana")
        self.both(c.EnterCombatant(combatant=whom, name="Zoe", sheet=self.kit.newcomer()), "ana")
        self.both(c.RefuseCombatant(seat=self.rng.choice(("ana", "cid")), combatant=whom), "ana")
        self.both(c.CarryOut(combatant="vera"), "ana")

    def hidden_step_taken_back(self) -> None:
        """Something unseen happens and is taken back, perhaps brought back."""
        a = self.twins.a
        if "ogre" not in a.state.combatants:
            return
        step = self.name()
        a.must(c.SetCondition(combatant="ogre", condition="numb"), named=step)
        redo = bool(self.twins.b.history.redo)
        if self.rng.random() < 0.5:
            a.must(self.rng.choice(self._mending(step)), named=self.name())
            self.done["mended unseen"] = self.done.get("mended unseen", 0) + 1
        else:
            a.must(c.Undo(), named=self.name())
            if self.rng.random() < 0.5:
                a.must(c.Redo(), named=self.name())
        assert redo in (True, False)
        self.twins.look()

    def _mending(self, step: str) -> tuple[c.Command, ...]:
        """Corrections of a step about somebody unseen, and of nothing."""
        hurt = {"ogre": c.StatedChange(pools={self.kit.pool: self.kit.wounded}, gained=("numb",))}
        return (
            c.Strike(action=f"gm/{step}"),
            c.Amend(action=f"gm/{step}", changes={"condition": "prone"}),
            c.Override(changes=hurt, reason="it stumbled"),
        )

    def enemys_numbers(self) -> None:
        """An enemy's declaration, rounds and referee's modifiers differ; what it does looks the same."""
        a, b = self.twins.a, self.twins.b
        if a.state.phase != "actions" or a.state.parked or a.up != "ganger":
            self.twins.apart(
                c.Declare(combatant="ganger", intention="flank", reaction="none"),
                c.Declare(combatant="ganger", intention="run", reaction="none"),
                named=self.name(),
            )
            return
        name = self.name()
        shot = act("ganger", **self.kit.aimed, target="vera")
        # both hit, however many shots of this turn count against it: a hit at one table alone would be in sight
        commands = (
            replace(shot, modifiers=(c.RefereeModifier(value=bonus, label=f"because of the {why}"),))
            for bonus, why in zip(self.kit.bonuses, ("light", "wind"), strict=True)
        )
        answers = [
            table.give(command, named=name, faces=(7, 3)) for table, command in zip((a, b), commands, strict=True)
        ]
        self.twins.went_alike(*answers)
        self.twins.look()


_MOVES: Final[tuple[Callable[[Game], None], ...]] = (
    Game.shoot,
    Game.shoot,
    Game.other_act,
    Game.go_on,
    Game.go_on,
    Game.go_on,
    Game.declare,
    Game.jump,
    Game.jump,
    Game.answer,
    Game.answer,
    Game.state_of_things,
    Game.state_of_things,
    Game.hazard,
    Game.come_and_go,
    Game.band,
    Game.band,
    Game.band,
    Game.hidden_band,
    Game.free_roll,
    Game.show_a_roll,
    Game.errors,
    Game.errors,
    Game.undo,
    Game.redo,
    Game.wound,
    Game.wound,
    Game.out_of_turn,
    Game.hidden_things,
    Game.between_others,
    Game.beforehand,
    Game.hidden_things,
    Game.hidden_step_taken_back,
    Game.enemys_numbers,
)
