"""Every shape by its key."""

from dev.stores.art.part import Shape
from dev.stores.art.shapes import (
    accessories,
    bottoms,
    decor,
    dresses,
    footwear,
    furniture,
    garden,
    jewellery,
    outdoors,
    outerwear,
    tableware,
    tops,
)

_GROUPS = (
    tops, dresses, bottoms, outerwear, footwear, accessories, jewellery,
    furniture, decor, tableware, outdoors, garden,
)  # fmt: skip

SHAPES: dict[str, Shape] = {key: shape for group in _GROUPS for key, shape in group.SHAPES.items()}
