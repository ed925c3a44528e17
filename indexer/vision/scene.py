"""A picture as a small scene: each pixel's colour in Lab, and which pixels are the product's.

Where the border has one colour, the ground is what is connected with it (a flood). Where it has
not, in rooms and streets, colours count less the more of them lie at the border than in the middle.
"""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageCms

SIDE = 48  # px: the longer side of what is looked at
NEAR_GROUND = 9.0  # ΔE, of 1 in L, a and b
STEP, FADES = 1.6, 24.0  # ΔE to the next pixel, and to the border, of a ground that fades
AS_GROUND = 3.0  # ΔE: the ground itself, where something encloses it
EDGE = 0.3  # what a pixel beside ground or skin counts, which is a mixture of both
PLAIN_BORDER = 0.6  # share of the border that has the ground's colour
# Of all pixels: below, only what is nearly the ground's own colour is ground.
LEAST_LEFT, LEAST_CLOTH = 0.15, 0.06
LEAST_PRODUCT = 0.02  # of all pixels: below, the flood took the product, too
MOST_SKIN = 0.8  # of what is no ground: above, it is the product that has the colour of skin
L_SCALE = 100 / 255  # Pillow's L is 0 to 255; its a and b are one unit each


Lab = tuple[float, int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """Pixels in rows: L (0 to 100), a and b, and how much each counts as the product's (0 to 1)."""

    width: int
    height: int
    lab: list[Lab]
    weights: list[float]
    is_plain: bool  # the ground
    skin: float  # share of what is no ground


def scene_of(content: bytes) -> Scene:
    """Return the scene of a picture's bytes; raises OSError where they are no picture."""
    with Image.open(io.BytesIO(content)) as opened:
        return scene(opened)


def scene(picture: Image.Image) -> Scene:
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    small = picture.convert("RGBA" if has_alpha else "RGB")
    small.thumbnail((SIDE, SIDE), Image.Resampling.BOX, reducing_gap=1.5)
    clear = small.getchannel("A").tobytes() if has_alpha else b""
    if has_alpha:
        small = Image.alpha_composite(Image.new("RGBA", small.size, "white"), small).convert("RGB")
    width, height = small.size
    lab = _lab(small)
    ground, is_plain = _ground(lab, width, height, NEAR_GROUND)
    if is_plain and _has_taken_cloth(lab, ground):
        ground, _ = _ground(lab, width, height, AS_GROUND)
    for at, alpha in enumerate(clear):
        ground[at] |= alpha < 128
    weights = [0.0 if is_ground else 1.0 for is_ground in ground]
    if sum(weights) < LEAST_PRODUCT * len(lab):
        weights, is_plain = [1.0] * len(lab), False
    if not is_plain:
        weights = _contrast(lab, weights, width, height)
    weights, skin = _without_skin(lab, weights)
    return Scene(width, height, lab, _soft_edges(weights, width), is_plain, skin)


def _lab(picture: Image.Image) -> list[Lab]:
    converted = ImageCms.applyTransform(picture, _to_lab())
    raw = converted.tobytes() if converted else b""  # None is of in-place changes
    return [
        (light * L_SCALE, (a ^ 128) - 128, (b ^ 128) - 128)
        for light, a, b in zip(raw[::3], raw[1::3], raw[2::3], strict=True)
    ]


@cache
def _to_lab() -> ImageCms.ImageCmsTransform:
    rgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    return ImageCms.buildTransform(rgb, lab, "RGB", "LAB")


def _has_taken_cloth(lab: list[Lab], ground: bytearray) -> bool:
    left = [pixel for pixel, is_ground in zip(lab, ground, strict=True) if not is_ground]
    cloth = sum(not is_skin(*pixel) for pixel in left)
    return len(left) < LEAST_LEFT * len(lab) and cloth < LEAST_CLOTH * len(lab)


def _ground(lab: list[Lab], width: int, height: int, distance: float) -> tuple[bytearray, bool]:
    border = _border(width, height)
    light, a, b = zip(*(lab[at] for at in border), strict=True)
    middle = len(border) // 2
    color = (sorted(light)[middle], sorted(a)[middle], sorted(b)[middle])
    near = _near(lab, color, distance)
    ground = _near(lab, color, AS_GROUND)
    if sum(near[at] for at in border) < PLAIN_BORDER * len(border):
        return bytearray(len(lab)), False
    waiting = [at for at in border if near[at]]
    for at in waiting:
        near[at] = 0
    while waiting:
        at = waiting.pop()
        ground[at] = 1
        for to in _beside(at, width, len(lab)):
            if near[to] or (not ground[to] and _goes_on(lab[at], lab[to], color)):
                near[to], ground[to] = 0, 1
                waiting.append(to)
    return ground, True


def _goes_on(one: Lab, other: Lab, color: Lab) -> bool:
    """Return True if a ground that darkens by and by, as in studios, goes on in the other pixel."""
    return math.dist(one, other) < STEP and math.dist(other, color) < FADES


def _near(lab: list[Lab], color: tuple[float, int, int], distance: float) -> bytearray:
    light, a, b = color
    limit = distance**2
    return bytearray(
        (pixel[0] - light) ** 2 + (pixel[1] - a) ** 2 + (pixel[2] - b) ** 2 < limit for pixel in lab
    )


def _border(width: int, height: int) -> list[int]:
    last = (height - 1) * width
    sides = [side for row in range(1, height - 1) for side in (row * width, (row + 1) * width - 1)]
    return [*range(width), *range(last, last + width), *sides]


def _beside(at: int, width: int, size: int) -> Iterator[int]:
    column = at % width
    if column:
        yield at - 1
    if column < width - 1:
        yield at + 1
    if at >= width:
        yield at - width
    if at + width < size:
        yield at + width


def _contrast(lab: list[Lab], weights: list[float], width: int, height: int) -> list[float]:
    middle: dict[tuple[int, int, int], float] = {}
    edge: dict[tuple[int, int, int], float] = {}
    cells = [(int(light) // 12, a // 12, b // 12) for light, a, b in lab]
    # How far from the middle a pixel lies: 0 there, 1 at the nearest side.
    places = [
        max(abs(2 * (at % width) / width - 1), abs(2 * (at // width) / height - 1))
        for at in range(len(lab))
    ]
    for cell, far in zip(cells, places, strict=True):
        side = middle if far < 0.6 else edge
        side[cell] = side.get(cell, 0) + 1
    inside, outside = sum(middle.values()) or 1, sum(edge.values()) or 1
    share = {
        cell: (count / inside) / (count / inside + edge.get(cell, 0) / outside)
        for cell, count in middle.items()
    }
    return [
        weight * share.get(cell, 0) ** 2 * max(0.0, 1 - far) ** 0.5
        for weight, cell, far in zip(weights, cells, places, strict=True)
    ]


def _without_skin(lab: list[Lab], weights: list[float]) -> tuple[list[float], float]:
    skin = [weight if is_skin(*pixel) else 0 for pixel, weight in zip(lab, weights, strict=True)]
    share = sum(skin) / (sum(weights) or 1)
    if share < MOST_SKIN:
        weights = [
            0.0 if is_bare else weight for weight, is_bare in zip(weights, skin, strict=True)
        ]
    return weights, share


def _soft_edges(weights: list[float], width: int) -> list[float]:
    return [
        weight * EDGE
        if weight and not all(weights[to] for to in _beside(at, width, len(weights)))
        else weight
        for at, weight in enumerate(weights)
    ]


def is_skin(light: float, a: int, b: int) -> bool:
    """Return True for the colours of people's skin, of all shades, in the light of a studio."""
    return 20 < light < 93 and 4 <= a <= 30 and 8 <= b <= 34 and 0.45 * a < b < 2.6 * a
