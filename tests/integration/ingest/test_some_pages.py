"""A run of only some of a brand's pages: it writes what it finds and hides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from indexer.core.settings import Settings
from indexer.ingest.accept import Effect, acceptable, effect_of_accepting
from indexer.ingest.gates.brand_limits import load_baseline
from indexer.ingest.gates.fields import FieldChange
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Work, work_on
from indexer.ingest.scraping import scrape
from indexer.models import Brand, BrandPage, ScrapeRun
from scrapers.events import Event, PageDone, PageFailed
from scrapers.product import Product
from tests.support.catalogue import make_items
from tests.support.world import World, empty_world


class TwoPages(World):
    """A brand with two pages whose products were all read once."""

    def read(
        self,
        only: list[int] | None,
        count: int,
        *,
        fails: bool = False,
        items: Sequence[Product] = (),
    ) -> tuple[ScrapeRun, list[str]]:
        """Do a run that reads `items` and `count` more; return it and the addresses crawled."""
        crawled: list[str] = []

        def crawl(brand: Brand, work: Work) -> Iterator[Event]:
            yield from items
            yield from (replace(item, name=f"{item.name} now") for item in make_items(count))
            for page in brand.pages:
                crawled.append(page.page_url)
                if fails:
                    yield PageFailed(page.page_url, "It timed out")
                else:
                    yield PageDone(page.page_url, count)

        with self.session() as session:
            opened = open_run(session, self.brand_id, "scrape+classify")
            opened.only_pages = only
            run_id = opened.id
        work_on(self.settings, run_id, lambda work: scrape(work, crawl))
        return self.run(run_id), crawled

    @property
    def second(self) -> list[int]:
        return self.rows(BrandPage.page_id, BrandPage.position == 1)

    def all_are_shown(self) -> bool:
        return all(product.gone_at is None for product in self.products().values())

    def baseline(self) -> int:
        """Return how many products the next run is measured by."""
        known = self.do(lambda session: load_baseline(session, self.brand_id))
        return known.found_count if known else 0


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> TwoPages:
    made = empty_world(settings.but(hide_after_runs=1), TwoPages)
    with made.session() as session:
        more = "https://karoo.example/more"
        session.add(BrandPage(brand_id=made.brand_id, page_url=more, position=1))
    made.read(None, count=20)
    return made


def test_a_run_of_one_page_reads_it_alone_and_hides_nothing(shop: TwoPages) -> None:
    done, crawled = shop.read(shop.second, count=3)
    assert crawled == ["https://karoo.example/more"]
    assert (done.result, done.complete, done.failure_reason) == ("success", False, None)
    assert (done.found_count, done.gone_count) == (3, 0)
    assert shop.all_are_shown()
    assert len(shop.rows(BrandPage)) == 2  # the brand keeps the page that was not read
    assert shop.baseline() == 20  # and a part is no measure of the whole


def test_a_held_run_of_one_page_publishes_when_accepted_and_hides_nothing(shop: TwoPages) -> None:
    dear = [replace(item, price=Decimal(49900)) for item in make_items(5)]
    held, _ = shop.read(shop.second, count=0, items=dear)
    assert (held.result, held.complete, held.changed_count) == ("suspect", False, 0)
    with shop.session() as session:
        assert acceptable(session, [held]) == {held.id}
        told = effect_of_accepting(session, held.id)
        price, name = (FieldChange(field, 5, 5, 0, 0, changed=5) for field in ("price", "name"))
        assert told == Effect(hides=0, adds=0, changes=5, field_changes=(price, name), prices=5)
    assert shop.accept(held).hides == 0
    products = shop.products().values()
    assert sum(product.price == Decimal(49900) for product in products) == 5
    assert shop.all_are_shown()
    assert shop.baseline() == 20
