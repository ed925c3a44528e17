"""What a picture says of a product's colours, how sure that is, and on what it rests."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from indexer.vision.histogram import histogram
from indexer.vision.kind import ANY_KIND, Kind, placed
from indexer.vision.model import Model, fitted
from indexer.vision.naming import FAMILIES, name_of
from indexer.vision.scene import Scene

ABSTAINS = 0.5  # confidence below which no colour is said
MANY = 3  # colours make a product multi, as in words (classify/colors.py)
OF_MANY = 0.17  # the share of each of them
GREY_OF_MANY = 0.2  # of what has no hue, as folds and seams look grey
ONE_OF_MANY = 0.7  # where one colour has more, it is the product's
SECOND = 0.25  # the share of a second colour
RULED = ("pink", "neutral", "burgundy", "brown")  # swatches that the fitting data has no names for
RULED_FROM, RULED_TO = 0.35, 0.6  # shares at which a rule begins to hold, and holds
NAMED = 0.25  # how much the names of single colours say beside the fitted numbers
UNSEEN = 0.4  # what a fitted colour is worth of whose family no pixel is
RULED_MOST = 0.8  # rules are not calibrated: what they say is never surer
METAL_SHARE = 0.5
SHEEN = 45.0  # range of L (0 to 100) of what shines, in the light and the dark tenth
GOLDEN = (60.0, 98.0)  # degrees of hue
GOLD_CHROMA = 18.0
BUSY_GROUND = 0.75  # by which a ground that is not plain lowers the confidence
DIFFERS = 18.0  # ΔE two pixels apart, of 0.7 in L: folds differ in lightness first
PLAIN, PATTERNED = 0.12, 0.45  # the shares of such pixels below and from which it is said


@dataclass(frozen=True, slots=True)
class Reading:
    """Slugs of colours. `color` None: it abstains. `is_patterned` None: it cannot be told.

    `chances`: the likeliest colours with their probabilities; `shares`: of the product's pixels.
    """

    color: str | None
    confidence: float
    second: str | None
    is_patterned: bool | None
    chances: dict[str, float]
    shares: dict[str, float]
    is_plain_ground: bool
    skin: float

    @property
    def colors(self) -> tuple[str, ...]:
        """Return the main colour and the second."""
        return tuple(filter(None, (self.color, self.color and self.second)))


def read_colors(scene: Scene, kind: Kind = ANY_KIND, model: Model | None = None) -> Reading:
    """Return what the scene says of the colours of a product of this kind."""
    model = model or fitted()
    scene = placed(scene, kind)
    shares = shares_of(scene)
    chances = _with_rules(blended(model.chances(histogram(scene)), shares), scene, shares, kind)
    color, chance = max(chances.items(), key=lambda each: each[1])
    confidence = model.confidence(chance) * (1 if scene.is_plain else BUSY_GROUND)
    return Reading(
        color=color if confidence >= ABSTAINS else None,
        confidence=round(confidence, 3),
        second=_second(color, shares),
        is_patterned=_is_patterned(scene),
        chances=_highest(chances),
        shares=_highest(shares),
        is_plain_ground=scene.is_plain,
        skin=round(scene.skin, 2),
    )


def _highest(values: Mapping[str, float]) -> dict[str, float]:
    ordered = sorted(values.items(), key=lambda each: -each[1])
    return {name: round(value, 3) for name, value in ordered[:4] if value >= 0.005}


def shares_of(scene: Scene) -> dict[str, float]:
    """Return the share of each name among the product's pixels."""
    counts: dict[str, float] = defaultdict(float)
    for pixel, weight in _product(scene):
        counts[name_of(*pixel)] += weight
    total = sum(counts.values()) or 1
    return {name: count / total for name, count in counts.items()}


def blended(chances: Mapping[str, float], shares: Mapping[str, float]) -> dict[str, float]:
    """Return the probabilities of the fitted numbers and of the names together.

    Colours that the fitting data hardly has would be any of the others.
    """
    families = _families(shares)
    likely = {
        name: chance * min(1.0, UNSEEN + families.get(FAMILIES[name], 0))
        for name, chance in chances.items()
    }
    total = sum(likely.values())
    return {
        name: (1 - NAMED) * likely.get(name, 0) / total + NAMED * shares.get(name, 0)
        for name in dict.fromkeys((*chances, *shares))
    }


def _product(scene: Scene) -> Iterator[tuple[tuple[float, int, int], float]]:
    return (each for each in zip(scene.lab, scene.weights, strict=True) if each[1])


def _with_rules(
    chances: dict[str, float], scene: Scene, shares: Mapping[str, float], kind: Kind
) -> dict[str, float]:
    """Give the swatches that only rules know their part of the probability."""
    ruled = {
        name: max(0.0, (shares.get(name, 0) - RULED_FROM) / (RULED_TO - RULED_FROM))
        for name in RULED
    }
    ruled = (_metals(scene) if kind.is_metal else {}) or ruled
    if _is_multi(shares):
        ruled = {"multi": 1.0}
    scale = min(1.0, RULED_MOST / (sum(ruled.values()) or 1))
    left = 1 - scale * sum(ruled.values())
    return {name: value * left for name, value in chances.items()} | {
        name: value * scale for name, value in ruled.items() if value
    }


def _metals(scene: Scene) -> dict[str, float]:
    """Return how much a thing of metal looks like gold or silver: its hue, and that it shines."""
    pixels = [pixel for pixel, _ in _product(scene)]
    lights = sorted(light for light, _, _ in pixels)
    if not lights or lights[len(lights) * 9 // 10] - lights[len(lights) // 10] < SHEEN / 2:
        return {}
    golden = sum(_is_golden(a, b) for _, a, b in pixels) / len(pixels)
    grey = sum(math.hypot(a, b) < GOLD_CHROMA / 2 for _, a, b in pixels) / len(pixels)
    shares = {"gold": golden, "silver": grey}
    return {name: share for name, share in shares.items() if share >= METAL_SHARE}


def _is_golden(a: int, b: int) -> bool:
    hue = math.degrees(math.atan2(b, a)) % 360
    return GOLDEN[0] <= hue < GOLDEN[1] and math.hypot(a, b) >= GOLD_CHROMA


def _families(shares: Mapping[str, float]) -> dict[str, float]:
    families: dict[str, float] = defaultdict(float)
    for name, share in shares.items():
        families[FAMILIES[name]] += share
    return families


def _is_multi(shares: Mapping[str, float]) -> bool:
    families = _families(shares)
    real = [
        share
        for family, share in families.items()
        if share >= (GREY_OF_MANY if family == "grey" else OF_MANY)
    ]
    return len(real) >= MANY and max(real) < ONE_OF_MANY


def _second(color: str, shares: Mapping[str, float]) -> str | None:
    """Return the colour of another family that has a real share."""
    if color == "multi":
        return None
    name, share = max(
        ((name, share) for name, share in shares.items() if FAMILIES[name] != FAMILIES[color]),
        key=lambda each: each[1],
        default=("", 0.0),
    )
    return name if share >= SECOND else None


def _is_patterned(scene: Scene) -> bool | None:
    """Return whether colours change within the product; None between plain and patterned."""
    if not scene.is_plain:
        return None
    looked, differing = 0, 0
    for at in range(len(scene.lab) - 2 * scene.width - 2):
        if at % scene.width >= scene.width - 2:
            continue
        beside = (at + 1, at + 2, at + scene.width, at + 2 * scene.width)
        if scene.weights[at] and all(scene.weights[each] for each in beside):
            looked += 1
            differing += any(_differ(scene.lab[at], scene.lab[to]) for to in beside[1::2])
    if looked < 50:
        return None
    share = differing / looked
    return False if share < PLAIN else True if share >= PATTERNED else None


def _differ(one: tuple[float, int, int], other: tuple[float, int, int]) -> bool:
    light, a, b = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 0.5 * light * light + a * a + b * b > DIFFERS**2
