"""Writes a contact sheet of pictures: ``python -m dev.stores.art.sheet OUT.png [SHAPE…]``."""

import sys
import time
from pathlib import Path

from PIL import Image

from dev.stores.art.backdrop import BACKDROPS
from dev.stores.art.palette import COLOURS
from dev.stores.art.picture import PATTERNS, SHAPES, Picture, draw

_THUMB = (225, 300)
_COLUMNS = 8


def pictures(shapes: list[str]) -> list[Picture]:
    """Return two views of each shape, in varying colours, patterns and backdrops."""
    colours, backdrops = list(COLOURS), list(BACKDROPS)
    chosen = []
    for index, shape in enumerate(shapes):
        pattern = PATTERNS[index % len(PATTERNS)] if index % 3 == 1 else ""
        colour = colours[(index * 7 + 5) % len(colours)]
        second = ("set", "back", "detail")[index % 3]
        for view in ("front", second):
            backdrop = backdrops[(index * 3) % len(backdrops)]
            chosen.append(Picture(shape, colour, pattern, backdrop, view, index))
    return chosen


def main(arguments: list[str]) -> None:
    """Draw the sheet and print the time per picture."""
    chosen = pictures(arguments[1:] or list(SHAPES))
    rows = -(-len(chosen) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * _THUMB[0], rows * _THUMB[1]), "white")
    began = time.perf_counter()
    for index, picture in enumerate(chosen):
        thumb = draw(picture).resize(_THUMB, Image.Resampling.LANCZOS)
        sheet.paste(thumb, (index % _COLUMNS * _THUMB[0], index // _COLUMNS * _THUMB[1]))
    took = (time.perf_counter() - began) * 1000 / len(chosen)
    sheet.save(Path(arguments[0]))
    print(f"{len(chosen)} pictures, {took:.0f} ms each")


if __name__ == "__main__":
    main(sys.argv[1:])
