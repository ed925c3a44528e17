"""What a single colour is called: rules over lightness, chroma and hue, one name each.

They give the shares that a second colour and "multi" are read from, and carry the swatches that
the fitted numbers know nothing of (pink, neutral, burgundy, gold, silver).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

GREY_CHROMA = 7.0
# Names that one thing has in its light and in its folds count as one colour of it.
FAMILIES = {
    **dict.fromkeys(("red", "burgundy", "pink"), "red"),
    **dict.fromkeys(("orange", "brown"), "orange"),
    **dict.fromkeys(("yellow", "gold", "neutral"), "yellow"),
    **dict.fromkeys(("blue", "purple"), "blue"),
    **dict.fromkeys(("black", "grey", "silver", "white"), "grey"),
    "green": "green",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A name and its box: hue in degrees (it may pass 0), chroma and lightness, `to` excluded."""

    name: str
    hue: tuple[float, float] = (0, 360)
    chroma: tuple[float, float] = (0, 200)
    light: tuple[float, float] = (0, 101)

    def holds(self, light: float, chroma: float, hue: float) -> bool:
        """Return True if the colour lies in the box."""
        first, last = self.hue
        around = first <= hue < last if first < last else hue >= first or hue < last
        return (
            around
            and self.chroma[0] <= chroma < self.chroma[1]
            and self.light[0] <= light < self.light[1]
        )


# The first that holds.
RULES = (
    Rule("white", chroma=(0, GREY_CHROMA), light=(81, 101)),
    Rule("grey", chroma=(0, GREY_CHROMA), light=(33, 81)),
    Rule("black", chroma=(0, GREY_CHROMA), light=(0, 33)),
    Rule("black", chroma=(0, 12), light=(0, 22)),
    Rule("grey", chroma=(0, 12), light=(22, 62)),
    Rule("neutral", hue=(48, 112), chroma=(7, 29), light=(62, 94)),
    Rule("neutral", hue=(48, 112), chroma=(9, 29), light=(94, 101)),
    Rule("white", light=(92, 101), chroma=(0, 9)),
    Rule("burgundy", hue=(335, 32), light=(0, 34), chroma=(7, 52)),
    Rule("pink", hue=(325, 27), light=(56, 101)),
    Rule("pink", hue=(325, 0), light=(44, 56), chroma=(35, 200)),
    Rule("red", hue=(335, 43)),
    Rule("brown", hue=(43, 85), light=(0, 45)),
    Rule("brown", hue=(43, 85), light=(45, 62), chroma=(7, 45)),
    Rule("orange", hue=(43, 72)),
    Rule("yellow", hue=(72, 104)),
    Rule("green", hue=(104, 205)),
    Rule("blue", hue=(205, 297)),
    Rule("purple", hue=(297, 335)),
)


@lru_cache(maxsize=65536)
def name_of(light: float, a: int, b: int) -> str:
    """Return the name of a colour in Lab."""
    chroma, hue = math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360
    return next(rule.name for rule in RULES if rule.holds(light, chroma, hue))
