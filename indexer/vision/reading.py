"""The colours that a picture shows: from pixels to names, with numbers that were fitted."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from indexer.vision.scene import Scene

FITTED = Path(__file__).parent / "colors.tsv"
BIAS = -1  # the cell that every picture has
# What a picture is marked with that was looked at: under a new version it is looked at again.
MARK = "pixels 1"
REUSED = 3  # products of a shop that may have one picture; shared by more it is no evidence


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by cell, in the order of `names`; `slope` and `offset` make a share of right ones
    of the log-odds of its best answer."""

    names: tuple[str, ...]
    weights: Mapping[int, tuple[float, ...]]
    slope: float
    offset: float

    def chances(self, cells: Mapping[int, float]) -> dict[str, float]:
        """Return the probability of each fitted colour, of 1 together."""
        sums = list(self.weights[BIAS])
        for cell, share in cells.items():
            root = math.sqrt(share)
            for at, weight in enumerate(self.weights.get(cell, ())):
                sums[at] += root * weight
        most = max(sums)
        odds = [math.exp(each - most) for each in sums]
        return {name: each / sum(odds) for name, each in zip(self.names, odds, strict=True)}

    def confidence(self, chance: float) -> float:
        """Return how often an answer of this probability was right."""
        chance = min(max(chance, 1e-6), 1 - 1e-6)
        return 1 / (1 + math.exp(-(self.slope * math.log(chance / (1 - chance)) + self.offset)))


@cache
def fitted() -> Model:
    """Return the model that is bundled."""
    return parse(FITTED.read_text(encoding="utf-8"))


def parse(text: str) -> Model:
    """Return the model of a file's text."""
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    (slope, offset), (_, *names), *rows = lines
    weights = {int(cell): tuple(map(float, values)) for cell, *values in rows}
    return Model(tuple(names), weights, float(slope), float(offset))


GREYS = 8
GREY = 7.0  # chroma below which a colour is none
CHROMAS = (14.0, 24.0, 40.0)  # where the next step begins
LIGHTS = (33.0, 58.0)
HUES = 18
HUE_COUNTS = 1.6  # as often as what has none, which folds, seams and shoes have, too


@lru_cache(maxsize=65536)
def cell_of(light: float, a: int, b: int) -> int:
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


# Shares of the picture's height: what is sold below the waist is shown from the waist on.
MIDDLES = {
    **dict.fromkeys(("tops", "outerwear", "sports-tops"), 0.34),
    **dict.fromkeys(("bottoms", "sports-bottoms"), 0.5),
    "shorts": 0.3,
}
REACH = 0.28  # how far from its middle a product's own place reaches
METAL = frozenset({"jewellery", "watches", "keyrings"})


def weight_by_place(scene: Scene, kinds: Sequence[str]) -> Scene:
    """Return the scene with what lies where this kind of product sits counting most."""
    middle = next((MIDDLES[kind] for kind in reversed(kinds) if kind in MIDDLES), None)
    if middle is None:  # it fills the picture
        return scene
    weights = []
    for row in range(scene.height):
        far = (row + 0.5) / scene.height - middle
        place = math.exp(-((far / REACH) ** 2))
        start = row * scene.width
        weights += [place * weight for weight in scene.weights[start : start + scene.width]]
    return replace(scene, weights=weights)


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
    chroma, hue = math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360
    return next(rule.name for rule in RULES if rule.holds(light, chroma, hue))


ABSTAINS = 0.5  # confidence below which no colour is given
MANY = 3  # colours make a product multi, as in words (classify/colors.py)
OF_MANY = 0.17  # the share of each of them
GREY_OF_MANY = 0.2  # of what has no hue, as folds and seams look grey
ONE_OF_MANY = 0.7  # where one colour has more, it is the product's
SECOND = 0.25  # the share of a second colour
RULED = ("pink", "neutral", "burgundy", "brown")  # swatches that the fitting data has no names for
RULED_FROM, RULED_TO = 0.35, 0.6  # shares at which a rule begins to hold, and holds
NAMED = 0.25  # how much the names of single colours add beside the fitted numbers
UNSEEN = 0.4  # what a fitted colour is worth of whose family no pixel is
RULED_MOST = 0.8  # rules are not calibrated: their result is never surer
METAL_SHARE = 0.5
SHEEN = 45.0  # range of L (0 to 100) of what shines, in the light and the dark tenth
GOLDEN = (60.0, 98.0)  # degrees of hue
GOLD_CHROMA = 18.0
BUSY_GROUND = 0.75  # by which a ground that is not plain lowers the confidence
DIFFERS = 18.0  # ΔE two pixels apart, of 0.7 in L: folds differ in lightness first
PLAIN, PATTERNED = 0.12, 0.45  # the shares of such pixels below and from which it is decided


@dataclass(frozen=True, slots=True)
class Reading:
    """Slugs of colours. `color` None: it abstains. `is_patterned` None: it cannot be seen.

    `confidence` None: nothing was looked at. `chances`: the likeliest colours with their
    probabilities; `shares`: of the product's pixels.
    """

    color: str | None = None
    confidence: float | None = None
    second: str | None = None
    is_patterned: bool | None = None
    chances: dict[str, float] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)
    is_plain_ground: bool = False
    skin: float = 0.0

    @property
    def colors(self) -> tuple[str, ...]:
        """Return the main colour and the second."""
        return tuple(filter(None, (self.color, self.color and self.second)))

    def annotation(self) -> dict[str, Any] | None:
        """Return what is kept of it with the picture (spec §3)."""
        names = {"is_patterned": "patterned", "is_plain_ground": "plainGround"}
        kept = {names.get(name, name): value for name, value in asdict(self).items()}
        return None if self.confidence is None else kept


def read_colors(scene: Scene, category: str | None = None, model: Model | None = None) -> Reading:
    """Return the scene's evidence for the colours of a product of a category, by its slug."""
    model = model or fitted()
    kinds = (category or "").split("/")[1:]  # "men/tops/hoodies"
    scene = weight_by_place(scene, kinds)
    shares = shares_of(scene)
    chances = _with_rules(blend(model.chances(histogram(scene)), shares), scene, shares, kinds)
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


def blend(chances: Mapping[str, float], shares: Mapping[str, float]) -> dict[str, float]:
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
    chances: dict[str, float], scene: Scene, shares: Mapping[str, float], kinds: Sequence[str]
) -> dict[str, float]:
    ruled = {
        name: max(0.0, (shares.get(name, 0) - RULED_FROM) / (RULED_TO - RULED_FROM))
        for name in RULED
    }
    ruled = ({} if METAL.isdisjoint(kinds) else _metals(scene)) or ruled
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
