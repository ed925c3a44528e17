"""The fitted numbers: a softmax over a histogram's cells, and how sure it may be.

They were fitted once, to photographs whose shops name their colour, and lie in colors.tsv.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FITTED = Path(__file__).parent / "colors.tsv"
BIAS = -1  # the cell that every picture has


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
