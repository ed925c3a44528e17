"""A picture's bytes as the thumbnail that tiles show: pure."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

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
    """The bytes are no picture that a tile can show; the message says why."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A WebP picture and its size in px."""

    content: bytes
    width: int
    height: int


def thumbnail(original: bytes) -> Thumbnail:
    """Return the thumbnail of a JPEG, PNG, GIF, WebP or AVIF; raises NotAPictureError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = _opened(original)
            content = _as_webp(picture)
    except NotAPictureError:
        raise
    except _UNREADABLE as error:
        raise NotAPictureError(f"it cannot be read as a picture: {error}") from error
    return Thumbnail(content, picture.width, picture.height)


def narrowed(content: bytes) -> bytes:
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


def _opened(original: bytes) -> Image.Image:
    """Decode the first frame, upright and no larger than a tile needs it."""
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
