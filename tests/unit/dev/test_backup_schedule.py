"""Backups on a schedule: the newest are kept, and none goes before another is whole."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

import pytest

from dev.backup import __main__ as command


class Enough(Exception):
    """The test has seen enough of what goes on for ever."""


def go_on(monkeypatch: pytest.MonkeyPatch, folder: Path, results: list[bool]) -> list[float]:
    """Save as often as there are results, of which each says whether it succeeds."""
    pauses: list[float] = []
    number, rest = count(), iter(results)

    def save(file: Path) -> bool:
        succeeds = next(rest)
        if succeeds:
            file.write_text("whole")
        return succeeds

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == len(results):
            raise Enough

    monkeypatch.setattr(command, "_save", save)
    monkeypatch.setattr(command, "_name", lambda place: place / f"winkel-{next(number)}.tar")
    monkeypatch.setattr(time, "sleep", sleep)
    with pytest.raises(Enough):
        command.main(["save", str(folder), "--every", "24", "--keep", "2"])
    return pauses


def test_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert go_on(monkeypatch, tmp_path, [True] * 4) == [86_400] * 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["winkel-2.tar", "winkel-3.tar"]


def test_one_that_fails_is_tried_again_soon_and_costs_no_older_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert go_on(monkeypatch, tmp_path, [True, True, False, False]) == [86_400] * 2 + [600] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["winkel-0.tar", "winkel-1.tar"]


@pytest.mark.parametrize("words", [["--keep", "0"], ["--every", "0"]])
def test_a_schedule_that_makes_no_sense_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["save", *words])
