"""The table of capacity: what was measured, and what is calculated of it and says so."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path

import pytest

from tests.bench.capacity import Size, beyond, main, searches_an_hour, size_of, table
from tests.bench.sections import capacity

SMALL = Size(10_000, 50, 30, 10, 400, 300, 8, 4)
LARGE = Size(100_000, 410, 300, 100, 420, 600, 17, 5)


def test_beyond_two_sizes_lies_on_their_line() -> None:
    found = astuple(beyond([LARGE, SMALL], 1_000_000))
    assert found == pytest.approx((1_000_000, 4010, 3000, 1000, 620, 3600, 107, 15))


def test_beyond_one_size_only_what_grows_from_nothing_is_known() -> None:
    assert beyond([SMALL], 20_000) == Size(20_000, 100, 60, None, None, None, None, None)


def test_the_table_says_what_is_calculated_and_what_is_not_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = table([SMALL, LARGE], [50_000, 1_000_000]).splitlines()
    assert [line.split(" |")[0] for line in lines[2:]] == [
        "| 10,000",
        "| 100,000",
        "| 1,000,000 (calculated)",
    ]
    assert lines[2].endswith(f"| 8.0 ms | 4.0 ms | {searches_an_hour(8):,.0f} |")
    figures = {"products": "10000", "rebuild": "10.0 s", "database": "50.0 MB", "index": "30.0 MB"}
    figures |= {"search, new": "8.00 ms", "search, repeated": "4.00 ms", "API": "400.0 MB"}
    (tmp_path / "one.json").write_text(json.dumps({"capacity": figures | {"heap": "300.0 MB"}}))
    assert main([str(tmp_path / "one.json")]) == 0
    assert "| to be measured | to be measured | to be measured |" in capsys.readouterr().out
    with pytest.raises(KeyError):
        size_of(figures)


def test_a_core_that_is_half_free_answers_so_many() -> None:
    assert searches_an_hour(10) == 180_000


def test_the_sections_figures_are_those_that_the_table_reads() -> None:
    assert [f"search, {name}" for name in capacity.KINDS] == ["search, new", "search, repeated"]
