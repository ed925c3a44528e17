"""What is noted of each backup, for alerts and metrics: when it began, what is in it, why not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, select

from dev.backup.manifest import BackupError, Manifest
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Backup
from indexer.watch.site import noted_backups

# What nothing else could bring back; other tables shrink as queues and logs do.
WATCHED = ("brand", "product", "product_image", "price_history")
PICTURES = "pictures"
FEWEST, SHARE = 20, 0.5  # a part of at least so many that lost more than this is told
KEPT = timedelta(days=90)
LOST = "its file is gone, or is not what was written"


def begin(settings: Settings, file: Path) -> int:
    """Note that a backup begins; return its number. Old notes are removed, but of the last whole.

    Raises SQLAlchemyError.
    """
    now = datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        whole = noted_backups(session).whole
        old = delete(Backup).where(Backup.began_at < now - KEPT)
        session.execute(old.where(Backup.id != whole.id) if whole else old)
        row = Backup(file=str(file), began_at=now)
        session.add(row)
        session.flush()
        return row.id


def failed(settings: Settings, number: int, why: str) -> None:
    """Note that it failed."""
    with session_scope(settings.database_url) as session:
        row = session.get_one(Backup, number)
        row.ended_at, row.error = datetime.now(UTC), why


def ended(settings: Settings, number: int, manifest: Manifest) -> str:
    """Note what is in it; return what is strange about that, empty where nothing is.

    A part of which there is less than half of before is: a disk that was lost is saved as well as
    a whole one, and older backups must not go for it.
    """
    counts = counts_of(manifest)
    with session_scope(settings.database_url) as session:
        before = noted_backups(session).whole
        row = session.get_one(Backup, number)
        row.ended_at, row.size = datetime.now(UTC), Path(row.file).stat().st_size
        row.counts = dict(counts)
        less = _less(before.counts or {}, counts) if before else ""
        row.error = f"it holds much less than the one before: {less}" if less else None
        return row.error or ""


def _less(before: Mapping[str, int], now: Mapping[str, int]) -> str:
    return ", ".join(
        f"{now.get(name, 0)} {name} of {count}"
        for name, count in before.items()
        if count >= FEWEST and now.get(name, 0) < count * SHARE
    )


def counts_of(manifest: Manifest) -> dict[str, int]:
    """Return how much there is of what must not become less unnoticed."""
    tables = {name: manifest.tables[name] for name in WATCHED if name in manifest.tables}
    return {
        **{name: content.count for name, content in tables.items()},
        **{name: content.count for name, content in manifest.streams.items()},
        PICTURES: manifest.pictures or 0,
    }


def restored(settings: Settings, file: Path, manifest: Manifest) -> None:
    """Note the backup that was restored: what is there now is saved, as of when it was made."""
    with session_scope(settings.database_url) as session:
        session.add(
            Backup(
                file=str(file),
                began_at=datetime.fromisoformat(manifest.made),
                ended_at=datetime.now(UTC),
                size=file.stat().st_size,
                counts=counts_of(manifest),
            )
        )


def accept(settings: Settings) -> str:
    """Take the last backup for whole although it holds less than before; return its file.

    Raises BackupError where it is not one of those.
    """
    with session_scope(settings.database_url) as session:
        row = noted_backups(session).last
        if row is None or row.counts is None or row.error in {None, LOST}:
            raise BackupError("The last backup is not one that holds less than the one before.")
        row.error = None
        return row.file


def due_in(settings: Settings, folder: Path, every_h: float) -> float:
    """Return in how many seconds the folder's next backup is due, 0 or less: now.

    A whole one whose file is not there as it was written is noted as lost.
    """
    with session_scope(settings.database_url) as session:
        now = datetime.now(UTC)  # a clock that was ahead has made none before its time
        made = Backup.size.is_not(None), Backup.began_at <= now
        for row in session.scalars(select(Backup).where(*made).order_by(Backup.id.desc())):
            file = Path(row.file)
            if file.parent == folder and _size(file) == row.size:
                return (timedelta(hours=every_h) - (now - row.began_at)).total_seconds()
            if file.parent == folder and row.error is None:
                row.error = LOST
    return 0


def _size(file: Path) -> int | None:
    return file.stat().st_size if file.is_file() else None
