"""Composed pictures of things whose colours are known: garments on grounds, with people's skin."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

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
SWATCHES = {key: tuple(value) for key, value in rows("market_swatches")}


def drawing(shape: int, color: tuple[int, int, int]) -> Image.Image:
    """Return a thing of some shape and colour on white; a shape's own in each of the pixels."""
    rng = random.Random(shape)
    picture = Image.new("RGB", (420, 520), "white")
    draw = ImageDraw.Draw(picture)
    left, top = rng.randint(50, 120), rng.randint(40, 110)
    right, bottom = 420 - rng.randint(50, 120), 520 - rng.randint(40, 110)
    draw.rounded_rectangle((left, top, right, bottom), rng.randint(4, 60), fill=color)
    for _ in range(rng.randint(9, 14)):
        x, y = rng.randint(left - 20, right - 30), rng.randint(top - 20, bottom - 30)
        wide, high = rng.randint(20, 130), rng.randint(20, 130)
        shade = tuple(max(0, min(255, part + rng.choice((-70, -40, 60, 90)))) for part in color)
        form = rng.choice((draw.ellipse, draw.rectangle))
        form((x, y, min(x + wide, right), min(y + high, bottom)), fill=shade)
    return picture


def padded(picture: Image.Image) -> Image.Image:
    """Return the picture with a fifth more of its corner's colour around it."""
    width, height = picture.size
    wide = Image.new("RGB", (width * 6 // 5, height * 6 // 5), picture.getpixel((0, 0)))
    wide.paste(picture, ((wide.width - width) // 2, (wide.height - height) // 2))
    return wide


def cropped(share: float) -> Callable[[Image.Image], Image.Image]:
    """Return what cuts this share off each side."""

    def cut(picture: Image.Image) -> Image.Image:
        wide, high = picture.width * share, picture.height * share
        return picture.crop(
            (int(wide), int(high), int(picture.width - wide), int(picture.height - high))
        )

    return cut


def halved(picture: Image.Image) -> Image.Image:
    """Return the picture half as wide and high."""
    return picture.resize((picture.width // 2, picture.height // 2))


# What stores do to a picture; each with the quality of its JPEG.
ALTERATIONS: dict[str, tuple[Callable[[Image.Image], Image.Image], int]] = {
    "halved": (halved, 90),
    "JPEG 40": (lambda picture: picture, 40),
    "mirrored": (ImageOps.mirror, 90),
    "padded by 20 %": (padded, 90),
    **{f"cropped by {percent} %": (cropped(percent / 100), 90) for percent in (3, 5, 7)},
}


def altered(picture: Image.Image, how: str) -> bytes:
    """Return a copy of a picture as a store may show it."""
    change, quality = ALTERATIONS[how]
    out = io.BytesIO()
    change(picture).save(out, "JPEG", quality=quality)
    return out.getvalue()
