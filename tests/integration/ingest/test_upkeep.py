"""What happens to the catalogue between scrapes: classification, schedule, purge, start all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, text, update

from indexer.core.queues import SCRAPE, queue, redis_connection
from indexer.core.settings import Settings
from indexer.ingest.classifying import classify_products
from indexer.ingest.purge import RUNS_KEPT, purge
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.reaper import reap
from indexer.ingest.runs.start import open_run, start_all, start_one, start_run
from indexer.ingest.runs.working import work_on
from indexer.ingest.schedule import due_brands, start_due
from indexer.models import (
    Brand,
    Category,
    Click,
    NewsletterSubscription,
    Outbox,
    Product,
    RunLogPart,
    ScrapeRun,
)
from tests.support.catalogue import add_to_log, make_item, make_items
from tests.support.index import execute
from tests.support.world import World, empty_world


@pytest.fixture
def shop(settings: Settings, clean_database: str, clean_redis: str) -> World:
    return empty_world(settings.but(redis_url=clean_redis), World)


def brands(shop: World, count: int) -> list[int]:
    """Return the store's brand and others."""
    return [shop.brand_id, *(shop.another(slug).brand_id for slug in "bcde"[: count - 1])]


def classify(shop: World, brand_id: int | None) -> ScrapeRun:
    run_id = shop.do(lambda session: open_run(session, brand_id, "classify").id)
    work_on(shop.settings, run_id, classify_products)
    return shop.run(run_id)


def test_a_classification_of_one_brand_sets_what_a_scrape_only_left_open(shop: World) -> None:
    other = shop.another("other")
    shop.scrape([make_item("a", name="Red boots")], kind="scrape")
    other.scrape([make_item("b", name="Red boots")], kind="scrape")
    run = classify(shop, shop.brand_id)
    products = shop.products()
    told = (run.kind, run.result, run.found_count, run.changed_count)
    assert told == ("classify", "success", 1, 1)
    assert products["a"].classified_color_id is not None
    assert products["b"].classified_color_id is None
    assert shop.outbox()[-1] == products["a"].id


def test_a_classification_of_all_brands_is_one_run_and_repeats_in_silence(shop: World) -> None:
    shop.scrape(make_items(3), kind="scrape")
    shop.another("other").scrape([make_item("b")], kind="scrape")
    assert classify(shop, None).changed_count == 4
    written = shop.outbox()
    again = classify(shop, None)
    assert (again.brand_id, again.found_count, again.changed_count) == (None, 4, 0)
    assert again.logfile_name == f"scrape/status/all-{again.id}.log"
    assert shop.outbox() == written


def test_a_classification_leaves_curated_values_alone(shop: World) -> None:
    shop.scrape(make_items(1), kind="scrape")
    with shop.session() as session:
        home = session.scalars(select(Category.id).where(Category.slug == "home")).one()
        session.execute(update(Product).values(curated_category_id=home))
    classify(shop, shop.brand_id)
    assert shop.products()["k0"].curated_category_id == home


def test_a_brand_without_pages_has_nothing_to_scrape(shop: World) -> None:
    with shop.session() as session:
        session.get_one(Brand, shop.brand_id).pages = []
    with pytest.raises(RunRefusedError, match="no listing pages"):
        start_run(shop.settings, shop.brand_id, "scrape")


def test_what_is_started_without_redis_says_so_and_gets_its_jobs_when_redis_is_back(
    shop: World,
) -> None:
    first, *others = brands(shop, 3)
    away = shop.settings.but(redis_url="redis://127.0.0.1:1/0")
    one, rest = start_one(away, first, "scrape"), start_all(away)
    assert one.note == "; it waits for the job queue, which does not answer now"
    assert rest.note == "; 2 wait for the job queue, which does not answer now"
    assert [run.brand_id for run in rest.runs] == others
    assert {run.state for run in shop.rows(ScrapeRun)} == {"queued"}
    age(shop)
    assert reap(shop.settings) == []
    assert {run.id for run in shop.rows(ScrapeRun)} == queued_runs(shop)
    assert reap(shop.settings) == []
    assert len(queue(SCRAPE, redis_connection(shop.settings.redis_url)).job_ids) == 3, (
        "one job each"
    )


def age(shop: World) -> None:
    """Let all runs be older than what the reaper leaves alone."""
    execute(shop.settings, "UPDATE scrape_run SET created_at = created_at - interval '1 minute'")


def queued_runs(shop: World) -> set[int]:
    """Return the runs whose jobs wait in the queue."""
    jobs = queue(SCRAPE, redis_connection(shop.settings.redis_url)).job_ids
    return {int(job.split("-")[1]) for job in jobs}


def test_scheduled_brands_are_started_when_their_interval_is_over(shop: World) -> None:
    never, late, early, off, by_hand = brands(shop, 5)
    with shop.session() as session:
        for id_ in (never, late, early, off):
            session.get_one(Brand, id_).scrape_every_hours = 24
        session.get_one(Brand, off).is_active = False
    for id_ in (late, early, by_hand):
        replace(shop, brand_id=id_).scrape(make_items(1))
    with shop.session() as session:
        old = datetime.now(UTC) - timedelta(hours=25)
        session.execute(update(ScrapeRun).where(ScrapeRun.brand_id == late).values(created_at=old))
    assert due_brands(shop.settings) == [never, late]
    assert len(start_due(shop.settings)) == 2
    assert start_due(shop.settings) == []


def test_purge_deletes_products_that_are_gone_for_long_and_their_documents(shop: World) -> None:
    shop.scrape(make_items(5))
    products = shop.products()
    with shop.session() as session:
        for key, days in (
            ("k0", shop.settings.purge_after_days + 1),
            ("k1", shop.settings.purge_after_days - 1),
        ):
            gone = datetime.now(UTC) - timedelta(days=days)
            session.execute(update(Product).where(Product.group_key == key).values(gone_at=gone))
        old = datetime.now(UTC) - timedelta(days=shop.settings.click_retention_days + 1)
        session.add_all([Click(href="https://s/1", created_at=old), Click(href="https://s/2")])
    done = purge(shop.settings)
    assert (done["products"], done["clicks"]) == (1, 1)
    assert set(shop.products()) == {"k1", "k2", "k3", "k4"}
    (deletion,) = shop.rows(Outbox, Outbox.deleted)
    assert deletion.product_id == products["k0"].id
    assert deletion.revision > products["k0"].revision


def test_purge_forgets_newsletter_addresses_that_were_not_confirmed_or_left(shop: World) -> None:
    now = datetime.now(UTC)
    old = now - timedelta(days=shop.settings.newsletter_retention_days + 1)
    rows = {
        "unconfirmed@x.za": {"created_at": old},
        "fresh@x.za": {"created_at": now},
        "left@x.za": {"created_at": old, "confirmed_at": old, "left_at": old},
        "reader@x.za": {"created_at": old, "confirmed_at": old},
    }
    with shop.session() as session:
        session.add_all(
            NewsletterSubscription(email=email, token=email, **times)
            for email, times in rows.items()
        )
    assert purge(shop.settings)["addresses"] == 2
    assert set(shop.rows(NewsletterSubscription.email)) == {"fresh@x.za", "reader@x.za"}


def test_purge_bounds_a_brands_history_and_keeps_its_last_trusted_run(shop: World) -> None:
    trusted = shop.scrape(make_items(2))
    with shop.session() as session:
        session.execute(
            text(
                "INSERT INTO scrape_run (brand_id, kind, state, result, end_time, logfile_name)"
                " SELECT :brand, 'scrape+classify', 'finished', 'failed', now(),"
                " 'scrape/status/old-' || n || '.log' FROM generate_series(1, :count) n"
            ),
            {"brand": shop.brand_id, "count": RUNS_KEPT + 5},
        )
    add_to_log(shop.settings, trusted.id + 1, "old")
    assert purge(shop.settings)["runs"] == 5
    left = shop.rows(ScrapeRun)
    assert len(left) == RUNS_KEPT + 1
    assert left[0].id == trusted.id
    assert set(shop.rows(RunLogPart.run_id)) == {trusted.id}
