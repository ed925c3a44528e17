"""Composed cards, pages and rows: no wrong price, and few that are not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.unit.offers.measure import ORDINARY, UNKNOWN, WRONG, Verdict, of_cards, of_pages, of_rows

MOST = 0.05  # not understood


@pytest.mark.parametrize("kept", [False, True], ids=["tuned on", "set aside"])
@pytest.mark.parametrize(("judge", "count"), [(of_cards, 400), (of_pages, 200), (of_rows, 200)])
def test_no_composed_price_is_read_wrongly(
    judge: Callable[[int, bool], Iterator[Verdict]], count: int, kept: bool
) -> None:
    verdicts = list(judge(count, kept))
    assert [verdict for verdict in verdicts if verdict.result in {WRONG, ORDINARY}] == []
    assert Counter(verdict.result for verdict in verdicts)[UNKNOWN] <= MOST * count
