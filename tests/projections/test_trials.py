"""A command that is tried tells nobody of numbers that they do not see, whatever faces are typed with it."""

from typing import Any

import msgspec
import pytest

from engine.commands import Answer, BeginCombat, Command, Declare, EnterCombatant, Given, Jump, RollInitiative
from engine.history import History
from engine.preview import Preview, preview
from engine.ruleset import RuleSet
from events.play import Answered, Asked
from projections.audience import Audience
from projections.foreseen import Foreseen, seen_of
from tests.projections.kits import KITS, UNISYSTEM
from tests.projections.play import act
from tests.projections.twins import ANA, NONE, Leaks, Twins
from tests.tables import MemoryTable

RULES = tuple(KITS)
PARTS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")

ARMORED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "unisystem": ({"armor": {"av": 4}}, {"armor": {"av": 30}}),
    "firefight": ({"armor": {"av": 4}}, {"armor": {"av": 30}}),
    "interlock": ({"armor": dict.fromkeys(PARTS, 4)}, {"armor": dict.fromkeys(PARTS, 30)}),
}
"""The same enemy twice, in armor that is not to be seen and of other skill, stronger or weaker."""


class Unlike(Twins):
    """Vera has dice of her own, and the ganger is hard to hurt at one of the tables."""

    def _enemies(self) -> None:
        rules = self.kit.ruleset.id
        for table, more, skill in zip((self.a, self.b), ARMORED[rules], (0, 9), strict=True):
            form = {**msgspec.json.decode(self.kit.enemy(312, 3)), **more}
            form["skills"] = dict.fromkeys(("dodge", "brawling", "melee", "hand_weapon", "handguns", "handgun"), skill)
            if "attributes" in form:
                form["life_points"] = 5 + 10 * skill
                form["attributes"]["dexterity"] = 1 + skill // 2
            raw = msgspec.Raw(msgspec.json.encode(form))
            table.must(EnterCombatant(combatant="ganger", name="Ganger", sheet=raw, side="foes"), named="enter-ganger")
        self.start = self.b.history.head


def fight(rules: str, leaks: Leaks = NONE) -> Unlike:
    """Vera is up, at both tables."""
    twins = Unlike(kit=KITS[rules], own_dice=True, leaks=leaks)
    for table in (twins.a, twins.b):
        table.must(BeginCombat(), named="begin")
        table.must(RollInitiative(), named="roll")
        for _, _, who in table.open():
            table.must(Answer(combatant=who, default=True))
        table.give(Jump(combatant="vera"), named="up")
    return twins


def differences(twins: Unlike) -> list[str]:
    """What of all that Ana may try is answered otherwise at the other table."""
    commands: dict[str, Command] = {
        "shot": act("vera", **twins.kit.shot, target="ganger"),
        "blow": act("vera", **twins.kit.blow, target="ganger"),
        "answer": Answer(combatant="vera"),
    }
    found = []
    for name, command in commands.items():
        for faces in ((), *((one,) for one in range(1, 11)), *((9, one) for one in range(1, 11)), (9, 5, 5), (9, 99)):
            one, other = (table.tried(ANA, command, faces) for table in (twins.a, twins.b))
            if one != other:
                found.append(f"{name} {faces}: {one!r} but {other!r}")
    return found


def whole(history: History, ruleset: RuleSet, audience: Audience, command: Command, given: Given) -> Foreseen:
    """What a trial once told everybody: as far as typed dice led, with the enemy's real numbers."""
    return seen_of(preview(history, ruleset, command, given), history.state, audience)


@pytest.mark.parametrize("rules", RULES)
def test_what_is_tried_tells_nothing_of_an_enemys_numbers(rules: str) -> None:
    twins = fight(rules)
    assert differences(twins) == []
    for table in (twins.a, twins.b):
        table.must(act("vera", **twins.kit.shot, target="ganger"), "ana", named="shot")
        assert [who for _, _, who in table.open()] == ["vera"]
    assert differences(twins) == []


@pytest.mark.parametrize("rules", RULES)
def test_and_it_would_be_seen_if_it_did(rules: str) -> None:
    twins = fight(rules, Leaks(tried=whole))
    assert differences(twins)
    for table in (twins.a, twins.b):
        table.must(act("vera", **twins.kit.shot, target="ganger"), "ana", named="shot")
    assert any(one.startswith("answer") for one in differences(twins))


def test_a_choice_that_is_tried_leads_nowhere_and_one_that_is_none_is_refused() -> None:
    table = MemoryTable(UNISYSTEM)
    table.seat("ana")
    for name, controller, side in (("vera", "ana", "party"), ("bob", None, "foes")):
        sheet = KITS["unisystem"].hero()
        table.must(EnterCombatant(combatant=name, name=name, sheet=sheet, controller=controller, side=side))
    table.must(BeginCombat())
    table.must(Declare(combatant="vera", intention="wait", reaction="ask"))
    table.must(RollInitiative())
    table.give(Jump(combatant="bob"))
    table.must(act("bob", **KITS["unisystem"].blow, target="vera"))
    ((_, _, who),) = table.open()
    assert who == "vera"
    options = table.facts(Asked)[-1].questions[0].options

    def tried(choice: str) -> Preview:
        given = Given(table="t1", seat="ana", command="tried", digest="d", now=2000)
        command = Answer(combatant="vera", choice=choice)
        return preview(table.history, table.ruleset, command, given, ends_at_dice=True)

    for choice in options:
        found = tried(choice)
        assert [type(entry.fact) for entry in found.entries] == [Answered] and found.roll is None
    refused = tried("fly").refusal
    assert refused is not None and refused.code == "invalid"


@pytest.mark.parametrize("rules", RULES)
def test_no_refusal_tells_what_came_of_a_die_that_does_not_count_yet(rules: str) -> None:
    for name in ("shot", "blow"):
        for face in range(2, 10):
            for beyond in ((), (99,), (3, 3, 3, 99)):
                table = fight(rules).a
                attack = act("vera", **getattr(KITS[rules], name), target="ganger")
                table.must(attack, "ana", faces=(face, *beyond))
    table = fight(rules).a
    assert table.refused(act("vera", **KITS[rules].shot, target="ganger"), "ana", faces=(99,)).code == "invalid"
    table.must(act("vera", **KITS[rules].shot, target="ganger"), faces=(2,))  # a GM, who sees all, is told what is left
    table = fight(rules).a
    assert table.refused(act("vera", **KITS[rules].shot, target="ganger"), faces=(2, 99)).code == "invalid"
    by_the_table = Twins(kit=KITS[rules]).a
    by_the_table.must(BeginCombat())
    by_the_table.must(RollInitiative())
    by_the_table.give(Jump(combatant="vera"))
    assert by_the_table.refused(act("vera", **KITS[rules].shot, target="ganger"), "ana", faces=(9,)).code == "invalid"
