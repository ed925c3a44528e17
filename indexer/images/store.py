"""Where thumbnails lie: an fsspec location, by the hash of what they were made from."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import fsspec

from indexer.images.thumbnail import NARROW

MEDIA_ROUTE = "/media"
# Where a bucket's files are read without signing, by its scheme (design, "bucketLocation").
PUBLIC_HOSTS = {
    "gs": "https://storage.googleapis.com/{bucket}",
    "gcs": "https://storage.googleapis.com/{bucket}",
    "s3": "https://{bucket}.s3.amazonaws.com",
}
NARROW_MARK = f"-{NARROW}"  # at the end of a narrow copy's name
_NARROW = re.compile(rf"([0-9a-f]{{2}})/(\1[0-9a-f]{{62}}){NARROW_MARK}\.webp")


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """Where a thumbnail lies (fsspec) and where a browser reads it."""

    bucket_location: str
    public_url: str


class PictureStore:
    """Thumbnails in one location; the same content is stored once."""

    def __init__(self, location: str) -> None:
        self._location = location.rstrip("/")
        self._files, self._root = fsspec.core.url_to_fs(self._location)

    def place(self, content_hash: str) -> StoredPicture:
        """Return where the thumbnail of this content lies, or would lie."""
        name = _name(content_hash)
        return StoredPicture(f"{self._location}/{name}", f"{public_base(self._location)}/{name}")

    def read(self, content_hash: str) -> bytes | None:
        """Return the thumbnail of this content, None where there is none; raises OSError."""
        try:
            content: bytes = self._files.cat_file(f"{self._root}/{_name(content_hash)}")
        except (FileNotFoundError, NotADirectoryError):
            return None
        return content

    def write(self, content_hash: str, content: bytes, *, narrow: bool = False) -> None:
        """Store a thumbnail, or its narrow copy; raises OSError."""
        self.replace(_name(content_hash, NARROW_MARK if narrow else ""), content)

    def has(self, name: str) -> bool:
        """Return True if a file of this name is stored."""
        return bool(self._files.exists(f"{self._root}/{name}"))

    def replace(self, name: str, content: bytes) -> None:
        """Store a file under a fixed name, in place of an older one; raises OSError."""
        self._write(f"{self._root}/{name}", content)

    def _write(self, path: str, content: bytes) -> None:
        """Write beside and move, so that nobody is served half a picture."""
        self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
        if "file" not in _protocols(self._files):
            self._files.pipe_file(path, content)  # object stores replace whole objects
            return
        part = f"{path}.{uuid.uuid4().hex}.part"  # two threads may have the same picture
        try:
            with self._files.open(part, "wb") as file:
                file.write(content)
            self._files.mv(part, path)
        except OSError:
            if self._files.exists(part):
                self._files.rm(part)
            raise


def _name(content_hash: str, mark: str = "") -> str:
    return f"{content_hash[:2]}/{content_hash}{mark}.webp"


def narrow_hash(name: str) -> str | None:
    """Return the content hash in the name of a narrow copy; None for another file's name."""
    narrow = _NARROW.fullmatch(name)
    return narrow[2] if narrow else None


def _protocols(files: Any) -> tuple[str, ...]:
    protocol = files.protocol
    return (protocol,) if isinstance(protocol, str) else tuple(protocol)


def public_base(location: str) -> str:
    """Return where a browser reads a location's files: our own route, or the provider's host."""
    scheme, separator, rest = location.partition("://")
    if not separator or scheme not in PUBLIC_HOSTS:
        return MEDIA_ROUTE
    bucket, _, folder = rest.rstrip("/").partition("/")
    base = PUBLIC_HOSTS[scheme].format(bucket=bucket)
    return f"{base}/{folder}" if folder else base


@lru_cache(maxsize=4)
def picture_store(location: str) -> PictureStore:
    """Return the process's store for this location."""
    return PictureStore(location)
