"""Moves of a random unisystem game: sheets, and commands that are mostly sensible and sometimes not."""

import random
from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine import commands as c
from engine.actions import all_open
from engine.ledger import Ledger, Proposal
from engine.state import State

NAMES = ("ann", "bob", "cy", "dan")
SEATS = ("ana", "ben")
GM_ROLLS: Final = ("result", "open", "hidden")


def sheet(rng: random.Random, life: int | None = None) -> dict[str, Any]:
    """A fighter with a gun, a club and some skill."""
    attributes = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
    return {
        "attributes": {name: rng.randrange(1, 5) for name in attributes},
        "skills": {
            "handguns": rng.randrange(1, 5),
            "hand_weapon": rng.randrange(4),
            "dodge": rng.randrange(4),
            "first_aid": 3,
        },
        "life_points": life or rng.choice([12, 22, 40]),
        "armor": {"av": rng.choice([0, 4, "1d8", "d6*2"])},
        "weapons": {
            "gun": {"model": "pistol-10mm", "loaded": rng.choice([3, 12])},
            "club": {"dice": "1d6", "multiplier": "strength", "damage_type": "blunt", "skill": "hand_weapon"},
        },
    }


def raw(value: Any) -> msgspec.Raw:
    """A value as the raw JSON that commands carry."""
    return msgspec.Raw(msgspec.json.encode(value))


def act(combatant: str, **action: Any) -> c.Act:
    """An act from keywords."""
    return c.Act(combatant=combatant, action=raw(action))


def one_of(rng: random.Random, state: State) -> str:
    """Somebody at the table; now and then somebody who is not."""
    names = list(state.combatants) or list(NAMES)
    return rng.choice(names) if rng.random() < 0.97 else "nobody"


def enter(rng: random.Random, state: State) -> c.Command:
    """A newcomer, hidden at times, with real dice at times."""
    absent = [name for name in NAMES if name not in state.combatants]
    name = rng.choice(absent if absent and rng.random() < 0.9 else NAMES)
    return c.EnterCombatant(
        combatant=name,
        name=name.title(),
        sheet=raw(sheet(rng)),
        controller=rng.choice([None, *SEATS]),
        dice=rng.choice(["table", "table", "own"]),
        hidden=rng.random() < 0.15,
        status=rng.choice(["party", "party", "reserve"]),
    )


def shoot(rng: random.Random, state: State) -> c.Command:
    """Whoever is up shoots."""
    action: dict[str, Any] = {"kind": "shoot", "weapon": rng.choice(["gun"] * 9 + ["club", "laser"])}
    actor = _actor(rng, state)
    action["target"] = _target(rng, state, actor)
    if rng.random() < 0.5:
        action["shots"] = rng.randrange(1, 5)
    if rng.random() < 0.5:
        action["range"] = rng.choice(["point_blank", "short", "medium", "long", "extreme"])
    if rng.random() < 0.3:
        action["light"] = rng.choice(["poor", "bad", "total_darkness"])
    if rng.random() < 0.3:
        action["defense"] = "dodge"
    return act(actor, **action)


def strike(rng: random.Random, state: State) -> c.Command:
    """Whoever is up strikes."""
    actor = _actor(rng, state)
    action: dict[str, Any] = {"kind": "strike", "weapon": "club", "target": _target(rng, state, actor)}
    if rng.random() < 0.5:
        action["defense"] = rng.choice(["dodge", "parry", "none"])
    return act(actor, **action)


def task(rng: random.Random, state: State) -> c.Command:
    """Something that is no fighting."""
    kind: dict[str, Any] = rng.choice(
        [
            {"kind": "task", "attribute": "intelligence", "skill": "lockpicking"},
            {"kind": "first_aid", "target": one_of(rng, state)},
            {"kind": "reload", "weapon": "gun"},
            {"kind": "dodge"},
            {"kind": "spend", "amount": rng.choice([1, 5])},
            {"kind": "aid", "target": "bob"},
        ]
    )
    return act(_actor(rng, state), **kind)


def _actor(rng: random.Random, state: State) -> str:
    up = state.fight.up if state.fight else None
    return up if up and rng.random() < 0.92 else one_of(rng, state)


def _target(rng: random.Random, state: State, actor: str) -> str:
    """Somebody else, most of the time."""
    others = [name for name in state.combatants if name != actor]
    return rng.choice(others) if others and rng.random() < 0.95 else one_of(rng, state)


def declare(rng: random.Random, state: State) -> c.Command:
    """A declaration, often of a reaction."""
    reaction = rng.choice([None, "none", "dodge", "parry", "ask"])
    return c.Declare(combatant=one_of(rng, state), intention="fight", reaction=reaction)


def done(rng: random.Random, state: State) -> c.Command:
    """Whoever is up has finished."""
    return rng.choice([c.Done] * 7 + [c.Delay])(combatant=_actor(rng, state))


def next_turn(rng: random.Random, state: State) -> c.Command:
    """On to the next turn."""
    return c.NextTurn(through=rng.choice(["declaration", "initiative"]))


def answer(rng: random.Random, state: State) -> c.Command:
    """An answer to something that is open, or to nothing."""
    open_now = all_open(state)
    if not open_now:
        return c.Answer(combatant=one_of(rng, state), choice="none")
    _, question = rng.choice(open_now)
    if question.options:
        return c.Answer(combatant=question.combatant, question=question.path, choice=rng.choice(question.options))
    return c.Answer(combatant=question.combatant, question=question.path, default=True)


def damage(rng: random.Random, state: State) -> c.Command:
    """The GM hurts somebody."""
    return c.ApplyDamage(
        target=one_of(rng, state), amount=rng.choice([0, 3, 8, 20, 40]), pool=rng.choice(["", "life", "luck"])
    )


def hazard(rng: random.Random, state: State) -> c.Command:
    """Something falls, burns or explodes."""
    names = [name for name in state.combatants if rng.random() < 0.5] or [one_of(rng, state)]
    return c.Hazard(
        targets=tuple(names),
        label=rng.choice(["", "beam"]),
        dice=rng.choice(["1d6*3", "2d10", "d8"]),
        kind=rng.choice(["", "", "bullet", "noise"]),
        stopped_by=rng.choice(["armor", "cover", "armor_and_cover", "nothing"]),
        shared=rng.random() < 0.4,
        secret=rng.random() < 0.2,
    )


def mend(rng: random.Random, state: State) -> c.Command:
    """The GM gives something back."""
    return c.Restore(target=one_of(rng, state), amount=rng.choice([1, 10, 50]), pool="life")


def _lies(state: State, combatant: str) -> bool:
    return state.combatants[combatant].has("prone")


def _doing(rng: random.Random, who: str, *words: str) -> str | dict[str, str]:
    """What everybody does, or somebody alone."""
    word = rng.choice(words)
    return {who: word} if word and rng.random() < 0.3 else word


def gm(rng: random.Random, state: State) -> c.Command:
    """What a GM does to the table between two actions."""
    who = one_of(rng, state)
    return rng.choice(
        [
            c.Show(combatant=who),
            c.Hide(combatant=who),
            c.SetStatus(combatant=who, status=rng.choice(["in-fight", "reserve", "fled", "out"])),
            c.GiveControl(combatant=who, seat=rng.choice([None, *SEATS]), dice=rng.choice(["own", "table"])),
            c.SetCondition(combatant=who, condition=rng.choice(["in-cover", "blinded"])),
            c.SetCondition(
                combatant=who,
                condition="dazed",
                modifier=rng.choice([-2, 3]),
                on=rng.choice(["actions", "attacks", "saves", "everything"]),
                turns=rng.choice([None, 1, 2]),
                seen=rng.random() < 0.5,
            ),
            c.SetCondition(combatant=who, condition="drunk", minutes=rng.choice([1, 30])),
            c.ClearCondition(combatant=who, condition=rng.choice(["in-cover", "prone"])),
            c.ClearCondition(
                combatant=next((one for one in state.combatants if _lies(state, one)), who), condition="prone"
            ),
            c.SetScene(light=rng.choice(["", "poor", "bad"]), zones={}),
            c.PlaceCombatant(combatant=who, cover=rng.choice([0, 10]), posture="prone"),
            c.Note(text="remember", gm_only=rng.random() < 0.5),
            c.FreeRoll(dice="2d6+1", level=rng.choice(["open", "result", "gm", "blind"])),
            c.SetInitiative(combatant=who, value=rng.randrange(1, 20)),
            c.Jump(combatant=who),
            c.PassTime(minutes=rng.choice([0, 1, 3])),
            c.PassTime(minutes=2, doing=rng.choice(["", "very_hard"])),
            c.PassTime(turns=rng.choice([1, 2]), doing=_doing(rng, who, "frenzied", "rest")),
            c.PassTime(
                days=rng.choice([0, 0, 1]),
                hours=rng.choice([0, 5, 9, 30]),
                minutes=rng.choice([1, 45]),
                doing=_doing(rng, who, "", "sleep", "rest", "hard", "awake"),
            ),
            c.ApplyDamage(target=who, amount=rng.choice([2, 9, 20, 40]), pool=rng.choice(["endurance", "essence"])),
            c.Restore(target=who, amount=rng.choice([3, 20]), pool=rng.choice(["endurance", "essence", "structure"])),
            c.Show(combatant=next((one.id for one in state.combatants.values() if one.hidden), who)),
            c.ChangeSheet(combatant=who, sheet=raw(sheet(rng, 30))),
            c.SetOption(option="gm_rolls", value=rng.choice(GM_ROLLS)),
            c.SetOption(option="gunfire_dodge", value=rng.choice(["counts_as_action", "only_action", "maybe"])),
        ]
    )


def _groups(rng: random.Random, state: State) -> list[c.Command]:
    """Some stand together, more come, somebody leaves."""
    some = tuple(rng.sample(list(state.combatants), k=min(2, len(state.combatants))))
    group = rng.choice(list(state.groups) or ["rats"])
    few = len(state.combatants) < 5
    return [
        c.FormGroup(group="pack", members=some, one_initiative=rng.random() < 0.7),
        c.FormGroup(group="rats", name="Rat", sheet=raw(sheet(rng, 12)), count=2 if few else None, members=some),
        c.ChangeGroup(group=group, join=some[:1], leader=rng.choice([None, *some[:1]])),
        c.ChangeGroup(group=group, more=1 if few else None, title="The others"),
        c.SetStatus(combatant=group, status=rng.choice(["in-fight", "fled"])),
    ]


def _fallen(state: State) -> tuple[str, ...]:
    return tuple(one.id for one in state.combatants.values() if one.has("dead") or one.has("unconscious"))


def rare(rng: random.Random, state: State) -> c.Command:
    """What seldom happens."""
    return rng.choice(
        [
            c.RemoveCombatant(combatant=one_of(rng, state)),
            c.EndCombat(),
            c.ClearFallen(remove=rng.random() < 0.5),
            c.ClearFallen(combatants=_fallen(state)[:1], remove=rng.random() < 0.2),
            c.ReloadAll(),
            c.BeginCombat(title="Again"),
            c.OfferSeat(seat="cleo", kind="spectator", name="Cleo", link_digest="4" * 64),
            c.OfferSeat(seat="cleo", kind="spectator", name="Cleo", link_digest="5" * 64),
            c.CloseSeat(seat="cleo"),
            c.CloseSeat(seat="cleo"),
            c.AddEntropy(entropy="abcd"),
            c.OpenClosedKey(epoch=rng.randrange(1, 4)),
            c.RevealRoll(roll=rng.randrange(1, 60)),
            c.Dispute(roll=rng.randrange(1, 60), text="That was far."),
            c.Rule(dispute=rng.randrange(1, 60), reason="It was near enough."),
            c.TakeSeat(device="phone"),
            c.RequestUndo(action=f"ana/c-{rng.randrange(1, 80)}"),
            c.RequestUndo(action=f"ben/c-{rng.randrange(1, 80)}"),
        ]
    )


def correct(rng: random.Random, state: State) -> c.Command:
    """A change of mind."""
    return rng.choice([c.Undo(), c.Undo(), c.Redo(), c.Switch(version=rng.randrange(1, 80)), *_mended(rng, state)])


def _mended(rng: random.Random, state: State) -> tuple[c.Command, ...]:
    """Something earlier is struck, amended or overridden, if it was what it is taken for."""
    who, step, version = one_of(rng, state), f"gm/c-{rng.randrange(3, 80)}", rng.randrange(10, 200)
    changes: dict[str, Any] = rng.choice(
        [
            {"range": "long"},
            {"shots": 2},
            {"target": who},
            {"combatant": who},
            {"amount": 5},
            {"modifiers": [{"value": -3, "label": "rain"}]},
        ]
    )
    loss = {who: c.StatedChange(pools={"life": -3}, gained=("prone",))}
    end = {who: c.StatedChange(lost=("prone",))}
    return (
        c.Strike(action=step),
        c.Strike(version=version),
        c.Amend(action=step, changes=changes),
        c.Amend(action=step, changes=changes, reach="only_now"),
        c.Override(version=version, changes=loss, reason="agreed"),
        c.Override(changes=rng.choice([loss, end]), reason="agreed"),
    )


def wishes(rng: random.Random, state: State, ledger: Ledger, newcomer: Any, later: c.Act) -> tuple[c.Command, str]:
    """What a player would like, or what becomes of it, with the seat that says so: to bring in somebody with this
    sheet, to do this act when they are up, to throw blind, to see more of the GM's dice."""
    waiting = [one for one in ledger.proposals.values() if one.waits(state)]
    if waiting and rng.random() < 0.4:
        return _settling(rng, state, rng.choice(waiting))
    seat, name = rng.choice(SEATS), rng.choice(NAMES)
    mine = [one.id for one in state.combatants.values() if one.controller == seat] or [name]
    queued = c.Queue(combatant=rng.choice(mine), action=later.action)
    return rng.choice(
        [
            (c.EnterCombatant(combatant=name, name=name.title(), sheet=raw(newcomer)), seat),
            (queued, seat),
            (msgspec.structs.replace(queued, combatant=one_of(rng, state)), "gm"),
            _taking_back(rng, ledger, queued, seat),
            (c.FreeRoll(dice="1d10", combatant=rng.choice(mine), level="blind"), seat),
            (c.SetOption(option="gm_rolls", value=rng.choice(GM_ROLLS)), "gm"),
        ]
    )


def _taking_back(rng: random.Random, ledger: Ledger, queued: c.Queue, seat: str) -> tuple[c.Command, str]:
    """Somebody thinks better of what they said beforehand."""
    waits = rng.choice([(one.combatant, one.seat) for one in ledger.queue.values()] or [(queued.combatant, seat)])
    return c.Queue(combatant=waits[0]), waits[1]


def _settling(rng: random.Random, state: State, proposal: Proposal) -> tuple[c.Command, str]:
    """Somebody who waits is let in, under another id where theirs is taken, or turned down, or thinks better of it."""
    accept = c.AcceptCombatant(seat=proposal.seat, combatant=proposal.combatant)
    refuse = c.RefuseCombatant(seat=proposal.seat, combatant=proposal.combatant)
    free = next((name for name in NAMES if name not in state.combatants), "late")
    return rng.choice(
        [
            (msgspec.structs.replace(accept, enter_as=free), "gm"),
            (accept, "gm"),
            (refuse, "gm"),
            (refuse, proposal.seat),
        ]
    )


Move = Callable[[random.Random, State], c.Command]

MOVES: dict[str, tuple[Move, int]] = {
    "enter": (enter, 8),
    "begin": (lambda rng, state: c.BeginCombat(), 6),
    "declare": (declare, 6),
    "initiative": (lambda rng, state: c.RollInitiative(combatant=rng.choice([None, None, one_of(rng, state)])), 8),
    "shoot": (shoot, 20),
    "strike": (strike, 12),
    "task": (task, 8),
    "done": (done, 14),
    "next-turn": (next_turn, 6),
    "answer": (answer, 16),
    "damage": (damage, 6),
    "mend": (mend, 2),
    "hazard": (hazard, 5),
    "gm": (gm, 40),
    "group": (lambda rng, state: rng.choice(_groups(rng, state)), 10),
    "rare": (rare, 26),
    "correct": (correct, 20),
}
"""Every kind of move and how often it is tried."""


RARELY: Final = 0.03
"""How often any kind of move is made, the rarest as soon as the commonest, so that none is missing in many games."""


def sensible(rng: random.Random, state: State) -> str:
    """The kind of move that fits the moment, most of the time."""
    if state.parked and rng.random() < 0.6:
        return "answer"
    if rng.random() < RARELY:
        return rng.choice(list(MOVES))
    if rng.random() < 0.3:
        return rng.choices(list(MOVES), [weight for _, weight in MOVES.values()])[0]
    if state.fight is None or state.phase == "lobby":
        return "enter" if len(state.combatants) < len(NAMES) else "begin"
    if state.phase == "declaration":
        return rng.choice(["declare", "initiative", "initiative"])
    if state.phase == "initiative":
        return "initiative"
    if state.fight.up is None:
        return "next-turn"
    return rng.choice(["shoot", "shoot", "strike", "task", "done", "done"])
