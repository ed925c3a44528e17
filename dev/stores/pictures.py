"""The products' picture files, drawn on the first request and cached on disk."""

import hashlib
import os
import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PIL import Image

from dev.files import cache_folder
from dev.stores.art.picture import Picture, draw, encode
from dev.stores.catalogue import Product, Store

VIEWS = 3
SIZES: dict[str, tuple[int, int]] = {"600x800": (600, 800), "300x400": (300, 400)}
_FORMATS = {"jpg": "JPEG", "webp": "WEBP"}
_ART = Path(__file__).with_name("art")


def view_of(store: Store, product: Product, number: int) -> Picture:
    """Return picture ``number`` of a product: 1 the front, 2 the hover picture, 3 another.

    Raises ValueError where there is no such view.
    """
    second = store.second_view
    views = ("front", second, "set" if second == "detail" else "detail")
    if not 1 <= number <= VIEWS:
        raise ValueError(f"a product has pictures 1 to {VIEWS}, not {number}")
    return replace(product.picture, view=views[number - 1])


@lru_cache(maxsize=1)
def _edition() -> str:
    digest = hashlib.sha256()
    for source in sorted(path for path in _ART.rglob("*.*") if path.suffix != ".pyc"):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


class PictureFiles:
    """A cache of pictures, safe for several threads and processes: all clones' or in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder() / "pictures") / _edition()
        self._folder.mkdir(parents=True, exist_ok=True)

    def get(self, picture: Picture, size: str, extension: str) -> bytes:
        """Return the file of a picture in a size of ``SIZES`` as ``jpg`` or ``webp``.

        Raises KeyError for an unknown size or extension.
        """
        pixels = SIZES[size]
        name = hashlib.sha256(repr(picture).encode()).hexdigest()[:24]
        path = self._folder / f"{name}-{size}.{extension}"
        if path.exists():
            return path.read_bytes()
        image = draw(picture)
        if image.size != pixels:
            image = image.resize(pixels, Image.Resampling.LANCZOS)
        content = encode(image, _FORMATS[extension])
        self._keep(path, content)
        return content

    def _keep(self, path: Path, content: bytes) -> None:
        handle, aside = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(aside).replace(path)
