"""Two tables that differ only in what a player may not see give it the same bytes on every way out."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from api.proof.seat_capsules import seat_capsule
from engine import commands as c
from engine.refusals import Refusal, refusal
from engine.ruleset import RuleSet
from engine.state import State
from events import flow, play, roster, table
from events.correction import Retracted, Span
from projections.audience import GM, Audience
from projections.cut import Sighting, cut_refusal
from projections.cut.rolls import keep, whole
from projections.frames import (
    ActionSeen,
    CombatantSeen,
    Frame,
    HitSeen,
    NoteSeen,
    OrderSeen,
    Overruled,
    RollSeen,
    SeenFact,
    Undone,
)
from projections.initiative import initiative_seen, order_seen
from projections.odds import OddsOf
from projections.stream import AudienceStream
from projections.tactics import Tactic, suggestions
from projections.view import proposals_seen, queued_seen, table_view
from projections.ways import Vantage
from projections.wounds import card, wounds_seen
from tests.projections.kits import KITS
from tests.projections.play import Game, act
from tests.projections.twins import ANA, NONE, Leaked, Leaks, Twins, asked_odds
from tests.reps import SOAK, repetitions

MOVES = 60


def game(seed: int, leaks: Leaks = NONE, *, past: bool = True, rules: str = "unisystem") -> Game:
    """One random game, compared after every move and at the end on every way out."""
    told = ("result", "open", "hidden")[seed // 2 % 3]
    options = {"open_numbers": False, "player_undo": "request", "gm_rolls": told}
    twins = Twins(
        leaks=leaks,
        options=options,
        second="orc" if seed % 2 else "",
        own_dice=seed % 3 == 0,
        reserve=seed % 5 == 0,
        kit=KITS[rules],
    )
    played = Game(seed, twins)
    played.play(MOVES)
    twins.look_everywhere(past=past)
    return played


@pytest.mark.parametrize("block", range(4))
def test_what_a_player_may_not_see_changes_no_byte_for_any_audience(block: int) -> None:
    done: Counter[str] = Counter()
    each = repetitions(10, 1000)
    for seed in range(block * each, (block + 1) * each):
        done.update(game(seed).done)
    wanted = {"wound", "behind", "undo", "strike", "mended unseen", "act", "done", "next_turn", "roll", "answer"}
    missing = wanted - set(+done)
    assert not missing, f"these games say nothing about {missing}"


@pytest.mark.parametrize("rules", ["firefight", "interlock"])
def test_nor_does_it_under_other_rules(rules: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(repetitions(8, 1000)):
        done.update(game(seed, rules=rules).done)
    wanted = {"wound", "behind", "undo", "strike", "mended unseen", "act", "done", "next_turn", "roll", "hazard"}
    missing = wanted - set(+done)
    assert not missing, f"these games say nothing about {missing}"


def test_a_refusal_does_not_name_somebody_unseen_who_is_up() -> None:
    twins = Twins(second="orc")
    twins.both(c.BeginCombat(), named="a")
    twins.both(c.RollInitiative(), named="b")
    for one, name in ((twins.a, "ogre"), (twins.b, "orc")):
        one.must(c.Jump(combatant=name))
    texts = {one.error(one.refused(act("vera", kind="dodge"), "ana"), ANA) for one in (twins.a, twins.b)}
    assert len(texts) == 1
    assert b"somebody else is up" in texts.pop()


def test_a_gm_reads_refusals_whole() -> None:
    twins = Twins()
    twins.both(c.BeginCombat(), named="a")
    twins.both(c.RollInitiative(), named="b")
    twins.a.must(c.Jump(combatant="ogre"))
    said = twins.a.refused(act("vera", kind="dodge"))
    assert cut_refusal(said, twins.a.state, GM.audience(twins.a.state)) is said


def test_refusals_name_people_as_the_story_does_and_nobody_unseen() -> None:
    twins = Twins()
    twins.both(c.BeginCombat(), named="a")
    twins.both(c.RollInitiative(), named="b")
    twins.a.must(c.Jump(combatant="ogre"))
    not_up = twins.a.refused(act("vera", kind="dodge"), "ana")
    assert not_up.sentence == "Vera is not up: Ogre is"
    assert b"ogre" not in twins.a.error(not_up, ANA).lower()
    waits = refusal("waiting", "an action waits for Ogre, Vera", waiting_for=("ogre", "vera"))
    assert cut_refusal(waits, twins.a.state, ANA.audience(twins.a.state)).sentence == "an action waits for Vera"


# planted leaks, one at a time


def acts_of_somebody(sighting: Sighting, fact: play.ActionBegan) -> SeenFact | None:
    return ActionSeen("somebody", "act") if fact.procedure == "act" else None


def who_and_with_what(sighting: Sighting, fact: play.DamageApplied) -> SeenFact | None:
    if not sighting.sees(fact.combatant):
        return None
    return HitSeen(fact.combatant, sighting.wound(fact.combatant), None, fact.weapon or "")


def all_steps(sighting: Sighting, fact: play.DamageApplied) -> SeenFact | None:
    if not sighting.sees(fact.combatant):
        return None
    return HitSeen(fact.combatant, "", pool=fact.pool, change=fact.change, steps=fact.steps)


def totals(sighting: Sighting, fact: play.Rolled) -> SeenFact | None:
    kept = keep(sighting, fact)
    return whole(sighting, kept) if sighting.sees(kept.roller) and fact.level in ("open", "result") else None


def addresses(sighting: Sighting, fact: play.Rolled) -> SeenFact | None:
    if fact.level != "open" or not sighting.reads(fact.combatant):
        return None
    return RollSeen(fact.combatant, fact.purpose, fact.outcome, address=fact.address)


def whole_sheets(sighting: Sighting, fact: roster.CombatantEntered) -> SeenFact | None:
    if not sighting.sees(fact.combatant):
        return None
    return CombatantSeen(card(sighting.after, sighting.after.combatants[fact.combatant], GM_SEES, sighting.ruleset))


def every_order(sighting: Sighting, fact: flow.OrderSettled) -> SeenFact | None:
    return OrderSeen(order_seen(sighting.after, GM_SEES, sighting.ruleset))


def everybody_up(sighting: Sighting, fact: flow.CombatantUp) -> SeenFact | None:
    return fact


def intentions(sighting: Sighting, fact: play.Declared) -> SeenFact | None:
    return fact if sighting.sees(fact.combatant) else None


def every_undo(sighting: Sighting, fact: Retracted) -> SeenFact | None:
    return Undone("undo", 0, Span(1, 1))


def versions_of_undo(sighting: Sighting, fact: Retracted) -> SeenFact | None:
    own = sighting.numbers
    return Undone("undo", fact.stands_at, Span(1, 1)) if own.stands(own.at(fact.stands_at)) != own.stands() else None


def secret_notes(sighting: Sighting, fact: table.NoteAdded) -> SeenFact | None:
    return NoteSeen("", None)


def everybodys_wishes(sighting: Sighting, fact: table.CombatantProposed) -> SeenFact | None:
    return fact


def everybodys_plans(sighting: Sighting, fact: table.ActionQueued) -> SeenFact | None:
    return fact if sighting.sees(fact.combatant) else None


GM_SEES = GM.audience(Twins().a.state)


class Versions(AudienceStream):
    """Causes by their versions in the log."""

    def _frame(self, sighting: Sighting, fact: SeenFact, overruled: tuple[Overruled, ...]) -> Frame:
        frame = super()._frame(sighting, fact, overruled)
        return replace(frame, because=sighting.entry.because)


class Seats(AudienceStream):
    """Every command's id."""

    def _frame(self, sighting: Sighting, fact: SeenFact, overruled: tuple[Overruled, ...]) -> Frame:
        return replace(super()._frame(sighting, fact, overruled), command=sighting.entry.action)


class Overrulings(AudienceStream):
    """Overrulings of whatever was done."""

    def _overrulings(self, entry: Any) -> tuple[Overruled, ...]:
        overruled = super()._overrulings(entry)
        self.kept = overruled or getattr(self, "kept", ())
        return self.kept


class Heads(AudienceStream):
    """A number that counts what was not told as well."""

    def _frame(self, sighting: Sighting, fact: SeenFact, overruled: tuple[Overruled, ...]) -> Frame:
        return replace(super()._frame(sighting, fact, overruled), action=sighting.entry.version)


def _order_of_all(at: Vantage) -> Any:
    return order_seen(at.state, GM_SEES, at.stream.ruleset)


def _wounds_of_all(at: Vantage) -> Any:
    return wounds_seen(at.state, GM_SEES, at.stream.ruleset)


def _view_in_order_of_joining(at: Vantage) -> Any:
    joined = tuple(one.joined for one in at.state.combatants.values() if at.audience.sees(one))
    return (table_view(at.state, at.ledger, at.audience, at.stream.ruleset, at.number, ""), joined)


def _missing_of_all(at: Vantage) -> Any:
    return initiative_seen(at.state, GM_SEES, at.stream.ruleset).numbers


def _wishes_of_all(at: Vantage) -> Any:
    return proposals_seen(at.state, at.ledger, GM_SEES)


def _plans_of_all(at: Vantage) -> Any:
    return queued_seen(at.state, at.ledger, GM_SEES)


def _odds_and_pools(ruleset: RuleSet, state: State, audience: Audience, seat: str, asked: OddsOf) -> Any:
    told = asked_odds(ruleset, state, audience, seat, asked)
    return told, [state.combatants[one.combatant].pools for one in told.targets]


def _suggested_by_all(ruleset: RuleSet, state: State, audience: Audience, name: str, tactic: Tactic) -> Any:
    told = suggestions(ruleset, state, audience, name, tactic)
    return told, [one.target for one in suggestions(ruleset, state, GM_SEES, name, tactic).suggestions]


def _as_the_rules_say_it(said: Refusal, state: State, audience: Audience) -> Refusal:
    return said


async def _how_long_the_log_is(stream: AudienceStream, name: str, seat: str) -> AsyncIterator[bytes]:
    async for line in seat_capsule(stream, name, seat):
        yield line
    yield b"%d\n" % stream.numbers.version(stream.newest)


async def _what_was_not_told(stream: AudienceStream, name: str, seat: str) -> AsyncIterator[bytes]:
    yield b'{"versions":%d}\n' % (stream.numbers.version(stream.newest) - stream.newest)
    async for line in seat_capsule(stream, name, seat):
        yield line


LEAKS: dict[str, Leaks] = {
    "that somebody unseen acts": Leaks({play.ActionBegan: acts_of_somebody}),
    "the weapon of somebody unseen": Leaks({play.DamageApplied: who_and_with_what}),
    "the steps of damage from an unseen cause": Leaks({play.DamageApplied: all_steps}),
    "totals and modifiers of an enemy": Leaks({play.Rolled: totals}),
    "the path of a roll in an unseen action": Leaks({play.Rolled: addresses}),
    "the sheet of an enemy": Leaks({roster.CombatantEntered: whole_sheets}),
    "places of the unseen in the order": Leaks({flow.OrderSettled: every_order}),
    "that somebody unseen is up": Leaks({flow.CombatantUp: everybody_up}),
    "what an enemy intends": Leaks({play.Declared: intentions}),
    "an undo of what nobody saw": Leaks({Retracted: every_undo}),
    "versions of the log in an undo": Leaks({Retracted: versions_of_undo}),
    "that the GM writes notes": Leaks({table.NoteAdded: secret_notes}),
    "who would like to bring in a character": Leaks({table.CombatantProposed: everybodys_wishes}),
    "what somebody means to do when they are up": Leaks({table.ActionQueued: everybodys_plans}),
    "all who wait to be let in": Leaks(ways={"waiting": _wishes_of_all}),
    "all that is queued": Leaks(ways={"initiative": _plans_of_all}),
    "versions of the log as causes": Leaks(stream=Versions),
    "ids of commands": Leaks(stream=Seats),
    "that a rule was overruled for somebody unseen": Leaks(stream=Overrulings),
    "versions of the log as numbers": Leaks(stream=Heads),
    "the order of all": Leaks(ways={"initiative": _order_of_all}),
    "the wounds of all": Leaks(ways={"wounds": _wounds_of_all}),
    "when everybody joined": Leaks(ways={"view": _view_in_order_of_joining}),
    "odds on numbers that are not seen": Leaks(odds=_odds_and_pools),
    "whom those of others would attack": Leaks(suggested=_suggested_by_all),
    "refusals word for word": Leaks(refused=_as_the_rules_say_it),
    "how long the log is, in an export": Leaks(exported=_how_long_the_log_is),
    "how much was not told, in an export": Leaks(exported=_what_was_not_told),
    "who has a number": Leaks(ways={"waiting": _missing_of_all}),
}


FEW = (
    "that somebody unseen acts",
    "the path of a roll in an unseen action",
    "who would like to bring in a character",
    "versions of the log as causes",
    "the order of all",
)
SAMPLE = tuple(LEAKS) if SOAK else FEW
"""The leaks that are planted under every rule set: all of them under `make soak`."""


@pytest.mark.proof
@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(leak: Leaks) -> None:
    with pytest.raises(Leaked):
        play_until_found(leak)


@pytest.mark.proof
@pytest.mark.parametrize("rules", ["firefight", "interlock"])
@pytest.mark.parametrize("leak", SAMPLE)
def test_a_planted_leak_is_found_under_other_rules(leak: str, rules: str) -> None:
    with pytest.raises(Leaked):
        play_until_found(LEAKS[leak], rules=rules)


def play_until_found(leak: Leaks, games: int = 80, rules: str = "unisystem") -> None:
    for seed in range(games):
        game(seed, leak, past=False, rules=rules)
