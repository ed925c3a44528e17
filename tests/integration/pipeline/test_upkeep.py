"""What happens to the catalogue between scrapes: classification, schedule, purge, start all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import OperationalError

from indexer.db import session_scope
from indexer.jobs.reaper import reap
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
from indexer.pipeline.classifying import classify_products
from indexer.pipeline.purge import RUNS_KEPT, purge
from indexer.queues import SCRAPE, fetch_job, queue, redis_connection
from indexer.runs.errors import RunRefusedError, UnknownBrandError
from indexer.runs.start import open_run, start_all, start_one, start_run
from indexer.runs.working import work_on
from indexer.schedule.due import due_brands, start_due
from indexer.settings import Settings
from tests.support.catalogue import (
    add_to_log,
    make_brand,
    make_item,
    make_items,
    outbox_products,
    read_products,
    read_run,
    scrape_items,
)
from tests.support.index import execute


@pytest.fixture
def own(settings: Settings, clean_database: str, clean_redis: str) -> Settings:
    return settings.but(redis_url=clean_redis)


@pytest.fixture
def brand_id(own: Settings) -> int:
    return make_brand(own)


def classify(own: Settings, brand_id: int | None) -> ScrapeRun:
    with session_scope(own.database_url) as session:
        run_id = open_run(session, brand_id, "classify").id
    work_on(own, run_id, classify_products)
    return read_run(own, run_id)


def test_a_classification_of_one_brand_sets_what_a_scrape_only_left_open(
    own: Settings, brand_id: int
) -> None:
    other = make_brand(own, "other")
    scrape_items(own, brand_id, [make_item("a", name="Red boots")], kind="scrape")
    scrape_items(own, other, [make_item("b", name="Red boots")], kind="scrape")
    run = classify(own, brand_id)
    products = read_products(own)
    assert (run.kind, run.result, run.found_count, run.changed_count) == (
        "classify",
        "success",
        1,
        1,
    )
    assert products["a"].classified_color_id is not None
    assert products["b"].classified_color_id is None
    assert outbox_products(own)[-1] == products["a"].id


def test_a_classification_of_all_brands_is_one_run_and_repeats_in_silence(
    own: Settings, brand_id: int
) -> None:
    scrape_items(own, brand_id, make_items(3), kind="scrape")
    scrape_items(own, make_brand(own, "other"), [make_item("b")], kind="scrape")
    assert classify(own, None).changed_count == 4
    written = outbox_products(own)
    again = classify(own, None)
    assert (again.brand_id, again.found_count, again.changed_count) == (None, 4, 0)
    assert again.logfile_name == f"scrape/status/all-{again.id}.log"
    assert outbox_products(own) == written


def test_a_classification_leaves_curated_values_alone(own: Settings, brand_id: int) -> None:
    scrape_items(own, brand_id, make_items(1), kind="scrape")
    with session_scope(own.database_url) as session:
        home = session.scalars(select(Category.id).where(Category.slug == "home")).one()
        session.execute(update(Product).values(curated_category_id=home))
    classify(own, brand_id)
    assert read_products(own)["k0"].curated_category_id == home


@pytest.mark.parametrize("unknown", [99, 0, -1, 2**31, 2**70])
def test_an_unknown_brand_is_named(own: Settings, unknown: int) -> None:
    with pytest.raises(UnknownBrandError, match=f"There is no brand {unknown}"):
        start_run(own, unknown, "scrape")


def test_a_brand_without_pages_has_nothing_to_scrape(own: Settings, brand_id: int) -> None:
    with session_scope(own.database_url) as session:
        session.get_one(Brand, brand_id).pages = []
    with pytest.raises(RunRefusedError, match="no listing pages"):
        start_run(own, brand_id, "scrape")


def test_what_is_started_without_redis_says_so_and_gets_its_jobs_when_redis_is_back(
    own: Settings,
) -> None:
    first, *others = (make_brand(own, slug) for slug in "abc")
    away = own.but(redis_url="redis://127.0.0.1:1/0")
    one, rest = start_one(away, first, "scrape"), start_all(away)
    assert one.note == "; it waits for the job queue, which does not answer now"
    assert rest.note == "; 2 wait for the job queue, which does not answer now"
    assert [run.brand_id for run in rest.runs] == others
    assert {run.state for run in all_runs(own)} == {"queued"}
    age(own)
    assert reap(own) == []
    assert {run.id for run in all_runs(own)} == queued_runs(own)
    assert reap(own) == []
    assert len(queue(SCRAPE, redis_connection(own.redis_url)).job_ids) == 3, "one job each"


def test_a_run_whose_job_ended_before_it_began_is_closed(own: Settings, brand_id: int) -> None:
    run = start_run(own, brand_id, "scrape")
    job = fetch_job(own, run.job_id or "")
    assert job is not None
    job.cancel()
    age(own)
    assert reap(own) == [run.id]
    assert all_runs(own)[0].failure_reason == "Its job ended before the run began."


def test_start_all_starts_none_where_postgresql_fails_and_all_the_next_time(own: Settings) -> None:
    """As it did when four of 18 were started and a fifth had no job."""
    brands = [make_brand(own, slug) for slug in "abcde"]
    slow = (
        "CREATE FUNCTION is_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NEW.brand_id = {brands[3]} THEN RAISE EXCEPTION USING ERRCODE = 'query_canceled';"
        " END IF; RETURN NEW; END $$"
    )
    execute(own, slow)
    execute(
        own,
        "CREATE TRIGGER slow BEFORE INSERT ON scrape_run FOR EACH ROW EXECUTE FUNCTION is_slow()",
    )
    try:
        with pytest.raises(OperationalError):
            start_all(own)
        assert all_runs(own) == []
        assert queued_runs(own) == set()
    finally:
        execute(own, "DROP FUNCTION is_slow CASCADE")
    assert [run.brand_id for run in start_all(own).runs] == brands
    assert queued_runs(own) == {run.id for run in all_runs(own)}


def age(own: Settings) -> None:
    """Let all runs be older than what the reaper leaves alone."""
    execute(own, "UPDATE scrape_run SET created_at = created_at - interval '1 minute'")


def queued_runs(own: Settings) -> set[int]:
    """Return the runs whose jobs wait in the queue."""
    jobs = queue(SCRAPE, redis_connection(own.redis_url)).job_ids
    return {int(job.split("-")[1]) for job in jobs}


def all_runs(own: Settings) -> list[ScrapeRun]:
    with session_scope(own.database_url) as session:
        return list(session.scalars(select(ScrapeRun).order_by(ScrapeRun.id)))


def test_start_all_starts_each_active_brand_with_pages_that_is_not_running(own: Settings) -> None:
    ready, running, off, bare = (make_brand(own, slug) for slug in ("a", "b", "c", "d"))
    with session_scope(own.database_url) as session:
        session.get_one(Brand, off).is_active = False
        session.get_one(Brand, bare).pages = []
    start_run(own, running, "scrape")
    done = start_all(own)
    assert [run.brand_id for run in done.runs] == [ready]
    assert done.refused == ["B is running already (process 1)."]


def test_scheduled_brands_are_started_when_their_interval_is_over(own: Settings) -> None:
    never, late, early, off, by_hand = (make_brand(own, slug) for slug in "abcde")
    with session_scope(own.database_url) as session:
        for id_ in (never, late, early, off):
            session.get_one(Brand, id_).scrape_every_hours = 24
        session.get_one(Brand, off).is_active = False
    for id_ in (late, early, by_hand):
        scrape_items(own, id_, make_items(1))
    with session_scope(own.database_url) as session:
        old = datetime.now(UTC) - timedelta(hours=25)
        session.execute(update(ScrapeRun).where(ScrapeRun.brand_id == late).values(created_at=old))
    assert due_brands(own) == [never, late]
    started = start_due(own)
    assert len(started) == 2
    assert start_due(own) == []


def test_purge_deletes_products_that_are_gone_for_long_and_their_documents(
    own: Settings, brand_id: int
) -> None:
    scrape_items(own, brand_id, make_items(5))
    products = read_products(own)
    with session_scope(own.database_url) as session:
        for key, days in (("k0", own.purge_after_days + 1), ("k1", own.purge_after_days - 1)):
            gone = datetime.now(UTC) - timedelta(days=days)
            session.execute(update(Product).where(Product.group_key == key).values(gone_at=gone))
        old = datetime.now(UTC) - timedelta(days=own.click_retention_days + 1)
        session.add_all([Click(href="https://s/1", created_at=old), Click(href="https://s/2")])
    done = purge(own)
    assert (done.products, done.clicks) == (1, 1)
    assert set(read_products(own)) == {"k1", "k2", "k3", "k4"}
    with session_scope(own.database_url) as session:
        deletion = session.scalars(select(Outbox).where(Outbox.deleted)).one()
    assert deletion.product_id == products["k0"].id
    assert deletion.revision > products["k0"].revision


def test_purge_forgets_newsletter_addresses_that_were_not_confirmed_or_left(own: Settings) -> None:
    now = datetime.now(UTC)
    old = now - timedelta(days=own.newsletter_retention_days + 1)
    rows = {
        "unconfirmed@x.za": {"created_at": old},
        "fresh@x.za": {"created_at": now},
        "left@x.za": {"created_at": old, "confirmed_at": old, "left_at": old},
        "reader@x.za": {"created_at": old, "confirmed_at": old},
    }
    with session_scope(own.database_url) as session:
        session.add_all(
            NewsletterSubscription(email=email, token=email, **times)
            for email, times in rows.items()
        )
    assert purge(own).addresses == 2
    with session_scope(own.database_url) as session:
        kept = set(session.scalars(select(NewsletterSubscription.email)))
    assert kept == {"fresh@x.za", "reader@x.za"}


def test_purge_bounds_a_brands_history_and_keeps_its_last_trusted_run(
    own: Settings, brand_id: int
) -> None:
    trusted = scrape_items(own, brand_id, make_items(2))
    with session_scope(own.database_url) as session:
        session.execute(
            text(
                "INSERT INTO scrape_run (brand_id, kind, state, result, end_time, logfile_name)"
                " SELECT :brand, 'scrape+classify', 'finished', 'failed', now(),"
                " 'scrape/status/old-' || n || '.log' FROM generate_series(1, :count) n"
            ),
            {"brand": brand_id, "count": RUNS_KEPT + 5},
        )
    add_to_log(own, trusted.id + 1, "old")
    assert purge(own).runs == 5
    left = all_runs(own)
    assert len(left) == RUNS_KEPT + 1
    assert left[0].id == trusted.id
    with session_scope(own.database_url) as session:
        assert set(session.scalars(select(RunLogPart.run_id))) == {trusted.id}
