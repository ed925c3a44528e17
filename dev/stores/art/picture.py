"""A whole picture: backdrop, shadow and the object in its colour."""

import io
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from dev.stores.art.paint import Brush, Piece, paint, seam
from dev.stores.art.palette import COLOURS, RGB, accent_for, materials, mix
from dev.stores.art.part import Part
from dev.stores.art.path import Outline, Point, close_by_reflection, flatten, placed, reflect
from dev.stores.art.pattern import pattern_mask
from dev.stores.art.shapes import SHAPES
from dev.stores.art.studio import BACKDROPS, backdrop, floor_shadow, wall_shadow

_QUALITY = {"JPEG": 84, "WEBP": 80}
_FIT = (500, 590)  # px an object may take of the 600 x 800
_MOST_ENLARGED = 1.6
_ON_SET = ("set", "back")  # a coloured wall: many a back alone would look like its front


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw.

    Attributes:
        shape: a key of ``shapes.SHAPES``.
        colour: a key of ``palette.COLOURS``.
        pattern: a key of ``pattern.PATTERNS`` or empty.
        backdrop: a key of ``studio.BACKDROPS``.
        view: ``front``, ``detail`` (a close-up), ``set`` (a coloured one) or ``back`` (on it).
        pick: a small number that varies accent, size and direction.
    """

    shape: str
    colour: str
    pattern: str = ""
    backdrop: str = "linen"
    view: str = "front"
    pick: int = 0


@lru_cache(maxsize=256)
def _box(shape: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything a shape draws, px."""
    points = [p for part in SHAPES[shape].parts for o in _outlines(part) for p in o]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _placement(picture: Picture) -> tuple[float, Point]:
    """Scale, and the point of the shape that comes to the picture's centre."""
    left, top, right, bottom = _box(picture.shape)
    shape = SHAPES[picture.shape]
    scale = min(_FIT[0] / (right - left), _FIT[1] / (bottom - top), _MOST_ENLARGED)
    scale *= (0.92, 0.96, 1.0)[picture.pick % 3]
    if picture.view == "detail":
        return scale * 1.75, shape.detail or ((left + right) / 2, top * 0.6 + bottom * 0.4)
    if picture.view in _ON_SET:
        scale *= 0.9
    return scale, ((left + right) / 2, (top + bottom) / 2 - (30 / scale if shape.floor else 0))


def _outlines(part: Part) -> list[Outline]:
    outline = flatten(part.path)
    if part.mirror:
        return [close_by_reflection(outline)]
    return [outline, reflect(outline)] if part.both else [outline]


def _creases(part: Part, paths: tuple[str, ...], second: bool) -> list[Outline]:
    folds = [flatten(path) for path in paths]
    if second:
        return [reflect(fold) for fold in folds]
    if part.mirror:
        return folds + [reflect(fold) for fold in folds]
    return folds


def _wall_colour(picture: Picture, main: RGB) -> RGB:
    plain = BACKDROPS[picture.backdrop]
    if picture.view not in _ON_SET:
        return plain
    return mix(mix(plain, main, 0.24), (178, 150, 128), 0.22)


def draw(picture: Picture) -> Image.Image:
    """The picture, 600 x 800 RGB.

    Raises:
        KeyError: unknown shape, colour, pattern or backdrop.
    """
    shape = SHAPES[picture.shape]
    main = COLOURS[picture.colour].rgb
    accent = accent_for(main, picture.pick)
    scale, focus = _placement(picture)
    move = placed(scale, focus, flip=picture.view in _ON_SET and picture.pick % 2 == 1)
    hidden = "front" if picture.view == "back" else "back"
    parts = [part for part in shape.parts if part.side != hidden]
    floor = shape.floor and 400 + (shape.floor - focus[1]) * scale
    setting = "set" if picture.view in _ON_SET else "studio"
    canvas = backdrop(_wall_colour(picture, main), floor, setting)
    if floor:
        floor_shadow(canvas, 300, floor, shape.spread * scale)
    else:
        solid = [(move(o), p.stroke * scale) for p in parts for o in _outlines(p)]
        wall_shadow(canvas, solid)
    paints = materials(main, accent)
    pattern = pattern_mask(picture.pattern, round(scale, 2)) if picture.pattern else None
    for part in parts:
        brush = Brush(
            first=paints[part.fill], second=accent, soft=part.soft * scale, depth=part.depth,
            pattern=pattern if part.fill == "main" else None,
        )  # fmt: skip
        for index, outline in enumerate(_outlines(part)):
            folds = [move(f) for f in _creases(part, part.folds, index == 1)]
            paint(canvas, Piece(move(outline), part.stroke * scale, folds, scale), brush)
            for line in _creases(part, part.lines, index == 1):
                seam(canvas, move(line), mix(paints[part.fill], (20, 14, 18), 0.45), scale)
    return canvas


def encode(image: Image.Image, image_format: str) -> bytes:
    """The picture's file: ``JPEG`` or ``WEBP``."""
    file = io.BytesIO()
    options = {"method": 2} if image_format == "WEBP" else {}
    image.save(file, image_format, quality=_QUALITY[image_format], **options)
    return file.getvalue()
