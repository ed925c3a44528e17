"""`python -m dev.colors FEED`: fit the colours of pictures to a feed's photographs.

It looks at half of the models and writes indexer/vision/colors.tsv; `make bench` judges the other
half. Gradient descent with momentum in plain Python: some minutes, and no package for it.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev.colors.photographs import Photograph, part, photographs
from indexer.vision.model import BIAS, FITTED, Model, as_text
from indexer.vision.reading import blended, histogram, placed, shares_of
from indexer.vision.scene import scene_of

STEPS, RATE, MOMENTUM, DECAY = 300, 0.6, 0.9, 5e-4
FOLDS = 5
LEAST = 0.005  # weights that are not kept

LEAST_OF = 10  # photographs of a colour: one with fewer is left to the rules

# Model, colour, cells, shares of names.
Row = tuple[str, str, Mapping[int, float], Mapping[str, float]]


def fit(rows: Sequence[Row]) -> Model:
    """Return the softmax that tells the rows' colours, not calibrated."""
    names = tuple(sorted({row[1] for row in rows}))
    cells = sorted({cell for row in rows for cell in row[2]})
    weights = {cell: [0.0] * len(names) for cell in (BIAS, *cells)}
    speeds = {cell: [0.0] * len(names) for cell in weights}
    for _ in range(STEPS):
        model = Model(names, {cell: tuple(row) for cell, row in weights.items()}, 1, 0)
        slopes = _slopes(model, rows)
        for cell, row in weights.items():
            for at, slope in enumerate(slopes[cell]):
                slope += DECAY * row[at]  # noqa: PLW2901 - of the same
                speeds[cell][at] = MOMENTUM * speeds[cell][at] - RATE * slope
                row[at] += speeds[cell][at]
    return Model(names, {cell: tuple(row) for cell, row in weights.items()}, 1, 0)


def _slopes(model: Model, rows: Sequence[Row]) -> dict[int, list[float]]:
    slopes = {cell: [0.0] * len(model.names) for cell in model.weights}
    for _, color, cells, _ in rows:
        errors = [
            (chance - (name == color)) / len(rows) for name, chance in model.chances(cells).items()
        ]
        for cell, share in ((BIAS, 1.0), *cells.items()):
            root = math.sqrt(share)
            row = slopes[cell]
            for at, error in enumerate(errors):
                row[at] += root * error
    return slopes


def calibrated(model: Model, rows: Sequence[Row]) -> Model:
    """Return the model with the confidence that models which saw none of a fold have earned."""
    answers = []
    for fold in range(FOLDS):
        others = fit([row for row in rows if part(row[0], "fold", FOLDS) != fold])
        for group, color, cells, shares in rows:
            if part(group, "fold", FOLDS) == fold:
                chances = blended(others.chances(cells), shares)
                best, chance = max(chances.items(), key=lambda each: each[1])
                odds = math.log(chance / (1 - chance)) if chance < 1 else 10.0
                answers.append((odds, best == color))
    print(
        f"of the looked at half, by folds: {sum(right for _, right in answers) / len(answers):.3f}"
    )
    slope, offset = 1.0, 0.0
    for _ in range(2_000):
        errors = [
            (1 / (1 + math.exp(-(slope * odds + offset))) - right, odds) for odds, right in answers
        ]
        slope -= 0.1 * sum(error * odds for error, odds in errors) / len(errors)
        offset -= 0.1 * sum(error for error, _ in errors) / len(errors)
    return Model(model.names, model.weights, slope, offset)


def _row(photograph: Photograph) -> Row:
    scene = placed(scene_of(photograph.content), photograph.kind)
    return photograph.group, photograph.color, histogram(scene), shares_of(scene)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit to a feed and write the numbers."""
    parser = argparse.ArgumentParser(prog="python -m dev.colors", description=__doc__)
    parser.add_argument("feed", type=Path, help="JSON lines, its images in `images` beside it")
    options = parser.parse_args(arguments)
    rows = [_row(each) for each in photographs(options.feed, held_out=False)]
    often = Counter(row[1] for row in rows)
    rows = [row for row in rows if often[row[1]] >= LEAST_OF]
    model = calibrated(fit(rows), rows)
    kept = {cell: row for cell, row in model.weights.items() if max(map(abs, row)) >= LEAST}
    text = as_text(Model(model.names, kept, model.slope, model.offset))
    FITTED.write_text(text, encoding="utf-8")
    print(f"{len(rows)} photographs, {len(kept)} cells, {FITTED}")


if __name__ == "__main__":
    main()
