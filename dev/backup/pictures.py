"""Our copies of the pictures, where they lie in a folder; a bucket's are not part of backups."""

from __future__ import annotations

import hashlib
import shutil
from io import BytesIO
from pathlib import Path
from tarfile import TarFile, TarInfo

from dev.backup.manifest import BackupError, Content, Sum, sha256_of
from indexer.settings import Settings

FOLDER = "media"


def folder_of(settings: Settings) -> Path | None:
    """Return the pictures' folder; None for a bucket."""
    place = settings.bucket_location.removeprefix("file://")
    return None if "://" in place else Path(place)


def content_of(folder: Path) -> Content:
    """Return how many files a folder holds, and the checksum of their names and bytes."""
    total = Sum()
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_file():
            total.add(path.relative_to(folder).as_posix(), sha256_of(path))
    return total.content


def pack(settings: Settings, out: TarFile) -> Content | None:
    """Add the pictures to an archive, each as it is read: the site goes on meanwhile.

    Return what was added, None for a bucket's.
    """
    folder, total = folder_of(settings), Sum()
    if folder is None:
        return None
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        try:
            body = path.read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            continue
        name = path.relative_to(folder).as_posix()
        info = TarInfo(f"{FOLDER}/{name}")
        info.size = len(body)
        out.addfile(info, BytesIO(body))
        total.add(name, hashlib.sha256(body).hexdigest())
    return total.content


def replace(settings: Settings, saved: Path, content: Content | None) -> None:
    """Replace the pictures, once their copy is proved to be what was saved."""
    place = folder_of(settings)
    if place is None or content is None:
        return
    new = place.with_name(f".{place.name}.restored")
    shutil.rmtree(new, ignore_errors=True)
    new.parent.mkdir(parents=True, exist_ok=True)
    if saved.is_dir():
        shutil.copytree(saved, new)
    else:
        new.mkdir()
    if content_of(new) != content:
        raise BackupError(f"The pictures in {new} are not what was saved: the disk may be full")
    shutil.rmtree(place, ignore_errors=True)
    new.rename(place)
