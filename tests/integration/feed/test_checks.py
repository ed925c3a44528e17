"""A brand's source checked by its other one: read, compared, never published."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from indexer.core.db import session_scope
from indexer.ingest.accept import accept_run
from indexer.ingest.compare import compare_runs
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import start_run
from indexer.ingest.schedule import due_checks
from indexer.jobs.tasks import run_scrape
from indexer.models import ScrapeRun
from tests.integration.feed.test_catalogues import paged, shopify
from tests.integration.feed.test_sources import feed
from tests.support.catalogue import read_products, read_run
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer


@pytest.fixture(autouse=True)
def two_sources(store: OwnStore) -> None:
    """A store read from its catalogue, that has a feed, too."""
    paged(store, "/products.json", "limit", 40, shopify)
    addresses = {"catalogue_url": f"{store.base}/", "feed_url": f"{store.base}/feed.xml"}
    store.change(source="catalogue", **addresses)


def checked(store: OwnStore) -> ScrapeRun:
    run = start_run(store.settings, store.brand_id, "check")
    run_scrape(run.id)
    return read_run(store.settings, run.id)


def test_the_other_source_is_compared_and_nothing_of_it_is_published(store: OwnStore) -> None:
    first = store.scrape()
    feed(store, "/feed.xml", 41)
    body = store.answers["/feed.xml"].body
    body = body.replace(b"<g:price>201.00", b"<g:price>999.00")
    store.answers["/feed.xml"] = Answer(body.replace(b"<g:id>2</g:id>", b"<g:id>two</g:id>"))
    before = read_products(store.settings)
    run = checked(store)
    assert (first.source, run.source, run.kind) == ("catalogue", "feed", "check")
    assert run.result == "suspect"
    assert run.failure_reason == (
        "40 products stand in the feed, too; of them 1 at another price (such as Linen tee 1:"
        " ZAR 201.00 here, ZAR 999.00 there), 0 with other stock; 1 only there, 0 missing there"
    )
    after = read_products(store.settings)
    assert {key: (one.price, one.revision) for key, one in after.items()} == {
        key: (one.price, one.revision) for key, one in before.items()
    }
    with session_scope(store.settings.database_url) as session:
        found = compare_runs(session, first.id, run.id)
    assert found["counts"] == {"new": 1, "gone": 0, "changed": 1}
    assert str(found["changed"][0]["after"]["price"]) == "999.00"
    assert found["new"][0]["product_id"] is None
    with pytest.raises(RunRefusedError):
        accept_run(store.settings, run.id)


def test_a_check_that_cannot_read_fails_and_half_of_the_other_source_is_no_success(
    store: OwnStore,
) -> None:
    store.scrape()
    run = checked(store)
    assert (run.result, store.shown()) == ("failed", 40)
    assert "404" in (run.failure_reason or "")
    feed(store, "/feed.xml", 20)
    run = checked(store)
    assert run.result == "suspect"
    assert "20 missing there" in (run.failure_reason or "")


def test_a_check_is_due_when_its_days_are_over(store: OwnStore) -> None:
    assert due_checks(store.settings) == []
    store.change(check_every_days=7)
    assert due_checks(store.settings) == [store.brand_id]
    feed(store, "/feed.xml", 40)
    checked(store)
    assert due_checks(store.settings) == []
    later = datetime.now(UTC) + timedelta(days=8)
    assert due_checks(store.settings, later) == [store.brand_id]
