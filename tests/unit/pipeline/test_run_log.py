from __future__ import annotations

from pathlib import Path

from indexer.runs.log import RunLog, escape, log_name, log_path, tail


def test_entries_stay_on_one_line_whatever_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "status" / "karoo-1.log"
    with RunLog(path) as log:
        log("first\nsecond\r\nthird \x1b[31mred\x1b[0m \x00 \u2028 end")
        log("R 1\u00a0299,00 – rok 👗")
    lines = path.read_bytes().decode().split("\r\n")
    assert len(lines) == 3
    assert lines[0].endswith(r"first\nsecond\r\nthird \x1b[31mred\x1b[0m \x00 \u2028 end")
    assert lines[1].endswith("R 1\u00a0299,00 – rok 👗")


def test_an_entry_of_100_kb_is_cut_and_says_so() -> None:
    assert escape("x" * 100_000).endswith("… (98000 more characters)")


def test_halves_of_surrogate_pairs_do_not_stop_the_log(tmp_path: Path) -> None:
    with RunLog(tmp_path / "a.log") as log:
        log("half \ud83d")
    assert b"\\ud83d" in (tmp_path / "a.log").read_bytes()


def test_a_log_is_found_by_its_name_with_or_without_the_prefix(tmp_path: Path) -> None:
    name = log_name("karoo-cotton", 12)
    assert name == "scrape/status/karoo-cotton-12.log"
    assert log_path(tmp_path, name) == log_path(tmp_path, "karoo-cotton-12.log")
    assert log_path(tmp_path, name) == tmp_path / "status" / "karoo-cotton-12.log"


def test_a_tail_is_the_last_characters_and_empty_before_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    assert tail(path) == ""
    path.write_bytes(("é" * 10_000 + "end").encode())
    assert tail(path, 5) == "éé" + "end"
    assert len(tail(path)) == 5_000
