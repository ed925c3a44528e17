"""Where the object stands: calm backdrops and soft shadows."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from dev.stores.art.paint import HEIGHT, WIDTH, shifted
from dev.stores.art.palette import RGB, mix
from dev.stores.art.path import Outline

_SMALL = 4
_SIZE = (WIDTH // _SMALL, HEIGHT // _SMALL)

BACKDROPS: dict[str, RGB] = {
    "linen": (236, 230, 220),
    "paper": (243, 242, 239),
    "clay": (226, 205, 190),
    "sage": (212, 218, 204),
    "sky": (214, 223, 229),
    "sand": (230, 217, 194),
    "blush": (236, 219, 214),
    "slate": (205, 208, 212),
    "ochre": (224, 199, 152),
    "dune": (219, 200, 178),
}


def _wall(rgb: RGB) -> Image.Image:
    """A wall lit from the upper left."""
    light = Image.radial_gradient("L").resize((_SIZE[0] * 2, _SIZE[1] * 2))
    light = light.crop((_SIZE[0] * 3 // 4, _SIZE[1] * 3 // 4, _SIZE[0] * 7 // 4, _SIZE[1] * 7 // 4))
    bright, dim = mix(rgb, (255, 255, 252), 0.35), mix(rgb, (90, 78, 80), 0.10)
    curves = [
        [round(b + (d - b) * v / 210) for v in range(256)] for b, d in zip(bright, dim, strict=True)
    ]
    return Image.merge("RGB", [light.point(curve) for curve in curves])


def _floor(wall: Image.Image, rgb: RGB, horizon: int) -> None:
    """A floor below ``horizon``, which the wall runs into without an edge."""
    height = _SIZE[1] - horizon
    fade = Image.linear_gradient("L").resize((_SIZE[0], height))
    fade = fade.point([min(255, v * 2) for v in range(256)])
    floor = Image.new("RGB", (_SIZE[0], height), mix(rgb, (110, 92, 84), 0.16))
    wall.paste(floor, (0, horizon), fade)


def _window(rgb: RGB) -> Image.Image:
    """A coloured wall with an arch and the light of a window across it."""
    wall = _wall(rgb)
    draw = ImageDraw.Draw(wall)
    arch = mix(rgb, (255, 250, 240), 0.38)
    draw.ellipse((26, 22, 124, 120), fill=arch)
    draw.rectangle((26, 71, 124, 200), fill=arch)
    beam = Image.new("L", _SIZE, 0)
    rays = ImageDraw.Draw(beam)
    for left in (-10, 34, 78):
        rays.polygon([(left, 0), (left + 34, 0), (left + 96, 200), (left + 62, 200)], fill=46)
    wall.paste((255, 250, 236), (0, 0), beam.filter(ImageFilter.GaussianBlur(2.5)))
    return wall.filter(ImageFilter.GaussianBlur(0.6))


@lru_cache(maxsize=24)  # 1.4 MB each
def _backdrop(rgb: RGB, floor: int, setting: str) -> Image.Image:
    wall = _window(rgb) if setting == "set" else _wall(rgb)
    if floor:
        _floor(wall, rgb, min(_SIZE[1] - 2, max(0, floor // _SMALL - 26)))
    return wall.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)


def backdrop(rgb: RGB, floor: float, setting: str) -> Image.Image:
    """A new 600 x 800 canvas: a plain ``studio`` or a coloured ``set``, with a floor or none."""
    return _backdrop(rgb, round(floor / 20) * 20, setting).copy()


def _darken(canvas: Image.Image, shadow: Image.Image, strength: float) -> None:
    shadow = shadow.point([round(v * strength) for v in range(256)])
    canvas.paste((58, 42, 38), (0, 0), shadow.resize(canvas.size, Image.Resampling.BILINEAR))


def wall_shadow(canvas: Image.Image, outlines: Sequence[tuple[Outline, float]]) -> None:
    """The soft shadow of hanging or lying things, down and to the right, in place."""
    shadow = Image.new("L", _SIZE, 0)
    draw = ImageDraw.Draw(shadow)
    for outline, stroke in outlines:
        points = [(x / _SMALL, y / _SMALL) for x, y in outline]
        if stroke:
            draw.line(points, fill=255, width=max(1, round(stroke / _SMALL)))
        else:
            draw.polygon(points, fill=255)
    near = shifted(shadow, 2, 3).filter(ImageFilter.GaussianBlur(2))
    _darken(canvas, shifted(shadow, 5, 7).filter(ImageFilter.GaussianBlur(7)), 0.20)
    _darken(canvas, near, 0.16)


def floor_shadow(canvas: Image.Image, x: float, y: float, spread: float) -> None:
    """The shadow under a thing that stands at (x, y) px, in place."""
    shadow = Image.new("L", _SIZE, 0)
    draw = ImageDraw.Draw(shadow)
    x, y, spread = x / _SMALL, y / _SMALL, spread / _SMALL
    draw.ellipse((x - spread * 0.98, y - 5, x + spread * 1.22, y + 7), fill=150)
    soft = shadow.filter(ImageFilter.GaussianBlur(6))
    draw.ellipse((x - spread * 0.9, y - 2.5, x + spread * 0.98, y + 2.5), fill=255)
    _darken(canvas, soft, 0.55)
    _darken(canvas, shadow.filter(ImageFilter.GaussianBlur(2.2)), 0.34)
