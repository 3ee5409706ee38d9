"""schemathesis takes the service at its document's word, with every check it has, and finds nothing.

What a check cannot hold against us, for a stated reason: a file that is no capsule and an encounter that names what the
rule set does not have are told so with 422, though they fit what a schema can say of them (`schemathesis.toml`); text
with control characters and batches whose commands do not agree are mended before they are sent (`hooks.py`).
"""

import asyncio
import os
import sys
from pathlib import Path

import httpx
import pytest

from tests.live.serving import Served, served
from tests.reps import SOAK, repetitions
from tests.servers import valkey_url

__all__ = ["valkey_url"]

HERE = Path(__file__).parent
LARGE = "/(commands|encounters)$"
"""Addresses whose bodies have so many fields that going through them all takes minutes."""

pytestmark = pytest.mark.slow


async def asked(service: Served, folder: Path, *more: str) -> str:
    """What schemathesis says of the service; empty where it found nothing."""
    base = f"http://127.0.0.1:{service.port}"
    settings = ("--config-file", str(HERE / "schemathesis.toml"))
    order = ("run", f"{base}/openapi.json", "--checks", "all", "--continue-on-failure", "--no-color", *more)
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", *settings, *order),
        cwd=folder,
        env={**os.environ, "SCHEMATHESIS_HOOKS": str(HERE / "hooks.py"), "FRACAS_BASE": base},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asking.communicate()
    assert b"Tested:" in said, said.decode()
    return "" if asking.returncode == 0 else said.decode()


async def test_every_address_keeps_to_the_document(valkey_url: str, tmp_path: Path) -> None:
    async with served(valkey_url, tmp_path) as service:
        few = ("--seed", "1", "--exclude-path-regex", LARGE) if not SOAK else ()
        found = await asked(service, tmp_path, "-n", str(repetitions(3, 300)), *few)
        assert not found, found


async def test_every_command_and_encounter_keeps_to_the_document(valkey_url: str, tmp_path: Path) -> None:
    async with served(valkey_url, tmp_path) as service:
        phases = "examples,fuzzing" if not SOAK else "examples,fuzzing,coverage"
        more = ("--phases", phases, "--seed", "1", "--include-path-regex", LARGE)
        found = await asked(service, tmp_path, "-n", str(repetitions(10, 3000)), *more)
        assert not found, found


async def test_a_lie_in_the_document_and_one_in_allow_are_found(
    valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.web.guards._allowed", lambda request: "POST")
    async with served(valkey_url, tmp_path) as service:
        document = (await service.client.get("/openapi.json")).json()
        document["components"]["schemas"]["Wounds"]["properties"]["wounds"]["type"] = "string"
        monkeypatch.setattr(service.app, "openapi_schema", document)
        found = await asked(
            service, tmp_path, "--phases", "coverage", "--no-shrink", "--include-path-regex", "/wounds$"
        )
    assert "violates schema" in found
    assert "Allow header" in found


OTHERS = [
    ("/v1/tables", "GET, HEAD, POST"),
    ("/v1/tables/import", "POST"),
    ("/v1/tables/some-table", "DELETE, GET, HEAD"),
    ("/", "GET, HEAD"),
]


@pytest.mark.parametrize(("path", "allowed"), OTHERS)
async def test_other_methods_are_told_all_there_are(valkey_url: str, tmp_path: Path, path: str, allowed: str) -> None:
    async with served(valkey_url, tmp_path) as service:
        answer: httpx.Response = await service.client.patch(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
