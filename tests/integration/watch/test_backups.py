"""Backups that fail, stop, vanish or lack a part are told; without a schedule none is missed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dev import backup
from dev.backup import BackupError, Json
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.watch.incidents import watch_brands
from indexer.watch.site import backup_trouble, noted_backups
from tests.integration.watch.test_site import open_alerts, subjects
from tests.support.index import bare_index

HOUR = timedelta(hours=1)


@pytest.fixture
def own(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    scheduled = own_settings.but(backup_every_hours=24, alert_mail="ops@shop.example")
    monkeypatch.setattr(Settings, "from_env", lambda: scheduled)
    return scheduled


def manifest(products: int = 400, searches: int = 90, pictures: int = 30) -> Json:
    return {
        "tables": {"product": products, "outbox": 9},
        "streams": {"searches": searches},
        "pictures": pictures,
    }


def save(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, found: Json | Exception) -> int:
    """Make a backup by the command, whose content, or failure, is this one; return its status."""

    def saved(_settings: Settings, file: Path) -> Json:
        if isinstance(found, Exception):
            raise found
        file.write_text("whole")
        return found

    monkeypatch.setattr(backup, "save", saved)
    return backup.main(["save", str(folder / name)])


def trouble(own: Settings, later: timedelta = timedelta(0)) -> str:
    with session_scope(own.database_url) as session:
        wrong = backup_trouble(
            own.backup_every_hours, noted_backups(session), datetime.now(UTC) + later
        )
    return wrong.words if wrong else ""


def test_a_missed_backup_is_an_alert_until_one_is_whole(
    own: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with bare_index(own):
        assert watch_brands(own.but(backup_every_hours=0)) == 0
        assert watch_brands(own) == 1
        assert open_alerts(own) == {"missed": "there is no whole backup; one is due every 24 h"}
        assert save(monkeypatch, tmp_path, "a.tar", manifest()) == 0
        assert watch_brands(own) == 1
        assert open_alerts(own) == {}
        assert watch_brands(own, datetime.now(UTC) + 29 * HOUR) == 0
        assert watch_brands(own, datetime.now(UTC) + 31 * HOUR) == 1
    assert open_alerts(own)["missed"] == "the last whole backup is 31 h old; one is due every 24 h"
    assert subjects(own)[:2] == ["Winkel: The backup missed", "Winkel: The backup recovered"]


def test_one_that_fails_is_told_though_the_one_before_is_young(
    own: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save(monkeypatch, tmp_path, "a.tar", manifest())
    assert save(monkeypatch, tmp_path, "b.tar", BackupError("the disk is full")) == 1
    assert trouble(own).endswith("the disk is full")
    save(monkeypatch, tmp_path, "c.tar", manifest())
    assert trouble(own) == ""


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ({"products": 199}, "199 product of 400"),
        ({"searches": 0}, "0 searches of 90"),
        ({"pictures": 3}, "3 pictures of 30"),
    ],
)
def test_one_that_lacks_half_of_a_part_is_no_whole_one_until_it_is_accepted(
    own: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lost: dict[str, int], words: str
) -> None:
    save(monkeypatch, tmp_path, "a.tar", manifest())
    assert save(monkeypatch, tmp_path, "b.tar", manifest(**lost)) == 1
    assert trouble(own).endswith(f"it holds much less than the one before: {words}")
    assert backup.main(["accept"]) == 0
    assert trouble(own) == ""
    assert save(monkeypatch, tmp_path, "c.tar", manifest(**lost)) == 0
    assert backup.main(["accept"]) == 1, "there is nothing to accept"
