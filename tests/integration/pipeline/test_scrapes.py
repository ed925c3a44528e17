from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, update

from indexer.db import session_scope
from indexer.history.accept import Effect, accept_run, effect_of_accepting
from indexer.history.compare import compare_runs
from indexer.history.images import run_images
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.mapping import IndexBody, shipped_body
from indexer.models import (
    Brand,
    BrandPage,
    Category,
    Outbox,
    PriceHistory,
    Product,
    RunChange,
    RunItem,
    ScrapeRun,
)
from indexer.pipeline.verdict.fields import FieldChange
from indexer.runs.errors import RunRefusedError
from indexer.runs.stop import stop_run
from indexer.settings import Settings
from scrapers.events import Event, PageDone, PageFailed, Rejected, ShippingCountries
from scrapers.product import Picture
from tests.support.catalogue import (
    log_of,
    make_brand,
    make_item,
    make_items,
    outbox_products,
    read_products,
    read_run,
    scrape_items,
)


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def read(settings: Settings, model: Any) -> list[Any]:
    with session_scope(settings.database_url) as session:
        return list(session.scalars(select(model).order_by(model.id)))


def test_new_items_become_classified_products_with_images_history_and_one_run(
    settings: Settings, brand_id: int
) -> None:
    run = scrape_items(
        settings, brand_id, [make_item("a", name="Blue linen dress"), make_item("b")]
    )
    products = read_products(settings)
    assert (run.result, run.complete, run.state) == ("success", True, "finished")
    assert (run.found_count, run.new_count, run.gone_count) == (2, 2, 0)
    assert run.found_group_ids == [products["a"].id, products["b"].id]
    assert run.new_image_ids == run.found_image_ids
    assert len(run.new_image_ids) == 2
    assert run.coverage == {"price": 1.0, "href": 1.0, "image": 1.0, "productBrand": 0.0}
    assert products["a"].classified_category_id is not None
    assert products["a"].classified_color_id is not None
    assert sorted(outbox_products(settings)) == [products["a"].id, products["b"].id]
    with session_scope(settings.database_url) as session:
        prices = session.scalars(select(PriceHistory)).all()
    assert [(row.price, row.sold_out, row.run_id) for row in prices] == [
        (Decimal("499.00"), False, run.id)
    ] * 2


def test_scraping_again_changes_nothing_but_the_last_sight(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(3))
    before = read_products(settings)
    written = outbox_products(settings)
    run = scrape_items(settings, brand_id, make_items(3))
    after = read_products(settings)
    assert (run.result, run.new_count, run.changed_count) == ("success", 0, 0)
    assert run.new_image_ids == []
    assert len(run.found_image_ids) == 3
    assert outbox_products(settings) == written
    for key, product in after.items():
        assert product.revision == before[key].revision
        assert product.updated_at == before[key].updated_at
        assert product.last_seen_at > before[key].last_seen_at


def test_a_changed_price_raises_the_revision_and_enters_the_history(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(2))
    before = read_products(settings)["k0"]
    cheaper = make_item("k0", price=Decimal("399"), ordinary_price=Decimal("499"))
    run = scrape_items(settings, brand_id, [cheaper, make_item("k1")])
    after = read_products(settings)["k0"]
    assert (run.changed_count, after.price, after.ordinary_price) == (1, Decimal(399), Decimal(499))
    assert after.revision > before.revision
    (change,) = [row for row in read(settings, RunChange) if row.run_id == run.id]
    assert (change.kind, change.before, change.after) == (
        "changed",
        {"price": "499.00", "ordinary_price": None},
        {"price": "399.00", "ordinary_price": "499.00"},
    )
    with session_scope(settings.database_url) as session:
        prices = session.scalars(
            select(PriceHistory.price)
            .where(PriceHistory.product_id == after.id)
            .order_by(PriceHistory.seen_at)
        ).all()
    assert prices == [Decimal(499), Decimal(399)]


def test_a_scrape_only_leaves_the_classification_alone(settings: Settings, brand_id: int) -> None:
    scrape_items(settings, brand_id, make_items(1), kind="scrape")
    assert read_products(settings)["k0"].classified_category_id is None


def test_a_product_that_a_feed_brought_is_not_hidden_by_a_scrape(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(2))
    with session_scope(settings.database_url) as session:
        session.execute(update(Product).where(Product.group_key == "k1").values(source="import"))
    run = scrape_items(settings, brand_id, make_items(1))
    assert run.gone_count == 0
    assert read_products(settings)["k1"].gone_at is None


def test_images_that_go_and_come_are_listed_in_the_run(settings: Settings, brand_id: int) -> None:
    one, two = (
        Picture("https://k/1.jpg", "https://k/1.jpg"),
        Picture("https://k/2", "https://k/2"),
    )
    scrape_items(settings, brand_id, [make_item("a", images=(one,))])
    run = scrape_items(settings, brand_id, [make_item("a", images=(two,))])
    first, second = read_products(settings)["a"].images
    assert (run.deleted_image_ids, run.new_image_ids) == ([first.id], [second.id])
    assert run.found_image_ids == [second.id]
    assert first.gone_at is not None
    back = scrape_items(settings, brand_id, [make_item("a", images=(one, two))])
    assert back.new_image_ids == []
    assert back.found_image_ids == [first.id, second.id]
    with session_scope(settings.database_url) as session:
        grids = run_images(session, session.get_one(ScrapeRun, run.id))
    assert [image.image_id for image in grids.deleted] == [first.id]
    assert [image.image_id for image in grids.new] == [second.id]
    assert [image.product_id for image in grids.groups] == [first.product_id]


def test_a_failed_page_makes_the_run_suspect_and_is_kept(settings: Settings, brand_id: int) -> None:
    scrape_items(settings, brand_id, make_items(4))
    failed = PageFailed(None, "https://karoo.example/all", "the store answered 503")
    run = scrape_items(settings, brand_id, make_items(3), events=[failed])
    assert (run.result, run.complete, run.gone_count) == ("suspect", False, 0)
    assert "the store answered 503" in (run.failure_reason or "")
    assert [(page.page_url, page.reason) for page in run.failed_pages] == [
        ("https://karoo.example/all", "the store answered 503")
    ]
    assert read_products(settings)["k3"].gone_at is None


def test_refused_and_rejected_cards_are_counted_and_logged(
    settings: Settings, brand_id: int
) -> None:
    with session_scope(settings.database_url) as session:
        page = session.scalars(select(BrandPage)).one()
    events: list[Event] = [
        Rejected(page.page_id, page.page_url, "no price could be read"),
        PageDone(page.page_id, page.page_url, 1),
    ]
    odd = make_item("x", name="n" * 100_000)
    run = scrape_items(settings, brand_id, [make_item("a"), odd], events=events)
    assert (run.result, run.found_count, run.rejected_count) == ("success", 1, 2)
    log = log_of(settings, run)
    assert "100000 characters" in log


def test_a_page_lends_its_category_below_a_curated_one(settings: Settings, brand_id: int) -> None:
    with session_scope(settings.database_url) as session:
        category = session.scalars(
            select(Category.id).where(Category.slug == "women/dresses")
        ).one()
        page = session.scalars(select(BrandPage)).one()
        page.product_category = category
        page_id = page.page_id
    scrape_items(settings, brand_id, [make_item("a", pages=(page_id,))])
    product = read_products(settings)["a"]
    assert (product.page_category_id, product.page_id) == (category, page_id)


def test_the_delivery_pages_countries_are_stored_and_reindexed(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(1))
    revision = read_products(settings)["k0"].revision
    page = "https://karoo.example/all"
    events: list[Event] = [
        ShippingCountries(page, ("Namibia", "Botswana")),
        PageDone(None, page, 1),
    ]
    scrape_items(settings, brand_id, make_items(1), events=events)
    with session_scope(settings.database_url) as session:
        assert session.get_one(Brand, brand_id).scraped_shipping_countries == "Namibia\nBotswana"
    assert read_products(settings)["k0"].revision > revision
    scrape_items(settings, brand_id, make_items(1), events=events)
    assert read_products(settings)["k0"].revision == revision + 1


def test_two_runs_are_compared_by_products_prices_stock_and_names(
    settings: Settings, brand_id: int
) -> None:
    first = scrape_items(settings, brand_id, make_items(4))
    second = scrape_items(
        settings,
        brand_id,
        [
            make_item("k0", price=Decimal(99)),
            make_item("k1", sold_out=True),
            make_item("k2", name="Silk dress"),
            make_item("new"),
        ],
    )
    products = read_products(settings)
    with session_scope(settings.database_url) as session:
        found = compare_runs(session, first.id, second.id)
    assert found.counts == {"new": 1, "gone": 1, "changed": 3}
    assert [fact.product_id for fact in found.new] == [products["new"].id]
    assert [fact.product_id for fact in found.gone] == [products["k3"].id]
    price, stock, name = found.changed
    assert (price.before or {})["price"] == Decimal(499)
    assert (price.after or {})["price"] == Decimal(99)
    assert ((stock.before or {})["sold_out"], (stock.after or {})["sold_out"]) == (False, True)
    assert ((name.before or {})["name"], (name.after or {})["name"]) == (
        "Linen dress k2",
        "Silk dress",
    )


def test_what_a_held_run_did_not_understand_is_compared_as_that(
    settings: Settings, brand_id: int
) -> None:
    first = scrape_items(settings, brand_id, make_items(4))
    unread = {"sold_out": None, "not_understood": {"stock": "perhaps", "currency": "₥ 499"}}
    held = scrape_items(settings, brand_id, [make_item(f"k{n}", **unread) for n in range(4)])
    assert held.result == "suspect"
    with session_scope(settings.database_url) as session:
        found = compare_runs(session, first.id, held.id)
    assert found.counts == {"new": 0, "gone": 0, "changed": 4}
    link = {"href": "https://karoo.example/p/k0"}
    known = {"price": Decimal(499), "price_known": True, "sold_out": False, **link}
    unknown = {"price": None, "price_known": False, "sold_out": None, **link}
    assert found.changed[0].before == {**known, "name": "Linen dress k0"}
    assert found.changed[0].after == {**unknown, "name": "Linen dress k0"}
    assert [fact.sold_out for fact in found.changed] == [None] * 4


def test_an_error_in_the_crawl_ends_the_run_as_failed_with_its_words(
    settings: Settings, brand_id: int
) -> None:
    class Crash(list[Any]):
        def __iter__(self) -> Any:
            raise RuntimeError("the browser\nwent away")

    run = scrape_items(settings, brand_id, Crash())
    assert (run.result, run.failure_reason) == ("failed", "RuntimeError: the browser")
    assert "Traceback" in log_of(settings, run)
    assert read_products(settings) == {}
    assert read(settings, Outbox) == []


def test_documents_that_the_index_refuses_make_the_run_no_success(
    settings: Settings, brand_id: int, own_index_prefix: str
) -> None:
    """Fault 8: a 400 is recorded with its document's id."""
    own = settings.but(index_prefix=own_index_prefix)
    body = shipped_body()
    properties = {**body.mappings["properties"], "createdAt": {"type": "boolean"}}
    rebuild(own, body=IndexBody(body.settings, {**body.mappings, "properties": properties}))
    run = scrape_items(own, brand_id, make_items(2))
    ids = ", ".join(str(product.id) for product in read_products(own).values())
    assert (run.result, run.new_count) == ("failed", 2)
    assert run.failure_reason == f"The index refused 2 documents: {ids}."


def test_an_index_that_is_away_is_told_and_no_failure(settings: Settings, brand_id: int) -> None:
    away = settings.but(index_prefix="nothing-stands-here")
    run = scrape_items(away, brand_id, make_items(2))
    assert run.result == "success"
    assert "2 documents wait for the index" in (run.failure_reason or "")


def test_a_stop_asked_between_two_beats_of_the_pulse_still_hides_nothing(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(4))

    def asked_at_the_end() -> Iterator[Event]:
        with session_scope(settings.database_url) as session:
            (page_id,) = session.scalars(select(BrandPage.page_id))
            (run,) = session.scalars(select(ScrapeRun).where(ScrapeRun.state == "running"))
            stop_run(settings, run.id)
        yield PageDone(page_id, "https://store.example/p", 3)

    run = scrape_items(settings, brand_id, make_items(3), events=asked_at_the_end())
    assert (run.result, run.gone_count) == ("stopped", 0)
    assert read_products(settings)["k3"].gone_at is None


def test_prices_a_hundred_times_as_high_are_published_only_when_an_operator_accepts(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(8))
    before = read_products(settings)
    dear = [replace(item, price=Decimal(49900)) for item in [*make_items(7), make_item("new")]]
    run = scrape_items(settings, brand_id, dear)
    assert (run.result, run.complete, run.found_count) == ("suspect", True, 8)
    assert (run.new_count, run.changed_count, run.gone_count) == (0, 0, 0)
    assert "7 of 7 known prices became several times as high or low" in (run.failure_reason or "")
    held = read_products(settings)
    assert {key: row.revision for key, row in held.items()} == {
        key: row.revision for key, row in before.items()
    }
    with session_scope(settings.database_url) as session:
        told = effect_of_accepting(session, run.id)
        price = FieldChange("price", known=7, before=7, lost=0, gained=0, changed=7)
        assert told == Effect(hides=1, adds=1, changes=7, field_changes=(price,))
    assert read_products(settings).keys() == before.keys(), "telling it changes nothing"
    assert accept_run(settings, run.id).hides == 1
    after = read_products(settings)
    assert {after[f"k{n}"].price for n in range(7)} == {Decimal("49900.00")}
    assert after["k7"].gone_at is not None
    assert after["new"].gone_at is None
    accepted = read_run(settings, run.id)
    assert (accepted.result, accepted.new_count, accepted.changed_count) == ("success", 1, 7)
    assert scrape_items(settings, brand_id, dear).result == "success"


def test_what_a_later_run_makes_old_is_no_longer_held(settings: Settings, brand_id: int) -> None:
    scrape_items(settings, brand_id, make_items(8))
    held = scrape_items(settings, brand_id, make_items(2))
    assert held.result == "suspect"
    scrape_items(settings, brand_id, make_items(8))
    with session_scope(settings.database_url) as session:
        assert session.scalars(select(RunItem)).all() == []
    with pytest.raises(RunRefusedError, match="not the last one"):
        accept_run(settings, held.id)


def test_a_product_is_hidden_after_as_many_complete_runs_as_the_setting_says(
    settings: Settings, brand_id: int
) -> None:
    patient = settings.but(hide_after_runs=3)
    scrape_items(patient, brand_id, make_items(10))
    failed = PageFailed(None, "https://karoo.example/all", "the store answered 503")
    gone = []
    for events in (None, None, [failed], None):
        run = scrape_items(patient, brand_id, make_items(9), events=events)
        gone.append(run.gone_count)
    assert gone == [0, 0, 0, 1]
    assert read_products(settings)["k9"].gone_at is not None


def test_sizes_and_colours_that_a_page_tells_reach_the_product_and_stay(
    settings: Settings, brand_id: int
) -> None:
    told = make_item("a", attributes={"size": ("S", "M")}, color="Dusty rose", group="G1")
    scrape_items(settings, brand_id, [told])
    product = read_products(settings)["a"]
    assert product.attributes == {"size": ["S", "M"]}
    assert (product.hints or {})["color"] == "Dusty rose"
    again = scrape_items(settings, brand_id, [told])
    untold = scrape_items(settings, brand_id, [make_item("a", group="G1")])
    assert (again.changed_count, untold.changed_count) == (0, 0)
    assert read_products(settings)["a"].attributes == {"size": ["S", "M"]}
    fewer = replace(told, attributes={"size": ("M",)})
    assert scrape_items(settings, brand_id, [fewer]).changed_count == 1
    assert read_products(settings)["a"].attributes == {"size": ["M"]}


def test_a_run_that_structured_data_contradicts_is_held_with_an_example(
    settings: Settings, brand_id: int
) -> None:
    words = ("the price reads 2.50 ZAR, JSON-LD tells 450 ZAR",)
    items = [
        replace(item, checked=True, disagreements=words if place < 3 else ())
        for place, item in enumerate(make_items(8))
    ]
    run = scrape_items(settings, brand_id, items)
    assert run.result == "suspect"
    assert "on 3 of 8 products the page's structured data contradicts" in (run.failure_reason or "")
    assert "JSON-LD tells 450 ZAR" in (run.failure_reason or "")
    assert read_products(settings) == {}
    accept_run(settings, run.id)
    assert len(read_products(settings)) == 8
