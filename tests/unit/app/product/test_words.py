"""What is measured and said of a price: a row each, a day or a price beside the next rule.

A row's changes are (days ago, price), and whether it was sold out.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from indexer.catalogue.prices import Stretch
from tests.support.data import rows
from tests.unit.app.product.test_history import measured, read, row, said

Changes = list[list[Any]]


def days_of(changes: Changes, unread: Collection[int] = ()) -> list[Stretch]:
    made = [row(ago, price, sold_out=bool(away)) for ago, price, *away in changes]
    return read(*made, skipped=unread)


@pytest.mark.parametrize(("changes", "unread", "price", "was", "words"), rows("price_words"))
def test_what_is_said_of_a_price_and_of_what_a_store_says_that_it_was(
    changes: Changes, unread: Collection[int], price: int, was: int | None, words: list[str]
) -> None:
    assert said(days_of(changes, unread), price, was)[: len(words) or None] == words


@pytest.mark.parametrize(("changes", "price", "found"), rows("price_drops"))
def test_a_drop_is_from_the_lowest_price_of_the_30_days_before_it_fell(
    changes: Changes, price: int, found: list[int | bool | None]
) -> None:
    measure = measured(days_of(changes), price)
    assert measure is not None
    assert [measure.before, measure.raised, measure.lowest] == found
