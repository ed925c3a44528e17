"""A run of only some of a brand's pages: it writes what it finds and hides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from sqlalchemy import select

from indexer.db import session_scope
from indexer.history.accept import Effect, accept_run, acceptable, effect_of_accepting
from indexer.models import Brand, BrandPage, ScrapeRun
from indexer.pipeline.scraping import scrape
from indexer.pipeline.verdict.baseline import load_baseline
from indexer.pipeline.verdict.fields import FieldChange
from indexer.runs.errors import RunRefusedError
from indexer.runs.start import open_run
from indexer.runs.working import Work, work_on
from indexer.settings import Settings
from scrapers.events import Event, PageDone, PageFailed
from scrapers.product import Product
from tests.support.catalogue import make_brand, make_item, make_items, read_products, read_run


@pytest.fixture
def own(settings: Settings, clean_database: str) -> Settings:
    return settings.but(hide_after_runs=1)


@pytest.fixture
def brand_id(own: Settings) -> int:
    """A brand with two pages whose products were all read once."""
    brand_id = make_brand(own)
    with session_scope(own.database_url) as session:
        more = BrandPage(brand_id=brand_id, page_url="https://karoo.example/more", position=1)
        session.add(more)
    run(own, brand_id, None, count=20)
    return brand_id


def run(
    own: Settings,
    brand_id: int,
    only: list[int] | None,
    count: int,
    *,
    fails: bool = False,
    items: Sequence[Product] = (),
) -> tuple[ScrapeRun, list[str]]:
    """Do a run that reads `items` and `count` more; return it and the addresses that it crawled."""
    crawled: list[str] = []

    def crawl(brand: Brand, work: Work) -> Iterator[Event]:
        yield from items
        yield from (replace(item, name=f"{item.name} now") for item in make_items(count))
        for page in brand.pages:
            crawled.append(page.page_url)
            if fails:
                yield PageFailed(page.page_id, page.page_url, "It timed out")
            else:
                yield PageDone(page.page_id, page.page_url, count)

    with session_scope(own.database_url) as session:
        opened = open_run(session, brand_id, "scrape+classify")
        opened.only_pages = only
        run_id = opened.id
    work_on(own, run_id, lambda work: scrape(work, crawl))
    return read_run(own, run_id), crawled


def second_page(own: Settings) -> int:
    with session_scope(own.database_url) as session:
        found = session.scalar(select(BrandPage.page_id).where(BrandPage.position == 1))
    assert found is not None
    return found


def test_a_run_of_one_page_reads_it_alone_and_hides_nothing(own: Settings, brand_id: int) -> None:
    done, crawled = run(own, brand_id, [second_page(own)], count=3)
    assert crawled == ["https://karoo.example/more"]
    assert (done.result, done.complete, done.failure_reason) == ("success", False, None)
    assert (done.found_count, done.gone_count) == (3, 0)
    assert all(product.gone_at is None for product in read_products(own).values())
    with session_scope(own.database_url) as session:
        pages = session.query(BrandPage).count()
        baseline = load_baseline(session, brand_id)
    assert pages == 2  # the brand keeps the page that was not read
    assert baseline is not None
    assert baseline.found_count == 20  # and a part is no measure of the whole


def test_a_run_of_one_page_that_fails_again_says_so(own: Settings, brand_id: int) -> None:
    done, _ = run(own, brand_id, [second_page(own)], count=0, fails=True)
    assert (done.result, done.complete) == ("failed", False)
    assert "It timed out" in (done.failure_reason or "")


def test_a_run_whose_pages_were_removed_meanwhile_hides_nothing(
    own: Settings, brand_id: int
) -> None:
    done, crawled = run(own, brand_id, [99_999], count=0)
    assert crawled == []
    assert (done.result, done.complete) == ("suspect", False)
    assert all(product.gone_at is None for product in read_products(own).values())


def test_a_held_run_of_one_page_publishes_when_accepted_and_hides_nothing(
    own: Settings, brand_id: int
) -> None:
    dear = [replace(item, price=Decimal(49900)) for item in make_items(5)]
    held, _ = run(own, brand_id, [second_page(own)], count=0, items=dear)
    assert (held.result, held.complete, held.changed_count) == ("suspect", False, 0)
    with session_scope(own.database_url) as session:
        assert acceptable(session, [held]) == {held.id}
        told = effect_of_accepting(session, held.id)
        price, name = (FieldChange(field, 5, 5, 0, 0, changed=5) for field in ("price", "name"))
        assert told == Effect(hides=0, adds=0, changes=5, field_changes=(price, name))
    assert accept_run(own, held.id).hides == 0
    products = read_products(own).values()
    assert sum(product.price == Decimal(49900) for product in products) == 5
    assert all(product.gone_at is None for product in products)
    with session_scope(own.database_url) as session:
        baseline = load_baseline(session, brand_id)
    assert baseline is not None
    assert baseline.found_count == 20


def test_a_run_that_published_what_it_read_has_nothing_to_accept(
    own: Settings, brand_id: int
) -> None:
    done, _ = run(own, brand_id, None, count=18, fails=True)
    assert (done.result, done.complete) == ("suspect", False)
    with session_scope(own.database_url) as session:
        assert acceptable(session, [done]) == set()
    with pytest.raises(RunRefusedError, match="holds products back"):
        accept_run(own, done.id)


def test_a_new_product_of_the_page_is_kept(own: Settings, brand_id: int) -> None:
    done, _ = run(own, brand_id, [second_page(own)], count=21)
    assert done.new_count == 1
    assert make_item("k20").group_key in read_products(own)
