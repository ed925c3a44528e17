"""Keeping a picture: its thumbnail, and a narrow copy of it, are stored once for each content."""

from __future__ import annotations

import hashlib
import io
import logging
from dataclasses import dataclass

from PIL import Image

from indexer.catalogue.images.store import PictureStore
from indexer.catalogue.images.thumbnail import narrowed, thumbnail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """Our copy of a picture, by its row's columns: where it lies and is read, its size in px."""

    content_hash: str
    bucket_location: str
    calculated_url: str
    image_width: int
    image_height: int


def keep(store: PictureStore, original: bytes) -> Kept:
    """Return our copy of these bytes; raises NotAPictureError, and OSError from the store."""
    content_hash = hashlib.sha256(original).hexdigest()
    known = store.read(content_hash)
    if known is not None:
        with Image.open(io.BytesIO(known)) as opened:
            width, height = opened.size
    else:
        picture = thumbnail(original)
        store.write(content_hash, picture.content)
        store.write(content_hash, narrowed(picture.content), narrow=True)
        width, height = picture.width, picture.height
    stored = store.place(content_hash)
    return Kept(content_hash, stored.bucket_location, stored.public_url, width, height)


def keep_narrow(store: PictureStore, content_hash: str) -> bytes | None:
    """Return the narrow copy of a thumbnail that was stored without one; None without a thumbnail.

    It is stored for the next who asks, where it can be. Raises NotAPictureError, and OSError where
    the store cannot be read.
    """
    wide = store.read(content_hash)
    if wide is None:
        return None
    narrow = narrowed(wide)
    try:
        store.write(content_hash, narrow, narrow=True)
    except OSError as error:
        log.warning("The narrow copy of picture %s could not be stored: %s", content_hash, error)
    return narrow
