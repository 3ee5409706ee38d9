"""Every weapon, ammunition, range, body part and armor of the lists: the dice, the floors and the sums of the rules."""

from typing import Any

import pytest

from engine.rulesets.firefight.lists import LISTS
from events.play import AmmoSpent, Rolled
from tests.firefight.test_lists import printed, rows, values
from tests.sweeps.printed import (
    ABILITY,
    ARMOR,
    BANDS,
    BUILT,
    PARTS,
    STRENGTH,
    Load,
    burst_hits,
    cripples,
    gain_of,
    loads_of,
    points,
    strike_total,
)
from tests.sweeps.stage import Stage, combinations

FULL = 5000
NAMES = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
ATTRIBUTES = dict.fromkeys(NAMES, STRENGTH)
SKILLS = {row.skill: ABILITY - STRENGTH for row in LISTS.weapons()}
WORN = {row.name: row.id for row in LISTS.armor}
PROTECTED = [(worn, False) for worn in ARMOR if worn != "Riot Shield"] + [(None, True), ("Class II Armor", True)]
"""What a target wears, and whether it holds the shield in front."""

AUTOMATIC = ("SMG", "Assault Rifle", "Machine Gun", "Autocannon")
MODES = {"burst": (3, 4, 5), "rock_and_roll": (10,)}


def target_of(protected: tuple[str | None, bool]) -> dict[str, Any]:
    """A target with this armor, hard to kill."""
    worn, shielded = protected
    sheet: dict[str, Any] = {"attributes": ATTRIBUTES, "life_points": FULL, "endurance": FULL}
    if worn:
        sheet["armor"] = {"worn": WORN[worn]}
    return {**sheet, "shield": "riot-shield"} if shielded else sheet


def stage_with(section: str, senseless: bool = False) -> Stage:
    """Somebody with every weapon of a section, and a target for each armor."""
    arms = {f"w{place}": {"model": row.id, "built_strength": BUILT} for place, row in enumerate(rows(section))}
    shooter = {"attributes": ATTRIBUTES, "skills": SKILLS, "weapons": arms}
    return Stage(
        "firefight",
        {"ann": shooter, **{f"t{n}": target_of(one) for n, one in enumerate(PROTECTED)}},
        senseless=senseless,
    )


def protection(number: int, melee: bool) -> tuple[int, ...]:
    """The armor values in the way; a shield stops no blow."""
    worn, shielded = PROTECTED[number]
    return (ARMOR[worn], *((ARMOR["Riot Shield"],) if shielded and not melee else ()))


def weapons(section: str) -> list[tuple[int, dict[str, str], Load]]:
    """Every weapon of a section with every ammunition: its place, the fields of the act, what it comes to."""
    places = {name: place for place, (name, _) in enumerate(printed(section))}
    return [(places[name], fields, load) for name, ways in loads_of(section).items() for fields, load in ways]


def act(place: int, fields: dict[str, str], kind: str, target: int, **more: Any) -> dict[str, Any]:
    """An act of these fields; what is None is left out."""
    given = {"kind": kind, "weapon": f"w{place}", "target": f"t{target}", **fields, **more}
    return {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize(("section", "band"), [("melee", None), *(("ranged", band) for band in BANDS)])
def test_every_single_attack_comes_to_what_the_lists_say(section: str, band: str | None) -> None:
    stage, melee = stage_with(section), section == "melee"
    kind = "strike" if melee else "shoot"
    every = combinations(weapons(section), PARTS, range(len(PROTECTED)), (1, 4), ci=200)
    for (place, fields, load), part, target, face in every:
        total = strike_total(5, band, part, load)
        thrown = [5, *([min(face, load.sides)] if load.sides else []), *([3] if load.burning == "d4" else [])]
        outcome = stage.play("ann", act(place, fields, kind, target, range=band, location=part), thrown)
        expected = points(load, min(face, load.sides), band, part, protection(target, melee), gain_of(total))
        pool = "endurance" if load.pool == "endurance" else "life"
        fire = [(pool, -3)] if load.burning == "d4" else []
        assert outcome.losses == [(pool, -expected), *fire]
        assert outcome.of(Rolled)[0].total == total
        assert ("burning" in outcome.gained) == bool(load.burning)
        assert any(name.startswith("crippled:") for name in outcome.gained) == (
            pool == "life" and cripples(part, expected, FULL)
        )


@pytest.mark.parametrize(("mode", "shots"), [(mode, shots) for mode, lengths in MODES.items() for shots in lengths])
def test_every_burst_of_every_automatic_weapon_brings_its_hits(mode: str, shots: int) -> None:
    stage, names = stage_with("ranged"), [name for name, _ in printed("ranged")]
    automatic = [one for one in weapons("ranged") if names[one[0]].startswith(AUTOMATIC)]
    every = combinations(automatic, list(BANDS), PARTS, range(len(PROTECTED)), (2, 7), ci=120)
    for (place, fields, load), band, part, target, face in every:
        hits = burst_hits(strike_total(face - 10, band, part, load), shots)
        dice = [1 + number % load.sides for number in range(hits)]
        more = {"mode": mode, "shots": shots if mode == "burst" else None, "range": band, "location": part}
        burning = [3] if load.burning and hits else []
        outcome = stage.play("ann", act(place, fields, "shoot", target, **more), [face, *dice, *burning], worse=10)
        expected = [("life", -points(load, die, band, part, protection(target, False), 0)) for die in dice]
        assert outcome.losses == [*expected, *([("life", -3)] if burning else [])]
        assert sum(spent.rounds for spent in outcome.of(AmmoSpent)) == shots


def test_every_sweep_hits_with_every_armor_at_every_range() -> None:
    stage, names = stage_with("ranged", senseless=True), [name for name, _ in printed("ranged")]
    automatic = [one for one in weapons("ranged") if names[one[0]].startswith(AUTOMATIC)]
    swept = [f"t{number}" for number in range(len(PROTECTED))]
    for (place, fields, load), band, hits in combinations(automatic, list(BANDS), (1, 2, 3, 4), ci=60):
        sweep = {"kind": "shoot", "weapon": f"w{place}", "mode": "suppressive", "targets": swept, "range": band}
        dice = [1 + number % load.sides for number in range(hits)]
        fire = [3] if load.burning else []
        outcome = stage.play("ann", {**sweep, **fields}, [hits, *dice, *fire] * len(swept))
        expected: list[tuple[str, int]] = []
        for target in range(len(PROTECTED)):
            expected += [("life", -points(load, die, band, None, protection(target, False), 0)) for die in dice]
            expected += [("life", -3)] if fire else []
        assert outcome.losses == expected


def test_every_miss_throws_one_die_and_does_nothing() -> None:
    for section in ("melee", "ranged"):
        stage = stage_with(section)
        kind, bands = ("strike", [None]) if section == "melee" else ("shoot", list(BANDS))
        for (place, fields, _), band, part in combinations(weapons(section), bands, PARTS, ci=150):
            outcome = stage.play("ann", act(place, fields, kind, 0, range=band, location=part), [2], worse=17)
            assert outcome.purposes == ["strike"]
            assert not outcome.losses


ZONES = ("point_blank", "blast", "shrapnel")


def test_every_blast_meets_half_the_armor_in_every_zone() -> None:
    stage = stage_with("explosive")
    blasts = [
        (place, zone, Load(*value, "explosive"))
        for place, (name, numbers) in enumerate(printed("explosive"))
        if "Shell" not in name
        for zone, value in zip(ZONES, values(numbers), strict=False)
    ]
    for (place, zone, load), target, band, face in combinations(
        blasts, range(len(PROTECTED)), list(BANDS), (1, 6), ci=200
    ):
        thrown = {"kind": "throw", "weapon": f"w{place}", "targets": {f"t{target}": zone}, "range": band}
        outcome = stage.play("ann", thrown, [9, face])
        assert outcome.losses == [("life", -points(load, face, None, None, protection(target, False), 0))]


def test_every_incendiary_burns_through_every_armor() -> None:
    stage = stage_with("incendiary")
    listed = enumerate(values(numbers) for _, numbers in printed("incendiary"))
    fires = [(place, Load(*hit, "fire")) for place, (hit, _) in listed]
    for (place, load), zone, target, band, face in combinations(
        fires, ("on_hit", "splash"), range(len(PROTECTED)), list(BANDS), (1, 4), ci=150
    ):
        thrown = {"kind": "throw", "weapon": f"w{place}", "targets": {f"t{target}": zone}, "range": band}
        outcome = stage.play("ann", thrown, [5, face])
        total = strike_total(5, band, None, load)
        lost = points(load, face, band, None, (0,), gain_of(total)) if zone == "on_hit" else face
        assert outcome.losses == [("life", -lost)]
        assert outcome.gained == {"burning"}


def test_every_incendiary_that_is_fired_burns_whatever_part_it_hits() -> None:
    stage = stage_with("incendiary")
    fires = [
        (place, Load(*values(numbers)[0], harm="fire")) for place, (_, numbers) in enumerate(printed("incendiary"))
    ]
    for (place, load), band, part, target, face in combinations(
        fires, list(BANDS), PARTS, range(len(PROTECTED)), (1, 4), ci=150
    ):
        total = strike_total(5, band, part, load)
        outcome = stage.play("ann", act(place, {}, "shoot", target, range=band, location=part), [5, face])
        assert outcome.losses == [("life", -points(load, face, band, part, (0,), gain_of(total)))]
        assert outcome.gained == {"burning"}


def test_every_shell_of_a_launcher_hits_like_a_shotgun() -> None:
    stage = stage_with("explosive")
    loaded = dict(printed("explosive"))["40mm Shotgun Shell"]
    forms = zip(("birdshot", "buckshot", "slug"), (2, 1, 0), values(loaded), strict=True)
    shells = [(form, Load(*value, "bullet", to_hit)) for form, to_hit, value in forms]
    for (form, load), band, part, target, face in combinations(
        shells, list(BANDS), PARTS, range(len(PROTECTED)), (1, 8), ci=150
    ):
        fields = {"ammunition": "shotgun-shell-40mm", "load": form}
        total = strike_total(5, band, part, load)
        outcome = stage.play("ann", act(0, fields, "shoot", target, range=band, location=part), [5, face])
        expected = points(load, face, band, part, protection(target, False), gain_of(total))
        assert outcome.losses == [("life", -expected)]
        assert any(name.startswith("crippled:") for name in outcome.gained) == cripples(part, expected, FULL)


@pytest.mark.parametrize(
    ("name", "dice", "gained"),
    [
        ("Hand Grenade, Flashbang", [9, 4, 3], {"deafened", "blinded"}),
        ("Grenade, Tear Gas", [9], {"gassed"}),
        ("Grenade, Smoke", [9], set()),
    ],
)
def test_grenades_without_damage_do_what_they_do(name: str, dice: list[int], gained: set[str]) -> None:
    stage = stage_with("explosive")
    place = [listed for listed, _ in printed("explosive")].index(name)
    outcome = stage.play("ann", {"kind": "throw", "weapon": f"w{place}", "targets": ["t0", "t7"]}, dice)
    assert not outcome.losses
    assert outcome.gained == gained


def test_the_automatic_shotgun_fires_in_every_mode() -> None:
    arms = {"w0": {"model": "shotgun-12", "automatic": True}}
    shooter = {"attributes": ATTRIBUTES, "skills": SKILLS, "weapons": arms}
    stage = Stage("firefight", {"ann": shooter, "t0": target_of((None, False))})
    for mode, lengths in MODES.items():
        for shots, face in ((shots, face) for shots in lengths for face in (2, 9)):
            load = Load("1d8", "6", "bullet", 1)
            hits = burst_hits(strike_total(face - 10, "short", None, load), shots)
            more = {"mode": mode, "shots": shots if mode == "burst" else None}
            way = act(0, {"ammunition": "buckshot"}, "shoot", 0, **more)
            outcome = stage.play("ann", way, [face, *[3] * hits], worse=10)
            assert outcome.losses == [("life", -36)] * hits
            assert sum(spent.rounds for spent in outcome.of(AmmoSpent)) == shots
