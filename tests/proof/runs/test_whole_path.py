"""The whole of path 2 with a real worker, store and browser: start, watch, search."""

from __future__ import annotations

from indexer.core.settings import Settings
from indexer.ingest.runs.start import start_all, start_run
from tests.support.catalogue import log_of, read_products
from tests.support.index import refreshed_count, source
from tests.support.scraped_store import ScrapedStore, scraped_store
from tests.support.worker import eventually, leftovers, worker


def test_a_started_brand_is_scraped_indexed_and_its_pictures_fetched(
    own_settings: Settings,
) -> None:
    with scraped_store(own_settings) as store, worker(own_settings, "--scrapers", "1"):
        (run,) = start_all(store.settings).runs
        eventually(lambda: store.read(run).found_count or None, "the progress is seen")
        ended = store.finished(run)
        assert (ended.result, ended.complete, ended.pages_done) == ("success", True, store.pages)
        assert ended.found_count == ended.new_count == len(store.control.products())
        eventually(lambda: _all_have_pictures(store), "all pictures are fetched")
        again = store.finished(start_run(store.settings, store.brand_id, "scrape+classify"))
        assert (again.result, again.new_count, again.changed_count) == ("success", 0, 0)
        classified = store.finished(start_run(store.settings, None, "classify"))
        assert (classified.result, classified.changed_count) == ("success", 0)
    assert refreshed_count(store.settings, {"term": {"visible": True}}) == ended.found_count
    document = source(store.settings, ended.found_group_ids[0])
    assert document is not None
    assert document["images"][0]["url"].startswith("/media/")
    assert "ends: success" in log_of(store.settings, ended)
    assert leftovers([run.job_id, again.job_id, classified.job_id]) == []


def _all_have_pictures(store: ScrapedStore) -> bool:
    products = read_products(store.settings).values()
    images = [image for product in products for image in product.images]
    return all(image.calculated_url for image in images)
