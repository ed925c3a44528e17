"""Faults 16 to 19 and 27: what a store may show without harm to the catalogue."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, update

from indexer.db import session_scope
from indexer.jobs.tasks import run_scrape
from indexer.models import Category, Color, Product, ScrapeRun
from indexer.runs.log import log_path
from tests.support.catalogue import read_products
from tests.support.index import source
from tests.support.scraped_store import ScrapedStore
from tests.support.store_control import Fault
from tests.support.worker import environment

pytestmark = pytest.mark.faults


@pytest.fixture
def scraped(store: ScrapedStore, monkeypatch: pytest.MonkeyPatch) -> ScrapedStore:
    """The store after a first good run; jobs run in this process."""
    for name, value in environment(store.settings).items():
        monkeypatch.setenv(name, value)
    assert scrape(store).result == "success"
    return store


def scrape(store: ScrapedStore) -> ScrapeRun:
    run = store.start()
    run_scrape(run.id)
    return store.read(run)


def shown(store: ScrapedStore) -> int:
    return sum(product.gone_at is None for product in read_products(store.settings).values())


@pytest.mark.parametrize("left", [0, 22])
def test_fault_16_a_store_that_shows_under_half_hides_nothing(
    scraped: ScrapedStore, left: int
) -> None:
    total = shown(scraped)
    scraped.control.keep_first(left)
    run = scrape(scraped)
    assert run.result in {"suspect", "failed"}
    assert run.gone_count == 0
    assert run.failure_reason
    assert shown(scraped) == total


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        (Fault(503, "<h1>down</h1>"), "503"),
        (Fault(200, "<h1>Are you a human?</h1><p>captcha</p>"), "captcha"),
    ],
)
def test_fault_17_a_store_that_answers_with_no_page_is_not_taken_for_empty(
    scraped: ScrapedStore, fault: Fault, word: str
) -> None:
    total = shown(scraped)
    scraped.control.fail(fault)
    run = scrape(scraped)
    assert run.result == "failed"
    assert word in (run.failure_reason or "")
    assert (run.gone_count, shown(scraped)) == (0, total)
    assert all(page.screenshot_name and page.html_name for page in run.failed_pages)


def test_fault_18_a_missing_product_is_hidden_and_returns_with_its_curated_values(
    scraped: ScrapedStore,
) -> None:
    product = scraped.control.products()[0]
    before = {key: p.name for key, p in read_products(scraped.settings).items()}
    scraped.control.remove(product.number)
    run = scrape(scraped)
    assert (run.result, run.gone_count) == ("success", 1)
    (gone,) = [p for p in read_products(scraped.settings).values() if p.gone_at]
    hidden = source(scraped.settings, gone.id)
    assert hidden is not None
    assert hidden["visible"] is False
    with session_scope(scraped.settings.database_url) as session:
        category = session.scalars(select(Category.id).where(Category.slug == "home")).one()
        color = session.scalars(select(Color.id).where(Color.slug == "gold")).one()
        session.execute(
            update(Product)
            .where(Product.id == gone.id)
            .values(curated_category_id=category, curated_color_id=color)
        )
    scraped.control.bring_back(product.number)
    assert scrape(scraped).result == "success"
    back = read_products(scraped.settings)[gone.group_key]
    assert (back.id, back.gone_at, back.name) == (gone.id, None, before[gone.group_key])
    assert (back.curated_category_id, back.curated_color_id) == (category, color)
    seen = source(scraped.settings, back.id)
    assert seen is not None
    assert (seen["visible"], seen["colour"]) == (True, ["gold"])


def test_fault_19_a_third_without_prices_is_suspect_and_the_log_tells_the_coverage(
    scraped: ScrapedStore,
) -> None:
    priced = sum(p.price is not None for p in read_products(scraped.settings).values())
    scraped.control.drop_prices(0.3)
    run = scrape(scraped)
    assert run.result == "suspect"
    assert "Coverage: price 69%" in log_path(scraped.settings.log_dir, run.logfile_name).read_text(
        encoding="utf-8"
    )
    after = sum(p.price is not None for p in read_products(scraped.settings).values())
    assert after == priced


def test_fault_27_hostile_names_are_shown_as_text_and_break_no_log_line(
    scraped: ScrapedStore,
) -> None:
    numbers = [product.number for product in scraped.control.products()[:4]]
    names = [
        "<img src=x onerror=alert(1)>",
        "two\nlines \x1b[31mred",
        "nul \x00 end",
        "x" * 100_000,
    ]
    for number, name in zip(numbers, names, strict=True):
        scraped.control.rename(number, name)
    run = scrape(scraped)
    assert run.rejected_count == 1
    kept = {product.name for product in read_products(scraped.settings).values()}
    assert "<img src=x onerror=alert(1)>" in kept
    assert any(name.startswith("two lines") for name in kept)
    log = log_path(scraped.settings.log_dir, run.logfile_name).read_bytes().decode()
    assert "characters" in log
    lines = log.split("\r\n")
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:", line) for line in lines if line)
    assert "\x1b" not in log
    assert "\n" not in log.replace("\r\n", "")
