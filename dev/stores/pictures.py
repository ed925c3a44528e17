"""The products' pictures: a drawn shape in its colour and pattern on a wall; cached on disk.

`shapes.zip` has for each shape a neutral picture (`tee.webp`: grey 150 is the colour as it is,
darker its shade, lighter light; other colours stay) and its mask (`tee.png`: yellow takes the
colour and pattern, red the colour alone, blue the second colour), of some also the back, and one
repeat of each pattern. `looks.json` has the colours, and of each shape the size of patterns and the
centre of a close-up.
"""

import hashlib
import json
import os
import tempfile
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from PIL import Image, ImageChops, ImageColor, ImageOps

from dev.files import cache_folder
from dev.stores.catalogue import Product, Store

VIEWS = 3
SIZES = {"600x800": (600, 800), "300x400": (300, 400)}
FORMATS = {"jpg": ("JPEG", 84), "webp": ("WEBP", 80)}
SHADOW, LIGHT = ((28, 16, 34), 0.72), ((255, 250, 240), 0.62)  # what a colour is mixed with
NEUTRAL = 150  # the light in which a surface has exactly its own colour
ACCENTS = ("#efe5cf", "#37487d")  # the second colour on dark and on light ones
CLOSE_UP, TILE_UNIT = 1.75, 3  # px of a pattern's picture to one of its units
_ARCHIVE = Path(__file__).with_name("shapes.zip")
_LOOKS = json.loads(_ARCHIVE.with_name("looks.json").read_bytes())


def views_of(store: Store) -> tuple[str, ...]:
    """Return what a product's pictures show: the front, the hover picture and another."""
    second = store.second_view
    return "front", second, "set" if second == "detail" else "detail"


@lru_cache(maxsize=128)
def _load(name: str) -> Image.Image:
    with ZipFile(_ARCHIVE) as archive:
        image = Image.open(BytesIO(archive.read(name)))
    image.load()  # threads share it
    return image


def _pattern(name: str, scale: float) -> Image.Image:
    """Return a mask of the pattern's second colour; `scale` enlarges it."""
    tile = _load(f"patterns/{name}.png").convert("L")
    sheet = Image.new("L", (round(600 / scale), round(800 / scale)))
    for top in range(0, sheet.height, tile.height):
        for left in range(0, sheet.width, tile.width):
            sheet.paste(tile, (left, top))
    return sheet.resize((600, 800), Image.Resampling.BOX)


def _tint(light: Image.Image, colour: str) -> Image.Image:
    rgb = ImageColor.getrgb(colour)
    dark, bright = (
        tuple(round(a + (b - a) * share) for a, b in zip(rgb, other, strict=True))
        for other, share in (SHADOW, LIGHT)
    )
    return ImageOps.colorize(light, dark, bright, colour, midpoint=NEUTRAL)


def draw(product: Product, view: str) -> Image.Image:
    """Return the picture, 600 x 800. Raises KeyError for an unknown shape, colour or pattern."""
    look, colour = _LOOKS["shapes"][product.shape], f"#{_LOOKS['colours'][product.colour]}"
    wall = Image.new("RGB", (600, 800), f"#{_LOOKS['backdrops'][product.backdrop]}")
    scale = (0.92, 0.96, 1.0)[product.pick % 3]
    if view == "detail":
        scale *= CLOSE_UP
    elif view != "front":  # many backs look like their fronts: another wall
        scale *= 0.9
        wall = Image.blend(wall, Image.new("RGB", wall.size, colour), 0.25)
    name = f"shapes/{product.shape}" + ("-back" if view == "back" and look.get("back") else "")
    drawn, mask = _load(f"{name}.webp").convert("RGBA"), _load(f"{name}.png").convert("RGB")
    x, y = look["detail"] if view == "detail" else (drawn.width / 2, drawn.height / 2)
    left, top = round(x * scale) - 300, round(y * scale) - 400
    large = round(drawn.width * scale), round(drawn.height * scale)
    drawn, mask = (
        image.resize(large).crop((left, top, left + 600, top + 800)) for image in (drawn, mask)
    )
    tinted, patterned, accented = mask.split()
    if product.pattern:
        pattern = _pattern(product.pattern, scale * look["unit"] / TILE_UNIT)
        accented = ImageChops.lighter(accented, ImageChops.multiply(pattern, patterned))
    light, dark = drawn.convert("L"), sum(ImageColor.getrgb(colour)) < 3 * 140
    goods = drawn.convert("RGB")
    for paint, where in ((colour, tinted), (ACCENTS[not dark], accented)):
        goods.paste(_tint(light, paint), mask=where)
    wall.paste(goods, mask=drawn.getchannel("A"))
    return wall


class PictureFiles:
    """A cache of pictures, safe for several threads and processes, of all clones."""

    def __init__(self) -> None:
        edition = hashlib.sha256(_ARCHIVE.read_bytes() + Path(__file__).read_bytes()).hexdigest()
        self._folder = cache_folder() / "pictures" / edition[:12]
        self._folder.mkdir(parents=True, exist_ok=True)

    def get(self, store: Store, product: Product, view: int, size: str) -> bytes:
        """Return the file of a product's view, from 1, in a size; raises LookupError for others."""
        pixels, kind = SIZES[size], FORMATS[store.image]
        path = self._folder / f"{store.slug}-{product.number}-{view}-{size}.{store.image}"
        if not path.exists():
            image = draw(product, views_of(store)[view - 1]).resize(pixels)
            handle, aside = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                image.save(file, kind[0], quality=kind[1])
            Path(aside).replace(path)
        return path.read_bytes()
