"""Moves of a random firefight: mostly sensible, sometimes not."""

import random
from typing import Any, Final

from engine import commands as c
from engine.rulesets import RULESETS
from engine.state import State
from events.facts import FACTS
from tests.games import moves
from tests.games.machine import Repertoire
from tests.games.moves import NAMES, SEATS, act, one_of, raw

TAGS: Final = {str(fact.__struct_config__.tag) for fact in FACTS if fact.__module__ in ("events.play", "events.flow")}
"""Every fact that rules can lead to; those of the table itself come in the games of unisystem."""
ACTS: Final = set(RULESETS["firefight"].actions)
REFUSALS: Final = {
    "unauthorized", "unknown-id", "not-yours", "cannot-act", "wrong-phase", "not-your-turn", "waiting",
    "no-such-weapon", "out-of-ammunition", "not-enough-rounds", "over-rate-of-fire", "more-than-declared",
    "mixed-fire-modes", "out-of-range", "strength-mismatch", "dodging", "in-cover", "already-dead",
    "essence-below-zero", "invalid",
}  # fmt: skip
PARKING: Final = {
    "initiative", "strike", "defense", "damage", "survival", "consciousness", "nerve", "suppression", "hits",
    "perception", "willpower", "aim", "task", "first_aid",
}  # fmt: skip
BANDS: Final = ("point_blank", "short", "medium", "long", "extreme")
PARTS: Final = ("head", "neck", "torso", "right_arm", "left_hand", "left_leg", "right_foot")


def sheet(rng: random.Random, life: int | None = None) -> dict[str, Any]:
    """A fighter with one of everything."""
    names = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
    skills = ("handguns", "smg", "shotguns", "throwing", "melee_weapons", "brawling", "heavy_weapons", "first_aid")
    worn = rng.choice(["leather-jacket", "class-1", "class-2", "class-4", None])
    return {
        "attributes": {name: rng.randrange(1, 5) for name in names},
        "skills": {**{name: rng.randrange(1, 6) for name in skills}, rng.choice(["dodge", "acrobatics"]): 3},
        "life_points": life or rng.choice([20, 40, 90]),
        "qualities": rng.choice([[], ["fast_reaction_time"]]),
        **({"armor": {"worn": worn}} if worn else {}),
        **({"shield": "riot-shield"} if rng.random() < 0.2 else {}),
        "weapons": {
            "gun": {"model": "handgun-9mm", "loaded": rng.choice([2, 10])},
            "smg": {"model": "smg-9mm", "loaded": rng.choice([4, 30]), "scope": rng.random() < 0.5},
            "shotgun": {"model": "shotgun-12"},
            "cannon": {"model": "autocannon-30mm"},
            "bow": {"model": "crossbow", "built_strength": 4, "loaded": rng.choice([0, 1])},
            "bat": {"model": "bat"},
            "fist": {"model": "punch"},
            **{name: {"model": model} for name, model in THROWN.items()},
        },
    }


THROWN: Final = {
    "grenade": "hand-grenade",
    "gas": "tear-gas-grenade",
    "smoke": "smoke-grenade",
    "flash": "flashbang",
    "molotov": "molotov-cocktail",
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


def actor(rng: random.Random, state: State) -> str:
    """Whoever is up, most of the time."""
    up = state.fight.up if state.fight else None
    return up if up and rng.random() < 0.93 else one_of(rng, state)


def other(rng: random.Random, state: State, one: str) -> str:
    """Somebody else, most of the time."""
    others = [name for name in state.combatants if name != one]
    return rng.choice(others) if others and rng.random() < 0.95 else one_of(rng, state)


def several(rng: random.Random, state: State, one: str) -> list[str]:
    """Some of the others."""
    names = [name for name in state.combatants if name != one and rng.random() < 0.7]
    return names or [other(rng, state, one)]


def shoot(rng: random.Random, state: State) -> c.Command:
    """Fire in one of the modes."""
    who = actor(rng, state)
    weapon = rng.choice(["gun", "gun", "smg", "smg", "smg", "shotgun", "cannon", "bow"])
    action: dict[str, Any] = {"kind": "shoot", "weapon": weapon, "target": other(rng, state, who)}
    if weapon in ("smg", "cannon"):
        action["mode"] = rng.choice(["single", "burst", "burst", "rock_and_roll", "suppressive"])
    if action.get("mode") == "burst" or rng.random() < 0.2:
        action["shots"] = rng.choice([1, 2, 3, 4, 5, 5, 6])
    if action.get("mode") == "suppressive":
        action["targets"] = several(rng, state, who)
        del action["target"]
    elif rng.random() < 0.4:
        action["location"] = rng.choice(PARTS)
    if weapon == "cannon":
        action["ammunition"] = rng.choice(["slug", "high_explosive", "incendiary"])
        action["near"] = several(rng, state, who)[:1]
    if weapon == "shotgun":
        action["ammunition"] = rng.choice(["birdshot", "buckshot", "slug", "bullet_hollow_point", "dragons-breath"])
        action["distance"] = rng.choice([5, 60, 300, 300])
    elif rng.random() < 0.5:
        action["range"] = rng.choice(BANDS)
    if rng.random() < 0.2:
        action["light"] = rng.choice(["poor", "bad", "total_darkness"])
    return act(who, **action)


def throw(rng: random.Random, state: State) -> c.Command:
    """Throw something over several."""
    who = actor(rng, state)
    weapon = rng.choice([*THROWN, "gas"])
    zones = ("point_blank", "blast", "shrapnel") if weapon == "grenade" else ("on_hit", "splash")
    targets = {name: rng.choice(zones) for name in several(rng, state, who)}
    return act(who, kind="throw", weapon=weapon, targets=targets, destroys_armor=rng.random() < 0.3, rounds=2)


def strike(rng: random.Random, state: State) -> c.Command:
    """A blow, defended at times."""
    who = actor(rng, state)
    action = {"kind": "strike", "weapon": rng.choice(["bat", "fist"]), "target": other(rng, state, who)}
    if rng.random() < 0.5:
        action["defense"] = rng.choice(["dodge", "parry", "none"])
    return act(who, **action)


def task(rng: random.Random, state: State) -> c.Command:
    """Something that is no attack."""
    who = actor(rng, state)
    if who in state.combatants and state.combatants[who].has("burning") and rng.random() < 0.7:
        return act(who, kind="roll_out")
    kinds: list[dict[str, Any]] = [
        {"kind": "task", "attribute": "intelligence", "skill": "lockpicking"},
        {"kind": "test", "attribute": "willpower", "difficulty": "simple"},
        {"kind": "first_aid", "target": one_of(rng, state)},
        {"kind": "reload", "weapon": rng.choice(["gun", "smg", "bow"])},
        {"kind": "aim", "weapon": rng.choice(["smg", "gun", "laser"])},
        {"kind": "aim", "weapon": "smg"},
        {"kind": "roll_out"},
        {"kind": "spend", "amount": rng.choice([1, 30])},
    ]
    return act(who, **rng.choice(kinds))


def declare(rng: random.Random, state: State) -> c.Command:
    """A declaration: how often somebody attacks, and whether they dodge fire."""
    return c.Declare(
        combatant=one_of(rng, state),
        attacks=rng.choice([None, 2, 4, 6]),
        reaction=rng.choice([None, "none", "dodge", "dodge", "parry", "ask"]),
    )


def dead(state: State, otherwise: str) -> str:
    """Somebody dead, if there is anybody."""
    return next((name for name, one in state.combatants.items() if one.has("dead")), otherwise)


def hidden(state: State, otherwise: str) -> str:
    """Somebody hidden, if there is anybody."""
    return next((name for name, one in state.combatants.items() if one.hidden), otherwise)


def gm(rng: random.Random, state: State) -> c.Command:
    """What a GM does to people in a firefight, or at any table."""
    who = one_of(rng, state)
    own: list[c.Command] = [
        c.SetCondition(combatant=who, condition=rng.choice(["gassed", "burning", "blinded"])),
        c.ClearCondition(combatant=who, condition=rng.choice(["gassed", "burning"])),
        c.ChangeSheet(combatant=who, sheet=raw(sheet(rng, 40))),
        c.Show(combatant=hidden(state, who)),
        c.PassTime(hours=rng.choice([5, 9]), minutes=rng.choice([1, 30])),
        c.EndCombat(),
        c.SetOption(option="mixed_fire_modes", value=rng.choice(["refuse", "refuse", "larger_step"])),
        c.ApplyDamage(target=who, amount=rng.choice([5, 30]), pool=rng.choice(["life", "endurance", "essence"])),
    ]
    return rng.choice(own) if rng.random() < 0.3 else moves.gm(rng, state)


def damage(rng: random.Random, state: State) -> c.Command:
    """The GM hurts somebody, at times badly."""
    return c.ApplyDamage(target=one_of(rng, state), amount=rng.choice([3, 20, 60, 200]), pool="life")


MOVES: Final = {
    **moves.MOVES,
    "damage": (damage, 6),
    "mend": (lambda rng, state: c.Restore(target=dead(state, one_of(rng, state)), amount=5, pool="life"), 8),
    "enter": (enter, 8),
    "declare": (declare, 6),
    "shoot": (shoot, 20),
    "throw": (throw, 8),
    "strike": (strike, 8),
    "task": (task, 8),
    "gm": (gm, 40),
}


def sensible(rng: random.Random, state: State) -> str:
    """The kind of move that fits the moment, most of the time."""
    kind = moves.sensible(rng, state)
    if kind == "initiative" and state.phase == "declaration" and rng.random() < 0.5:
        return "declare"
    fitting = state.phase == "actions" and state.fight is not None and state.fight.up is not None
    if kind in ("shoot", "strike") and fitting:
        return rng.choice(["shoot", "shoot", "throw", "strike", "task"])
    return kind


REPERTOIRE: Final = Repertoire("firefight", MOVES, sensible, enter, sheet)
