"""docs/reference/rules-<rule set>.md: every rule, what it rests on, what carries it out and what proves it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from api.reference.armoury import armoury_tables
from api.reference.scenarios import ProofSeen, in_the_tree, proving
from engine.registry import cited
from engine.rulebook import BASIS, Option, Rule, Rulebook
from engine.ruleset import RuleSet


def page(ruleset: RuleSet, root: Path) -> Iterator[str]:
    """The page of one rule set, line by line; scenarios are looked for under `root`."""
    book = ruleset.rulebook
    proofs = proving(in_the_tree(root), ruleset.id, book.extends)
    yield f"# {book.title}"
    yield ""
    yield f"{book.summary}"
    yield ""
    yield f"{len(book.rules)} rules in {len(book.groups)} groups. For each rule: its text; what it rests on; the"
    yield "options that"
    yield "choose between its readings; the function that carries it out; the scenarios that fail without it."
    yield ""
    for name, members in book.groups.items():
        to_come = ", still to come" if members[0].id in book.still_to_come else ""
        yield f"- [{name}](#{name.lower()}): {len(members)} rules{to_come}"
    yield ""
    yield "[Options](#options), [presets](#presets) and the [armoury](#armoury) stand at the end. Scenarios lie below"
    yield "`tests/scenarios`."
    for name, members in book.groups.items():
        yield ""
        yield f"## {name}"
        for rule in members:
            yield from _rule(book, rule, proofs)
    yield ""
    yield "## Options"
    yield ""
    yield "Fixed when the table is opened; changed later only by `set_option`, which the log tells. The default is"
    yield "marked."
    for option in book.options:
        yield from _option(option)
    yield ""
    yield "## Presets"
    yield ""
    if not book.presets:
        yield "None."
    for preset in book.presets:
        values = ", ".join(f"`{name}` = {_value(value)}" for name, value in preset.options.items())
        yield f"- `{preset.id}`: {preset.title} ({values or 'all defaults'})"
    yield from armoury_tables(ruleset.armoury)


def _rule(book: Rulebook, rule: Rule, proofs: Mapping[str, tuple[ProofSeen, ...]]) -> Iterator[str]:
    yield ""
    yield f"### {rule.id}"
    yield ""
    yield f"**{rule.title}.** {rule.text}"
    yield ""
    yield f"- Basis: {rule.basis} ({BASIS[rule.basis]})."
    options = [option.name for option in book.options if rule.id in option.rules]
    if options:
        yield f"- Options: {', '.join(f'[`{name}`](#{name})' for name in options)}."
    if rule.referee:
        yield f"- Left to the people at the table, who say it with: {', '.join(f'`{one}`' for one in rule.referee)}."
    yield from _done_by(book, rule)
    if rule.id in proofs:
        yield f"- Proved by: {'; '.join(f'{one.title} (`{one.file}`)' for one in proofs[rule.id])}."


def _done_by(book: Rulebook, rule: Rule) -> Iterator[str]:
    functions = [f"`{citation.where}`" for citation in cited(rule.id)]
    if functions:
        yield f"- Done by: {', '.join(functions)}."
    elif rule.id in book.still_to_come:
        yield "- Done by: nothing yet; its group is still to come."
    elif rule.proof == "text":
        yield "- Done by: the people at the table; it says nothing that a service can do."


def _option(option: Option) -> Iterator[str]:
    yield ""
    yield f"### {option.name}"
    yield ""
    for value, meaning in zip(option.values, option.meaning, strict=True):
        default = " (default)" if type(value) is type(option.default) and value == option.default else ""
        yield f"- {_value(value)}{default}: {meaning}"
    if option.rules:
        yield f"- Rules: {', '.join(f'[{rule}](#{rule.lower()})' for rule in option.rules)}."


def _value(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
