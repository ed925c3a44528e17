"""How right colours from pictures are.

`PHOTOGRAPHS=feed.jsonl` names photographs with known colours (`dev.colors.photographs`), of which
the half that was never fitted to is judged.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from dev.colors.photographs import photographs
from indexer.vision.reading import read_colors
from indexer.vision.scene import scene_of
from tests.bench.report import Figure, at_least
from tests.bench.stage import Stage

# A store without these swatches calls them so.
WITHOUT = {"pink": "red", "burgundy": "red", "neutral": "brown", "gold": "yellow", "silver": "grey"}


def colors(_: Stage) -> Iterator[Figure]:
    """Colours from pictures"""
    feed = os.environ.get("PHOTOGRAPHS")
    if not feed:
        yield Figure("photographs", "none: PHOTOGRAPHS=feed.jsonl")
        return
    known = list(photographs(Path(feed), held_out=True))
    began = time.process_time()
    readings = [read_colors(scene_of(each.content), each.kind) for each in known]
    yield at_least("photographs, a second", len(known) / (time.process_time() - began), 100)
    named = {each.color for each in known}
    found = (next(iter(reading.chances)) for reading in readings)
    folded = (one if one in named else WITHOUT.get(one, one) for one in found)
    right = [each.color == one for each, one in zip(known, folded, strict=True)]
    yield at_least("right by the store's colours", sum(right) / len(right), 0.87)
    by_confidence = sorted(zip(readings, right, strict=True), key=lambda one: -one[0].confidence)
    sure = [is_right for _, is_right in by_confidence[: int(len(right) * 0.8)]]
    yield at_least("right, the surest 80 %", sum(sure) / len(sure), 0.94)
