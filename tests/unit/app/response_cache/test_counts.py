"""Kept counts: by generation, of bodies that fetch no hits, bounded in bytes."""

from __future__ import annotations

from typing import Any

import pytest

from app.live.response_cache import BUCKET_BYTES, RESPONSE_BYTES, CountCache
from app.search.engine import Answer

COUNT: dict[str, Any] = {"query": {"term": {"a": 1}}, "size": 0}
OTHER: dict[str, Any] = {"query": {"term": {"a": 2}}, "size": 0}
PAGE: dict[str, Any] = {"query": {"term": {"a": 1}}, "size": 10}


class Engine:
    """Answers bodies with numbers, and notes which it was asked."""

    def __init__(self, buckets: int = 0) -> None:
        self.asked: list[dict[str, Any]] = []
        self._buckets = [{"key": str(n), "doc_count": n} for n in range(buckets)]

    def __call__(self, bodies: list[dict[str, Any]]) -> Answer:
        self.asked += bodies
        facets = {"brand": {"buckets": self._buckets}}
        first = len(self.asked) - len(bodies)
        responses = [{"number": first + n, "aggregations": facets} for n in range(len(bodies))]
        return Answer(responses, took=7 * bool(bodies))


def numbers(answer: Answer) -> list[int]:
    return [response["number"] for response in answer.responses]


def test_only_what_was_not_counted_before_is_asked_and_answers_keep_their_order() -> None:
    engine = Engine()
    counts = CountCache(100_000, lambda: 1)
    assert numbers(counts.through([PAGE, COUNT], engine)) == [0, 1]
    assert numbers(counts.through([OTHER, PAGE, COUNT], engine)) == [2, 3, 1]
    assert engine.asked == [PAGE, COUNT, OTHER, PAGE]
    assert counts.through([COUNT, OTHER], engine).took == 0


@pytest.mark.parametrize("after", [2, None])
def test_nothing_counted_before_a_change_is_given_after_it(after: int | None) -> None:
    engine, state = Engine(), [1, 1, after, after]
    counts = CountCache(100_000, lambda: state.pop(0) if len(state) > 1 else state[0])
    counts.through([COUNT], engine)
    assert numbers(counts.through([COUNT], engine)) == [1]


def test_what_changes_while_it_is_counted_is_not_kept() -> None:
    engine, state = Engine(), iter([1, 2, 2, 2, 2])  # before and after what was asked
    counts = CountCache(100_000, lambda: next(state))
    counts.through([COUNT], engine)
    assert numbers(counts.through([COUNT], engine)) == [1]
    assert numbers(counts.through([COUNT], engine)) == [1]


def test_the_counts_of_a_process_are_bounded() -> None:
    engine = Engine(buckets=20)
    most = 40 * (RESPONSE_BYTES + 20 * BUCKET_BYTES)
    counts = CountCache(most, lambda: 1)
    for number in range(100):
        counts.through([COUNT | {"query": {"term": {"a": number}}}], engine)
    assert most / 2 < counts.bytes <= most
    huge = Engine(buckets=1000)
    assert numbers(counts.through([OTHER | {"from": 1}], huge)) == [0]
    assert numbers(counts.through([OTHER | {"from": 1}], huge)) == [1]
