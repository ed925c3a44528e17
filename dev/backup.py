"""`make backup` and `make restore`: the catalogue and its pictures in one file, and back.

The file is a tar: `catalogue.dump` (pg_dump's own format) and `media/`, our copies of the pictures.
Elasticsearch is not in it: the index is built again from PostgreSQL. Redis holds queues alone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import make_url

from dev.services.errors import ServiceError
from dev.services.postgres import binaries
from indexer.db import POOLER
from indexer.index.building.rebuild import rebuild
from indexer.index.errors import IndexingError
from indexer.migrate import migrate
from indexer.settings import LOCAL, Settings

DUMP, MEDIA = "catalogue.dump", "media"
# In one transaction with the restore: a damaged file changes nothing. Tables of newer versions go
# too; the migrations create them again.
EMPTY = "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"


class BackupError(RuntimeError):
    """A backup could not be written or read; the message says why."""


def save(settings: Settings, file: Path) -> None:
    """Write the catalogue and the pictures to a file, which appears only once it is complete."""
    file.parent.mkdir(parents=True, exist_ok=True)
    work = file.with_name(f".{file.name}.partial")
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        dump = Path(folder) / DUMP
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={dump}", _address(settings))
        with tarfile.open(work, "w") as out:
            out.add(dump, DUMP)
            media = _media(settings)
            if media is not None and media.is_dir():
                out.add(media, MEDIA)
    work.chmod(0o600)  # it has e-mail addresses
    work.rename(file)


def restore(settings: Settings, file: Path) -> None:
    """Replace the catalogue and the pictures by those of a file; raises BackupError.

    The schema is brought up to date, and a new index is built and swapped in.
    """
    if not file.is_file():
        raise BackupError(f"There is no backup {file}.")
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        try:
            with tarfile.open(file) as packed:
                packed.extractall(folder, filter="data")
        except (tarfile.TarError, OSError) as error:
            raise BackupError(f"{file} is not a whole backup: {error}") from error
        _restore_catalogue(settings, Path(folder))
        _restore_media(settings, Path(folder) / MEDIA)
    migrate(settings.database_url)
    rebuild(settings, fast=True)


def _restore_catalogue(settings: Settings, folder: Path) -> None:
    dump, script = folder / DUMP, folder / "catalogue.sql"
    if not dump.exists():
        raise BackupError(f"The file holds no {DUMP}: it was not made by `make backup`.")
    _run("pg_restore", "--no-owner", f"--file={script}", str(dump))
    options = ["--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc"]
    _run("psql", *options, f"--command={EMPTY}", f"--file={script}", _address(settings))


def _restore_media(settings: Settings, saved: Path) -> None:
    media = _media(settings)
    if media is None or not saved.is_dir():
        return
    shutil.rmtree(media, ignore_errors=True)
    media.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(saved, media)


def _media(settings: Settings) -> Path | None:
    """Return the pictures' folder; None for a bucket, which is not part of backups."""
    place = settings.bucket_location.removeprefix("file://")
    return None if "://" in place else Path(place)


def _address(settings: Settings) -> str:
    url = make_url(settings.database_url).set(drivername="postgresql")
    url = url.difference_update_query([POOLER])
    return url.render_as_string(hide_password=False)


def _program(name: str) -> str:
    """Return PostgreSQL's program: beside its server, or where only its client is installed."""
    try:
        return str(binaries() / name)
    except ServiceError:
        return name


def _run(name: str, *arguments: str) -> None:
    done = subprocess.run(
        [_program(name), *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PGOPTIONS": "--client-min-messages=warning"},
    )
    if done.returncode:
        raise BackupError(f"{name} failed, nothing was changed:\n{done.stderr.strip()[-2000:]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Save or restore as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.backup", description=__doc__)
    parser.add_argument("action", choices=["save", "restore"])
    parser.add_argument("file", type=Path, nargs="?")
    options = parser.parse_args(arguments)
    if options.action == "restore" and options.file is None:
        parser.error("name the backup: make restore FILE=path")
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    file = (options.file or LOCAL / "backups" / f"winkel-{stamp}.tar").absolute()
    try:
        if options.action == "save":
            save(Settings.from_env(), file)
            print(f"Saved to {file} ({file.stat().st_size / 1e6:.1f} MB).")
        else:
            restore(Settings.from_env(), file)
            print(f"Restored from {file}; the index was built again.")
    except (BackupError, IndexingError, ServiceError) as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
