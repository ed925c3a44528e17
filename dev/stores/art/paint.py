"""Painting of one part: a supersampled mask, a small shade map, a tone curve per channel."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from dev.stores.art.palette import RGB, mix
from dev.stores.art.path import Outline

WIDTH, HEIGHT = 600, 800
_SUPER = 3
_SHADE = 4
_MID = 150
_FAINT = [round(v * 0.75) for v in range(256)]
_BLEED = 72  # px painted beyond the frame, so that shading does not start at its edge


@dataclass(frozen=True, slots=True)
class Brush:
    """How one outline is painted: tones, light, and an optional pattern.

    ``pattern`` is a 600 x 800 mask of where ``second`` shows instead of ``first``.
    """

    first: RGB
    second: RGB
    soft: float
    depth: float
    pattern: Image.Image | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """What is painted: an outline (filled, or a line of ``stroke`` px) and its folds, in px."""

    outline: Outline
    stroke: float
    folds: Sequence[Outline]
    scale: float


@lru_cache(maxsize=256)
def tones(rgb: RGB) -> bytes:
    """A palette: red, green and blue for each shade 0 (deep shadow) to 255 (full light)."""
    shadow = mix(rgb, (28, 16, 34), 0.72)
    light = mix(rgb, (255, 250, 240), 0.62)
    low = [mix(shadow, rgb, shade / _MID) for shade in range(_MID)]
    high = [mix(rgb, light, shade / (255 - _MID)) for shade in range(256 - _MID)]
    return bytes(channel for tone in low + high for channel in tone)


@lru_cache(maxsize=64)
def _contrast(depth: float) -> list[int]:
    """From a relief around 128 to shades around the plain colour's."""
    return [max(0, min(255, round(_MID + (v - 128) * depth))) for v in range(256)]


@lru_cache(maxsize=64)
def _fall(depth: float) -> Image.Image:
    """Light that falls off downwards, around 128, small enough to be stretched cheaply."""
    column = Image.linear_gradient("L").resize((1, 64), Image.Resampling.BOX)
    return column.point([round(132 - v * 0.10 * min(1.0, depth)) for v in range(256)])


@lru_cache(maxsize=1)
def grain() -> Image.Image:
    """A fine, fixed weave: mid grey with a little noise."""
    noise = Image.frombytes("L", (WIDTH, HEIGHT), random.Random(7).randbytes(WIDTH * HEIGHT))
    return noise.point([round(128 + (v - 128) * 0.055) for v in range(256)])


def bounds(outline: Outline, margin: float) -> tuple[int, int, int, int] | None:
    """The outline's box in the picture, aligned for the shade map; None when outside of it."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    left = max(-_BLEED, int(min(xs) - margin))
    top = max(-_BLEED, int(min(ys) - margin))
    right, bottom = min(WIDTH + _BLEED, max(xs) + margin), min(HEIGHT + _BLEED, max(ys) + margin)
    if right - left < 2 or bottom - top < 2:
        return None
    width = -(-int(right - left) // _SHADE) * _SHADE
    height = -(-int(bottom - top) // _SHADE) * _SHADE
    return left, top, width, height


def _stroke(draw: ImageDraw.ImageDraw, points: Sequence[tuple[float, float]], width: float) -> None:
    draw.line(list(points), fill=255, width=max(1, round(width)), joint="curve")
    for x, y in (points[0], points[-1]):
        r = width / 2
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)


def mask_of(outline: Outline, box: tuple[int, int, int, int], stroke: float) -> Image.Image:
    """Anti-aliased coverage of a filled outline, or of a line of ``stroke`` px along it."""
    left, top, width, height = box
    mask = Image.new("L", (width * _SUPER, height * _SUPER), 0)
    draw = ImageDraw.Draw(mask)
    points = [((x - left) * _SUPER, (y - top) * _SUPER) for x, y in outline]
    if stroke:
        _stroke(draw, points, stroke * _SUPER)
    else:
        draw.polygon(points, fill=255)
    return mask.reduce(_SUPER)


def _creases(size: tuple[int, int], box: tuple[int, int, int, int], piece: Piece) -> Image.Image:
    """Folds as a map around 128: a dark line with light on its left."""
    creases = Image.new("L", size, 128)
    draw = ImageDraw.Draw(creases)
    width = max(1, round(9 * piece.scale / _SHADE))
    for fold in piece.folds:
        points = [((x - box[0]) / _SHADE, (y - box[1]) / _SHADE) for x, y in fold]
        draw.line([(x - 1.6 * width, y) for x, y in points], fill=152, width=width)
        draw.line(points, fill=84, width=width)
    return creases.filter(ImageFilter.GaussianBlur(1.4 * piece.scale))


def shifted(image: Image.Image, by: int, down: int | None = None) -> Image.Image:
    """The image moved right and down by ``by`` px (down by ``down`` where given), black behind."""
    y = by if down is None else down
    return image.crop((-by, -y, image.width - by, image.height - y))


def _relief(small: Image.Image, reach: int) -> Image.Image:
    """A mask lit from the upper left as if it bulged, around 128; room for the blur is added."""
    room = 3 * reach
    volume = ImageOps.expand(small, room).filter(ImageFilter.GaussianBlur(reach))
    lit = ImageChops.subtract(
        shifted(volume, -reach), shifted(volume, reach), scale=2.0, offset=128
    )
    return lit.crop((room, room, room + small.width, room + small.height))


def shade_map(
    mask: Image.Image, box: tuple[int, int, int, int], brush: Brush, piece: Piece
) -> Image.Image:
    """Light from the upper left over the mask's volume: 0..255, with 150 as the plain colour."""
    small = mask.reduce(_SHADE)
    lit = _relief(small, max(1, round(brush.soft / _SHADE)))
    lit = lit.point(_contrast(brush.depth))
    fall = _fall(brush.depth).resize(small.size, Image.Resampling.BILINEAR)
    lit = ImageChops.add(lit, fall, offset=-128)
    if piece.folds:
        lit = ImageChops.add(lit, _creases(small.size, box, piece), offset=-128)
    return lit.resize(mask.size, Image.Resampling.BILINEAR)


def toned(shade: Image.Image, rgb: RGB) -> Image.Image:
    """A shade map in a colour."""
    indexed = shade.copy()
    indexed.putpalette(tones(rgb))
    return indexed.convert("RGB")


def paint(canvas: Image.Image, piece: Piece, brush: Brush) -> None:
    """Paint one piece on the 600 x 800 RGB canvas, in place."""
    box = bounds(piece.outline, piece.stroke / 2 + 12)
    if box is None:
        return
    left, top, width, height = box
    frame = (left, top, left + width, top + height)
    mask = mask_of(piece.outline, box, piece.stroke)
    shade = shade_map(mask, box, brush, piece)
    shade = ImageChops.add(shade, grain().crop(frame), offset=-128)
    colour = toned(shade, brush.first)
    if brush.pattern is not None:
        colour.paste(toned(shade, brush.second), (0, 0), brush.pattern.crop(frame))
    canvas.paste(colour, (left, top), mask)


def seam(canvas: Image.Image, outline: Outline, rgb: RGB, scale: float) -> None:
    """A thin stitched-looking line, in place."""
    width = 1.5 * scale
    box = bounds(outline, width + 4)
    if box is not None:
        mask = mask_of(outline, box, width).point(_FAINT)
        canvas.paste(rgb, (box[0], box[1]), mask)
