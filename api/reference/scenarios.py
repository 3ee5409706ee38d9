"""Which scenario files list which rule: read from the files themselves, as they lie in the source tree."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml


def proving(root: Path, ruleset: str, extends: str = "") -> Mapping[str, tuple[str, ...]]:
    """Rule id to the scenarios that list it, as `title (file)`, in the order of the files.

    They are those of the rule set and of the one it extends, where the rules are proved that it takes over.
    """
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests" / "scenarios").rglob("*.yaml")):
        for scenario in _scenarios(path):
            if scenario.get("ruleset") in (ruleset, extends or ruleset):
                file = path.name if scenario["ruleset"] == ruleset else f"{path.parent.name}/{path.name}"
                for rule in scenario.get("rules", ()):
                    found.setdefault(rule, []).append(f"{scenario.get('title', path.stem)} (`{file}`)")
    return {rule: tuple(titles) for rule, titles in found.items()}


def _scenarios(path: Path) -> list[dict[str, Any]]:
    """The documents of a file that are scenarios; examples of badly written ones are passed over."""
    try:
        documents = list(yaml.safe_load_all(path.read_text("utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError):
        return []
    return [one for one in documents if isinstance(one, dict)]
