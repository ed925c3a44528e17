"""Value gates: what a run's values may be beside those that are known (fault 39)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from indexer.pipeline.verdict.gates import Baseline, Facts, judge
from indexer.pipeline.verdict.values import Known, ValueFacts, value_facts
from scrapers.product import Picture, Product

GOOD = {"price": 1.0, "href": 1.0, "image": 1.0}


def item(number: int, **changes: object) -> Product:
    url = f"https://s.example/{number}.jpg"
    values: dict[str, object] = {
        "price": Decimal(100 + number),
        "images": (Picture(url, url),),
    }
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
    return list(verdict.reasons)


def repriced(change: Callable[[Decimal], Decimal], share: float = 1.0) -> list[Product]:
    count = round(len(ITEMS) * share)
    return [
        replace(one, price=change(one.price or Decimal(0))) if place < count else one
        for place, one in enumerate(ITEMS)
    ]


def test_the_same_values_again_trip_nothing() -> None:
    assert verdict_on(ITEMS) == []
    assert verdict_on(ITEMS, {}) == []


@pytest.mark.parametrize("factor", ["100", "10", "0.1", "0.01", "1000"])
@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_prices_that_leap_are_not_taken_for_true(factor: str, share: float) -> None:
    (first, *_) = verdict_on(repriced(lambda price: price * Decimal(factor), share))
    assert first.startswith(f"{round(40 * share)} of 40 known prices became several times")


def test_a_single_price_a_hundred_times_as_high_is_told_with_both_amounts() -> None:
    (reason,) = verdict_on([replace(ITEMS[0], price=Decimal("10000.00")), *ITEMS[1:]])
    assert "100 → 10000.00 (×100) of 'Dress 0'" in reason


def test_a_single_price_that_halves_is_a_price() -> None:
    assert verdict_on([replace(ITEMS[0], price=Decimal(45)), *ITEMS[1:]]) == []


@pytest.mark.parametrize(("factor", "told"), [("1.15", "+15%"), ("0.5", "÷2")])
def test_most_prices_changed_with_no_reduction_shown_are_told_with_the_median(
    factor: str, told: str
) -> None:
    (reason,) = verdict_on(repriced(lambda price: price * Decimal(factor), 0.6))
    assert reason.startswith("24 of 40 known prices changed with no reduction shown")
    assert f"the median by {told}" in reason


def test_a_rate_that_moves_every_price_a_little_is_no_reason() -> None:
    assert verdict_on(repriced(lambda price: price * Decimal("1.02"))) == []


def test_a_sale_of_the_whole_store_that_shows_its_reductions_is_no_reason() -> None:
    sale = [
        replace(one, price=(one.price or Decimal(0)) / 2, ordinary_price=one.price) for one in ITEMS
    ]
    assert verdict_on(sale) == []
    on_sale = {
        one.group_key: Known(
            one.name, "ZAR", one.price, one.ordinary_price, image=str(one.group_key)
        )
        for one in sale
    }
    assert verdict_on(ITEMS, on_sale) == []


def test_a_reduction_that_nobody_gives_is_no_explanation() -> None:
    sale = [replace(one, price=Decimal("2.50"), ordinary_price=one.price) for one in ITEMS]
    assert "became several times as high or low" in verdict_on(sale)[0]


def test_prices_of_zero_are_told() -> None:
    assert verdict_on(ITEMS, zero=20) == ["20 of 40 products show a price of 0"]
    assert verdict_on(ITEMS, zero=1) == []


@pytest.mark.parametrize("known", [KNOWN, {}])
def test_names_that_became_equal_are_told(known: dict[str, Known]) -> None:
    same = [replace(one, name="Add to cart") if n % 2 else one for n, one in enumerate(ITEMS)]
    (reason,) = verdict_on(same, known)
    before = ", 0% before" if known else ""
    assert reason.startswith(f"50% of the names are the same{before}: 'Add to cart'")


@pytest.mark.parametrize("known", [KNOWN, {}])
def test_pictures_that_became_equal_are_told(known: dict[str, Known]) -> None:
    empty = (Picture("https://s.example/empty.gif", "https://s.example/empty.gif"),)
    (reason,) = verdict_on([replace(one, images=empty) for one in ITEMS], known)
    before = ", 0% before" if known else ""
    assert reason.startswith(f"100% of the pictures are the same{before}: 'https:")


def test_names_that_became_equal_in_pairs_are_told() -> None:
    pairs = [replace(one, name=f"Dress {n // 2}") for n, one in enumerate(ITEMS)]
    assert verdict_on(pairs)[0].startswith("50% of the names repeat another product's, 0% before")
    known = {
        one.group_key: replace(KNOWN[one.group_key], name=one.name) for one in pairs
    }  # a store of colours: equal names are its way
    assert verdict_on(pairs, known) == []


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


def test_names_that_all_gain_the_same_words_are_told() -> None:
    gained = [replace(one, name=f"{one.name} - Buy now") for one in ITEMS]
    assert verdict_on(gained) == ["40 of 40 known names gained the same words: ' - Buy now'"]
    few = [*gained[:4], *ITEMS[4:]]
    assert verdict_on(few) == []


def test_values_that_structured_data_contradicts_are_told() -> None:
    values = ValueFacts(items=40, checked=30, disagreeing=7, disagreement="2.50, not 450.00")
    verdict = judge(Facts(40, GOOD, 1, 1, values=values), Baseline(40, GOOD))
    assert verdict.held
    assert verdict.reasons == (
        "on 7 of 30 products the page's structured data contradicts what the selectors read,"
        " such as 2.50, not 450.00",
    )


def test_a_stopped_run_with_such_values_publishes_nothing_either() -> None:
    values = value_facts(repriced(lambda price: price * 100), KNOWN)
    verdict = judge(Facts(40, GOOD, 2, 1, stopped="by an operator", values=values), None)
    assert (verdict.result, verdict.held) == ("stopped", True)


@pytest.mark.parametrize(("shared", "held"), [(1, False), (2, False), (3, True)])
def test_cards_that_share_an_identity_and_differ_hold_a_run_by_their_share(
    shared: int, held: bool
) -> None:
    values = ValueFacts(items=40, shared=["'Coat' at 1 has the link of 'Tee'"] * shared)
    verdict = judge(Facts(40, GOOD, 1, 1, values=values), Baseline(40, GOOD))
    assert verdict.held == held
    told = f"{shared} of {40 + shared} cards are left out"
    assert [reason.startswith(told) for reason in verdict.reasons] == [True] * held
