"""Copies of pictures: kept in a bucket or a folder, made small, served."""

import hashlib
import io
import logging
import os
import re
import warnings
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from indexer.core.files import Location
from scrapers.product import Picture, Product

# Twice the width of a tile on a desktop (ui: three to six in a row), so that it is sharp on
# screens with two pixels a point; taller pictures are lookbook strips and are cut down too.
MAX_WIDTH, MAX_HEIGHT = 600, 900  # px
NARROW = 320  # px: for phones, and for screens with one pixel a point
QUALITY = 80
EFFORT = 4  # of 6: 5 and 6 take twice the time for 1 % of the size
MAX_PIXELS = 60_000_000  # a picture that claims more is a bomb or a mistake
MIN_SIDE = 40  # px: below are tracking pixels, spacers, swatches and what blurs while it loads
SMALL = 200  # px: what moves or has one colour, and is no larger, stands for what is to come
_UNREADABLE = (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError)


class NotAPictureError(ValueError):
    """The bytes are no picture that a tile can show; the message has the reason."""

    code = "no picture"


def thumbnail(original: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return a picture (JPEG, PNG, GIF, WebP, AVIF) as a small WebP, and its size in px.

    Raises NotAPictureError.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = _open(original)
            content = _as_webp(picture)
    except NotAPictureError:
        raise
    except _UNREADABLE as error:
        raise NotAPictureError(f"it cannot be read as a picture: {error}") from error
    return content, picture.size


def to_narrow(content: bytes) -> bytes:
    """Return one of our thumbnails, at most NARROW px wide; raises NotAPictureError."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.thumbnail((NARROW, MAX_HEIGHT), Image.Resampling.LANCZOS)
            return _as_webp(picture)
    except _UNREADABLE as error:
        raise NotAPictureError(f"it cannot be read as a picture: {error}") from error


def _as_webp(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=EFFORT)
    return out.getvalue()


def _open(original: bytes) -> Image.Image:
    opened = Image.open(io.BytesIO(original))
    if opened.width * opened.height > MAX_PIXELS:
        raise NotAPictureError(f"it has {opened.width} × {opened.height} pixels")
    if min(opened.size) < MIN_SIDE:
        raise NotAPictureError(f"it is only {opened.width} × {opened.height} pixels")
    if max(opened.size) <= SMALL and _stands_in(opened):
        raise NotAPictureError(f"{opened.width} × {opened.height} pixels only stand in for one")
    opened.draft("RGB", (MAX_WIDTH, MAX_HEIGHT))  # JPEG: decode at a fraction of the size
    picture = ImageOps.exif_transpose(opened)
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    picture = picture.convert("RGBA" if has_alpha else "RGB")
    picture.thumbnail((MAX_WIDTH, MAX_HEIGHT), Image.Resampling.LANCZOS)
    return picture


def _stands_in(small: Image.Image) -> bool:
    """Return True if a small picture moves, as spinners do, or has one colour or none."""
    if getattr(small, "is_animated", False):
        return True
    shown = small.convert("RGBA")
    is_empty = shown.getchannel("A").getbbox() is None
    return is_empty or shown.getcolors(1) is not None


MEDIA_ROUTE = "/media"
# Where a bucket's files are read without signing, by its scheme (design, "bucketLocation").
PUBLIC_HOSTS = {
    "gs": "https://storage.googleapis.com/{bucket}",
    "gcs": "https://storage.googleapis.com/{bucket}",
    "s3": "https://{bucket}.s3.amazonaws.com",
}
NARROW_MARK = f"-{NARROW}"  # at the end of a narrow copy's name
_NARROW = re.compile(rf"([0-9a-f]{{2}})/(\1[0-9a-f]{{62}}){NARROW_MARK}\.webp")


class PictureStore:
    """Thumbnails in one location; the same content is stored once."""

    def __init__(self, location: str) -> None:
        self.files = Location(location)

    def place(self, content_hash: str) -> tuple[str, str]:
        """Return where the thumbnail of this content lies (fsspec) and where a browser reads it."""
        name, location = _name(content_hash), self.files.address
        return f"{location}/{name}", f"{public_base(location)}/{name}"

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
    scheme, _, rest = location.partition("://")
    # Where S3 is a server of one's own browsers may not reach it.
    own = any(os.environ.get(name) for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"))
    if scheme not in PUBLIC_HOSTS or not rest or (scheme == "s3" and own):
        return MEDIA_ROUTE
    bucket, _, folder = rest.rstrip("/").partition("/")
    base = PUBLIC_HOSTS[scheme].format(bucket=bucket)
    return f"{base}/{folder}" if folder else base


log = logging.getLogger(__name__)


def keep(store: PictureStore, original: bytes) -> Picture:
    """Return our copy of these bytes, by its own address.

    Raises NotAPictureError, and OSError from the store.
    """
    content_hash = hashlib.sha256(original).hexdigest()
    known = store.read(content_hash)
    if known is not None:
        with Image.open(io.BytesIO(known)) as opened:
            width, height = opened.size
    else:
        content, (width, height) = thumbnail(original)
        store.write(content_hash, content)
        store.write(content_hash, to_narrow(content), narrow=True)
    location, url = store.place(content_hash)
    return Picture(url, url, width, height, url, location, content_hash)


def keep_narrow(store: PictureStore, content_hash: str) -> bytes | None:
    """Return the narrow copy of a thumbnail that was stored without one; None without a thumbnail.

    It is stored for the next request, where it can be. Raises NotAPictureError, and OSError where
    the store cannot be read.
    """
    wide = store.read(content_hash)
    if wide is None:
        return None
    narrow = to_narrow(wide)
    try:
        store.write(content_hash, narrow, narrow=True)
    except OSError as error:
        log.warning("The narrow copy of picture %s could not be stored: %s", content_hash, error)
    return narrow


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
        return [replace(item, images=tuple(self._find_copies(item.images))) for item in items]

    def _find_copies(self, images: tuple[Picture, ...]) -> list[Picture]:
        copies = (self._copied[image.url] if is_local(image) else image for image in images)
        return [image for image in copies if image is not None]

    def _copy(self, name: str) -> Picture | None:
        try:
            kept = keep(self._store, self._read(name))
        except (NotAPictureError, FileNotFoundError, IsADirectoryError) as error:
            if len(self.missing) < MOST_TOLD:
                self.missing.append(f"{name[:200]}: {error}")
            return None
        return replace(kept, canonical_url=name)

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
