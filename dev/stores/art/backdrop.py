"""The backdrops of pictures: walls and floors, and the product's shadow on them."""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from dev.stores.art.palette import RGB, mix

WIDTH, HEIGHT = 600, 800
_SMALL = 4  # backdrops have no details: painted at a quarter of the size
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
    light = Image.radial_gradient("L").resize((_SIZE[0] * 2, _SIZE[1] * 2))
    light = light.crop((_SIZE[0] * 3 // 4, _SIZE[1] * 3 // 4, _SIZE[0] * 7 // 4, _SIZE[1] * 7 // 4))
    bright, dim = mix(rgb, (255, 255, 252), 0.35), mix(rgb, (90, 78, 80), 0.10)
    curves = [
        [round(b + (d - b) * v / 210) for v in range(256)] for b, d in zip(bright, dim, strict=True)
    ]
    return Image.merge("RGB", [light.point(curve) for curve in curves])


def _floor(wall: Image.Image, rgb: RGB, horizon: int) -> None:
    """Paint a floor below ``horizon``, with a soft transition from the wall."""
    height = _SIZE[1] - horizon
    fade = Image.linear_gradient("L").resize((_SIZE[0], height))
    fade = fade.point([min(255, v * 2) for v in range(256)])
    floor = Image.new("RGB", (_SIZE[0], height), mix(rgb, (110, 92, 84), 0.16))
    wall.paste(floor, (0, horizon), fade)


def _window(rgb: RGB) -> Image.Image:
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
def _backdrop(rgb: RGB, floor: int, coloured: bool) -> Image.Image:
    wall = _window(rgb) if coloured else _wall(rgb)
    if floor:
        _floor(wall, rgb, min(_SIZE[1] - 2, max(0, floor // _SMALL - 26)))
    return wall.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)


def backdrop(rgb: RGB, floor: float, coloured: bool) -> Image.Image:
    """Return a new 600 x 800 canvas: a wall, for ``coloured`` with a window's light, and a floor.

    ``floor`` is the floor's height in px; 0: none.
    """
    return _backdrop(rgb, round(floor / 20) * 20, coloured).copy()


def _darken(canvas: Image.Image, shadow: Image.Image, blur: float, strength: float) -> None:
    shadow = shadow.filter(ImageFilter.GaussianBlur(blur))
    shadow = shadow.point([round(v * strength) for v in range(256)])
    canvas.paste((58, 42, 38), (0, 0), shadow.resize(canvas.size, Image.Resampling.BILINEAR))


def wall_shadow(canvas: Image.Image, outline: Image.Image) -> None:
    """Paint the shadow of a hanging or lying product (its mask), down and to the right."""
    small = outline.reduce(_SMALL)
    for right, down, blur, strength in ((5, 7, 7, 0.20), (2, 3, 2, 0.16)):
        moved = small.crop((-right, -down, _SIZE[0] - right, _SIZE[1] - down))
        _darken(canvas, moved, blur, strength)


def floor_shadow(canvas: Image.Image, y: float, spread: float) -> None:
    """Paint the shadow under a product that stands on the floor at ``y`` px."""
    x, y, spread = WIDTH / 2 / _SMALL, y / _SMALL, spread / _SMALL
    shadow = Image.new("L", _SIZE, 0)
    draw = ImageDraw.Draw(shadow)
    draw.ellipse((x - spread * 0.98, y - 5, x + spread * 1.22, y + 7), fill=150)
    soft = shadow.copy()
    draw.ellipse((x - spread * 0.9, y - 2.5, x + spread * 0.98, y + 2.5), fill=255)
    _darken(canvas, soft, 6, 0.55)
    _darken(canvas, shadow, 2.2, 0.34)
