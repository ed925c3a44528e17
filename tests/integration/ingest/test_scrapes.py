"""What a run writes: products, images, history, its own row; and what it holds back."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from sqlalchemy import update

from indexer.ingest.accept import Effect, effect_of_accepting
from indexer.ingest.compare import compare_runs, run_images
from indexer.ingest.gates.fields import FieldChange
from indexer.models import Brand, Outbox, PriceHistory, Product, RunChange, ScrapeRun
from scrapers.events import Event, PageDone, PageFailed, ShippingCountries
from scrapers.product import Picture
from tests.support.catalogue import make_item, make_items
from tests.support.world import World

ALL = "https://karoo.example/all"
FAILED = PageFailed(ALL, "the store answered 503")


def picture(url: str) -> Picture:
    return Picture(url, url)


def test_new_items_become_classified_products_with_images_history_and_one_run(shop: World) -> None:
    run = shop.scrape([make_item("a", name="Blue linen dress"), make_item("b")])
    products = shop.products()
    assert (run.result, run.complete, run.state) == ("success", True, "finished")
    assert (run.found_count, run.new_count, run.gone_count) == (2, 2, 0)
    assert run.found_group_ids == [products["a"].id, products["b"].id]
    assert run.new_image_ids == run.found_image_ids
    assert len(run.new_image_ids) == 2
    fields = {"price": 1.0, "href": 1.0, "image": 1.0, "productBrand": 0.0}
    assert run.coverage == {**fields, "inStock": 1.0}
    assert products["a"].classified_category_id is not None
    assert products["a"].classified_color_id is not None
    assert sorted(shop.outbox()) == [products["a"].id, products["b"].id]
    known = [(row.price, row.sold_out, row.run_id) for row in shop.rows(PriceHistory)]
    assert known == [(Decimal("499.00"), False, run.id)] * 2


def test_scraping_again_changes_nothing_but_the_last_sight(shop: World) -> None:
    shop.scrape(make_items(3))
    before, written = shop.products(), shop.outbox()
    run = shop.scrape(make_items(3))
    assert (run.result, run.new_count, run.changed_count) == ("success", 0, 0)
    assert (run.new_image_ids, len(run.found_image_ids), shop.outbox()) == ([], 3, written)
    for key, product in shop.products().items():
        known = before[key]
        assert (product.revision, product.updated_at) == (known.revision, known.updated_at)
        assert product.last_seen_at > known.last_seen_at


def test_a_changed_price_raises_the_revision_and_enters_the_history(shop: World) -> None:
    shop.scrape(make_items(2))
    before = shop.products()["k0"]
    cheaper = make_item("k0", price=Decimal("399"), ordinary_price=Decimal("499"))
    run = shop.scrape([cheaper, make_item("k1")])
    after = shop.products()["k0"]
    assert (run.changed_count, after.price, after.ordinary_price) == (1, Decimal(399), Decimal(499))
    assert after.revision > before.revision
    (change,) = shop.rows(RunChange, RunChange.run_id == run.id)
    assert (change.kind, change.before, change.after) == (
        "changed",
        {"price": "499.00", "ordinary_price": None},
        {"price": "399.00", "ordinary_price": "499.00"},
    )
    assert shop.prices(after.id) == [Decimal(499), Decimal(399)]


def test_a_product_that_a_feed_brought_is_not_hidden_by_a_scrape(shop: World) -> None:
    shop.scrape(make_items(2))
    shop.do(
        lambda session: session.execute(
            update(Product).where(Product.group_key == "k1").values(source="import")
        )
    )
    assert shop.scrape(make_items(1)).gone_count == 0
    assert shop.products()["k1"].gone_at is None


def test_images_that_go_and_come_are_listed_in_the_run(shop: World) -> None:
    one, two = picture("https://k/1.jpg"), picture("https://k/2")
    shop.scrape([make_item("a", images=(one,))])
    run = shop.scrape([make_item("a", images=(two,))])
    first, second = shop.products()["a"].images
    assert (run.deleted_image_ids, run.new_image_ids) == ([first.id], [second.id])
    assert (run.found_image_ids, first.gone_at is not None) == ([second.id], True)
    back = shop.scrape([make_item("a", images=(one, two))])
    assert (back.new_image_ids, back.found_image_ids) == ([], [first.id, second.id])
    grids = shop.do(lambda session: run_images(session, session.get_one(ScrapeRun, run.id)))
    assert [image.id for image in grids["deleted"]] == [first.id]
    assert [image.id for image in grids["new"]] == [second.id]
    assert [image.product_id for image in grids["groups"]] == [first.product_id]


def test_a_failed_page_makes_the_run_suspect_and_is_kept(shop: World) -> None:
    shop.scrape(make_items(4))
    run = shop.scrape(make_items(3), events=[FAILED])
    assert (run.result, run.complete, run.gone_count) == ("suspect", False, 0)
    assert FAILED.reason in (run.failure_reason or "")
    assert [(page.page_url, page.reason) for page in run.failed_pages] == [(ALL, FAILED.reason)]
    assert shop.products()["k3"].gone_at is None


def test_the_delivery_pages_countries_are_stored_and_reindexed(shop: World) -> None:
    shop.scrape(make_items(1))
    revision = shop.products()["k0"].revision
    events: list[Event] = [ShippingCountries(ALL, ("Namibia", "Botswana")), PageDone(ALL, 1)]
    shop.scrape(make_items(1), events=events)
    assert shop.rows(Brand.scraped_shipping_countries) == ["Namibia\nBotswana"]
    assert shop.products()["k0"].revision > revision
    shop.scrape(make_items(1), events=events)
    assert shop.products()["k0"].revision == revision + 1


def test_two_runs_are_compared_by_products_prices_stock_and_names(shop: World) -> None:
    first = shop.scrape(make_items(4))
    price = make_item("k0", price=Decimal(99))
    stock, name = make_item("k1", sold_out=True), make_item("k2", name="Silk dress")
    second = shop.scrape([price, stock, name, make_item("new")])
    products = shop.products()
    found = shop.do(lambda session: compare_runs(session, first.id, second.id))
    assert found["counts"] == {"new": 1, "gone": 1, "changed": 3}
    assert [fact["product_id"] for fact in found["new"]] == [products["new"].id]
    assert [fact["product_id"] for fact in found["gone"]] == [products["k3"].id]
    for fact, column, values in zip(
        found["changed"],
        ("price", "sold_out", "name"),
        ((Decimal(499), Decimal(99)), (False, True), ("Linen dress k2", "Silk dress")),
        strict=True,
    ):
        assert (fact["before"][column], fact["after"][column]) == values


def test_an_error_in_the_crawl_ends_the_run_as_failed_with_its_words(shop: World) -> None:
    class Crash(list[Any]):
        def __iter__(self) -> Any:
            raise RuntimeError("the browser\nwent away")

    run = shop.scrape(Crash())
    assert (run.result, run.failure_reason) == ("failed", "RuntimeError: the browser")
    assert "Traceback" in shop.log(run)
    assert (shop.products(), shop.rows(Outbox)) == ({}, [])


def test_prices_a_hundred_times_as_high_are_published_only_when_an_operator_accepts(
    shop: World,
) -> None:
    shop.scrape(make_items(8))
    before = {key: row.revision for key, row in shop.products().items()}
    dear = [replace(item, price=Decimal(49900)) for item in [*make_items(7), make_item("new")]]
    run = shop.scrape(dear)
    assert (run.result, run.complete, run.found_count) == ("suspect", True, 8)
    assert (run.new_count, run.changed_count, run.gone_count) == (0, 0, 0)
    assert "7 of 7 known prices became several times as high or low" in (run.failure_reason or "")
    told = shop.do(lambda session: effect_of_accepting(session, run.id))
    price = FieldChange("price", known=7, before=7, lost=0, gained=0, changed=7)
    assert told == Effect(hides=1, adds=1, changes=7, field_changes=(price,), prices=7)
    assert {key: row.revision for key, row in shop.products().items()} == before
    assert shop.accept(run).hides == 1
    after = shop.products()
    assert {after[f"k{n}"].price for n in range(7)} == {Decimal("49900.00")}
    assert [after[key].gone_at is None for key in ("k7", "new")] == [False, True]
    accepted = shop.run(run.id)
    assert (accepted.result, accepted.new_count, accepted.changed_count) == ("success", 1, 7)
    assert shop.scrape(dear).result == "success"


def test_a_product_is_hidden_after_as_many_complete_runs_as_the_setting_says(shop: World) -> None:
    patient = shop.but(hide_after_runs=3)
    patient.scrape(make_items(10))
    gone = [
        patient.scrape(make_items(9), events=events).gone_count
        for events in (None, None, [FAILED], None)
    ]
    assert gone == [0, 0, 0, 1]
    assert shop.products()["k9"].gone_at is not None


def test_sizes_and_colours_that_a_page_tells_reach_the_product_and_stay(shop: World) -> None:
    told = make_item("a", attributes={"size": ("S", "M")}, color="Dusty rose", group="G1")
    shop.scrape([told])
    assert (shop.products()["a"].hints or {})["color"] == "Dusty rose"
    fewer = replace(told, attributes={"size": ("M",)})
    for item, changed, sizes in (
        (told, 0, ["S", "M"]),
        (make_item("a", group="G1"), 0, ["S", "M"]),
        (fewer, 1, ["M"]),
    ):
        assert shop.scrape([item]).changed_count == changed
        assert shop.products()["a"].attributes == {"size": sizes}


def test_a_run_that_structured_data_contradicts_is_held_with_an_example(shop: World) -> None:
    words = ("the price reads 2.50 ZAR, JSON-LD has 450 ZAR",)
    items = [
        replace(item, checked=True, disagreements=words if place < 3 else ())
        for place, item in enumerate(make_items(8))
    ]
    run = shop.scrape(items)
    assert (run.result, shop.products()) == ("suspect", {})
    assert "on 3 of 8 products the page's structured data contradicts" in (run.failure_reason or "")
    assert "JSON-LD has 450 ZAR" in (run.failure_reason or "")
    shop.accept(run)
    assert len(shop.products()) == 8
