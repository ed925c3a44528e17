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
from dev.backup.manifest import NAME, BackupError, Manifest, Question, sha256_of
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import RUN, write_pending
from indexer.insights.streams import ensure_streams
from indexer.settings import Settings

WORK, PARTIAL = ".winkel-", ".partial"  # of what is not a backup yet, beside it


def save(settings: Settings, file: Path) -> Manifest:
    """Write all to a file, which appears only once it is complete and was read back as it is.

    Raises BackupError, and the errors of services that are away.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with _folder(file) as folder:
        asked = _found(settings, searches.questions(settings, searches.ASKED))
        with tables.snapshot(settings.database_url) as connection:
            saved = tables.write(connection, folder)
            revision, sequences = tables.revision_of(connection), tables.sequences_of(connection)
        streams = events.write(settings, folder)
        # What was edited meanwhile is found otherwise: only what did not change proves something.
        again = set(_found(settings, [(one.index, one.query) for one in asked]))
        steady = tuple(one for one in asked if one in again)
        if saved["product"].content.count and not steady:
            raise BackupError("No search finds the same twice: there is nothing to prove it by.")
        work = file.with_name(f".{file.name}{PARTIAL}")
        with tarfile.open(work, "w") as out:
            work.chmod(0o600)  # it has e-mail addresses
            Manifest(
                version=VERSION,
                made=datetime.now(UTC).isoformat(timespec="seconds"),
                revision=revision,
                tables=saved,
                sequences=sequences,
                streams=streams,
                media=pictures.pack(settings, out),
                searches=steady,
                files={path: sha256_of(folder / path) for path in _files(folder)},
            ).write(folder)
            for path in (*_files(folder), NAME):
                out.add(folder / path, path)
    manifest = check(work)
    work.rename(file)
    return manifest


def _found(settings: Settings, asked: list[tuple[str, str]]) -> list[Question]:
    """Return what visitors find, once all that changed is written and can be found."""
    write_pending(settings, patience=RUN)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)
    return searches.ask(settings, asked)


def _files(folder: Path) -> list[str]:
    """Return the files in a folder but the manifest and the pictures, as the archive names them."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(
        name for name in names if name != NAME and not name.startswith(f"{pictures.FOLDER}/")
    )


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
        tables.replace(settings.database_url, folder, manifest)
        pictures.replace(settings, folder / pictures.FOLDER, manifest.media)
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
        manifest = Manifest.read(folder)
        _prove_files(folder, manifest)
        yield folder, manifest


def _prove_files(folder: Path, manifest: Manifest) -> None:
    present = set(_files(folder))
    wrong = sorted(manifest.files.keys() ^ present)
    wrong += [
        name
        for name in sorted(manifest.files.keys() & present)
        if sha256_of(folder / name) != manifest.files[name]
    ]
    media = pictures.content_of(folder / pictures.FOLDER)
    if manifest.media is not None and media != manifest.media:
        wrong.append(f"{media.count} pictures for {manifest.media.count}")
    if wrong:
        raise BackupError(f"It is damaged or was changed: {', '.join(wrong)}")


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
