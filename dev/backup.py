"""`make backup` and `make restore`: PostgreSQL (by pg_dump), events and pictures in one tar.

The index is built again from PostgreSQL, Redis holds only queues, and a bucket's pictures are not
included. `manifest.json`, the last file, has the count of each part and the SHA-256 of each file.
`save FOLDER --every 24 --keep 7` continues; `accept` counts the last backup as whole although it
holds much less than the one before.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import psycopg
from alembic.script import ScriptDirectory
from elasticsearch import ApiError, TransportError
from elasticsearch.helpers import bulk, scan
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from redis.exceptions import RedisError
from sqlalchemy import delete, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from app.version import VERSION
from indexer.core.db import POOLER, session_scope
from indexer.core.settings import LOCAL, Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.database import IndexingError
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import reconcile
from indexer.insights.write import STREAMS, Stream, ensure_streams, make_index, write_events
from indexer.migrate import alembic_config, migrate
from indexer.models import Backup
from indexer.watch.site import noted_backups

FORMAT = 4
DUMP, EVENTS, MEDIA, MANIFEST = "catalogue.dump", "events", "media", "manifest.json"
WORK, PARTIAL = ".winkel-", ".partial"  # names of unfinished backups, beside the finished ones
PAGE = 2_000  # events
HOUR_S, AGAIN_S = 3_600, 600  # AGAIN_S: after a failure
# Irreplaceable tables; others shrink as queues and logs do.
WATCHED = ("brand", "product", "product_image", "price_history")
FEWEST, SHARE = 20, 0.5  # of a part with so many a loss of more than this share is reported
JOURNAL = timedelta(days=90)
LOST = "its file is gone, or is not what was written"
COUNTS = """
SELECT tablename, (xpath('/row/n/text()', query_to_xml(format(
       'SELECT count(*) AS n FROM public.%I', tablename), false, true, '')))[1]::text::bigint AS n
  FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'backup'"""
REPLACE = """BEGIN; SET lock_timeout = '30s'; SET client_min_messages = warning;
DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"""
COMPARE = """DO $$ DECLARE wrong text; BEGIN
SELECT string_agg(format('%s (%s rows, %s saved)', coalesce(tablename, key), n, value), ', ')
  INTO wrong FROM (COUNTS) AS present FULL JOIN json_each_text('SAVED') ON tablename = key
 WHERE n IS DISTINCT FROM value::bigint;
IF wrong IS NOT NULL THEN RAISE 'what was read back differs in %', wrong; END IF;
END $$; COMMIT;"""
# COMMIT comes only after a complete restore with equal counts.
LOAD = """{ echo "$REPLACE" && pg_restore --no-owner --no-privileges --schema=public -f - "$0" &&
  echo "$COMPARE"; } | psql -X -q -v ON_ERROR_STOP=1 -o /dev/null -d "$1" """

Json = dict[str, Any]


class BackupError(RuntimeError):
    """A backup could not be written, read or restored; the message has the reason."""


FAILED = (
    *(BackupError, IndexingError, OSError, ApiError, TransportError),
    *(psycopg.Error, RedisError, SQLAlchemyError),
)


def save(settings: Settings, file: Path) -> Json:
    """Write a backup and return its manifest; the file appears once it is complete and read back.

    Raises FAILED.
    """
    with _folder(file) as folder:
        manifest = {"format": FORMAT, "version": VERSION, **_dump(settings, folder / DUMP)}
        manifest["streams"] = _save_events(settings, folder / EVENTS)
        sums = {name: _sha256(path) for name, path in _files(folder)}
        work = file.with_name(f".{file.name}{PARTIAL}")
        with tarfile.open(work, "w") as out:
            work.chmod(0o600)  # it has e-mail addresses
            for name in sums:
                out.add(folder / name, name)
            for name, body in _pictures(settings):
                sums[name] = hashlib.sha256(body).hexdigest()
                _add(out, name, body)
            manifest["pictures"] = sum(name.startswith(MEDIA) for name in sums)
            _add(out, MANIFEST, json.dumps(manifest | {"sha256": sums}).encode())
    manifest = check(work)
    work.rename(file)
    return manifest


def _dump(settings: Settings, file: Path) -> Json:
    """Dump one snapshot of PostgreSQL; return its time, its revision and the rows of each table."""
    with psycopg.connect(_address(settings.database_url)) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SET LOCAL statement_timeout = 0")
        ((snapshot, revision),) = connection.execute(
            "SELECT pg_export_snapshot(), version_num FROM alembic_version"
        ).fetchall()
        made = datetime.now(UTC).isoformat(timespec="seconds")
        what = ("--schema=public", "--exclude-table-data=public.backup", f"--snapshot={snapshot}")
        _run(settings, {}, "pg_dump", *what, "--format=custom", f"--file={file}", "--dbname")
        tables: dict[str, int] = dict(connection.execute(COUNTS).fetchall())
    return {"made": made, "revision": revision, "tables": tables}


def _address(database_url: str) -> str:
    url = make_url(database_url).difference_update_query([POOLER])
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(settings: Settings, env: Mapping[str, str], *command: str) -> None:
    """Run a command on the database, its last argument; the password is on no command line."""
    address: Json = dict(conninfo_to_dict(_address(settings.database_url)))
    own = {**os.environ, **env, "PGPASSWORD": address.pop("password", None) or ""}
    words = [*command, make_conninfo(**address)]
    done = subprocess.run(words, check=False, env=own, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"PostgreSQL's programs failed: {done.stderr.strip()[-600:]}")


def _save_events(settings: Settings, folder: Path) -> dict[str, int]:
    """Write each stream to a file; events that wait in Redis are indexed first."""
    ensure_streams(settings)
    while write_events(settings):
        pass
    folder.mkdir()
    counts = {}
    for stream in STREAMS:
        counts[stream.name] = 0
        with gzip.open(folder / f"{stream.name}.gz", "wt", compresslevel=4) as out:
            for hit in _present(settings, stream):
                counts[stream.name] += 1
                event = {"_id": hit["_id"], "version": hit["_version"], "_source": hit["_source"]}
                out.write(json.dumps(event) + "\n")
    return counts


def _present(settings: Settings, stream: Stream) -> Iterator[Json]:
    client, alias = elasticsearch(settings.elasticsearch_url), stream.alias(settings.index_prefix)
    client.indices.refresh(index=alias)
    yield from scan(client, index=alias, query={"version": True}, size=PAGE)


def _media(settings: Settings) -> Path | None:
    place = settings.bucket_location.removeprefix("file://")
    return None if "://" in place else Path(place)


def _pictures(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each picture; the site goes on and may delete some meanwhile."""
    if place := _media(settings):
        for name, path in _files(place):
            with suppress(FileNotFoundError):
                yield f"{MEDIA}/{name}", path.read_bytes()


def _files(folder: Path) -> list[tuple[str, Path]]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path) for path in paths]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _add(out: tarfile.TarFile, name: str, body: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(body)
    out.addfile(info, BytesIO(body))


@contextmanager
def _folder(file: Path) -> Iterator[Path]:
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=WORK) as name:
        yield Path(name)


def check(file: Path) -> Json:
    """Return a backup's manifest; raises BackupError unless it is whole and unchanged."""
    with _unpack(file) as (_, manifest):
        return manifest


@contextmanager
def _unpack(file: Path) -> Iterator[tuple[Path, Json]]:
    if not file.is_file():
        raise BackupError(f"There is no backup {file}.")
    with _folder(file) as folder:
        try:
            with tarfile.open(file) as packed:
                packed.extractall(folder, filter="data")
            manifest: Json = json.loads((folder / MANIFEST).read_bytes())
            number, saved = manifest["format"], manifest.get("sha256")
        except (tarfile.TarError, OSError, ValueError, KeyError, TypeError) as error:
            raise BackupError(f"{file} is not a whole backup: {error!r}") from error
        if number != FORMAT:
            raise BackupError(
                f"It is of format {number}; this version reads format {FORMAT}. Restore it with"
                " the version that made it, then upgrade."
            )
        found = {name: _sha256(path) for name, path in _files(folder) if name != MANIFEST}
        if found != saved:
            raise BackupError("It is damaged or was changed: its files are not those of its list")
        yield folder, manifest


def restore(settings: Settings, file: Path) -> Json:
    """Replace catalogue, events and pictures by a backup's, and return its manifest.

    Raises FAILED. Nothing is replaced where the file is not whole, a service does not answer or
    PostgreSQL has other rows afterwards than were saved.
    """
    with _unpack(file) as (folder, manifest):
        script = ScriptDirectory.from_config(alembic_config(""))
        if manifest["revision"] not in {one.revision for one in script.walk_revisions()}:
            raise BackupError(
                f"It was made by a later version (schema {manifest['revision']}): install that"
                " version first"
            )
        ensure_streams(settings)  # Elasticsearch answers and takes writes
        _load(settings, folder / DUMP, manifest["tables"])
        migrate(settings.database_url, stopped=True)
        if place := _media(settings):
            _replace(place, folder / MEDIA)
        for stream in STREAMS:
            _load_events(settings, stream, folder / EVENTS)
        ensure_streams(settings)
        found = {stream.name: sum(1 for _ in _present(settings, stream)) for stream in STREAMS}
        if found != manifest["streams"]:
            raise BackupError(f"There are the events {found}, saved were {manifest['streams']}")
    rebuild(settings, fast=True)
    checked = reconcile(settings)
    if checked is None or checked.state != "whole":
        raise BackupError(f"All rows are back, but the index is not whole: {checked}")
    return manifest


def _load(settings: Settings, dump: Path, tables: Mapping[str, int]) -> None:
    """Replace the schema in one transaction, which ends only where each table has its rows."""
    compare = COMPARE.replace("COUNTS", COUNTS).replace("SAVED", json.dumps(tables))
    sql = {"REPLACE": REPLACE, "COMPARE": compare}
    _run(settings, sql, "bash", "-o", "pipefail", "-c", LOAD, str(dump))


def _replace(place: Path, saved: Path) -> None:
    new = place.with_name(f".{place.name}.restored")
    shutil.rmtree(new, ignore_errors=True)
    saved.mkdir(exist_ok=True)
    shutil.copytree(saved, new)
    shutil.rmtree(place, ignore_errors=True)
    new.rename(place)


def _load_events(settings: Settings, stream: Stream, folder: Path) -> None:
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    for index in client.indices.get_alias(index=f"{stream.alias(prefix)}-*").body:
        client.indices.delete(index=index)

    def operations() -> Iterator[Json]:
        made = set()
        with gzip.open(folder / f"{stream.name}.gz", "rt") as lines:
            for event in map(json.loads, lines):
                index = stream.index(prefix, event["_source"]["@timestamp"])
                if index not in made:
                    make_index(client, prefix, stream, index)
                    made.add(index)
                yield {"_index": index, "version_type": "external_gte", **event}

    bulk(client, operations(), chunk_size=PAGE)


def begin(settings: Settings, file: Path) -> int:
    """Add a backup to the journal and return its number; old rows but the last whole go."""
    now = datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        whole = noted_backups(session)[1]
        old = delete(Backup).where(Backup.began_at < now - JOURNAL)
        session.execute(old.where(Backup.id != whole.id) if whole else old)
        row = Backup(file=str(file), began_at=now)
        session.add(row)
        session.flush()
        return row.id


def _close(settings: Settings, number: int, manifest: Json) -> str:
    """Close a backup in the journal; return why it does not count as whole, or nothing.

    A disk that was lost is saved as well as a whole one: older backups must not go for it.
    """
    counts = _fingerprint(manifest)
    with session_scope(settings.database_url) as session:
        whole = noted_backups(session)[1]
        row = session.get_one(Backup, number)
        row.ended_at, row.size = datetime.now(UTC), Path(row.file).stat().st_size
        row.counts = counts
        less = ", ".join(
            f"{counts.get(name, 0)} {name} of {count}"
            for name, count in ((whole.counts or {}) if whole else {}).items()
            if count >= FEWEST and counts.get(name, 0) < count * SHARE
        )
        row.error = f"it holds much less than the one before: {less}" if less else None
        return row.error or ""


def _fingerprint(manifest: Json) -> Json:
    tables = {name: manifest["tables"][name] for name in WATCHED if name in manifest["tables"]}
    return {**tables, **manifest["streams"], "pictures": manifest["pictures"]}


def accept(settings: Settings) -> str:
    """Count the last backup as whole although it holds less than before; return its file."""
    with session_scope(settings.database_url) as session:
        row = noted_backups(session)[0]
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
            if file.parent == folder and file.is_file() and file.stat().st_size == row.size:
                return (timedelta(hours=every_h) - (now - row.began_at)).total_seconds()
            if file.parent == folder and row.error is None:
                row.error = LOST
    return 0


def _save(settings: Settings, file: Path) -> bool:
    """Save once with its entry in the journal; print the outcome and return whether it is whole."""
    number = 0
    try:
        number = begin(settings, file)
        manifest = save(settings, file)
        strange = _close(settings, number, manifest)
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr, flush=True)
        with suppress(*FAILED), session_scope(settings.database_url) as session:
            if row := session.get(Backup, number):
                row.ended_at, row.error = datetime.now(UTC), str(error)
        return False
    print(f"Saved to {file} ({file.stat().st_size / 1e6:.1f} MB): {_text(manifest)}.", flush=True)
    if strange:
        print(f"But {strange}. Older ones stay until it is accepted.", file=sys.stderr, flush=True)
    return not strange


def _text(manifest: Json) -> str:
    tables, events = manifest["tables"].values(), sum(manifest["streams"].values())
    rows = f"{sum(tables)} rows of {len(tables)} tables"
    return f"{rows}, {events} events, {manifest['pictures']} pictures"


def _schedule(settings: Settings, folder: Path, every_h: float, keep: int) -> None:
    """Save whenever it is due; the newest are kept, and none goes before another is whole."""
    for left in folder.glob(f".*{PARTIAL}"):
        left.unlink()
    for left in folder.glob(f"{WORK}*"):
        shutil.rmtree(left)
    while True:
        try:
            due = due_in(settings, folder, every_h)
        except SQLAlchemyError as error:
            print(f"Failed: {error}", file=sys.stderr, flush=True)
            due = AGAIN_S
        if due <= 0 and _save(settings, newest := _name(folder)):
            files = folder.glob("winkel-*.tar")
            # A name after the newest one's is of a clock that was ahead.
            for old in sorted(files, key=lambda file: (file <= newest, file))[:-keep]:
                old.unlink()
        time.sleep(min(due, AGAIN_S) if due > 0 else AGAIN_S)


def _name(folder: Path) -> Path:
    return folder / f"winkel-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar"


def _restore(settings: Settings, file: Path) -> None:
    manifest = restore(settings, file)
    with session_scope(settings.database_url) as session:  # what is there is saved, as of then
        session.add(
            Backup(
                file=str(file),
                began_at=datetime.fromisoformat(manifest["made"]),
                ended_at=datetime.now(UTC),
                size=file.stat().st_size,
                counts=_fingerprint(manifest),
            )
        )
    print(f"{file}, made {manifest['made']} by {manifest['version']}, is restored;", end=" ")
    print(f"the index was built again and is whole: {_text(manifest)}.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Save, restore, check or accept; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.backup", description=__doc__)
    parser.add_argument("action", choices=["save", "restore", "accept"])
    parser.add_argument("file", type=Path, nargs="?", help="the file; with --every: the folder")
    every = "save every so many hours, for ever; without a number by BACKUP_EVERY_HOURS"
    parser.add_argument("--every", type=float, nargs="?", const=0.0, help=every)
    parser.add_argument("--keep", type=int, default=7, help="files to keep with --every")
    options = parser.parse_args(arguments)
    if options.keep < 1 or (options.every is not None and options.every < 0):
        parser.error("--keep must be at least 1, --every more than 0 hours")
    if options.action == "restore" and options.file is None:
        parser.error("name the backup: make restore FILE=path")
    settings, folder = Settings.from_env(), LOCAL / "backups"
    file: Path | None = options.file and options.file.absolute()
    if options.action == "save" and options.every is None:
        return int(not _save(settings, file or _name(folder)))
    if options.action == "save":
        every_h = options.every or settings.backup_every_hours
        if every_h:
            _schedule(settings, file or folder, every_h, options.keep)
        print("BACKUP_EVERY_HOURS is 0: no backup is made.", flush=True)
        while True:
            time.sleep(HOUR_S)
    try:
        if options.action == "accept":
            print(f"{accept(settings)} counts as whole.")
        elif file:
            _restore(settings, file)
    except FAILED as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # how one ends `make backup EVERY=24`
        sys.exit(130)
