"""Five player characters against eight gangers, four turns, played over HTTP: what each does, every command counted."""

from typing import Any, NamedTuple

from tests.api.people import Answer, Seat

Action = dict[str, Any]
DOWN = frozenset({"dead", "unconscious", "dying", "prone", "stunned"})


class Given(NamedTuple):
    """A command as it was given, what came of it, and what the GM saw after it."""

    seat: str
    command: Action
    answer: Answer
    view: Answer


class Counted(NamedTuple):
    """What one action took: who acted, its commands, and the story's sentences about it."""

    actor: str
    npc: bool
    commands: int
    sentences: int


class Style(NamedTuple):
    """How a rule set fights: who is there, and what each does when their turn comes."""

    ruleset: str
    scene: Action
    players: dict[str, dict[str, Any]]
    groups: tuple[Action, ...]
    places: dict[str, Action]
    plan: dict[str, tuple[Action, ...]]
    aid: Action
    needs_aid: frozenset[str]
    reload: Action = {"kind": "reload"}
    names_friends: bool = False


SEATS = {"liz": "ana", "max": "ana", "kit": "ben", "zoe": "ben", "doc": "cleo"}


class Fight:
    """One fight at one table: the GM's seat, the players' seats, and the account of what was given."""

    def __init__(self, style: Style, gm: Seat) -> None:
        self.style, self.gm = style, gm
        self.seats: dict[str, Seat] = {}
        self.given: list[Given] = []
        self.actions: list[Counted] = []
        self.turns: list[int] = []
        self.view: Answer = {}
        self.treated: set[str] = set()

    async def give(self, seat: str, type_: str, **fields: Any) -> Answer:
        """A command that has to be accepted, written down; the ids say which command of the fight it is."""
        who = self.seats.get(seat, self.gm)
        named = f"f-{len(self.given) + 1}"
        answer = await who.give(type_, named=named, **fields)
        if seat != "gm":
            answer = {**answer, "whole": await self._whole()}
        self.view = await self.gm.look()
        self.given.append(Given(seat, {"type": type_, **fields}, answer, self.view))
        return answer

    async def _whole(self) -> list[Any]:
        """What the GM was told since the last look: the whole facts of a player's command."""
        after = self.view.get("number", 0)
        told: Answer = await self.gm.look("/events", after=after)
        return list(told["frames"])

    async def set_up(self) -> None:
        """Everybody comes: five by their players' seats, eight in two commands."""
        for seat in dict.fromkeys(SEATS.values()):
            self.seats[seat] = await self.gm.seat(seat)
        for name, sheet in self.style.players.items():
            await self.give(
                "gm", "enter_combatant", combatant=name, name=name.title(), sheet=sheet, controller=SEATS[name]
            )
        for group in self.style.groups:
            await self.give("gm", "form_group", **group)
        await self.give("gm", "set_scene", **self.style.scene)
        for name, place in self.style.places.items():
            await self.give("gm", "place", combatant=name, **place)

    async def play(self, turns: int = 4) -> None:
        """So many turns, each to its end."""
        await self.give("gm", "begin_combat", title="The yard", through="initiative")
        for turn in range(1, turns + 1):
            while (up := self.view.get("up")) is not None:
                await self._activation(up, turn)
            if turn < turns:
                before = len(self.given)
                await self.give("gm", "next_turn", turn=turn, through="initiative")
                self.turns.append(len(self.given) - before)
        await self.give("gm", "end_combat")

    async def _activation(self, up: str, turn: int) -> None:
        before = len(self.given)
        seat = SEATS.get(up, "gm")
        action = self._chosen(up, turn)
        if action is None:
            await self.give(seat, "done", combatant=up)
            return
        await self.give(seat, "act", combatant=up, action=action, done=True)
        while waiting := self.view.get("waiting"):
            await self._answer(waiting[0]["combatant"])
        mine = self.given[before:]
        said = sum(len(self._about(one)) for one in mine)
        self.actions.append(Counted(up, seat == "gm", len(mine), said))

    def _about(self, one: Given) -> list[str]:
        """The sentences of a reply but those about whoever came up after the action: what falls due for them."""
        frames = one.answer.get("whole") or one.answer["events"]
        facts = [frame["fact"]["entry"]["fact"] for frame in frames]
        next_up = [self._card(fact["combatant"])["name"] for fact in facts if fact["type"] == "combatant-up"]
        first, *later = one.answer["lines"] or [""]
        due = tuple(f"{name} {verb} " for name in next_up for verb in ("rolls", "is"))
        return [line for line in (first, *later) if line and not (due and line.startswith(due))]

    async def _answer(self, who: str) -> None:
        """Whoever is asked takes what is usual: to go on under fire, or the friend whom a fumble hits. Of a group one
        answer does for all."""
        group = self._card(who).get("group")
        await self.give(SEATS.get(who, "gm"), "answer", combatant=group or who, default=True)

    # who does what

    def _chosen(self, up: str, turn: int) -> Action | None:
        key = up.rsplit("-", 1)[0] if up not in SEATS else up
        if up == "doc" and (patient := self._patient(up)) is not None:
            self.treated.add(patient)
            return {**self.style.aid, "target": patient}
        plan, card = self.style.plan[key], self._card(up)
        conditions = card.get("conditions", ())
        step = 2 if up == "zoe" and "aiming" in conditions else 1 if up == "zoe" else turn
        action = dict(plan[min(step, len(plan)) - 1])
        weapon = action.get("weapon", "")
        for mishap, remedy in (("dropped", "swap"), ("jammed", "unjam")):
            if f"{mishap}:{weapon}" in conditions:
                return {"kind": remedy, "weapon": weapon}
        if card.get("ammo", {}).get(weapon, 99) < action.get("shots", 3):
            return {"kind": "reload", "weapon": weapon}
        foes = self._standing(party=up not in SEATS)
        if not foes and action.get("weapon"):
            return None
        return self._aimed(up, action, foes, turn)

    def _aimed(self, up: str, action: Action, foes: list[str], turn: int) -> Action:
        many = action.pop("several", 0)
        if many:
            return {**action, "targets": foes[:many]}
        if not action.pop("targeted", True):
            return action
        return {**action, "target": foes[(turn + sum(map(ord, up))) % len(foes)], **self._friend(up)}

    def _friend(self, up: str) -> Action:
        """The GM says with a shot which of the others a fumble would hit, and is not asked for it then."""
        others = [] if up in SEATS or not self.style.names_friends else self._standing(party=False)
        return {"friend": next((one for one in others if one != up), up)} if others else {}

    def _patient(self, doc: str) -> str | None:
        """Who needs first aid most: friends before foes, and whoever does not need it already has it."""
        needing = [
            card
            for card in self.view["combatants"]
            if card["id"] != doc
            and card["id"] not in self.treated
            and "dead" not in card.get("conditions", ())
            and "stabilised" not in card.get("conditions", ())
            and self.style.needs_aid & {card.get("wound", ""), *card.get("conditions", ())}
        ]
        needing.sort(key=lambda card: card["id"] not in SEATS)
        return needing[0]["id"] if needing else None

    def _standing(self, *, party: bool) -> list[str]:
        """Who of a side is worth a shot: whoever is still up, those of groups by their number."""
        return [
            card["id"]
            for card in self.view["combatants"]
            if (card["id"] in SEATS) is party and not DOWN & set(card.get("conditions", ()))
        ]

    def _card(self, name: str) -> Answer:
        return next(card for card in self.view["combatants"] if card["id"] == name)


def _people(**levels: int) -> dict[str, int]:
    usual = {"strength": 3, "dexterity": 3, "constitution": 3, "intelligence": 3, "perception": 3, "willpower": 3}
    return {**usual, **levels}


FIREFIGHT = Style(
    ruleset="firefight",
    scene={
        "title": "The yard",
        "zones": {"gate": {"cover": 8}, "yard": {}},
        "distances": [{"one": "gate", "other": "yard", "range": "short"}],
    },
    players={
        "liz": {
            "attributes": _people(dexterity=4),
            "skills": {"rifles": 4, "dodge": 2},
            "armor": {"worn": "class-2a"},
            "weapons": {"rifle": {"model": "assault-rifle-556"}},
        },
        "max": {
            "attributes": _people(),
            "skills": {"smg": 3},
            "armor": {"worn": "class-2a"},
            "weapons": {"smg": {"model": "smg-9mm"}},
        },
        "kit": {
            "attributes": _people(dexterity=4),
            "skills": {"handguns": 4},
            "armor": {"worn": "class-1"},
            "weapons": {"pistol": {"model": "handgun-9mm"}},
        },
        "zoe": {
            "attributes": _people(perception=4),
            "skills": {"rifles": 4},
            "weapons": {"long": {"model": "sniper-rifle-50", "scope": True}},
        },
        "doc": {
            "attributes": _people(intelligence=4),
            "skills": {"handguns": 1, "first_aid": 4},
            "weapons": {"pistol": {"model": "handgun-38"}},
        },
    },
    groups=(
        {
            "group": "gangers",
            "title": "The gangers",
            "name": "Ganger",
            "count": 5,
            "sheet": {
                "attributes": _people(dexterity=2, willpower=2),
                "skills": {"handguns": 2},
                "life_points": 50,
                "armor": {"worn": "class-2a"},
                "weapons": {"pistol": {"model": "handgun-9mm"}},
            },
        },
        {
            "group": "heavies",
            "title": "The heavies",
            "name": "Heavy",
            "count": 3,
            "sheet": {
                "attributes": _people(strength=4),
                "skills": {"smg": 3},
                "life_points": 80,
                "armor": {"worn": "class-3"},
                "weapons": {"smg": {"model": "smg-9mm"}},
            },
        },
    ),
    places={"gangers": {"zone": "yard", "motion": "still"}, "heavies": {"zone": "yard"}}
    | {name: {"zone": "gate"} for name in SEATS},
    plan={
        "liz": ({"kind": "shoot", "weapon": "rifle", "mode": "burst", "shots": 3},),
        "max": (
            {"kind": "shoot", "weapon": "smg", "mode": "suppressive", "several": 3},
            {"kind": "reload", "weapon": "smg", "targeted": False},
            {"kind": "shoot", "weapon": "smg", "mode": "burst", "shots": 3},
        ),
        "kit": (
            {"kind": "shoot", "weapon": "pistol", "shots": 2},
            {"kind": "shoot", "weapon": "pistol", "location": "head"},
            {"kind": "shoot", "weapon": "pistol", "location": "right_leg"},
        ),
        "zoe": ({"kind": "aim", "weapon": "long", "targeted": False}, {"kind": "shoot", "weapon": "long"}),
        "doc": ({"kind": "shoot", "weapon": "pistol"},),
        "gangers": ({"kind": "shoot", "weapon": "pistol"},),
        "heavies": (
            {"kind": "shoot", "weapon": "smg", "mode": "burst", "shots": 3},
            {"kind": "shoot", "weapon": "smg"},
        ),
    },
    aid={"kind": "first_aid"},
    needs_aid=frozenset({"dying", "down", "seriously-hurt", "hurt"}),
)

INTERLOCK = Style(
    ruleset="interlock",
    scene={
        "title": "The yard",
        "zones": {"gate": {"cover": 10}, "yard": {}},
        "distances": [{"one": "gate", "other": "yard", "distance": 20}],
    },
    players={
        "liz": {
            "stats": {"ref": 8, "int": 6, "cool": 7, "bt": 7, "ma": 6, "tech": 5},
            "skills": {"rifle": 5},
            "armor": {"torso": 14, "head": 12},
            "weapons": {"rifle": {"class": "rifle", "damage": "5d6", "rof": 30, "magazine": 30, "automatic": True}},
        },
        "max": {
            "stats": {"ref": 7, "cool": 6, "bt": 8},
            "skills": {"smg": 4},
            "armor": {"torso": 14},
            "weapons": {"smg": {"class": "smg", "damage": "2d6+1", "rof": 25, "magazine": 30, "automatic": True}},
        },
        "kit": {
            "stats": {"ref": 9, "cool": 6, "bt": 6},
            "skills": {"handgun": 5},
            "armor": {"torso": 12},
            "weapons": {"pistol": {"class": "handgun", "damage": "3d6", "rof": 2, "magazine": 8}},
            "initiative": {"combat_awareness": 3},
        },
        "zoe": {
            "stats": {"ref": 7, "cool": 8, "bt": 5},
            "skills": {"rifle": 5},
            "armor": {"av": 6},
            "weapons": {
                "long": {
                    "class": "rifle",
                    "damage": "5d6+2",
                    "accuracy": 1,
                    "rof": 1,
                    "magazine": 5,
                    "sights": {"telescopic_sight": 2},
                }
            },
        },
        "doc": {
            "stats": {"ref": 6, "cool": 7, "bt": 6, "tech": 8},
            "skills": {"handgun": 3, "first_aid": 6},
            "armor": {"torso": 10},
            "weapons": {"pistol": {"class": "handgun", "damage": "2d6+1", "rof": 2, "magazine": 12}},
        },
    },
    groups=(
        {
            "group": "gangers",
            "title": "The gangers",
            "name": "Ganger",
            "count": 5,
            "sheet": {
                "stats": {"ref": 6, "cool": 5, "bt": 6},
                "skills": {"handgun": 3},
                "armor": {"torso": 4},
                "weapons": {"pistol": {"class": "handgun", "damage": "2d6+1", "rof": 2, "magazine": 12}},
            },
        },
        {
            "group": "heavies",
            "title": "The heavies",
            "name": "Heavy",
            "count": 3,
            "sheet": {
                "stats": {"ref": 6, "cool": 6, "bt": 8},
                "skills": {"smg": 4},
                "armor": {"torso": {"sp": 14, "kind": "hard"}},
                "weapons": {"smg": {"class": "smg", "damage": "2d6+1", "rof": 25, "magazine": 30, "automatic": True}},
            },
        },
    ),
    places={"gangers": {"zone": "yard"}, "heavies": {"zone": "yard"}} | {name: {"zone": "gate"} for name in SEATS},
    plan={
        "liz": ({"kind": "fire", "weapon": "rifle", "mode": "burst"},),
        "max": (
            {"kind": "fire", "weapon": "smg", "mode": "full_auto", "shots": 20, "several": 2},
            {"kind": "reload", "weapon": "smg", "targeted": False},
            {"kind": "fire", "weapon": "smg", "mode": "burst"},
        ),
        "kit": ({"kind": "fire", "weapon": "pistol", "shots": 2},),
        "zoe": (
            {"kind": "aim", "weapon": "long", "targeted": False},
            {"kind": "fire", "weapon": "long", "location": "head"},
        ),
        "doc": ({"kind": "fire", "weapon": "pistol"},),
        "gangers": ({"kind": "fire", "weapon": "pistol"},),
        "heavies": ({"kind": "fire", "weapon": "smg", "mode": "burst"}, {"kind": "fire", "weapon": "smg"}),
    },
    aid={"kind": "first_aid"},
    names_friends=True,
    needs_aid=frozenset({"mortal-0", "mortal-1", "mortal-2", "mortal-3", "mortal-4", "critical"}),
)

STYLES = {style.ruleset: style for style in (FIREFIGHT, INTERLOCK)}
