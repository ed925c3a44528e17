"""Figures of a run that are counted as its products pass are those of a count of all of them."""

from __future__ import annotations

import random
from collections import Counter

from indexer.jobs.matching import KnownLinks

from indexer.pipeline.verdict.tally import MOST, Marks, Texts, Values

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


def test_marks_are_met_again_as_often_as_both_have_them() -> None:
    ours, theirs = ([RNG.randrange(60) for _ in range(300)] for _ in range(2))
    mine, other = Marks(), Marks()
    for mark in ours:
        mine.add(mark, f"name {mark}")
    for mark in theirs:
        other.add(mark, "")
    count, example = mine.also_in(other)
    assert count == (Counter(ours) & Counter(theirs)).total() > 0
    assert int(example.removeprefix("name ")) in {*ours} & {*theirs}
    assert Marks().also_in(mine) == (0, "")


def test_a_link_that_one_product_has_tells_which_known_one_it_is() -> None:
    known = KnownLinks("https://shop.example/")
    for key, link in (("old", "/p/1"), ("stays", "/p/2"), ("red", "/p/3"), ("blue", "/p/3")):
        known.add(key, f"https://shop.example{link}", is_found=key == "stays")
    found = [("new", "/p/1?utm_source=x"), ("stays", "/p/2"), ("r", "/p/3"), ("none", None)]
    links = ((key, link and f"https://shop.example{link}") for key, link in found)
    assert known.missing == 3
    assert dict(known.pairs(links).items()) == {"new": "old"}
