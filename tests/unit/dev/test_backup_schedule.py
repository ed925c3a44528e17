"""Backups on a schedule: the newest are kept, and none goes before another is whole."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from dev import backup
from indexer.core.settings import Settings

SETTINGS = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")


class Enough(Exception):
    """The schedule has done what the test looks at."""


@pytest.mark.parametrize(
    ("there", "results", "kept"),
    [
        ([], [True] * 4, [2, 3]),
        ([8, 9], [True] * 2, [0, 1]),  # of a clock that was ahead
        ([], [True, True, False, False], [0, 1]),
    ],
)
def test_the_newest_are_kept_and_none_goes_before_another_is_whole(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    there: list[int],
    results: list[bool],
    kept: list[int],
) -> None:
    for number in there:
        (tmp_path / f"winkel-{number}.tar").touch()
    (tmp_path / ".winkel-abc").mkdir()
    (tmp_path / ".winkel-9.tar.partial").touch()  # of a backup that was killed
    dues, names, pauses = [0.0] * len(results), list[Path](), list[float]()

    def due(*_: object) -> float:
        if not dues:
            raise Enough
        return dues.pop()

    def save(_settings: Settings, file: Path) -> bool:
        names.append(file)
        if results[len(names) - 1]:
            file.touch()
        return results[len(names) - 1]

    monkeypatch.setattr(Settings, "from_env", lambda: SETTINGS.but(backup_every_hours=24))
    monkeypatch.setattr(backup, "due_in", due)
    monkeypatch.setattr(backup, "_save", save)
    monkeypatch.setattr(backup, "_name", lambda place: place / f"winkel-{len(names)}.tar")
    monkeypatch.setattr(backup, "time", SimpleNamespace(sleep=pauses.append))
    with pytest.raises(Enough):
        backup.main(["save", str(tmp_path), "--every", "--keep", "2"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"winkel-{n}.tar" for n in kept]
    assert pauses == [600.0] * len(results)
