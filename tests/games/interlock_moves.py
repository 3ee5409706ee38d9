"""Moves of a random fight of Cyberpunk 2020: mostly sensible, sometimes not."""

import random
from typing import Any, Final

from engine import commands as c
from engine.rulesets import RULESETS
from engine.state import State
from events.facts import FACTS
from tests.games import moves
from tests.games.firefight_moves import actor, dead, hidden, other, several
from tests.games.machine import Repertoire
from tests.games.moves import NAMES, SEATS, act, one_of, raw

TAGS: Final = {str(fact.__struct_config__.tag) for fact in FACTS if fact.__module__ in ("events.play", "events.flow")}
"""Every fact that rules can lead to; those of the table itself come in the games of unisystem."""
ACTS: Final = set(RULESETS["interlock"].actions)
REFUSALS: Final = {
    "unauthorized", "unknown-id", "not-yours", "cannot-act", "wrong-phase", "not-your-turn", "waiting",
    "no-such-weapon", "weapon-unusable", "out-of-ammunition", "not-enough-rounds", "over-rate-of-fire",
    "out-of-range", "needs-grapple", "needs-hold", "location-lost", "already-dead", "invalid",
}  # fmt: skip
PARKING: Final = {
    "initiative", "strike", "defense", "damage", "location", "hits", "fumble", "stun_save", "death_save", "task",
    "stabilise",
}  # fmt: skip
LOCATIONS: Final = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
MANEUVERS: Final = ("strike", "kick", "disarm", "grapple", "grapple", "throw", "hold", "escape", "choke", "sweep_trip",
                    "dodge", "block_parry")  # fmt: skip


def sheet(rng: random.Random) -> dict[str, Any]:
    """A fighter with guns and a knife."""
    stats = {name: rng.randrange(3, 10) for name in ("ref", "int", "cool", "bt", "ma", "tech")}
    skills = ("handgun", "rifle", "smg", "brawling", "melee", "first_aid", "athletics", "martial_arts")
    return {
        "stats": stats,
        "skills": {name: rng.randrange(8) for name in skills},
        "armor": rng.choice([{}, {"av": 6}, {"torso": {"sp": 12, "kind": "hard"}, "head": 8}]),
        "initiative": {"combat_awareness": rng.randrange(4), "sandevistan": rng.random() < 0.2},
        "weapons": {
            "gun": {"class": "handgun", "damage": "2d6+1", "rof": 2, "magazine": 10, "loaded": rng.choice([1, 10])},
            "smg": {"class": "smg", "damage": "1d6+1", "rof": 25, "magazine": 30, "automatic": True},
            "rifle": {"class": "rifle", "damage": "4d6", "rof": 3, "magazine": 20, "loaded": rng.choice([2, 20])},
            "knife": {"class": "melee", "damage": "1d6", "edge": "edged", "structure": 10},
        },
    }


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
        hidden=rng.random() < 0.1,
    )


def fire(rng: random.Random, state: State) -> c.Command:
    """Fire in one of the modes."""
    who = actor(rng, state)
    weapon = rng.choice(["gun", "smg", "smg", "rifle", "rifle", "rifle", "laser"])
    mode = rng.choice(["single", "burst", "full_auto"]) if weapon == "smg" else "single"
    action: dict[str, Any] = {"kind": "fire", "weapon": weapon, "mode": mode}
    if mode == "full_auto" and rng.random() < 0.4:
        action["targets"] = several(rng, state, who)
    else:
        action["target"] = other(rng, state, who)
    if mode != "burst" and rng.random() < 0.5:
        action["shots"] = rng.choice([1, 2, 3]) if mode == "single" else rng.choice([5, 12, 25, 40])
    if rng.random() < 0.6:
        action["distance"] = rng.choice([1, 10, 40, 90, 5000])
    if rng.random() < 0.4:
        action["location"] = rng.choice([*LOCATIONS, "left_arm", "left_arm"])
    return act(who, **action)


def melee(rng: random.Random, state: State) -> c.Command:
    """A maneuver, or a knife."""
    who = actor(rng, state)
    action: dict[str, Any] = {"kind": "melee", "target": other(rng, state, who)}
    if rng.random() < 0.2:
        action["weapon"] = rng.choice(["knife", "gun"])
    else:
        action["maneuver"] = rng.choice(MANEUVERS)
    if rng.random() < 0.3:
        action["defense"] = rng.choice(["none", "dodge", "parry"])
    return act(who, **action)


def task(rng: random.Random, state: State) -> c.Command:
    """Something that is no attack."""
    who = actor(rng, state)
    weapon = rng.choice(["gun", "smg", "rifle"])
    if who in state.combatants and state.combatants[who].has("jammed:smg") and rng.random() < 0.7:
        return act(who, kind="unjam", weapon="smg")
    kinds: list[dict[str, Any]] = [
        {"kind": "task", "stat": "int", "difficulty": rng.choice(["easy", "average", 30])},
        {"kind": "task", "stat": "cool", "opponent": other(rng, state, who)},
        {"kind": "repair", "skill": "mechanics"},
        {"kind": "first_aid", "target": one_of(rng, state)},
        {"kind": "stabilise", "target": one_of(rng, state)},
        {"kind": "aim", "weapon": weapon},
        {"kind": "reload", "weapon": weapon},
        {"kind": "swap", "weapon": rng.choice([weapon, "knife"])},
        {"kind": "unjam", "weapon": weapon},
        {"kind": "move", "distance": rng.choice([5, 90]), "posture": rng.choice(["standing", "prone"])},
        {"kind": "vehicle", "doing": rng.choice(["enter", "leave"])},
    ]
    return act(who, **rng.choice(kinds))


def declare(rng: random.Random, state: State) -> c.Command:
    """A declaration: haste, or a reaction."""
    return c.Declare(
        combatant=one_of(rng, state),
        haste=rng.random() < 0.4,
        reaction=rng.choice([None, "none", "dodge", "parry", "ask"]),
    )


def damage(rng: random.Random, state: State) -> c.Command:
    """The GM hurts somebody."""
    return c.ApplyDamage(target=one_of(rng, state), amount=rng.choice([0, 2, 6, 14]), pool=rng.choice(["", "wounds"]))


def gm(rng: random.Random, state: State) -> c.Command:
    """What a GM does to people in such a fight, or at any table."""
    who = one_of(rng, state)
    own: list[c.Command] = [
        c.SetCondition(
            combatant=who, condition=rng.choice(["lost:left_arm", "lost:left_arm", "jammed:smg", "dropped:gun"])
        ),
        c.ChangeSheet(combatant=who, sheet=raw(sheet(rng))),
        c.Show(combatant=hidden(state, who)),
        c.SetOption(option="armor_ablation", value=rng.choice([True, False])),
        c.Restore(target=who, amount=rng.choice([2, 20]), pool="wounds"),
        c.PassTime(days=rng.choice([0, 1]), hours=rng.choice([5, 20])),
        c.PassTime(hours=rng.choice([5, 9]), minutes=rng.choice([1, 30])),
        c.EndCombat(),
    ]
    return rng.choice(own) if rng.random() < 0.5 else moves.gm(rng, state)


MOVES: Final = {
    **moves.MOVES,
    "enter": (enter, 8),
    "declare": (declare, 6),
    "shoot": (fire, 20),
    "strike": (melee, 14),
    "task": (task, 10),
    "damage": (damage, 6),
    "mend": (lambda rng, state: c.Restore(target=dead(state, one_of(rng, state)), amount=3, pool="wounds"), 6),
    "gm": (gm, 40),
}


def sensible(rng: random.Random, state: State) -> str:
    """The kind of move that fits the moment, most of the time."""
    kind = moves.sensible(rng, state)
    return "strike" if kind == "shoot" and rng.random() < 0.3 else kind


REPERTOIRE: Final = Repertoire("interlock", MOVES, sensible, enter, sheet)
