"""Which scenarios list which rule: read from the files in the source tree, and written down for where these are not.

The tests do not come along in the wheel. So `make docs` writes `scenarios.json` beside this module, which the service
and the command line read; a test holds it to the files.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

NAME: Final = "scenarios.json"
PLACE: Final = Path("api") / "reference" / NAME


class Proof(msgspec.Struct, frozen=True):
    """A scenario that lists rules: its rule set, its file below tests/scenarios, its title."""

    ruleset: str
    file: str
    title: str
    rules: tuple[str, ...] = ()


class ProofSeen(msgspec.Struct, frozen=True):
    """A scenario that fails without a rule."""

    title: str
    file: str


def in_the_tree(root: Path) -> tuple[Proof, ...]:
    """The scenarios of a source tree that list rules, in the order of the files."""
    folder = root / "tests" / "scenarios"
    return tuple(
        Proof(scenario["ruleset"], path.relative_to(folder).as_posix(), scenario.get("title", path.stem), tuple(rules))
        for path in sorted(folder.rglob("*.yaml"))
        for scenario in _scenarios(path)
        if "ruleset" in scenario and (rules := scenario.get("rules"))
    )


def written(proofs: Iterable[Proof]) -> str:
    """The packaged file: JSON with one line for each scenario, so that a changed one shows as one changed line."""
    lines = ",\n".join(msgspec.json.encode(proof).decode() for proof in proofs)
    return f"[\n{lines}\n]\n"


def packaged() -> tuple[Proof, ...]:
    """The scenarios as they came along with the package."""
    return msgspec.json.decode(files("api.reference").joinpath(NAME).read_bytes(), type=tuple[Proof, ...])


def proving(proofs: Iterable[Proof], ruleset: str, extends: str = "") -> Mapping[str, tuple[ProofSeen, ...]]:
    """Rule id to the scenarios that list it.

    They are those of the rule set and of the one it extends, where the rules are proved that it takes over.
    """
    found: dict[str, list[ProofSeen]] = {}
    for proof in proofs:
        if proof.ruleset in (ruleset, extends or ruleset):
            for rule in proof.rules:
                found.setdefault(rule, []).append(ProofSeen(proof.title, proof.file))
    return {rule: tuple(seen) for rule, seen in found.items()}


@lru_cache(maxsize=16)
def packaged_for(ruleset: str, extends: str = "") -> Mapping[str, tuple[ProofSeen, ...]]:
    """Rule id to the scenarios that list it, as they came along with the package."""
    return proving(packaged(), ruleset, extends)


def _scenarios(path: Path) -> tuple[dict[str, Any], ...]:
    about = path.stat()
    return _read(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=1000)
def _read(path: Path, changed: int, size: int) -> tuple[dict[str, Any], ...]:
    """The documents of a file that are scenarios; examples of badly written ones are passed over.

    A file is read once for as long as it does not change: several pages are written from the same ones.
    """
    try:
        documents = tuple(yaml.load_all(path.read_text("utf-8"), Loader=_LOADER))
    except (yaml.YAMLError, UnicodeDecodeError):
        return ()
    return tuple(one for one in documents if isinstance(one, dict))


_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C where there is one: it reads the same, many times faster."""
