"""What several machines share as files: evidence and pictures in a bucket, by a server of S3."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import create_app
from indexer.catalogue.images import PictureStore, keep
from indexer.core.files import Location
from indexer.core.settings import Settings
from indexer.ingest.collecting import remove_evidence
from indexer.models import ScrapeRun
from scrapers.events import Event, PageDone, PageFailed
from tests.integration.ingest.test_pictures import picture
from tests.support.bucket import BUCKET, S3, s3_server
from tests.support.catalogue import log_of, make_brand, make_items, read_run, scrape_items

EVIDENCE = f"s3://{BUCKET}/evidence"
PICTURES = f"s3://{BUCKET}/pictures"


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3]:
    with s3_server() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


def test_a_process_that_is_forked_has_connections_of_its_own(s3: S3) -> None:
    """RQ forks for each job; what its parent had opened hung in the child."""
    Location(EVIDENCE).write("one", b"of the parent")
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=lambda: answers.put(Location(EVIDENCE).read("one")))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert answers.get() == b"of the parent"


def a_run_with_a_failed_page(settings: Settings, folder: Path) -> ScrapeRun:
    """Do a run as a worker does that read one page and failed at another."""
    (folder / "shot.png").write_bytes(b"a picture of the page")
    (folder / "page.html").write_text("<p>its text")
    shot, page = folder / "shot.png", folder / "page.html"
    failed = PageFailed("https://karoo.example/2", "no card", screenshot=shot, html=page)
    brand_id = make_brand(settings)
    events: list[Event] = [failed, PageDone("https://karoo.example/1", 2)]
    return read_run(settings, scrape_items(settings, brand_id, make_items(2), events=events).id)


def test_evidence_of_one_machine_is_read_on_another_and_goes_with_its_run(
    settings: Settings, clean_database: str, s3: S3, tmp_path: Path
) -> None:
    own = settings.but(evidence_location=EVIDENCE)
    run = a_run_with_a_failed_page(own, tmp_path)
    (page,) = run.failed_pages
    operator = create_app(own).test_client()
    for name, content in (
        (page.screenshot_name, b"a picture of the page"),
        (page.html_name, b"<p>its text"),
    ):
        got = operator.get(f"/api/scraper/download/{name}")
        assert (got.status_code, got.data) == (200, content)
        assert got.headers["Content-Disposition"] == f"attachment; filename={name}"
    remove_evidence(EVIDENCE, run.failed_pages)
    assert operator.get(f"/api/scraper/download/{page.html_name}").status_code == 404


def test_a_bucket_that_is_away_costs_a_run_its_evidence_alone_and_is_told(
    settings: Settings, clean_database: str, s3: S3, tmp_path: Path
) -> None:
    s3.stop()
    own = settings.but(evidence_location=EVIDENCE)
    run = a_run_with_a_failed_page(own, tmp_path)
    (page,) = run.failed_pages
    assert (page.page_url, page.reason) == ("https://karoo.example/2", "no card")
    assert (page.screenshot_name, page.html_name, run.found_count) == (None, None, 2)
    assert "Screenshots and HTML of failed pages could not be kept: s3://" in log_of(own, run)
    got = create_app(own).test_client().get("/api/scraper/download/run-1-page-1.png")
    assert (got.status_code, got.get_json()["message"]) == (
        503,
        "EVIDENCE_LOCATION does not answer, try again",
    )


def test_pictures_of_one_machine_are_served_by_another(settings: Settings, s3: S3) -> None:
    """From a server of S3 of one's own they are read through the site, not at Amazon."""
    kept = keep(PictureStore(PICTURES), picture())
    assert kept.url.startswith("/media/")
    site = create_app(settings.but(bucket_location=PICTURES)).test_client()
    assert site.get(kept.url).mimetype == "image/webp"
    narrow = kept.url.replace(".webp", "-320.webp")
    assert site.get(narrow).status_code == 200
    assert site.get(kept.url.replace(".webp", ".png")).status_code == 404
    assert keep(PictureStore(PICTURES), picture()) == kept
