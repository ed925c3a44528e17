from __future__ import annotations

from pathlib import Path

import pytest

from indexer.runs.log import RunLog, escape, evidence_path, log_name, log_path, tail


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


@pytest.mark.parametrize(
    "name",
    [
        "../secret.log",
        "scrape/status/../../secret.log",
        "%2e%2e/secret.log",
        "/etc/passwd",
        "a\x00.log",
        "a.log/",
        "",
        ".log",
        "a.txt",
        "A.log",
        "a" * 300 + ".log",
    ],
)
def test_names_that_were_never_given_out_name_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="is not the name of"):
        log_path(tmp_path, name)
    with pytest.raises(ValueError, match="is not the name of"):
        evidence_path(tmp_path, name)


def test_a_link_in_the_log_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "status").mkdir()
    (tmp_path / "status" / "a-1.log").symlink_to("/etc/passwd")
    with pytest.raises(ValueError, match="is not the name of"):
        log_path(tmp_path, "a-1.log")


def test_a_tail_is_the_last_characters_and_empty_before_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    assert tail(path) == ""
    path.write_bytes(("é" * 10_000 + "end").encode())
    assert tail(path, 5) == "éé" + "end"
    assert len(tail(path)) == 5_000
