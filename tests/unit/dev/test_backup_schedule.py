"""Backups on a schedule: the newest are kept, and none goes before another is whole."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from dev.backup import __main__ as command
from dev.backup import noted
from indexer.core.settings import Settings

SETTINGS = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")
DAY_S = 86_400.0


class Enough(Exception):
    """The test has seen enough of what goes on for ever."""


def go_on(
    monkeypatch: pytest.MonkeyPatch, folder: Path, results: list[bool], *words: str
) -> list[float]:
    """Save as often as there are results, of which each says whether it succeeds."""
    pauses: list[float] = []
    number, rest = count(), iter(results)

    def save(_settings: Settings, file: Path) -> bool:
        succeeds = next(rest)
        if succeeds:
            file.write_text("whole")
        return succeeds

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == len(results):
            raise Enough

    monkeypatch.setattr(Settings, "from_env", lambda: SETTINGS.but(backup_every_hours=24))
    monkeypatch.setattr(noted, "due_in", lambda *_: 0)
    monkeypatch.setattr(command, "_save", save)
    monkeypatch.setattr(command, "_name", lambda place: place / f"winkel-{next(number)}.tar")
    monkeypatch.setattr(command, "time", SimpleNamespace(sleep=sleep))
    with pytest.raises(Enough):
        command.main(["save", str(folder), "--every", *words, "--keep", "2"])
    return pauses


def test_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert go_on(monkeypatch, tmp_path, [True] * 4) == [600.0] * 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["winkel-2.tar", "winkel-3.tar"]


def test_those_of_a_clock_that_was_ahead_are_the_first_to_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("winkel-8.tar", "winkel-9.tar"):
        (tmp_path / name).write_text("whole")
    go_on(monkeypatch, tmp_path, [True] * 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["winkel-0.tar", "winkel-1.tar"]


def test_one_that_fails_is_tried_again_soon_and_costs_no_older_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    go_on(monkeypatch, tmp_path, [True, True, False, False])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["winkel-0.tar", "winkel-1.tar"]


def test_none_is_made_before_it_is_due(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dues, pauses = [500.0, 20.0, DAY_S], []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise Enough

    monkeypatch.setattr(noted, "due_in", lambda *_: dues.pop(0))
    monkeypatch.setattr(command, "_save", lambda *_: pytest.fail("it is not due"))
    monkeypatch.setattr(command, "time", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(Settings, "from_env", lambda: SETTINGS)
    with pytest.raises(Enough):
        command.main(["save", str(tmp_path), "--every", "24"])
    assert pauses == [500.0, 20.0, 600.0]


def test_what_a_killed_one_has_left_is_removed_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".winkel-abc" / "tables").mkdir(parents=True)
    (tmp_path / ".winkel-9.tar.partial").write_text("half")
    (tmp_path / "winkel-8.tar").write_text("whole")
    (tmp_path / "mine.txt").write_text("somebody's")
    go_on(monkeypatch, tmp_path, [False])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt", "winkel-8.tar"]


@pytest.mark.parametrize("words", [["--keep", "0"], ["--every", "-1"]])
def test_a_schedule_that_makes_no_sense_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["save", *words])
