"""Composes a product's picture from its drawn shape, colour and pattern.

The shapes are pictures in ``shapes/``, the patterns in ``patterns/``; ``shapes/README.md``
describes their format and how to draw another.
"""

import io
import json
import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from dev.stores.art.backdrop import BACKDROPS, HEIGHT, WIDTH, backdrop, floor_shadow, wall_shadow
from dev.stores.art.palette import COLOURS, RGB, accent_for, mix, tones

ASSETS = Path(__file__).parent
_QUALITY = {"JPEG": 84, "WEBP": 80}
_CLOSE_UP = 1.75  # the enlargement of a close-up
_TILE_UNIT = 3  # px of a pattern's picture to one of its units
_LIFT = 30  # px below the middle for a product that stands on a floor
_ON_SET = ("set", "back")  # views with a coloured wall: many backs look like their fronts


@dataclass(frozen=True, slots=True)
class Shape:
    """The geometry of a shape, in px of its own picture."""

    unit: float  # the size of patterns on it
    detail: tuple[float, float]  # the centre of a close-up
    floor: float = 0  # the height at which it stands; 0 for shapes that hang or lie
    spread: float = 0  # half the width of its shadow on the floor


@dataclass(frozen=True, slots=True)
class Picture:
    """The parameters of a picture."""

    shape: str  # a key of SHAPES
    colour: str  # a key of palette.COLOURS
    pattern: str = ""  # one of PATTERNS or empty
    backdrop: str = "linen"  # a key of backdrop.BACKDROPS
    view: str = "front"  # or detail (a close-up), set (a coloured one), back (on it)
    pick: int = 0  # a small number that varies accent and size


SHAPES: dict[str, Shape] = {
    name: Shape(**row) for name, row in json.loads((ASSETS / "shapes.json").read_bytes()).items()
}
PATTERNS: tuple[str, ...] = tuple(sorted(path.stem for path in (ASSETS / "patterns").glob("*.png")))


@lru_cache(maxsize=64)  # 1 MB each
def _drawn(shape: str, behind: bool) -> tuple[Image.Image, Image.Image]:
    """Return the shape's picture (RGBA) and mask (RGB); of its back, where there is one."""
    back = ASSETS / "shapes" / f"{shape}-back.webp"
    path = back if behind and back.exists() else back.with_name(f"{shape}.webp")
    return Image.open(path).convert("RGBA"), Image.open(path.with_suffix(".png")).convert("RGB")


@lru_cache(maxsize=48)  # 0.5 MB each
def pattern_mask(name: str, scale: float) -> Image.Image:
    """Return a 600 x 800 mask of the pattern's second colour; ``scale`` enlarges it.

    Raises FileNotFoundError where there is no such pattern.
    """
    tile = Image.open(ASSETS / "patterns" / f"{name}.png").convert("L")
    sheet = Image.new("L", (round(WIDTH / scale), round(HEIGHT / scale)))
    for top in range(0, sheet.height, tile.height):
        for left in range(0, sheet.width, tile.width):
            sheet.paste(tile, (left, top))
    return sheet.resize((WIDTH, HEIGHT), Image.Resampling.BOX)


@lru_cache(maxsize=1)
def _grain() -> Image.Image:
    """Return a fixed texture: mid grey with a little noise."""
    noise = Image.frombytes("L", (WIDTH, HEIGHT), random.Random(7).randbytes(WIDTH * HEIGHT))
    return noise.point([round(128 + (v - 128) * 0.055) for v in range(256)])


def _toned(light: Image.Image, rgb: RGB) -> Image.Image:
    indexed = light.copy()
    indexed.putpalette(tones(rgb))
    return indexed.convert("RGB")


def _placement(picture: Picture, size: tuple[int, int]) -> tuple[float, tuple[float, float]]:
    shape, (width, height) = SHAPES[picture.shape], size
    scale = (0.92, 0.96, 1.0)[picture.pick % 3]
    if picture.view == "detail":
        return scale * _CLOSE_UP, shape.detail
    if picture.view in _ON_SET:
        scale *= 0.9
    return scale, (width / 2, height / 2 - (_LIFT / scale if shape.floor else 0))


def _framed(image: Image.Image, scale: float, focus: tuple[float, float]) -> Image.Image:
    """Return a 600 x 800 part of the scaled image around ``focus``, transparent outside of it."""
    left, top = round(focus[0] * scale) - WIDTH // 2, round(focus[1] * scale) - HEIGHT // 2
    large = image.resize((round(image.width * scale), round(image.height * scale)))
    return large.crop((left, top, left + WIDTH, top + HEIGHT))


def _smooth(mask: Image.Image, scale: float) -> Image.Image:
    """Return a scaled mask with clean edges: blurred, then with more contrast."""
    steep = 1 + scale
    curve = [max(0, min(255, round(128 + (v - 128) * steep))) for v in range(256)]
    return mask.filter(ImageFilter.GaussianBlur(0.8 * scale)).point(curve * len(mask.getbands()))


def _coloured(picture: Picture, drawn: Image.Image, mask: Image.Image, scale: float) -> Image.Image:
    main = COLOURS[picture.colour].rgb
    accent = accent_for(main, picture.pick)
    tinted, patterned, accented = mask.split()
    light = ImageChops.add(drawn.convert("L"), _grain(), offset=-128)
    second = _toned(light, accent)
    if picture.pattern:
        pattern = pattern_mask(picture.pattern, round(scale / _TILE_UNIT, 2))
        accented = ImageChops.lighter(accented, ImageChops.multiply(pattern, patterned))
    image = drawn.convert("RGB")
    image.paste(_toned(light, main), mask=tinted)
    image.paste(second, mask=accented)
    return image


def _wall_colour(picture: Picture) -> RGB:
    colour = BACKDROPS[picture.backdrop]
    if picture.view not in _ON_SET:
        return colour
    return mix(mix(colour, COLOURS[picture.colour].rgb, 0.24), (178, 150, 128), 0.22)


def draw(picture: Picture) -> Image.Image:
    """Return the picture, 600 x 800 RGB.

    Raises KeyError for an unknown shape, colour or backdrop, FileNotFoundError for a pattern.
    """
    shape = SHAPES[picture.shape]
    drawn, mask = _drawn(picture.shape, picture.view == "back")
    scale, focus = _placement(picture, drawn.size)
    drawn, mask = _framed(drawn, scale, focus), _smooth(_framed(mask, scale, focus), scale)
    outline = _smooth(drawn.getchannel("A"), scale)
    on_set = picture.view in _ON_SET
    floor = shape.floor and HEIGHT / 2 + (shape.floor - focus[1]) * scale
    canvas = backdrop(_wall_colour(picture), floor, on_set)
    if floor:
        floor_shadow(canvas, floor, shape.spread * scale)
    else:
        wall_shadow(canvas, outline)
    canvas.paste(_coloured(picture, drawn, mask, scale * shape.unit), mask=outline)
    return canvas


def encode(image: Image.Image, image_format: str) -> bytes:
    """Return the picture's file as ``JPEG`` or ``WEBP``."""
    file = io.BytesIO()
    options = {"method": 2} if image_format == "WEBP" else {}
    image.save(file, image_format, quality=_QUALITY[image_format], **options)
    return file.getvalue()
