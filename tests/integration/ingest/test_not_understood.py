"""What a page says and nobody understands is never taken for a default."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from scrapers.events import PageDone, RejectedCard
from scrapers.product import Product
from tests.support.catalogue import make_items
from tests.support.world import World


def unread(item: Product) -> Product:
    return replace(item, sold_out=None, not_understood={"stock": "Bestel vooruit?"})


def test_a_stock_that_is_not_understood_stays_as_it_was_and_a_new_product_is_not_offered(
    shop: World,
) -> None:
    offered, sold_out, new, *others = make_items(60)
    shop.scrape([offered, replace(sold_out, sold_out=True), *others])
    run = shop.scrape([*map(unread, (offered, sold_out)), *others])
    assert (run.result, run.changed_count) == ("success", 0)
    assert "the stock of 2 of 59 products is not understood, such as 'Bestel" in (
        run.failure_reason or ""
    )
    shop.scrape([offered, sold_out, unread(new), *others])
    products = shop.products()
    stock = [products[item.group_key].sold_out for item in (offered, sold_out, new)]
    assert stock == [False, False, True]


def foreign(item: Product) -> Product:
    words = "The price '$20' is printed in USD, but the brand's currency is ZAR"
    return replace(item, price=None, not_understood={"currency": words})


def test_prices_in_another_currency_are_told_and_take_nothing_away(shop: World) -> None:
    first, second, *others = make_items(60)
    shop.scrape([first, replace(second, ordinary_price=Decimal(900)), *others])
    run = shop.scrape([*map(foreign, (first, second)), *others])
    assert (run.result, run.changed_count) == ("success", 0)
    assert "the currency of 2 of 60 products is not understood" in (run.failure_reason or "")
    kept = shop.products()[second.group_key]
    assert (kept.price, kept.ordinary_price) == (second.price, Decimal(900))
    run = shop.scrape(list(map(foreign, (first, second, *others))))
    assert (run.result, run.found_count) == ("suspect", 60)
    assert "the currency of 60 of 60 products is not understood, such as \"The price '$20'" in (
        run.failure_reason or ""
    )
    assert "no products" not in (run.failure_reason or "")


def test_cards_that_gave_no_product_are_told_with_samples(shop: World) -> None:
    left_out = [
        RejectedCard(reason, name)
        for reason, name in [
            ("it has no link", "Doek"),
            ("it has no link", "Mus"),
            ("no name", None),
        ]
    ]
    run = shop.scrape(make_items(3), events=[*left_out, PageDone("x", 3)])
    words = "3 cards were left out, such as 'Doek': it has no link; no name"
    assert run.result == "success"
    assert (run.failure_reason or "").startswith(words)
    run = shop.scrape([], events=[*left_out, PageDone("x", 0)])
    told = f"no products were found, 3 the last time: {words}"
    assert told in (run.failure_reason or "")


def test_a_run_of_which_too_much_is_not_understood_publishes_nothing(shop: World) -> None:
    first, second, third, *others = make_items(40)
    run = shop.scrape([*map(unread, (first, second, third)), *others])
    assert (run.result, shop.products()) == ("suspect", {})
    assert "the stock of 3 of 40 products is not understood" in (run.failure_reason or "")
    assert shop.log(run).count("is not understood: 'Bestel vooruit?'") == 3
