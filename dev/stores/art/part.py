"""What a shape is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of an object: an outline, its material and how light falls on it.

    Attributes:
        path: outline in the notation of ``dev.stores.art.path``.
        fill: material, a key of ``palette.materials`` (``main`` is the product's colour and the
            only one that takes the product's pattern).
        mirror: the path is the right half and is completed by reflection.
        both: the part is drawn twice, once on each side.
        stroke: width in px of a line along the path; 0 fills the path.
        soft: radius in px of the shading at the part's edges: small for boards, large for cushions.
        depth: strength of that shading; 0 is flat.
        folds: paths of soft dark creases, each with a light edge.
        lines: paths of thin seams.
        side: ``front`` parts are left out of a back view, ``back`` parts drawn only there.
    """

    path: str
    fill: str = "main"
    mirror: bool = False
    both: bool = False
    stroke: float = 0
    soft: float = 16
    depth: float = 1.0
    folds: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    side: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawable object.

    Attributes:
        parts: drawn in order, first at the back.
        floor: y in px at which it stands; 0 for things that hang or lie flat.
        spread: half the width in px of its shadow on the floor.
        detail: point a close-up looks at; None for one a little above the middle.
    """

    parts: tuple[Part, ...]
    floor: float = 0
    spread: float = 0
    detail: tuple[float, float] | None = None
