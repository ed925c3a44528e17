"""What a picture shows, in some 300 bytes: near for copies that were shrunk, padded, cut evenly,
compressed again or mirrored, and far for another thing or colour. Pure.

As PDQ does (Facebook, 2019): the signs of the 16 × 16 lowest frequencies of the grey picture. Zero
takes the median's place, so that a mirrored picture's bits are those of its odd columns turned.
Such bits do not distinguish colours: a grid of them stands beside.
"""

import io
import math
from collections.abc import Iterable
from itertools import product
from operator import mul
from typing import NamedTuple

from PIL import Image, ImageChops

FREQUENCIES, SIDE = 16, 32
SHARPEST = 256  # px: what is looked at of a picture
CUTS = (0.0, 0.04, 0.08)  # of each side
GROUND = 20  # of 255: how far the ground's grey may lie from the border's
PLAIN = 0.6  # share of the border that has the ground's grey
NEAR = 44  # bits of 256 in which copies may differ
GRID, SAME_COLOR = 4, 18.0  # cells a side; how far (of 441) the colours of copies may lie apart
BANDS, WIDE = 12, 20  # of bits, the lowest frequencies first: what they encode is what copies keep
_BITS = FREQUENCIES**2
_LOWEST = sorted(range(_BITS), key=lambda at: (sum(divmod(at, FREQUENCIES)), at))
_COSINES = [
    [math.cos(math.pi * (frequency + 1) * (2 * at + 1) / (2 * SIDE)) for at in range(SIDE)]
    for frequency in range(FREQUENCIES)
]
# Cosines of odd frequencies change their sign where left and right are exchanged.
MIRROR = int("10" * (_BITS // 2), 2)


class Form(NamedTuple):
    """A picture, or a part of it: its bits, and the colours of its grid in rows of RGB."""

    bits: int
    grid: bytes


Forms = tuple[Form, ...]  # of what is no ground, then of the CUTS
_BYTES = _BITS // 8
_FORM = _BYTES + 3 * GRID**2


def forms_of(content: bytes) -> Forms:
    """Return a picture's forms; raises OSError where it cannot be read."""
    with Image.open(io.BytesIO(content)) as opened:
        opened.draft("RGB", (SHARPEST, SHARPEST))
        has_alpha = "A" in opened.getbands() or "transparency" in opened.info
        small = opened.convert("RGBA" if has_alpha else "RGB")
    small.thumbnail((SHARPEST, SHARPEST), Image.Resampling.BOX, reducing_gap=2)
    if has_alpha:
        small = Image.alpha_composite(Image.new("RGBA", small.size, "white"), small)
    color, grey, (width, height) = small.convert("RGB"), small.convert("L"), small.size
    cuts = [(cut * width, cut * height, (1 - cut) * width, (1 - cut) * height) for cut in CUTS]
    return tuple(
        Form(_bits(grey, box), color.resize((GRID, GRID), Image.Resampling.BOX, box).tobytes())
        for box in (_trim_box(grey), *cuts)
    )


def _trim_box(grey: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the box of what is no ground; of all where the ground is not plain."""
    pixels, width = grey.tobytes(), grey.width
    border = sorted(pixels[:width] + pixels[-width:] + pixels[::width] + pixels[width - 1 :: width])
    ground = border[len(border) // 2]
    if sum(abs(one - ground) < GROUND for one in border) < PLAIN * len(border):
        return None
    away = ImageChops.difference(grey, Image.new("L", grey.size, ground))
    return away.point([255 * (step >= GROUND) for step in range(256)]).getbbox()


def _bits(grey: Image.Image, box: tuple[float, float, float, float] | None) -> int:
    small = grey.resize((SIDE, SIDE), Image.Resampling.BOX, box).tobytes()
    rows = [small[at : at + SIDE] for at in range(0, SIDE * SIDE, SIDE)]
    across = [[sum(map(mul, row, wave)) for row in rows] for wave in _COSINES]
    bits = 0
    for wave in _COSINES:
        for column in across:
            bits = bits << 1 | (sum(map(mul, column, wave)) > 0)
    return bits


def difference(one: Forms, other: Forms) -> tuple[int, float]:
    """Return in how many bits the nearest forms of two pictures differ, mirrored or not, and how
    far the colours of their grids lie apart at most (of those that are near).
    """
    pairs = [*product(one, other[:2]), *product(one[:2], other[2:])]
    apart = [a.bits ^ b.bits for a, b in pairs]
    straight = [bits.bit_count() for bits in apart]
    mirrored = [(bits ^ MIRROR).bit_count() for bits in apart]
    least, is_mirrored = min(*straight, *mirrored), min(mirrored) < min(straight)
    if least > NEAR:
        return least, math.inf
    a, b = pairs[(mirrored if is_mirrored else straight).index(least)]
    return least, max(
        math.dist(a.grid[at : at + 3], b.grid[to : to + 3]) for at, to in _cells(is_mirrored)
    )


def is_copy(one: Forms, other: Forms) -> bool:
    """Return True if two pictures show the same in the same colours."""
    bits, color = difference(one, other)
    return bits <= NEAR and color <= SAME_COLOR


def _cells(is_mirrored: bool) -> Iterable[tuple[int, int]]:
    for row, column in product(range(GRID), repeat=2):
        at = row * GRID + column
        to = row * GRID + GRID - 1 - column if is_mirrored else at
        yield 3 * at, 3 * to


def bands_of(forms: Iterable[int]) -> list[int]:
    """Return numbers of which copies share one with their picture: forms' bits, by bands."""
    found = set()
    for form in forms:
        bits = f"{form:0{_BITS}b}"
        for band in range(BANDS):
            wanted = _LOWEST[band * WIDE : (band + 1) * WIDE]
            found.add(band << WIDE | int("".join([bits[at] for at in wanted]), 2))
    return sorted(found)


def wanted_bands(forms: Forms) -> list[int]:
    """Return the bands by which copies of a picture are found, mirrored ones too."""
    return bands_of(form.bits ^ mask for form in forms[:2] for mask in (0, MIRROR))


def pack(forms: Forms) -> bytes:
    """Return forms as they are kept."""
    return b"".join(form.bits.to_bytes(_BYTES) + form.grid for form in forms)


def unpack(content: bytes) -> Forms:
    """Return what was packed."""
    cut = (content[at : at + _FORM] for at in range(0, len(content), _FORM))
    return tuple(Form(int.from_bytes(part[:_BYTES]), part[_BYTES:]) for part in cut)
