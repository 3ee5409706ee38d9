"""Rule sets: what can be played, and the text, options, sheets and actions of each."""

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.reference.scenarios import ProofSeen, packaged_for
from api.service import service_of
from api.web.answers import answer
from api.web.problems import problem
from engine.registry import cited
from engine.rulebook import BASIS, Option, Preset, Rule
from engine.ruleset import RuleSet

router: Final = APIRouter(prefix="/v1", tags=["rule sets"])


class RuleSetSeen(msgspec.Struct, frozen=True):
    """A rule set in short."""

    id: str
    title: str
    summary: str
    version: str
    rules: int
    extends: str = ""


class ActionSeen(msgspec.Struct, frozen=True):
    """A kind of action and the JSON Schema of its fields."""

    kind: str
    title: str
    rule: str
    in_the_lobby: bool
    fields: dict[str, Any]


class RuleWhole(msgspec.Struct, frozen=True):
    """A rule with all that hangs on it.

    `options` choose between its readings, `done_by` are the functions that carry it out (none for what is left to
    the people at the table), `proved_by` the scenarios that fail without it.
    """

    id: str
    title: str
    text: str
    basis: str
    meaning_of_basis: str
    proof: str
    replaces: tuple[str, ...]
    options: tuple[Option, ...]
    done_by: tuple[str, ...]
    proved_by: tuple[ProofSeen, ...]


class RuleSetWhole(msgspec.Struct, frozen=True):
    """A rule set with what a client needs to open a table under it and to offer its actions.

    Each preset has a title and the options that it sets; a table may be opened with it by id.
    """

    id: str
    title: str
    summary: str
    version: str
    extends: str
    presets: tuple[Preset, ...]
    groups: dict[str, int]
    still_to_come: tuple[str, ...]
    reactions: tuple[str, ...]
    lights: tuple[str, ...]
    activities: tuple[str, ...]
    actions: tuple[ActionSeen, ...]


@router.get("/rulesets", summary="What can be played")
async def rulesets(request: Request) -> Response:
    """Every rule set, in short."""
    return answer({"rulesets": [_short(one) for one in service_of(request).rulesets.values()]})


@router.get("/rulesets/{ruleset}", summary="One rule set")
async def ruleset(request: Request, ruleset: str) -> Response:
    """A rule set, its presets, its groups of rules, its words, and its actions with the fields of each."""
    found = ruleset_of(request, ruleset)
    book = found.rulebook
    return answer(
        RuleSetWhole(
            id=found.id,
            title=book.title,
            summary=book.summary,
            version=found.version,
            extends=book.extends,
            presets=book.presets,
            groups={name: len(rules) for name, rules in book.groups.items()},
            still_to_come=tuple(sorted(book.still_to_come)),
            reactions=found.reactions,
            lights=found.lights,
            activities=found.activities,
            actions=tuple(
                ActionSeen(one.kind, one.title, one.rule, one.in_the_lobby, msgspec.json.schema(one.fields))
                for one in found.actions.values()
            ),
        )
    )


@router.get("/rulesets/{ruleset}/rules", summary="Search the rules")
async def rules(
    request: Request,
    ruleset: str,
    search: Annotated[str, Query(max_length=200, description="Words that all stand in the rule.")] = "",
    group: Annotated[str, Query(max_length=40, description="A chapter, such as RANGE.")] = "",
) -> Response:
    """Rules in the order of the book: all, those of a group, or those that hold all the words."""
    book = ruleset_of(request, ruleset).rulebook
    found: list[Rule] = [one for one in book.search(search) if group in ("", one.group)]
    return answer({"rules": found})


@router.get("/rulesets/{ruleset}/rules/{rule}", summary="A rule and all that hangs on it")
async def rule(request: Request, ruleset: str, rule: str) -> Response:
    """One rule by its id: its text, what it rests on, its options, the functions that do it, what proves it."""
    book = ruleset_of(request, ruleset).rulebook
    found = book.rule(rule)
    if found is None:
        raise problem("not-found", f"{ruleset} has no rule of that id")
    return answer(
        RuleWhole(
            id=found.id,
            title=found.title,
            text=found.text,
            basis=found.basis,
            meaning_of_basis=BASIS[found.basis],
            proof=found.proof,
            replaces=found.replaces,
            options=tuple(option for option in book.options if rule in option.rules),
            done_by=tuple(citation.where for citation in cited(rule)),
            proved_by=packaged_for(book.id, book.extends).get(rule, ()),
        )
    )


@router.get("/rulesets/{ruleset}/options", summary="The choices that a table makes")
async def options(request: Request, ruleset: str) -> Response:
    """Every option with its values, its default and what each value means."""
    found: tuple[Option, ...] = ruleset_of(request, ruleset).rulebook.options
    return answer({"options": found})


@router.get("/rulesets/{ruleset}/presets", summary="Named sets of choices")
async def presets(request: Request, ruleset: str) -> Response:
    """Sets of option values that a table can be opened with by name."""
    found: tuple[Preset, ...] = ruleset_of(request, ruleset).rulebook.presets
    return answer({"presets": found})


@router.get("/rulesets/{ruleset}/sheet", summary="The sheet of a combatant, as JSON Schema")
async def sheet(request: Request, ruleset: str) -> Response:
    """What the `sheet` of enter_combatant may hold under this rule set."""
    return answer(msgspec.json.schema(ruleset_of(request, ruleset).sheet_type))


@router.get("/rulesets/{ruleset}/templates", summary="Ready NPCs and typical gear")
async def templates(request: Request, ruleset: str) -> Response:
    """Ready NPCs with their whole sheets, from soft to hard, and the parts of a sheet that typical gear stands for.

    `enter_combatant` takes their ids as `template` and `gear`; those of `listed` too, which is what else the rules'
    armoury has. For a character of one's own: the sheet of an `ordinary` person to begin with, the `skills` that the
    rules know by name (others may be written down), and the fields of a sheet that state points which otherwise follow
    from the attributes (`stated_pools`).
    """
    found = ruleset_of(request, ruleset)
    samples = found.samples
    return answer(
        {
            "templates": samples.templates,
            "gear": samples.gear,
            "listed": samples.listed,
            "ordinary": found.ordinary,
            "skills": found.skills,
            "stated_pools": found.stated_pools,
        }
    )


@router.get("/rulesets/{ruleset}/armoury", summary="Weapons and armor by model")
async def armoury(request: Request, ruleset: str) -> Response:
    """What a sheet may name by `model`."""
    return answer(ruleset_of(request, ruleset).armoury)


def _short(one: RuleSet) -> RuleSetSeen:
    book = one.rulebook
    return RuleSetSeen(one.id, book.title, book.summary, one.version, len(book.rules), book.extends)


def ruleset_of(request: Request, name: str) -> RuleSet:
    """The rule set of this name.

    Raises:
        Problem: there is none.
    """
    found = service_of(request).rulesets.get(name)
    if found is None:
        raise problem("not-found", "there is no such rule set; GET /v1/rulesets lists them")
    return found
