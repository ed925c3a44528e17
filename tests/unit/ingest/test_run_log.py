from __future__ import annotations

import pytest

from indexer.ingest.runs.finish import UnknownFileError
from indexer.ingest.runs.log import RunLog, escape, log_name, short_name


def test_entries_stay_on_one_line_whatever_they_hold() -> None:
    log = RunLog(1)
    log("first\nsecond\r\nthird \x1b[31mred\x1b[0m \x00 \u2028 end")
    log("R 1\u00a0299,00 – rok 👗")
    log("half \ud83d")
    lines = log.unwritten().encode().decode().split("\r\n")
    assert len(lines) == 4
    assert lines[0].endswith(r"first\nsecond\r\nthird \x1b[31mred\x1b[0m \x00 \u2028 end")
    assert lines[1].endswith("R 1\u00a0299,00 – rok 👗")
    assert lines[2].endswith(r"half \ud83d")


def test_an_entry_of_100_kb_is_cut_and_says_so() -> None:
    assert escape("x" * 100_000).endswith("… (98000 more characters)")


def test_a_log_is_named_with_or_without_the_prefix() -> None:
    name = log_name("karoo-cotton", 12)
    assert name == "scrape/status/karoo-cotton-12.log"
    assert short_name(name) == short_name("karoo-cotton-12.log") == "karoo-cotton-12.log"
    with pytest.raises(UnknownFileError):
        short_name("../karoo-cotton-12.log")
