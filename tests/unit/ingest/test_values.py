"""Value gates: what a run's values may be beside those that are known (fault 39)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from indexer.ingest.verdict.gates import Baseline, Facts, judge
from indexer.ingest.verdict.values import Known, value_facts
from indexer.models.run import Reason
from scrapers.product import Picture, Product

STOPPED = Reason("stopped", "by an operator")
GOOD = {"price": 1.0, "href": 1.0, "image": 1.0}


def item(number: int, **changes: object) -> Product:
    url = f"https://s.example/{number}.jpg"
    values: dict[str, object] = {"price": Decimal(100 + number), "images": (Picture(url, url),)}
    return Product(f"k{number}", f"Dress {number}", "ZAR", **(values | changes))  # type: ignore[arg-type]


ITEMS = [item(number) for number in range(40)]
KNOWN = {
    one.group_key: Known(one.name, "ZAR", one.price, image=one.images[0].canonical_url)
    for one in ITEMS
}


def verdict_on(items: list[Product], known: dict[str, Known] = KNOWN, zero: int = 0) -> list[str]:
    values = value_facts(items, known, zero)
    facts = Facts(len(items), GOOD, 1, 1, values=values)
    verdict = judge(facts, Baseline(40, GOOD) if known else None)
    assert verdict.held == bool(verdict.reasons)
    return [reason.text for reason in verdict.reasons]


def repriced(change: Callable[[Decimal], Decimal], share: float = 1.0) -> list[Product]:
    count = round(len(ITEMS) * share)
    return [
        replace(one, price=change(one.price or Decimal(0))) if place < count else one
        for place, one in enumerate(ITEMS)
    ]


def times(factor: str, share: float = 1.0) -> list[Product]:
    return repriced(lambda price: price * Decimal(factor), share)


def changed(**changes: Any) -> list[Product]:
    return [replace(one, **changes) for one in ITEMS]


def named(name: Callable[[int, str], str]) -> list[Product]:
    return [replace(one, name=name(n, one.name)) for n, one in enumerate(ITEMS)]


def known_as(items: list[Product]) -> dict[str, Known]:
    """Return what is known where these were found before, each with a picture of its own."""
    return {
        one.group_key: Known(one.name, "ZAR", one.price, one.ordinary_price, image=one.group_key)
        for one in items
    }


ONE_DEAR = [replace(ITEMS[0], price=Decimal("10000.00")), *ITEMS[1:]]
ONE_HALVED = [replace(ITEMS[0], price=Decimal(45)), *ITEMS[1:]]
SALE = [
    replace(one, price=(one.price or Decimal(0)) / 2, ordinary_price=one.price) for one in ITEMS
]
NOT_GIVEN = [replace(one, price=Decimal("2.50"), ordinary_price=one.price) for one in ITEMS]
BUTTONS = named(lambda n, name: "Add to cart" if n % 2 else name)
PAIRS = named(lambda n, _: f"Dress {n // 2}")
GAINED = named(lambda _, name: f"{name} - Buy now")
EMPTY = changed(images=(Picture("https://s.example/empty.gif", "https://s.example/empty.gif"),))

# What is found, what is known, how many prices were 0, and words of the only reason.
CASES: dict[str, tuple[list[Product], dict[str, Known], int, tuple[str, ...]]] = {
    "the same again": (ITEMS, KNOWN, 0, ()),
    "a first run": (ITEMS, {}, 0, ()),
    "a price a hundred times as high": (ONE_DEAR, KNOWN, 0, ("→ 10000.00 (×100) of 'Dress 0'",)),
    "a price that halves": (ONE_HALVED, KNOWN, 0, ()),
    "most prices rise": (
        times("1.15", 0.6), KNOWN, 0,
        ("24 of 40 known prices changed with no reduction shown", "the median by +15%"),
    ),
    "most prices halve": (
        times("0.5", 0.6), KNOWN, 0,
        ("24 of 40 known prices changed with no reduction shown", "the median by ÷2"),
    ),
    "a rate that moves every price a little": (times("1.02"), KNOWN, 0, ()),
    "a sale of the whole store that shows its reductions": (SALE, KNOWN, 0, ()),
    "and its end": (ITEMS, known_as(SALE), 0, ()),
    "a reduction that nobody gives": (NOT_GIVEN, KNOWN, 0, ("became several times as high",)),
    "prices of zero": (ITEMS, KNOWN, 20, ("20 of 40 products show a price of 0",)),
    "one of zero": (ITEMS, KNOWN, 1, ()),
    "equal names": (BUTTONS, KNOWN, 0, ("50% of the names are the same, 0% before: 'Add",)),
    "equal names at first": (BUTTONS, {}, 0, ("50% of the names are the same: 'Add to cart'",)),
    "equal pictures": (EMPTY, KNOWN, 0, ("100% of the pictures are the same, 0% before: 'https:",)),
    "equal pictures at first": (EMPTY, {}, 0, ("100% of the pictures are the same: 'https:",)),
    "names in pairs": (PAIRS, KNOWN, 0, ("50% of the names repeat another product's, 0% before",)),
    "a store of colours": (PAIRS, known_as(PAIRS), 0, ()),
    "names that gain words": (
        GAINED, KNOWN, 0, ("40 of 40 known names gained the same words: ' - Buy now'",),
    ),
    "in other money": (
        changed(currency="USD"), KNOWN, 0,
        ("40 of 40 known prices are in USD now and were in ZAR",),
    ),
    "two of forty in other money": (
        [*changed(currency="USD")[:2], *ITEMS[2:]], KNOWN, 0, (),
    ),
    "sold out at once": (
        [*changed(sold_out=True)[:36], *ITEMS[36:]], KNOWN, 0,
        ("36 of 40 products that could be bought are sold out; 50% may be at once",),
    ),
    "half of them": ([*changed(sold_out=True)[:20], *ITEMS[20:]], KNOWN, 0, ()),
    "eight of forty": (changed(sold_out=True)[:8], KNOWN, 0, ("8 products were found",)),
    "few that do": ([*GAINED[:4], *ITEMS[4:]], KNOWN, 0, ()),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_values_are_judged_beside_those_that_are_known(case: str) -> None:
    items, known, zero, words = CASES[case]
    reasons = verdict_on(items, known, zero)
    assert len(reasons) == bool(words) or case == "a reduction that nobody gives", reasons
    assert all(word in reasons[0] for word in words), reasons


@pytest.mark.parametrize("factor", ["100", "10", "0.1", "0.01", "1000"])
@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_prices_that_leap_are_not_taken_for_true(factor: str, share: float) -> None:
    (first, *_) = verdict_on(times(factor, share))
    assert first.startswith(f"{round(40 * share)} of 40 known prices became several times")


def first(names: Callable[[int], str], prices: Callable[[int], str], count: int = 40) -> list[str]:
    """Return what a brand's first run of so many products is told."""
    items = [item(n, price=Decimal(prices(n))) for n in range(count)]
    return verdict_on([replace(one, name=names(n)) for n, one in enumerate(items)], {})


def test_a_first_run_is_held_where_its_own_values_contradict_one_another() -> None:
    def name(n: int) -> str:
        return f"Dress {n}"

    (half,) = first(name, lambda n: str((100 + n) * (100 if n % 2 else 1)))
    assert half.startswith("20 prices are 138 or less and 20 are 10100 or more, with none between")
    (same,) = first(name, lambda _: "99")
    assert same == "40 of 40 prices are the same, 99"
    assert first(name, lambda _: "99", count=20) == []  # a small shop with one price
    (ends,) = first(lambda n: f"Dress {n} - Buy now", lambda n: str(100 + n))
    assert ends == "40 of 40 names end with the same words: ' - Buy now'"
    (calls,) = first(lambda n: f"Dress {n} Add to cart", lambda n: str(100 + n))
    assert "' Add to cart'" in calls


@pytest.mark.parametrize(
    "price", [lambda n: str(20 * 1.2**n), lambda n: "9000" if n == 7 else "50.5"]
)
def test_a_first_run_of_which_a_few_or_all_prices_are_spread_is_believed(
    price: Callable[[int], str],
) -> None:
    spread = [price(n) if n % 3 else str(60 + n) for n in range(40)]
    assert first(lambda n: f"Red summer dress with {n} - {n}", lambda n: spread[n]) == []


def test_a_stopped_run_with_such_values_publishes_nothing_either() -> None:
    values = value_facts(repriced(lambda price: price * 100), KNOWN)
    verdict = judge(Facts(40, GOOD, 2, 1, stopped=STOPPED, values=values), None)
    assert (verdict.result, verdict.held) == ("stopped", True)
