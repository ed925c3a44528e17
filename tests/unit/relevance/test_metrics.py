"""Measures against values worked out by hand."""

from __future__ import annotations

import pytest

from tests.relevance.metrics import dcg, firsts, ndcg, score
from tests.relevance.split import is_held_out

NAMES = {key: (key[0], "") for key in ("a1", "a2", "b1", "c1", "d1")}


def test_dcg_discounts_the_gain_by_rank() -> None:
    # 3/log2(2) + 1/log2(3) + 0 + 3/log2(5)
    assert dcg([2, 1, 0, 2]) == pytest.approx(3 + 0.6309298 + 1.2920296)


def test_ndcg_is_the_share_of_the_best_order() -> None:
    assert ndcg([2, 1], [1, 2]) == 1
    # best: 3 + 1/log2(3) = 3.6309298; found: 1 + 3/log2(3) = 2.8927893
    assert ndcg([1, 2], [1, 2]) == pytest.approx(2.8927893 / 3.6309298)
    assert ndcg([], [2]) == 0
    with pytest.raises(ValueError, match="nothing"):
        ndcg([0], [0])


def test_ndcg_looks_at_ten() -> None:
    assert ndcg([0] * 10 + [2], [2]) == 0
    assert ndcg([2] * 10 + [0], [2] * 50) == 1


def test_equal_names_count_once_and_raw_counts_them_as_they_come() -> None:
    assert firsts(["a1", "b1", "a2"], NAMES) == ["a1", "b1"]
    found = score(["a1", "a2", "b1"], {"a1": 2, "a2": 2, "b1": 2}, NAMES)
    assert found.ndcg == 1
    assert found.raw == 1
    assert found.distinct == pytest.approx(2 / 3)


def test_something_near_before_what_fits_costs() -> None:
    found = score(["a1", "c1", "b1"], {"a1": 2, "b1": 2, "c1": 1}, NAMES)
    assert found.ndcg == pytest.approx((3 + 1 / 1.5849625) / (3 + 3 / 1.5849625))


def test_recall_counts_products_that_fit_fully() -> None:
    found = score(["a1", "d1", "c1"], {"a1": 2, "b1": 2, "c1": 1}, NAMES)
    assert found.recall == 0.5
    assert not found.nothing


def test_the_halves_are_split_by_the_text_alone() -> None:
    # By `printf … | sha256sum`: the first byte of "black boots" is 0x91, of "red dress" 0xe8.
    assert is_held_out("black boots")
    assert not is_held_out("red dress")
    assert is_held_out("BLACK BOOTS")
    halves = [is_held_out(f"query {number}") for number in range(1000)]
    assert 450 < sum(halves) < 550
