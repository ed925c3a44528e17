"""Colours from pictures: how many are right, and what is taken for what.

`PHOTOGRAPHS=feed.jsonl` names photographs with known colours (`dev.colors.photographs`), of which
the half that was never fitted to is judged; composed garments on several grounds are always.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from dev.colors.photographs import photographs
from indexer.vision.reading import Kind, kind_of, read_colors
from indexer.vision.scene import scene_of
from tests.bench.report import Figure, at_least
from tests.bench.stage import Stage
from tests.support.garments import COLORS, GROUNDS, content, garment

TITLE = "Colours from pictures"
CATALOGUE = False
SEEDS = range(3)
SUREST = 0.8
# A store without these swatches calls them so.
WITHOUT = {"pink": "red", "burgundy": "red", "neutral": "brown", "gold": "yellow", "silver": "grey"}

Known = tuple[str, Kind, bytes]
Answer = tuple[str, str, float]  # right, found, confidence


def run(_: Stage) -> Iterator[Figure]:
    """Measure composed garments, and photographs where there are any."""
    composed = [
        (name, kind_of("women/tops"), content(garment([color], ground, seed=seed, skin=skin)))
        for ground, skin in GROUNDS.values()
        for name, color in COLORS.items()
        for seed in SEEDS
    ]
    yield from _figures("composed garments", composed, right=0.8, surest=0.8)
    feed = os.environ.get("PHOTOGRAPHS")
    if not feed:
        yield Figure("photographs", "none: PHOTOGRAPHS=feed.jsonl")
        return
    held_out = [
        (each.color, each.kind, each.content) for each in photographs(Path(feed), held_out=True)
    ]
    yield from _figures("photographs held out", held_out, right=0.87, surest=0.94)


def _figures(what: str, known: Sequence[Known], *, right: float, surest: float) -> Iterator[Figure]:
    began = time.process_time()
    answers = [_answer(*each) for each in known]
    yield at_least(f"{what}, a second", len(known) / (time.process_time() - began), 100)
    named = {color for color, *_ in answers}
    folded = [
        (color, found if found in named else WITHOUT.get(found, found), sure)
        for color, found, sure in answers
    ]
    yield at_least(f"{what}, right by the store's colours", _share(folded), right)
    folded.sort(key=lambda each: -each[2])
    sure = folded[: int(len(folded) * SUREST)]
    yield at_least(f"{what}, right, the surest 80 %", _share(sure), surest)
    yield Figure(f"{what}, right by all sixteen", f"{_share(answers):.2f}")
    wrong = Counter((color, found) for color, found, _ in answers if color != found)
    for (color, found), count in sorted(wrong.items(), key=lambda each: -each[1]):
        yield Figure(f"  {color} taken for {found}", str(count))


def _answer(color: str, kind: Kind, picture: bytes) -> Answer:
    reading = read_colors(scene_of(picture), kind)
    return color, next(iter(reading.chances)), reading.confidence


def _share(answers: Sequence[Answer]) -> float:
    return sum(color == found for color, found, _ in answers) / len(answers)
