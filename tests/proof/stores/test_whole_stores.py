"""From a store's domain alone to its products: suggestion, brand and one run, against the truth."""

from __future__ import annotations

import pytest

from app import create_app
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.ingest.runs.start import start_run
from indexer.ingest.tryout import suggest
from indexer.jobs.tasks import run_scrape
from tests.support.catalogue import read_products, read_run
from tests.support.data import rows
from tests.support.whole_store import named, shown, sold, whole_store
from tests.support.worker import environment

# Each store's source, its currency, and how many requests its run may need.
STORES = dict(rows("whole_stores"))


@pytest.fixture
def own(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name, value in environment(own_settings).items():
        monkeypatch.setenv(name, value)
    rebuild(own_settings, fast=True)
    return own_settings


@pytest.mark.parametrize("name", STORES)
def test_a_store_is_in_by_its_domain_alone(own: Settings, name: str) -> None:
    source, currency, most = STORES[name]
    with whole_store(name) as store:
        brand = suggest(own, store.base)["brand"]
        sent = {"name": name, "website": store.base}
        sent |= {key: value for key, value in brand.items() if value or key not in sent}
        saved = create_app(own).test_client().post("/api/brands/add", json=sent)
        assert saved.status_code == 200, saved.text
        store.asked.clear()
        run = start_run(own, saved.get_json()["id"], "scrape+classify")
        run_scrape(run.id)
    ended, rows = read_run(own, run.id), list(read_products(own).values())
    assert (brand.get("source") or "pages") == source
    assert ended.result == "success", ended.failure_reason
    assert sorted(shown(rows)) == sorted(sold(store))
    assert {row.currency for row in rows} == {currency}
    assert named(store, rows) == []
    assert store.asked.total() <= most, store.asked
