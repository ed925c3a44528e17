"""Fabric patterns: 600 x 800 masks of where the second colour shows."""

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from dev.stores.art.paint import HEIGHT, WIDTH

_SUPER = 3
_Tile = tuple[Image.Image, ImageDraw.ImageDraw]


def _tile(width: float, height: float) -> _Tile:
    image = Image.new("L", (round(width * _SUPER), round(height * _SUPER)), 0)
    return image, ImageDraw.Draw(image)


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, r: float) -> None:
    x, y, r = x * _SUPER, y * _SUPER, r * _SUPER
    draw.ellipse((x - r, y - r, x + r, y + r), fill=255)


def _striped(scale: float) -> Image.Image:
    image, draw = _tile(30 * scale, 30 * scale)
    draw.rectangle((0, 0, image.width, round(11 * scale * _SUPER)), fill=255)
    return image


def _pinstriped(scale: float) -> Image.Image:
    image, draw = _tile(22 * scale, 22 * scale)
    draw.rectangle((0, 0, round(3 * scale * _SUPER), image.height), fill=220)
    return image


def _checked(scale: float) -> Image.Image:
    image, draw = _tile(36 * scale, 36 * scale)
    half = image.width // 2
    draw.rectangle((0, 0, half, image.height), fill=125)
    draw.rectangle((0, 0, image.width, half), fill=125)
    draw.rectangle((0, 0, half, half), fill=255)
    return image


def _shweshwe(scale: float) -> Image.Image:
    """Rings of small dots with a dotted diamond between them, as on printed shweshwe cotton."""
    size = 52 * scale
    image, draw = _tile(size, size)
    for cx, cy in ((0, 0), (size, 0), (0, size), (size, size), (size / 2, size / 2)):
        _dot(draw, cx, cy, 3.4 * scale)
        for k in range(8):
            angle = k * math.pi / 4
            x, y = cx + 11 * scale * math.cos(angle), cy + 11 * scale * math.sin(angle)
            _dot(draw, x, y, 1.9 * scale)
    for x, y in ((size / 2, 0), (size / 2, size), (0, size / 2), (size, size / 2)):
        _dot(draw, x, y, 2.4 * scale)
    return image


def _dotted(scale: float) -> Image.Image:
    size = 30 * scale
    image, draw = _tile(size, size)
    for x, y in ((0, 0), (size, 0), (0, size), (size, size), (size / 2, size / 2)):
        _dot(draw, x, y, 4.6 * scale)
    return image


def _leaf(draw: ImageDraw.ImageDraw, x: float, y: float, turn: float, size: float) -> None:
    points = []
    for k in range(25):
        t = k / 24 * 2 * math.pi
        along, across = size * math.cos(t), size * 0.32 * math.sin(t)
        px = x + along * math.cos(turn) - across * math.sin(turn)
        py = y + along * math.sin(turn) + across * math.cos(turn)
        points.append((px * _SUPER, py * _SUPER))
    draw.polygon(points, fill=255)


def _floral(scale: float) -> Image.Image:
    """Five-petalled flowers with two leaves each, on a half-drop repeat."""
    size = 92 * scale
    image, draw = _tile(size, size)
    for cx, cy in ((0.27, 0.25), (0.75, 0.75)):
        x, y = cx * size, cy * size
        _leaf(draw, x + 23 * scale, y + 12 * scale, 0.5, 9 * scale)
        _leaf(draw, x - 22 * scale, y + 13 * scale, 2.6, 9 * scale)
        for k in range(5):
            turn = k * 2 * math.pi / 5 - math.pi / 2
            _dot(draw, x + 9 * scale * math.cos(turn), y + 9 * scale * math.sin(turn), 6.6 * scale)
        r = 4.2 * scale * _SUPER
        draw.ellipse((x * _SUPER - r, y * _SUPER - r, x * _SUPER + r, y * _SUPER + r), fill=0)
    for cx, cy in ((0.27, 0.72), (0.78, 0.24)):
        _dot(draw, cx * size, cy * size, 3.6 * scale)
    return image


def _zigzag(scale: float) -> Image.Image:
    size = 44 * scale * _SUPER
    image, draw = _tile(44 * scale, 44 * scale)
    for base in (-size, 0.0, size):
        points = [(-size / 2, base + size), (size / 2, base + size / 4), (size * 1.5, base + size)]
        draw.line(points, fill=255, width=round(9 * scale * _SUPER))
    return image


def _windowpane(scale: float) -> Image.Image:
    image, draw = _tile(58 * scale, 58 * scale)
    width = round(2.6 * scale * _SUPER)
    draw.rectangle((0, 0, width, image.height), fill=230)
    draw.rectangle((0, 0, image.width, width), fill=230)
    return image


_PATTERNS: dict[str, Callable[[float], Image.Image]] = {
    "striped": _striped,
    "pinstriped": _pinstriped,
    "checked": _checked,
    "shweshwe": _shweshwe,
    "dotted": _dotted,
    "floral": _floral,
    "zigzag": _zigzag,
    "windowpane": _windowpane,
}

PATTERNS: tuple[str, ...] = tuple(_PATTERNS)


@lru_cache(maxsize=48)
def pattern_mask(name: str, scale: float) -> Image.Image:
    """The pattern over a whole picture; ``scale`` enlarges the repeat.

    Raises:
        KeyError: no such pattern.
    """
    tile = _PATTERNS[name](scale)
    sheet = Image.new("L", (WIDTH * _SUPER, HEIGHT * _SUPER), 0)
    for top in range(0, sheet.height, tile.height):
        for left in range(0, sheet.width, tile.width):
            sheet.paste(tile, (left, top))
    return sheet.reduce(_SUPER)
