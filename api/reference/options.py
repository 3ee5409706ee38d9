"""docs/reference/options.md: every option of every rule set in one table."""

from collections.abc import Iterator

from engine.rulesets import RULESETS


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Options"
    yield ""
    yield "An option chooses between readings of a rule, or how a table works. All values in force stand in the"
    yield "first event"
    yield "of a table; `set_option` changes one from then on. The default comes first."
    for ruleset in RULESETS.values():
        yield ""
        yield f"## {ruleset.rulebook.title}"
        yield ""
        yield f"What each value means: [the rules of {ruleset.id}](rules-{ruleset.id}.md#options)."
        yield ""
        yield "| option | values | rules |"
        yield "|---|---|---|"
        for option in ruleset.rulebook.options:
            others = [v for v in option.values if (type(v), v) != (type(option.default), option.default)]
            values = ", ".join(f"`{str(value).lower()}`" for value in (option.default, *others))
            yield f"| `{option.name}` | {values} | {', '.join(option.rules) or 'the table itself'} |"
