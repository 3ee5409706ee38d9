"""What follows from the attributes unless the sheet says otherwise: the pools, and speed."""

from engine.registry import rule
from engine.rulesets.unisystem.sheet import Sheet


@rule("UNI-STAT-1", mutant=lambda sheet: sheet.life_points or 1)
def life_points(sheet: Sheet) -> int:
    """Life Points of an unhurt character."""
    if sheet.life_points is not None:
        return sheet.life_points
    return 4 * (sheet.attribute("strength") + sheet.attribute("constitution")) + 10


@rule("UNI-STAT-2", mutant=lambda sheet: sheet.endurance or 1)
def endurance_points(sheet: Sheet) -> int:
    """Endurance Points of a rested character."""
    if sheet.endurance is not None:
        return sheet.endurance
    body = sheet.attribute("strength") + sheet.attribute("constitution") + sheet.attribute("willpower")
    return 3 * body + 5


@rule("UNI-STAT-3", mutant=lambda sheet: sheet.essence or 1)
def essence_points(sheet: Sheet) -> int:
    """The Essence Pool of an ordinary person: all six attributes together."""
    if sheet.essence is not None:
        return sheet.essence
    attributes = sheet.attributes
    return sum(getattr(attributes, name) for name in attributes.__struct_fields__) if attributes else 0


@rule("UNI-STAT-4", mutant=lambda sheet: sheet.speed or 1)
def speed(sheet: Sheet) -> int:
    """Speed."""
    if sheet.speed is not None:
        return sheet.speed
    return 2 * (sheet.attribute("constitution") + sheet.attribute("dexterity"))
