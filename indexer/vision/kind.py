"""What the kind of a product says of its picture: where it sits on a person, and what it is of."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from indexer.vision.scene import Scene

# Shares of the picture's height: what is sold below the waist is shown from the waist on.
MIDDLES = {
    **dict.fromkeys(("tops", "outerwear", "sports-tops"), 0.34),
    **dict.fromkeys(("bottoms", "sports-bottoms"), 0.5),
    "shorts": 0.3,
}
REACH = 0.28  # how far from its middle a product's own place reaches
METAL = frozenset({"jewellery", "watches", "keyrings"})


@dataclass(frozen=True, slots=True)
class Kind:
    """`middle`: its middle's height, None where it fills the picture; `is_metal`: it shines."""

    middle: float | None = None
    is_metal: bool = False


ANY_KIND = Kind()


def kind_of(category_slug: str | None) -> Kind:
    """Return the kind of what stands in a category, such as "men/tops/hoodies"."""
    parts = (category_slug or "").split("/")[1:]
    middle = next((MIDDLES[part] for part in reversed(parts) if part in MIDDLES), None)
    return Kind(middle, not METAL.isdisjoint(parts))


def placed(scene: Scene, kind: Kind) -> Scene:
    """Return the scene with what lies where this kind of product sits counting most."""
    if kind.middle is None:
        return scene
    weights = []
    for row in range(scene.height):
        far = (row + 0.5) / scene.height - kind.middle
        place = math.exp(-((far / REACH) ** 2))
        start = row * scene.width
        weights += [place * weight for weight in scene.weights[start : start + scene.width]]
    return replace(scene, weights=weights)
