"""`fracas rules`: look rules up by id or by words."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from api.cli.saying import give_up, paper
from engine.rulebook import BASIS, Option, Rule, Rulebook


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("rules")(rules)


def rules(
    words: Annotated[list[str] | None, typer.Argument(help="A rule's id, or words it must have.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Look in this rule set only.")] = None,
) -> None:
    """Look up rules by id or by words.

    Without either the groups of the rulebook are listed, and the presets that a table can be opened with.
    One rule is shown whole: its text, where it comes from, the option that chooses between its readings, the
    functions that carry it out, and the scenarios that prove it.

    \b
    Examples:
      fracas rules UNI-RANGE-5
      fracas rules long range

    Next: docs/reference/rules-unisystem.md has all of them on one page, with the armoury.
    """
    books = _books(ruleset)
    if not words:
        for book in books:
            _groups(paper(), book)
        return
    found = _once([(book, rule) for book in books for rule in _found(book, words)])
    if not found:
        give_up(f"no rule has {' '.join(words)!r}. Try fewer words, or `fracas rules` for the groups there are.")
    if len(found) == 1:
        _whole(paper(), *found[0])
    else:
        _list(paper(), [rule for _, rule in found])


def _once(found: list[tuple[Rulebook, Rule]]) -> list[tuple[Rulebook, Rule]]:
    """Each rule once, from the book that has it first: other rule sets take it over unchanged."""
    first = {rule.id: (book, rule) for book, rule in reversed(found)}
    return [one for one in found if first[one[1].id] == one]


def _books(ruleset: str | None) -> tuple[Rulebook, ...]:
    from engine.rulesets import RULESETS

    if ruleset is None:
        return tuple(one.rulebook for one in RULESETS.values())
    if ruleset not in RULESETS:
        raise typer.BadParameter(f"there is no rule set {ruleset!r}; there are {', '.join(RULESETS)}")
    return (RULESETS[ruleset].rulebook,)


def _found(book: Rulebook, words: list[str]) -> tuple[Rule, ...]:
    """The rule with this id, else those of a group with this id, else those with all the words."""
    wanted = " ".join(words)
    exact = book.rule(wanted.upper())
    if exact is not None:
        return (exact,)
    group = tuple(rule for rule in book.rules if rule.id.startswith(f"{wanted.upper().rstrip('-')}-"))
    return group or book.groups.get(wanted.upper()) or book.search(wanted)


def _groups(console: Console, book: Rulebook) -> None:
    console.print(f"{book.title} ({book.id}): {len(book.rules)} rules", style="bold")
    console.print(f"{book.summary}\n")
    for name, members in book.groups.items():
        to_come = " (still to come)" if members[0].id in book.still_to_come else ""
        console.print(f"  {name:<8} {len(members):>3}  {members[0].title}{' ...' if len(members) > 1 else ''}{to_come}")
    for preset in book.presets:
        values = ", ".join(f"{name}={str(value).lower()}" for name, value in preset.options.items())
        console.print(f"\npreset {preset.id}: {preset.title} ({values or 'all defaults'})")
    console.print("\nOne group: `fracas rules RANGE`. One rule: `fracas rules UNI-RANGE-5`.")


def _list(console: Console, found: Sequence[Rule]) -> None:
    width = max(len(rule.id) for rule in found)
    for rule in found:
        console.print(f"{rule.id:<{width}}  {rule.title}")
    console.print(f"\n{len(found)} rules. One of them whole: `fracas rules {found[0].id}`.")


def _whole(console: Console, book: Rulebook, rule: Rule) -> None:
    from api.reference.scenarios import packaged_for
    from engine.registry import cited

    console.print(f"{rule.id}  {rule.title}", style="bold")
    console.print(f"\n{rule.text}\n")
    console.print(f"rule set: {book.title}")
    console.print(f"basis:    {BASIS[rule.basis]}")
    for option in (one for one in book.options if rule.id in one.rules):
        _option(console, option)
    if rule.referee:
        console.print(f"left to the table: say it with {', '.join(rule.referee)}", markup=False)
    for citation in cited(rule.id):
        console.print(f"done by:  {citation.where}")
    if rule.id in book.still_to_come:
        console.print("done by:  nothing yet; its group is still to come")
    elif rule.proof == "text":
        console.print("done by:  the people at the table; it says nothing that a service can do")
    for proof in packaged_for(book.id, book.extends).get(rule.id, ()):
        console.print(f"proved by: {proof.title} ({proof.file})")


def _option(console: Console, option: Option) -> None:
    console.print(f"option:   {option.name}")
    for value, meaning in zip(option.values, option.meaning, strict=True):
        mark = "*" if value == option.default and type(value) is type(option.default) else " "
        console.print(f"        {mark} {str(value).lower():<20} {meaning}")
