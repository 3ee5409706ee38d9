"""docs/reference/sheets-<rule set>.md: the fields of each kind of action and of a sheet; ready NPCs and gear."""

from collections.abc import Iterator

import msgspec

from api.reference.shapes import Shape, fields_of, meaning_of, parts_of
from engine.ruleset import RuleSet
from engine.samples import Samples


def page(ruleset: RuleSet) -> Iterator[str]:
    """The page of one rule set, line by line."""
    yield f"# Actions and sheets of {ruleset.id}"
    yield ""
    yield "What [`act`](commands.md#act) takes as `action`, and [`enter_combatant`](commands.md#enter_combatant) as"
    yield "`sheet`. A running service tells both as JSON Schema at"
    yield f"`/v1/rulesets/{ruleset.id}` and `/v1/rulesets/{ruleset.id}/sheet`, and at `/v1/tables/{{table}}/actions`"
    yield "what makes sense at the moment."
    yield ""
    yield "## Actions"
    for kind in ruleset.actions.values():
        yield from _told(f"Action {kind.kind}", kind.fields)
    yield ""
    yield "## The sheet"
    for shape in (ruleset.sheet_type, *parts_of([ruleset.sheet_type])):
        yield from _told(shape.__name__, shape)
    yield ""
    yield f"What may be named by `model` and `worn`: [the armoury](rules-{ruleset.id}.md#armoury)."
    yield from _samples(ruleset.samples)


def _told(title: str, shape: Shape) -> Iterator[str]:
    yield ""
    yield f"### {title}"
    yield ""
    yield meaning_of(shape)
    yield ""
    yield from fields_of(shape)


def _samples(samples: Samples) -> Iterator[str]:
    """Ready NPCs and typical gear; their sheets are told by the service."""
    yield ""
    yield "## Templates"
    yield ""
    yield "Ready NPCs: [`enter_combatant`](commands.md#enter_combatant) takes one as `template`, scenario and encounter"
    yield "files too. Threat goes from 1 to 5. They are sample data and no rules."
    yield ""
    for one in samples.templates:
        yield f"- `{one.id}`: {one.title}, threat {one.threat}, with {', '.join(f'`{name}`' for name in one.gear)}"
    yield ""
    yield "## Gear"
    yield ""
    yield "Typical weapons and armor, which `gear` puts on a sheet under their ids."
    yield ""
    for thing in samples.gear:
        yield f"- `{thing.id}` ({thing.kind}): {thing.title}: `{msgspec.json.encode(thing.sheet).decode()}`"
