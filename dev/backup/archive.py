"""A backup's file: written whole or not at all, and refused whole or not at all."""

from __future__ import annotations

import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from app.version import VERSION
from dev.backup import events, pictures, searches, tables
from dev.backup.manifest import (
    FORMAT,
    NAME,
    BackupError,
    Manifest,
    Question,
    Sum,
    content_of,
    read_manifest,
)
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import RUN, write_pending
from indexer.insights.streams import ensure_streams

WORK, PARTIAL = ".winkel-", ".partial"  # of what is not a backup yet, beside it


def save(settings: Settings, file: Path) -> Manifest:
    """Write all to a file, which appears only once it is complete and was read back as it is.

    Raises BackupError, and the errors of services that are away.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with _folder(file) as folder:
        asked = _found(settings, searches.questions(settings, searches.ASKED))
        with tables.snapshot(settings.database_url) as connection:
            revision, sequences = tables.revision_of(connection), tables.sequences_of(connection)
            tables.dump(connection, settings.database_url, folder / tables.FILE)
            contents = tables.contents_of(connection)
        streams = events.write(settings, folder)
        # What was edited meanwhile is found otherwise: only what did not change proves something.
        again = set(_found(settings, [(one.index, one.query) for one in asked]))
        steady = tuple(one for one in asked if one in again)
        if contents["product"].count and not steady:
            raise BackupError("No search finds the same twice: there is nothing to prove it by.")
        work = file.with_name(f".{file.name}{PARTIAL}")
        with tarfile.open(work, "w") as out:
            work.chmod(0o600)  # it has e-mail addresses
            total = Sum(content_of(folder))
            for path in sorted(folder.iterdir()):
                out.add(path, path.name)
            Manifest(
                format=FORMAT,
                version=VERSION,
                made=datetime.now(UTC).isoformat(timespec="seconds"),
                revision=revision,
                tables=contents,
                sequences=sequences,
                streams=streams,
                pictures=pictures.pack(settings, out, total),
                searches=steady,
                files=total.content,
            ).write(folder)
            out.add(folder / NAME, NAME)
    manifest = check(work)
    work.rename(file)
    return manifest


def _found(settings: Settings, asked: list[tuple[str, str]]) -> list[Question]:
    """Return what visitors find, once all that changed is written and can be found."""
    write_pending(settings, patience=RUN)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)
    return searches.ask(settings, asked)


def check(file: Path) -> Manifest:
    """Return what a file says of itself; raises BackupError unless it is whole and unchanged."""
    with _unpacked(file) as (_, manifest):
        return manifest


def restore(settings: Settings, file: Path) -> Manifest:
    """Replace the catalogue, the events and the pictures by those of a file.

    Raises BackupError: before anything is replaced where the file is not whole, or the services do
    not answer; after it where what is there now is not what was saved.
    """
    with _unpacked(file) as (folder, manifest):
        tables.refuse_unknown(manifest.revision)
        ensure_streams(settings)  # Elasticsearch answers and takes writes
        tables.replace(settings.database_url, folder / tables.FILE, manifest)
        if manifest.pictures is not None:
            pictures.replace(settings, folder / pictures.FOLDER)
        events.replace(settings, folder, manifest)
    rebuild(settings, fast=True)
    if wrong := searches.differences(settings, manifest.searches):
        raise BackupError(
            f"All rows are back, but {len(wrong)} of {len(manifest.searches)} searches find"
            f" something else than when they were saved: {'; '.join(wrong[:5])}"
        )
    return manifest


@contextmanager
def _unpacked(file: Path) -> Iterator[tuple[Path, Manifest]]:
    """Yield a folder with all of a file's content, proved by its checksums, and its manifest."""
    if not file.is_file():
        raise BackupError(f"There is no backup {file}.")
    with _folder(file) as folder:
        try:
            with tarfile.open(file) as packed:
                packed.extractall(folder, filter="data")
        except (tarfile.TarError, OSError) as error:
            raise BackupError(f"{file} is not a whole backup: {error}") from error
        manifest, files = read_manifest(folder), content_of(folder)
        if files != manifest.files:
            raise BackupError(
                f"It is damaged or was changed: {files.count} files, {manifest.files.count} saved"
            )
        yield folder, manifest


def forget_unfinished(folder: Path) -> None:
    """Remove what backups that were killed have left; nobody else may work in the folder."""
    for left in folder.glob(f".*{PARTIAL}"):
        left.unlink()
    for left in folder.glob(f"{WORK}*"):
        shutil.rmtree(left)


@contextmanager
def _folder(file: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=WORK) as name:
        yield Path(name)
