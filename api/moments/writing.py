"""Scenario files written: YAML that a person reads and the reader of scenarios takes."""

from typing import Any, Final

import msgspec
import yaml

from api.scenarios.model import Scenario

WIDEST: Final = 120


def text_of(scenario: Scenario) -> str:
    """A scenario as it stands in a file."""
    told = msgspec.to_builtins(scenario)
    return yaml.dump(_without_nothing(told), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=WIDEST)


def _without_nothing(told: dict[str, Any]) -> dict[str, Any]:
    """What says nothing is left out, but not what is expected to be empty."""
    kept = {name: value for name, value in told.items() if value not in ("", None, [], {}, ())}
    kept["steps"] = [_step(step) for step in told["steps"]]
    return kept


def _step(step: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in step.items() if value not in ("", None, [], {}, ())}
    if kept.get("as") == "gm":
        del kept["as"]
    if "expect" in kept:
        kept["expect"] = {name: value for name, value in kept["expect"].items() if value != {}}
        if not kept["expect"]:
            del kept["expect"]
    return kept


class _Plain(yaml.SafeDumper):
    """Small mappings and lists in one line, the rest below each other; nothing by reference."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> Any:
        return super().represent_mapping(tag, mapping, flow_style=_fits(mapping))

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        return super().represent_sequence(tag, sequence, flow_style=_fits(sequence))


def _fits(value: Any) -> bool:
    return len(str(value)) < WIDEST - 30
