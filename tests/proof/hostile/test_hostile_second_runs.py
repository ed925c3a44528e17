"""Faults 16, 39 and 59: whatever source says it, values that cannot be true publish nothing.

Composed: each kind of source by each thing that may go wrong in a store between two runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from tests.support.catalogue import read_products
from tests.support.own_store import OwnStore
from tests.support.plain_crawl import use_plain_crawls
from tests.support.shelf import SOURCES, Shelf, full_shelf, point_at, read_source, show

pytestmark = pytest.mark.usefixtures("lent_crawls")
Harm = Callable[[Shelf], Shelf]


def _priced(shelf: Shelf, price: Callable[[Decimal], Decimal | None]) -> Shelf:
    return [replace(one, price=price(one.price or Decimal(0))) for one in shelf]


def _times(factor: str, shelf: Shelf) -> Shelf:
    return _priced(shelf, lambda price: price * Decimal(factor))


def _all_cost(price: Decimal | None, shelf: Shelf) -> Shelf:
    return _priced(shelf, lambda _: price)


def _shuffled(name: str, shelf: Shelf) -> Shelf:
    others = [*shelf[5:], *shelf[:5]]
    return [
        replace(one, **{name: getattr(other, name)})
        for one, other in zip(shelf, others, strict=True)
    ]


def _each(shelf: Shelf, **values: str) -> Shelf:
    return [replace(one, **values) for one in shelf]  # type: ignore[arg-type]


def _renamed(shelf: Shelf) -> Shelf:
    """Give each another link and id, as after a move (fault 61)."""
    return [replace(one, link=f"{one.link}-1", id=one.id + 900) for one in shelf]


HARMS: dict[str, Harm] = {
    "times a hundred": partial(_times, "100"),
    "a hundredth": partial(_times, "0.01"),
    "times ten": partial(_times, "10"),
    "doubled": partial(_times, "2.1"),
    "zeros": partial(_all_cost, Decimal(0)),
    "no prices": partial(_all_cost, None),
    "one price": partial(_all_cost, Decimal(599)),
    "prices shuffled": partial(_shuffled, "price"),
    "names shuffled": partial(_shuffled, "name"),
    "equal names": partial(_each, name="Add to cart"),
    "half of the names equal": lambda shelf: [
        replace(one, name="Buy now") if one.id % 2 else one for one in shelf
    ],
    "a call at each name": lambda shelf: [
        replace(one, name=f"{one.name} - Buy now") for one in shelf
    ],
    "equal pictures": partial(_each, picture="/i/blank.jpg"),
    "no pictures": partial(_each, picture=""),
    "in another currency": partial(_each, currency="USD"),
    "nearly all sold out": lambda shelf: [replace(one, is_sold_out=one.id > 0) for one in shelf],
    "half gone": lambda shelf: shelf[::2],
    "all gone": lambda _: [],
    "times a hundred under other links": lambda shelf: _renamed(_times("100", shelf)),
    "names shuffled under other links": lambda shelf: _renamed(_shuffled("name", shelf)),
    "equal names under other links": lambda shelf: _renamed(_each(shelf, name="Coat")),
}


def _shown(store: OwnStore) -> dict[str, tuple[object, ...]]:
    return {
        key: (row.name, row.price, row.revision, row.gone_at, [i.gone_at for i in row.images])
        for key, row in read_products(store.settings).items()
    }


@pytest.mark.parametrize("name", SOURCES)
def test_16_39_59_a_second_run_that_cannot_be_true_publishes_nothing(
    store: OwnStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    if not SOURCES[name].chromium:
        use_plain_crawls(monkeypatch)
    point_at(store, name, store.base)
    shelf = full_shelf(store.base)
    show(store, name, shelf)
    first = read_source(store, name, tmp_path)
    assert (first.result, first.found_count) == ("success", len(shelf)), first.failure_reason
    before = _shown(store)
    published = {}
    for harm, changed in HARMS.items():
        show(store, name, changed(shelf))
        run = read_source(store, name, tmp_path)
        told = run.result in {"suspect", "failed"} and re.search(r"\d", run.failure_reason or "")
        if _shown(store) != before or not told:
            published[harm] = (run.result, run.failure_reason)
    assert published == {}
    show(store, name, shelf)
    again = read_source(store, name, tmp_path)
    assert (again.result, again.changed_count, again.gone_count) == ("success", 0, 0)
