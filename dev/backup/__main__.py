"""`make backup` and `make restore`; `python -m dev.backup save --every 24 --keep 7` goes on."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from elasticsearch import ApiError, TransportError
from psycopg import Error as DatabaseError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from app.errors import SearchUnavailable
from dev.backup import BackupError, Manifest, check, restore, save
from indexer.index.errors import IndexingError
from indexer.settings import LOCAL, Settings

HOUR_S = 3_600
AGAIN_S = 600  # after a backup that failed
AWAY = (ApiError, TransportError, DatabaseError, RedisError, SQLAlchemyError, SearchUnavailable)
FAILED = (BackupError, IndexingError, OSError, *AWAY)


def _said(manifest: Manifest) -> str:
    rows = sum(table.content.count for table in manifest.tables.values())
    count = sum(stream.count for stream in manifest.streams.values())
    media = f"{manifest.media.count} pictures" if manifest.media else "no pictures (a bucket's)"
    return (
        f"{rows} rows of {len(manifest.tables)} tables, {count} events, {media},"
        f" {len(manifest.searches)} searches as a proof"
    )


def _save(file: Path) -> bool:
    """Save once; return whether it succeeded, having said so."""
    try:
        manifest = save(Settings.from_env(), file)
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr, flush=True)
        return False
    size = file.stat().st_size / 1e6
    print(f"Saved to {file} ({size:.1f} MB): {_said(manifest)}.", flush=True)
    return True


def _name(folder: Path) -> Path:
    return folder / f"winkel-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar"


def _go_on(folder: Path, every_h: float, keep: int) -> None:
    """Save again and again; the newest are kept, and none goes before another is whole."""
    while True:
        succeeded = _save(_name(folder))
        if succeeded:
            for old in sorted(folder.glob("winkel-*.tar"))[:-keep]:
                old.unlink()
        time.sleep(every_h * HOUR_S if succeeded else AGAIN_S)


def _read(action: str, file: Path) -> int:
    try:
        manifest = check(file) if action == "check" else restore(Settings.from_env(), file)
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    done = "is whole" if action == "check" else "is restored and equal; the index was built again"
    print(f"{file}, made {manifest.made} by {manifest.version}, {done}: {_said(manifest)}.")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Save, restore or check as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.backup", description=__doc__)
    parser.add_argument("action", choices=["save", "restore", "check"])
    parser.add_argument("file", type=Path, nargs="?", help="the file; with --every: the folder")
    parser.add_argument("--every", type=float, help="save every so many hours, for ever")
    parser.add_argument("--keep", type=int, default=7, help="files to keep with --every")
    options = parser.parse_args(arguments)
    if options.keep < 1:
        parser.error("--keep must be at least 1")
    if options.action != "save":
        if options.file is None:
            parser.error("name the backup: make restore FILE=path")
        return _read(options.action, options.file.absolute())
    folder = LOCAL / "backups"
    if options.every is not None:
        if options.every <= 0:
            parser.error("--every must be more than 0 hours")
        _go_on((options.file or folder).absolute(), options.every, options.keep)
    return 0 if _save((options.file or _name(folder)).absolute()) else 1


if __name__ == "__main__":
    sys.exit(main())
