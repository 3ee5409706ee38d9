"""`fracas character`: somebody as they stand, from a table's log."""

import asyncio
import json
from pathlib import Path

import yaml

from tests.api.people import open_table, service_at
from tests.cli.conftest import CommandLine


async def _wounded(url: str, folder: Path) -> str:
    async with service_at(url, folder) as client:
        gm = await open_table(client)
        await gm.enter("vera")
        await gm.give("apply_damage", target="vera", amount=9)
        await gm.give("apply_damage", target="vera", amount=9)
        await gm.give("undo")
        return gm.table


def test_a_character_is_written_down_with_its_wounds(fracas: CommandLine, valkey_url: str, tmp_path: Path) -> None:
    table = asyncio.run(_wounded(valkey_url, tmp_path))
    said = fracas("character", table, "vera", "--redis", valkey_url)
    assert said.code == 0, said.err
    document = json.loads(said.out)
    assert (document["format"], document["name"], document["left"]["life"]) == ("fracas-character-1", "Vera", 21)
    in_yaml = fracas("character", table, "vera", "--yaml", "--redis", valkey_url)
    assert yaml.safe_load(in_yaml.out) == document


def test_whoever_is_not_there_is_said_not_to_be(fracas: CommandLine, valkey_url: str, tmp_path: Path) -> None:
    table = asyncio.run(_wounded(valkey_url, tmp_path))
    nobody = fracas("character", table, "nobody", "--redis", valkey_url)
    assert nobody.code == 1
    assert "no combatant 'nobody'" in nobody.err
    nowhere = fracas("character", "nowhere", "vera", "--redis", valkey_url)
    assert nowhere.code == 1
    assert "fracas tables" in nowhere.err
