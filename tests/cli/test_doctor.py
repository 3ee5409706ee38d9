"""`fracas doctor`: tables are looked over before an upgrade, and what other rules would say is shown beside the log."""

import random
from pathlib import Path

from api.proof.capsules import line_of
from api.proof.verify import Header, Trailer
from engine.commands import BeginCombat, SetInitiative
from engine.corrections.rejudging import judged_again
from engine.rulesets import RULESETS
from events.chain import GENESIS, seal
from events.codec import decode
from tests.cli.conftest import CommandLine
from tests.games.moves import sheet
from tests.golden.offered import play
from tests.tables import SALT, MemoryTable

UNISYSTEM, FIREFIGHT = RULESETS["unisystem"], RULESETS["firefight"]


def written(path: Path, bodies: list[bytes]) -> str:
    """An export of these entries, in a file."""
    held, lines = GENESIS, [line_of(Header(1, "t1", "unisystem"))]
    for version, body in enumerate(bodies, 1):
        held = seal(held, version, body, SALT).hash
        start = f'{{"version":{version},"salt":"{SALT.hex()}","hash":"{held.hex()}","entry":'
        lines.append(start.encode() + body + b"}\n")
    path.write_bytes(b"".join((*lines, line_of(Trailer(len(bodies), held.hex())))))
    return str(path)


def parked() -> MemoryTable:
    """Ann shoots, and her player is asked for real dice."""
    table, rng = MemoryTable(UNISYSTEM), random.Random(1)
    table.seat("ana")
    table.enter("ann", sheet(rng), controller="ana", dice="own")
    table.enter("bob", sheet(rng, 40))
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=9))
    table.must(SetInitiative(combatant="bob", value=1))
    table.act("ann", kind="shoot", weapon="gun", target="bob", range="short")
    assert table.state.parked
    return table


def test_every_action_of_a_log_is_judged_the_same_by_the_same_rules() -> None:
    entries = map(decode, play(FIREFIGHT, 5, 300).bodies)
    judged = list(judged_again(entries, FIREFIGHT))
    assert len(judged) > 30
    assert [one for one in judged if one.otherwise] == []
    assert {one.rules for one in judged} == {one.now for one in judged} == {FIREFIGHT.version}


def test_an_action_that_waits_is_listed_and_goes_on(fracas: CommandLine, tmp_path: Path) -> None:
    said = fracas("doctor", written(tmp_path / "waits.jsonl", parked().bodies))
    assert said.code == 0
    assert "(act, version" in said.out
    assert "goes on as it is" in said.out


def test_an_action_that_could_not_go_on_is_told_before_it_is_too_late(fracas: CommandLine, tmp_path: Path) -> None:
    other = [body.replace(b'"kind":"shoot"', b'"kind":"gone"') for body in parked().bodies]
    said = fracas("doctor", written(tmp_path / "waits.jsonl", other))
    assert (said.code, "the rules have changed since this action began" in said.out) == (1, True)


def test_what_other_rules_say_is_shown_beside_what_stands_in_the_log(fracas: CommandLine, tmp_path: Path) -> None:
    table = parked()
    table.answer("ann", seat="ana", faces=(7,))
    while table.open():
        table.answer("ann", seat="ana", faces=(3,))
    told = b"\n".join(table.bodies).replace(b'"range":"short"', b'"range":"extreme"')
    older = told.replace(b'"rules":"2"', b'"rules":"0"').split(b"\n")
    said = fracas("doctor", written(tmp_path / "older.jsonl", older), "--rejudge")
    assert said.code == 0, "an action that is over is no trouble"
    assert "under version 0 (older)" in said.out
    assert "1 of them otherwise" in said.out
    assert "now: the rules have changed since this action began (the log says" in said.out
    assert "log: " in said.out


def test_a_log_that_cannot_be_believed_is_told(fracas: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    written(path, parked().bodies)
    path.write_bytes(path.read_bytes().replace(b"Bob", b"Rob"))
    said = fracas("doctor", str(path))
    assert (said.code, "no whole export" in said.err) == (1, True)


def test_all_tables_are_looked_over(fracas: CommandLine, valkey_url: str) -> None:
    fracas("tables", "open", "Friday night", "--redis", valkey_url)
    said = fracas("doctor", "--redis", valkey_url)
    assert "unisystem, 3 entries, whole" in said.out
    assert "actions: none yet" in said.out
