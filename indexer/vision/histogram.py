"""How much of a scene has which colour: 8 greys, and cells of hue, chroma and lightness."""

from __future__ import annotations

import math
from functools import lru_cache

from indexer.vision.scene import Scene

GREYS = 8
GREY = 7.0  # chroma below which a colour is none
CHROMAS = (14.0, 24.0, 40.0)  # where the next step begins
LIGHTS = (33.0, 58.0)
HUES = 18
HUE_COUNTS = 1.6  # as often as what has none, which folds, seams and shoes have, too


@lru_cache(maxsize=65536)
def cell_of(light: float, a: int, b: int) -> int:
    """Return the cell of a colour in Lab."""
    chroma = math.hypot(a, b)
    if chroma < GREY:
        return min(GREYS - 1, int(light * GREYS / 100))
    hue = int(math.degrees(math.atan2(b, a)) % 360 * HUES / 360) % HUES
    step = sum(chroma >= limit for limit in CHROMAS) * (len(LIGHTS) + 1)
    return (
        GREYS
        + hue * (len(CHROMAS) + 1) * (len(LIGHTS) + 1)
        + step
        + sum(light >= limit for limit in LIGHTS)
    )


def histogram(scene: Scene) -> dict[int, float]:
    """Return the share of each cell that occurs, of 1."""
    cells: dict[int, float] = {}
    for pixel, weight in zip(scene.lab, scene.weights, strict=True):
        if weight:
            cell = cell_of(*pixel)
            cells[cell] = cells.get(cell, 0) + weight
    for cell in cells:
        cells[cell] *= HUE_COUNTS if cell >= GREYS else 1
    total = sum(cells.values()) or 1
    return {cell: count / total for cell, count in cells.items()}
