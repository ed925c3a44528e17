"""`make backup` and `make restore`; `python -m dev.backup save --every 24 --keep 7` goes on.

`accept` takes the last backup for whole although it holds much less than the one before.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from elasticsearch import ApiError, TransportError
from psycopg import Error as DatabaseError
from redis.exceptions import RedisError
from sqlalchemy.exc import ProgrammingError, SQLAlchemyError

from app.errors import SearchUnavailable
from dev.backup import BackupError, Manifest, check, forget_unfinished, noted, restore, save
from indexer.core.settings import LOCAL, Settings
from indexer.index.errors import IndexingError

HOUR_S = 3_600
AGAIN_S = 600  # after a backup that failed
AWAY = (ApiError, TransportError, DatabaseError, RedisError, SQLAlchemyError, SearchUnavailable)
FAILED = (BackupError, IndexingError, OSError, *AWAY)


def _said(manifest: Manifest) -> str:
    rows = sum(table.count for table in manifest.tables.values())
    count = sum(stream.count for stream in manifest.streams.values())
    media = (
        "no pictures (a bucket's)" if manifest.pictures is None else f"{manifest.pictures} pictures"
    )
    return (
        f"{rows} rows of {len(manifest.tables)} tables, {count} events, {media},"
        f" {len(manifest.searches)} searches as a proof"
    )


def _save(settings: Settings, file: Path) -> bool:
    """Save once and note what became of it; return whether it succeeded, having said so."""
    number: int | None = None
    try:
        with suppress(ProgrammingError):  # the schema of a version that noted none
            number = noted.begin(settings, file)
        manifest = save(settings, file)
        strange = noted.ended(settings, number, manifest) if number is not None else ""
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr, flush=True)
        if number is not None:
            with suppress(*FAILED):  # PostgreSQL may be what is away: the note says no end then
                noted.failed(settings, number, str(error))
        return False
    size = file.stat().st_size / 1e6
    print(f"Saved to {file} ({size:.1f} MB): {_said(manifest)}.", flush=True)
    if strange:
        print(f"But {strange}. Older ones stay until it is accepted.", file=sys.stderr, flush=True)
    return not strange


def _name(folder: Path) -> Path:
    return folder / f"winkel-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar"


def _go_on(settings: Settings, folder: Path, every_h: float, keep: int) -> None:
    """Save when it is due; the newest are kept, and none goes before another is whole.

    A failed one is due still. Now and then it is looked whether the newest file is there.
    """
    forget_unfinished(folder)
    while True:
        try:
            due = noted.due_in(settings, folder, every_h)
        except SQLAlchemyError as error:
            print(f"Failed: {error}", file=sys.stderr, flush=True)
            due = AGAIN_S
        if due <= 0:
            due = every_h * HOUR_S
            file = _name(folder)
            if _save(settings, file):
                _forget_old(folder, file.name, keep)
        time.sleep(min(due, AGAIN_S))


def _forget_old(folder: Path, newest: str, keep: int) -> None:
    """Remove all but the newest; a name after the newest one's is of a clock that was ahead."""
    files = folder.glob("winkel-*.tar")
    for old in sorted(files, key=lambda file: (file.name <= newest, file.name))[:-keep]:
        old.unlink()


def _schedule(settings: Settings, folder: Path, every_h: float, keep: int) -> None:
    """Save again and again, every so many hours (0: as BACKUP_EVERY_HOURS says), for ever."""
    every_h = every_h or settings.backup_every_hours
    if not every_h:
        print("BACKUP_EVERY_HOURS is 0: no backup is made.", flush=True)
        while True:
            time.sleep(HOUR_S)
    _go_on(settings, folder, every_h, keep)


def _read(action: str, file: Path) -> int:
    try:
        manifest = check(file) if action == "check" else _restore(Settings.from_env(), file)
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    done = "is whole" if action == "check" else "is restored and equal; the index was built again"
    print(f"{file}, made {manifest.made} by {manifest.version}, {done}: {_said(manifest)}.")
    return 0


def _restore(settings: Settings, file: Path) -> Manifest:
    manifest = restore(settings, file)
    noted.restored(settings, file, manifest)
    return manifest


def _accept(settings: Settings) -> int:
    try:
        print(f"{noted.accept(settings)} counts as whole.")
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Save, restore or check as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.backup", description=__doc__)
    parser.add_argument("action", choices=["save", "restore", "check", "accept"])
    parser.add_argument("file", type=Path, nargs="?", help="the file; with --every: the folder")
    every = "save every so many hours, for ever; without a number as BACKUP_EVERY_HOURS says"
    parser.add_argument("--every", type=float, nargs="?", const=0.0, help=every)
    parser.add_argument("--keep", type=int, default=7, help="files to keep with --every")
    options = parser.parse_args(arguments)
    if options.keep < 1:
        parser.error("--keep must be at least 1")
    if options.every is not None and options.every < 0:
        parser.error("--every must be more than 0 hours")
    if options.action in {"restore", "check"}:
        if options.file is None:
            parser.error("name the backup: make restore FILE=path")
        return _read(options.action, options.file.absolute())
    settings, folder = Settings.from_env(), LOCAL / "backups"
    if options.action == "accept":
        return _accept(settings)
    if options.every is not None:
        _schedule(settings, (options.file or folder).absolute(), options.every, options.keep)
    return 0 if _save(settings, (options.file or _name(folder)).absolute()) else 1


if __name__ == "__main__":
    sys.exit(main())
