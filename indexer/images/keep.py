"""Keeping a picture: its thumbnail is rendered and stored once for each content."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass

from PIL import Image

from indexer.images.store import PictureStore
from indexer.images.thumbnail import thumbnail


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
        width, height = picture.width, picture.height
    stored = store.place(content_hash)
    return Kept(content_hash, stored.bucket_location, stored.public_url, width, height)
