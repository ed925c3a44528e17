"""Fault 43: a product page that spins costs its own time only; a large store is read over runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.core.settings import Settings
from tests.support.catalogue import read_products
from tests.support.crawling import grid
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer
from tests.support.worker import for_this_process

NAMES = [f"n{number}" for number in range(1, 7)]
ROOM = 3  # own pages that the time of a run suffices for


def own_page(name: str, script: str = "") -> Answer:
    pictures = f'<div class="gallery"><img src="/d/{name}.jpg" width="300" height="400"></div>'
    body = f"<!doctype html><title>{name}</title><h1>{name}</h1>{pictures}<script>{script}</script>"
    return Answer(body.encode())


class _Until(float):
    """A time that comes once so many own pages were asked for."""

    visits: list[str]

    def __gt__(self, _now: float) -> bool:
        return len({path for path in self.visits if path.startswith("/p/")}) < ROOM


@pytest.fixture
def store(
    own_settings: Settings, monkeypatch: pytest.MonkeyPatch, lent_crawls: None
) -> Iterator[OwnStore]:
    """Six products with own pages; the time of a run suffices for three of these."""
    for_this_process(own_settings, monkeypatch)
    columns = {"detail_selector": "a", "detail_image_node_path": ".gallery img"}
    with own_store(own_settings, "/list", **columns) as served:
        served.answers = {f"/p/{name}": own_page(name) for name in NAMES}
        served.answers["/list"] = Answer(grid(*NAMES))
        until = _Until(0.0)
        until.visits = served.visits
        monkeypatch.setattr("scrapers.crawl._Reader._deadline", lambda _reader: until)
        yield served


def opened(store: OwnStore) -> set[str]:
    return {path.removeprefix("/p/") for path in store.visits if path.startswith("/p/")}


def test_43_a_large_store_is_completed_over_several_runs_the_oldest_first(store: OwnStore) -> None:
    order = [NAMES[:ROOM], NAMES[ROOM:], NAMES[:ROOM]]
    for number, names in enumerate(order):
        store.visits.clear()
        run = store.scrape()
        assert opened(store) == set(names)
        assert (run.result, run.found_count, run.complete) == ("success", len(NAMES), True)
        assert "3 of 6 products' own pages were read" in (run.failure_reason or "")
        assert "3 of 6 products' own pages were read" in store.log(run)
        keep = "3 known ones keep all values as last read" in (run.failure_reason or "")
        assert keep == (number > 0), "what is left then was read before"
        products = read_products(store.settings).values()
        whole = [p for p in products if sum(i.gone_at is None for i in p.images) == 2]
        assert len(whole) == (ROOM if number == 0 else len(NAMES)), "nothing that was read is lost"
        assert store.shown() == len(NAMES)


def test_43_products_whose_price_is_another_on_the_list_come_first(store: OwnStore) -> None:
    for _ in range(2):
        store.visits.clear()
        store.scrape()
    reduced = grid(*NAMES).replace(b"<h2>n6</h2><b>R 16<", b"<h2>n6</h2><b>R 9<")
    store.answers["/list"] = Answer(reduced)
    store.visits.clear()
    run = store.scrape()
    assert opened(store) == {"n6", "n1", "n2"}
    prices = {p.name: p.price for p in read_products(store.settings).values()}
    assert prices["n6"] == 9
    assert run.result == "success"
