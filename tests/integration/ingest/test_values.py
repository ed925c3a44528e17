"""What a run's values may be beside those that are known (fault 39): two runs, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scrapers.product import Picture, Product
from tests.support.catalogue import make_item
from tests.support.world import World


def item(number: int, **changes: Any) -> Product:
    url = f"https://s.example/{number}.jpg"
    values: dict[str, Any] = {"price": Decimal(100 + number), "images": (Picture(url, url),)}
    values = {"name": f"Dress {number}"} | values | changes
    return replace(make_item(f"k{number}"), **values)


ITEMS = [item(number) for number in range(40)]


def repriced(change: Callable[[Decimal], Decimal], share: float = 1.0) -> list[Product]:
    count = round(len(ITEMS) * share)
    return [
        replace(one, price=change(one.price or Decimal(0))) if place < count else one
        for place, one in enumerate(ITEMS)
    ]


def times(factor: str, share: float = 1.0) -> list[Product]:
    return repriced(lambda price: price * Decimal(factor), share)


def changed(count: int = 40, **changes: Any) -> list[Product]:
    return [*(replace(one, **changes) for one in ITEMS[:count]), *ITEMS[count:]]


def named(name: Callable[[int, str], str], count: int = 40) -> list[Product]:
    some = [replace(one, name=name(n, one.name)) for n, one in enumerate(ITEMS[:count])]
    return [*some, *ITEMS[count:]]


def gained(count: int) -> list[Product]:
    return named(lambda _, name: f"{name} - Buy now", count)


SALE = [
    replace(one, price=(one.price or Decimal(0)) / 2, ordinary_price=one.price) for one in ITEMS
]
NOT_GIVEN = [replace(one, price=Decimal("2.50"), ordinary_price=one.price) for one in ITEMS]
BUTTONS = named(lambda n, name: "Add to cart" if n % 2 else name)
PAIRS = named(lambda n, _: f"Dress {n // 2}")
EMPTY = changed(images=(Picture("https://s.example/empty.gif", "https://s.example/empty.gif"),))
LEAPT = "known prices became several times as high or low"

# Second runs after ITEMS, with words of why each is held.
HELD: dict[str, tuple[list[Product], tuple[str, ...]]] = {
    "a price a hundred times as high": (
        changed(1, price=Decimal("10000.00")),
        ("100.00 \u2192 10,000.00 (100 times as much) of 'Dress 0'",),
    ),
    **{
        f"{share:.0%} of the prices times {factor}": (
            times(factor, share), (f"{round(40 * share)} of 40 {LEAPT}",),
        )
        for factor in ("100", "10", "0.1", "0.01") for share in (1.0, 0.1)
    },
    "most prices rise": (
        times("1.15", 0.6),
        ("24 of 40 known prices changed with no reduction shown", "typically 15% more"),
    ),
    "most prices halve": (times("0.5", 0.6), ("typically 2 times less",)),
    "a reduction that nobody gives": (NOT_GIVEN, (f"40 of 40 {LEAPT}",)),
    "prices of zero": (
        changed(20, price=None, zero_price=True), ("20 of 40 products show a price of 0",),
    ),
    "equal names": (BUTTONS, ("50% of the names are the same, 0% before: 'Add to cart'",)),
    "equal pictures": (EMPTY, ("100% of the pictures are the same, 0% before: 'https:",)),
    "names in pairs": (PAIRS, ("50% of the names repeat another product's, 0% before",)),
    "names that gain words": (
        gained(40), ("40 of 40 known names gained the same words: ' - Buy now'",),
    ),
    "in other money": (
        changed(currency="USD"), ("40 of 40 known prices are in USD now and were in ZAR",),
    ),
    "sold out at once": (
        changed(36, sold_out=True),
        ("36 of 40 products that could be bought are sold out; at most 50% may be at once",),
    ),
}  # fmt: skip


def test_values_are_judged_beside_those_that_are_known(shop: World) -> None:
    assert shop.scrape(ITEMS).result == "success"
    for case, (items, words) in HELD.items():
        run = shop.scrape(items)
        assert (run.result, run.new_count, run.changed_count) == ("suspect", 0, 0), case
        assert all(word in (run.failure_reason or "") for word in words), run.failure_reason
        assert "other" not in run.codes


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ITEMS, changed(1, price=Decimal(45))),
        (ITEMS, times("1.02")),  # a rate that moves every price a little
        (ITEMS, SALE),  # of the whole store, with its reductions shown
        (SALE, ITEMS),
        (ITEMS, changed(1, price=None, zero_price=True)),
        (PAIRS, PAIRS),  # a store of colours
        (ITEMS, changed(2, currency="USD")),
        (ITEMS, changed(20, sold_out=True)),
        (ITEMS, gained(4)),
    ],
)
def test_what_stores_do_is_believed(
    shop: World, first: list[Product], second: list[Product]
) -> None:
    for items in (first, second):
        run = shop.scrape(items)
        assert run.result == "success", run.failure_reason


# Prices of a new store, and those of them that are not believed. Beside it a store sells sixty
# dresses at R 100 to R 159, or nobody sells any.
USUAL = [str(150 + 50 * n) for n in range(30)]
DEAR = [str(30_000 + 9_000 * n) for n in range(20)]


@pytest.mark.parametrize(
    ("dresses", "prices", "odd"),
    [
        (60, ["103", "9999999.99", "0.01"], {"9999999.99", "0.01"}),
        (60, ["103", "2800", "6"], set()),
        (60, DEAR, set()),  # a store of dear dresses has its own range
        (60, [*USUAL, "1", "1234567"], {"1", "1234567"}),
        (60, ["5.50"] * 20 + ["6.50"] * 20, set()),
        (0, ["103", "9999999.99", "0.01"], set()),  # nothing is known
        (0, [*USUAL, "0.01", "1234567"], {"0.01", "1234567"}),
        (0, [*USUAL, "1", "79999"], set()),
        (0, [*DEAR, "39"], set()),  # what cleans them
        (
            0,
            ["29", "59", "129", "499", "1200", "5400", "19000", "68000", "120000", "250000"],
            set(),
        ),
    ],
)
def test_a_first_price_far_from_what_its_kind_and_its_store_cost_is_not_understood(
    shop: World, dresses: int, prices: list[str], odd: set[str]
) -> None:
    if dresses:
        shop.scrape([item(n) for n in range(dresses)])
    other = shop.another("other")
    items = [item(n, price=Decimal(price)) for n, price in enumerate(prices)]
    words = f"the first price of {len(odd)} products is far outside"
    for _ in range(2):  # and no more in the next run
        run = other.scrape(items)
        assert run.result == "success"
        assert (words in (run.failure_reason or "")) is ("odd values" in run.codes) is bool(odd)
        rows = [row for row in other.products().values() if row.brand_id == other.brand_id]
        unread = {prices[int(row.group_key[1:])] for row in rows if row.price is None}
        assert (len(rows), unread) == (len(prices), odd)


def first_run(names: Callable[[int], str], prices: Callable[[int], str], count: int = 40) -> Any:
    return [item(n, name=names(n), price=Decimal(prices(n))) for n in range(count)]


def test_a_first_run_is_held_where_its_own_values_contradict_one_another(shop: World) -> None:
    cases = {
        "20 prices are 138.00 or less and 20 are 10100.00 or more, with none between": first_run(
            "Dress {}".format, lambda n: f"{(100 + n) * (100 if n % 2 else 1)}.00"
        ),
        "40 of 40 prices are the same, 99": first_run("Dress {}".format, lambda _: "99"),
        "40 of 40 names end with the same words: ' - Buy now'": first_run(
            "Dress {} - Buy now".format, lambda n: str(100 + n)
        ),
        "' Add to cart'": first_run("Dress {} Add to cart".format, lambda n: str(100 + n)),
        "50% of the names are the same: 'Add to cart'": BUTTONS,
        "100% of the pictures are the same: 'https:": EMPTY,
    }
    for words, items in cases.items():
        run = shop.scrape(items)
        assert run.result == "suspect", words
        assert words in (run.failure_reason or ""), run.failure_reason


def test_a_first_run_is_held_where_each_kind_costs_about_a_hundred_times_as_much(
    shop: World,
) -> None:
    sold = [item(n, name=f"{('Dress', 'Jeans', 'Handbag')[n % 3]} {n}") for n in range(150)]
    assert shop.scrape(sold).result == "success"
    cases = {"cents": ("100", "suspect"), "rands": (".01", "suspect"), "dear": ("30", "success")}
    for slug, (factor, result) in cases.items():
        items = [replace(one, price=(one.price or 1) * Decimal(factor)) for one in sold[:40]]
        run = shop.another(slug).scrape(items)
        assert run.result == result, run.failure_reason
        assert ("products of 3 kinds cost" in (run.failure_reason or "")) is (result == "suspect")


@pytest.mark.parametrize(
    "price",
    [
        lambda n: f"{20 * 1.2**n if n % 3 else 60 + n:.2f}",
        lambda n: "9000" if n == 7 else "50.5" if n % 3 else str(60 + n),
    ],
)
def test_a_first_run_of_which_a_few_or_all_prices_are_spread_is_believed(
    shop: World, price: Callable[[int], str]
) -> None:
    small = [item(100 + n, price=Decimal(99)) for n in range(20)]  # a small shop with one price
    assert shop.another("small").scrape(small).result == "success"
    run = shop.scrape(first_run("Red summer dress with {0} - {0}".format, price))
    assert run.result == "success", run.failure_reason
