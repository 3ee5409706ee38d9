"""`fracas export`, `fracas import` and `fracas verify` on one table: out, checked, and back in."""

import re
from pathlib import Path

from tests.cli.conftest import CommandLine
from tests.servers import server


def test_a_table_is_written_into_a_file_checked_and_brought_in_elsewhere(
    fracas: CommandLine, valkey_url: str, tmp_path: Path
) -> None:
    opened = fracas("tables", "open", "Friday night", "--redis", valkey_url)
    table = opened.out.split()[1].rstrip(",")
    file = tmp_path / "friday.jsonl"
    assert fracas("export", table, "--out", str(file), "--redis", valkey_url).code == 0
    checked = fracas("verify", str(file))
    assert (checked.code, "whole: nothing was found wrong" in checked.out) == (0, True), checked.out
    head = re.search(r"^head ([0-9a-f]{64})$", fracas("tables", "show", table, "--redis", valkey_url).out, re.MULTILINE)
    assert head is not None
    assert fracas("verify", str(file), "--head", f"3:{head[1]}").code == 0
    assert fracas("verify", str(file), "--head", f"2:{head[1]}").code == 1
    with server("valkey", tmp_path / "valkey") as other:
        came = fracas("import", str(file), "--redis", other.url)
        assert (came.code, "3 entries brought in" in came.out) == (0, True), came.err
        assert "nothing in the file is new here" in fracas("import", str(file), "--redis", other.url).out
        assert "Friday night" in fracas("tables", "show", table, "--redis", other.url).out


def test_what_is_no_table_goes_neither_out_nor_in(fracas: CommandLine, valkey_url: str, tmp_path: Path) -> None:
    said = fracas("export", "nosuchtable", "--redis", valkey_url)
    assert (said.code, "there is no table" in said.err) == (1, True)
    (tmp_path / "spoilt.jsonl").write_text("{}\n")
    said = fracas("import", str(tmp_path / "spoilt.jsonl"), "--redis", valkey_url)
    assert (said.code, "no whole capsule" in said.err) == (1, True)
    assert fracas("export", "t1", "--server", "http://127.0.0.1:1").code == 2
