"""Composed pictures of things whose colours are known: garments on grounds, with people's skin."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.support.data import rows

Color = tuple[int, int, int]
WIDTH, HEIGHT = 320, 400
SKINS: tuple[Color, ...] = ((238, 200, 172), (198, 144, 108), (122, 80, 58))
Ground = Callable[[random.Random], Image.Image]


def plain(color: Color = (255, 255, 255)) -> Ground:
    """Return a ground of one colour."""
    return lambda _: Image.new("RGB", (WIDTH, HEIGHT), color)


def room(rng: random.Random) -> Image.Image:
    """Return a room: a wall, a floor, a window and some furniture."""
    wall = Image.new("RGB", (WIDTH, HEIGHT), rng.choice(((214, 208, 196), (190, 200, 204))))
    draw = ImageDraw.Draw(wall)
    draw.rectangle((0, 300, WIDTH, HEIGHT), fill=(120, 88, 60))
    draw.rectangle((8, 20, 70, 140), fill=(206, 226, 240))
    draw.rectangle((250, 180, WIDTH, 330), fill=rng.choice(((60, 70, 66), (96, 58, 44))))
    return wall


def studio(_: random.Random) -> Image.Image:
    """Return a ground that darkens by and by from the top."""
    ground = Image.new("RGB", (1, HEIGHT))
    for row in range(HEIGHT):
        ground.putpixel((0, row), (236 - row // 8, 239 - row // 8, 243 - row // 9))
    return ground.resize((WIDTH, HEIGHT))


def garment(
    colors: Sequence[Color],
    ground: Ground | None = None,
    *,
    seed: int = 0,
    skin: bool = False,
    stripe: int = 14,
) -> Image.Image:
    """Return a top of one colour, or striped in several, with folds and noise."""
    rng = random.Random(seed)
    picture = (ground or plain())(rng)
    if skin:
        draw = ImageDraw.Draw(picture)
        tone = rng.choice(SKINS)
        draw.ellipse((135, 8, 185, 76), fill=tone)
        draw.rectangle((68, 150, 92, 290), fill=tone)
        draw.rectangle((228, 150, 252, 290), fill=tone)
    cloth = Image.new("RGB", (WIDTH, HEIGHT), colors[0])
    draw = ImageDraw.Draw(cloth)
    for at, color in enumerate([*colors] * (HEIGHT // (stripe * len(colors)) + 1)):
        draw.rectangle((0, at * stripe, WIDTH, (at + 1) * stripe), fill=color)
    small = (WIDTH // 16, HEIGHT // 16)
    noise = bytes(int(rng.gauss(128, 26)) % 256 for _ in range(small[0] * small[1]))
    folds = Image.frombytes("L", small, noise).resize((WIDTH, HEIGHT))
    shade = folds.point(lambda value: min(255, 180 + value // 3))
    cloth = ImageChops.multiply(cloth, Image.merge("RGB", (shade,) * 3))
    shape = Image.new("L", (WIDTH, HEIGHT), 0)
    ImageDraw.Draw(shape).polygon(
        ((100, 78), (220, 78), (262, 150), (228, 166), (228, 300), (92, 300), (92, 166), (58, 150)),
        fill=255,
    )
    picture.paste(cloth, (0, 0), shape.filter(ImageFilter.GaussianBlur(1)))
    return picture


def content(picture: Image.Image, kind: str = "WEBP") -> bytes:
    """Return the picture's file."""
    out = io.BytesIO()
    picture.save(out, kind, quality=80)
    return out.getvalue()


COLORS: dict[str, Color] = {key: tuple(value) for key, value in rows("garment_colors")}
GROUNDS: dict[str, tuple[Ground, bool]] = {
    "white": (plain(), False),
    "white, worn": (plain(), True),
    "light grey, worn": (plain((226, 224, 220)), True),
    "studio": (studio, False),
    "room": (room, False),
    "room, worn": (room, True),
}
