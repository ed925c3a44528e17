"""Fault 44: one browser and one delay for a host, whoever asks it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import groupby

import pytest
from PIL import Image
from sqlalchemy import text

from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings
from indexer.ingest.pictures.favicons import fetch_favicons
from indexer.ingest.pictures.fetching import fetch_missing
from indexer.ingest.runs.start import start_run
from indexer.ingest.tryout import preview
from indexer.models import Brand, BrandPage
from scrapers.errors import PageError
from scrapers.web.rate_limiter import host_of
from tests.support.crawling import grid
from tests.support.own_store import CARD, OwnStore, own_store
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer
from tests.support.worker import for_this_process, plain_worker

PAGES = 4
DELAY_MS = 400


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    """Two brands of one host, each with a list of four pages, and a delay of their own."""
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings, "/a", request_delay=DELAY_MS) as served:
        for name in "ab":
            for number in range(1, PAGES + 1):
                link = f'<a class="next" href="/{name}?page={number + 1}">Next</a>'
                body = grid(f"{name}{number}", extra=link if number < PAGES else "")
                served.answers[f"/{name}?page={number}"] = Answer(body)
            served.answers[f"/{name}"] = served.answers[f"/{name}?page=1"]
        yield served


def second_brand(store: OwnStore) -> int:
    with session_scope(store.settings.database_url) as session:
        brand = Brand(
            slug="other", name="Other", website=store.base, request_delay=DELAY_MS, **CARD
        )
        brand.pages = [BrandPage(page_url=f"{store.base}/b")]
        session.add(brand)
        session.flush()
        return brand.id


def seconds_ahead(store: OwnStore, since: str) -> float:
    """Return how far the host's next turn lies after this time of the database."""
    with session_scope(store.settings.database_url) as session:
        return float(
            session.scalar(
                text("SELECT extract(epoch FROM next_at - (:since)::timestamptz) FROM host_turn"),
                {"since": since},
            )
            or 0
        )


def test_44_two_brands_of_one_host_take_turns(store: OwnStore) -> None:
    other = second_brand(store)
    with session_scope(store.settings.database_url) as session:
        began = session.scalar(text("SELECT clock_timestamp()::text"))
    with plain_worker(store.settings, "--scrapers", "2"):
        runs = [store.start(), start_run(store.settings, other, "scrape+classify")]
        ended = [store.finished(run) for run in runs]
    assert [(run.result, run.found_count) for run in ended] == [("success", PAGES)] * 2
    asked = [path[1] for path in store.visits if path[:2] in {"/a", "/b"}]
    assert [name for name, _ in groupby(asked)] in (["a", "b"], ["b", "a"]), "one browser at a time"
    assert sum("It waits: another run reads" in store.log(run) for run in ended) == 1
    # Each page took a turn of the host's one clock, whichever run asked for it.
    assert seconds_ahead(store, str(began)) >= 2 * PAGES * DELAY_MS / 1000


def test_44_turns_are_one_row_for_all_workers(store: OwnStore) -> None:
    here, there = (
        SharedRateLimiter(store.settings.database_url),
        SharedRateLimiter(store.settings.database_url),
    )
    assert here.take("shop.example", 60) == 0
    assert there.take("shop.example", 60) > 30
    assert here.take("other.example", 60) == 0
    there.hold("shop.example", 600)
    assert here.wait_of("shop.example") > 500
    assert host_of("https://www.shop.example/x") == host_of("http://shop.example:80/y")


def test_44_a_preview_takes_the_turns_that_runs_take(store: OwnStore) -> None:
    brand = {"website": store.base, "request_delay": DELAY_MS, **CARD}
    host, turns = host_of(store.base), SharedRateLimiter(store.settings.database_url)
    turns.hold(host, 3600)
    with pytest.raises(PageError, match="requires a wait"):
        preview(store.settings, brand, {"page_url": f"{store.base}/a"})
    assert "/a" not in store.visits
    with session_scope(store.settings.database_url) as session:
        session.execute(text("DELETE FROM host_turn"))
        began = session.scalar(text("SELECT clock_timestamp()::text"))
    read = preview(store.settings, brand, {"page_url": f"{store.base}/a"})
    assert [item["name"] for item in read["items"]] == ["a1"]
    # The page and the one that its link leads to.
    assert seconds_ahead(store, str(began)) >= 2 * DELAY_MS / 1000


def icon() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 60), "teal").save(out, "PNG")
    return out.getvalue()


def test_44_pictures_and_icons_follow_robots_txt(
    store: OwnStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_plain_crawls(monkeypatch)
    rules = b"User-agent: *\nDisallow: /i/\nDisallow: /favicon.ico\n"
    store.answers["/robots.txt"] = Answer(rules, content_type="text/plain")
    store.answers |= {f"/i/a{n}.jpg": Answer(icon()) for n in range(1, PAGES + 1)}
    store.answers["/favicon.ico"] = Answer(icon())
    assert store.scrape().found_count == PAGES
    store.visits.clear()
    assert fetch_missing(store.settings) == 0
    assert fetch_favicons(store.settings) == 0
    assert {path for path in store.visits if path not in {"/robots.txt", "", "/"}} == set()
