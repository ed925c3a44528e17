"""Figures of a run that are counted as its products pass are those of a count of all of them."""

from __future__ import annotations

import random
from collections import Counter

from indexer.ingest.verdict.tally import MOST, Texts, Values

RNG = random.Random(7)


def test_the_commonest_texts_are_found_among_more_than_are_kept() -> None:
    texts = Texts()
    for number in range(5 * MOST):
        texts.add("see store" if number % 3 == 0 else f"text {number}")
    ((text, count),) = texts.commonest(1)
    assert (text, len(texts)) == ("see store", 5 * MOST)
    assert count == (5 * MOST + 2) // 3
    assert len(texts.commonest(10 * MOST)) <= MOST


def test_sameness_is_that_of_all_values() -> None:
    names = [f"Dress {RNG.randrange(40)}" for _ in range(500)] + ["Tee"] * 100 + [None, ""]
    values = Values()
    for name in names:
        values.add(name)
    counts = Counter(filter(None, names))
    found = values.sameness()
    assert found.value == counts.most_common(1)[0][0] == "Tee"
    assert found.repeated == 1 - len(counts) / counts.total()
    assert found.commonest == counts["Tee"] / counts.total()
