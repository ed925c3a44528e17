"""Our copies of the pictures, where they lie in a folder; a bucket's are not part of backups."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from tarfile import TarFile, TarInfo

from dev.backup.manifest import BackupError, Sum, content_of
from indexer.core.settings import Settings

FOLDER = "media"


def folder_of(settings: Settings) -> Path | None:
    """Return the pictures' folder; None for a bucket."""
    place = settings.bucket_location.removeprefix("file://")
    return None if "://" in place else Path(place)


def pack(settings: Settings, out: TarFile, total: Sum) -> int | None:
    """Add the pictures to an archive and its sum, each as it is read: the site goes on meanwhile.

    Return how many there are, None for a bucket's.
    """
    folder, before = folder_of(settings), total.count
    if folder is None:
        return None
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        try:
            body = path.read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            continue
        info = TarInfo(f"{FOLDER}/{path.relative_to(folder).as_posix()}")
        info.size = len(body)
        out.addfile(info, BytesIO(body))
        total.add_bytes(info.name, body)
    return total.count - before


def replace(settings: Settings, saved: Path) -> None:
    """Replace the pictures, once their copy is proved to be what was saved."""
    place = folder_of(settings)
    if place is None:
        return
    saved.mkdir(exist_ok=True)
    new = place.with_name(f".{place.name}.restored")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(saved, new)
    if content_of(new) != content_of(saved):
        raise BackupError(f"The pictures in {new} are not what was saved: the disk may be full")
    shutil.rmtree(place, ignore_errors=True)
    new.rename(place)
