"""Pictures that lie beside a feed: copied into the store, so that they can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from indexer.catalogue.images.keep import keep
from indexer.catalogue.images.store import PictureStore
from indexer.catalogue.images.thumbnail import NotAPictureError
from scrapers.product import Picture, Product

READ_LIMIT = 30_000_000  # bytes
MOST_KEPT = 10_000  # copies that are remembered, and
MOST_TOLD = 1_000  # names of missing ones
THREADS = 2  # Pillow encodes outside the interpreter's lock


class LocalPictures:
    """Copies a folder's pictures on demand; each file once an import."""

    def __init__(self, folder: Path | None, store: PictureStore) -> None:
        self._folder = folder.resolve() if folder else None
        self._store = store
        self._copied: dict[str, Picture | None] = {}
        self.missing: list[str] = []  # "name: why"

    def attach(self, items: Iterable[Product]) -> list[Product]:
        """Return the items with their local images copied; images that are not there are left out.

        Raises OSError when the store cannot be written.
        """
        items = list(items)
        names = {
            image.url: None
            for item in items
            for image in item.images
            if is_local(image) and image.url not in self._copied
        }
        if len(self._copied) > MOST_KEPT:
            self._copied.clear()
        with ThreadPoolExecutor(THREADS) as pool:
            for name, image in zip(names, pool.map(self._copy, names), strict=True):
                self._copied[name] = image
        return [replace(item, images=tuple(self._resolved(item.images))) for item in items]

    def _resolved(self, images: tuple[Picture, ...]) -> list[Picture]:
        copies = (self._copied[image.url] if is_local(image) else image for image in images)
        return [image for image in copies if image is not None]

    def _copy(self, name: str) -> Picture | None:
        try:
            kept = keep(self._store, self._read(name))
        except (NotAPictureError, FileNotFoundError, IsADirectoryError) as error:
            if len(self.missing) < MOST_TOLD:
                self.missing.append(f"{name[:200]}: {error}")
            return None
        return Picture(
            url=kept.calculated_url,
            canonical_url=name,
            width=kept.image_width,
            height=kept.image_height,
            calculated_url=kept.calculated_url,
            bucket_location=kept.bucket_location,
            content_hash=kept.content_hash,
        )

    def _read(self, name: str) -> bytes:
        """Read a file of the folder; a name cannot lead out of it."""
        if self._folder is None:
            raise FileNotFoundError("there is no folder of images beside the feed (--images)")
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            raise FileNotFoundError("there is no such file in the folder of images")
        if path.stat().st_size > READ_LIMIT:
            raise NotAPictureError(f"it is larger than {READ_LIMIT} bytes")
        return path.read_bytes()


def is_local(image: Picture) -> bool:
    """Return True if an image is a name of a file, and not an address."""
    return not image.url.lower().startswith(("http://", "https://", "/media/"))
