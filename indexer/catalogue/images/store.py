"""Where thumbnails lie: an fsspec location, by the hash of what they were made from."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from indexer.catalogue.images.thumbnail import NARROW
from indexer.core.files import Location

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
        self.files = Location(location)

    def place(self, content_hash: str) -> StoredPicture:
        """Return where the thumbnail of this content lies, or would lie."""
        name, location = _name(content_hash), self.files.address
        return StoredPicture(f"{location}/{name}", f"{public_base(location)}/{name}")

    def read(self, content_hash: str, *, narrow: bool = False) -> bytes | None:
        """Return the thumbnail of this content, or its narrow copy; None where there is none.

        Raises OSError.
        """
        return self.files.read(_name(content_hash, NARROW_MARK if narrow else ""))

    def write(self, content_hash: str, content: bytes, *, narrow: bool = False) -> None:
        """Store a thumbnail, or its narrow copy; raises OSError."""
        self.files.write(_name(content_hash, NARROW_MARK if narrow else ""), content)


def _name(content_hash: str, mark: str = "") -> str:
    return f"{content_hash[:2]}/{content_hash}{mark}.webp"


def narrow_hash(name: str) -> str | None:
    """Return the content hash in the name of a narrow copy; None for another file's name."""
    narrow = _NARROW.fullmatch(name)
    return narrow[2] if narrow else None


def public_base(location: str) -> str:
    """Return where a browser reads a location's files: our own route, or the provider's host."""
    scheme, separator, rest = location.partition("://")
    if not separator or scheme not in PUBLIC_HOSTS or (scheme == "s3" and _is_elsewhere()):
        return MEDIA_ROUTE
    bucket, _, folder = rest.rstrip("/").partition("/")
    base = PUBLIC_HOSTS[scheme].format(bucket=bucket)
    return f"{base}/{folder}" if folder else base


def _is_elsewhere() -> bool:
    """Return True if S3 is a server of one's own: nobody says that browsers reach it."""
    return any(os.environ.get(name) for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"))
