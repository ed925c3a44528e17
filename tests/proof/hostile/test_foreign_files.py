"""Faults 53 and 54: what a store serves is read in bounded memory and linear time, whatever it is.

`python -m tests.support.hostile_files --table` shows the figures.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from indexer.core.db import session_scope
from indexer.core.settings import ROOT, Settings
from indexer.models import Brand, ScrapeRun
from scrapers.polite import politeness as manners
from tests.support.data import rows
from tests.support.hostile_files import FEEDS, readers
from tests.support.hostile_server import ENDLESS, hostile
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer
from tests.support.worker import for_this_process

MOST_MB = 200  # above an idle worker


SAID = dict(rows("hostile_files_said"))


def test_faults_53_54_files_take_little_memory_and_those_that_are_not_read_say_why() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.hostile_files"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    taken = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert taken.keys() == {name for name, _, _ in readers()}
    assert [one for one in taken.values() if one["peak_mb"] > MOST_MB] == []
    assert {name: said in taken[name]["said"] for name, said in SAID.items()} == dict.fromkeys(
        SAID, True
    )


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    """A store that is read by a feed's address."""
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings) as served:
        yield served


def read_by(store: OwnStore, address: str, source: str = "feed") -> ScrapeRun:
    url = {"feed_url": address} if source == "feed" else {"catalogue_url": address}
    with session_scope(store.settings.database_url) as session:
        change = update(Brand).where(Brand.id == store.brand_id).values(source=source, **url)
        session.execute(change)
    return store.scrape()


def test_faults_53_54_a_run_says_why_it_did_not_read_a_file(store: OwnStore) -> None:
    store.answers["/feed.xml"] = Answer(FEEDS["40,000 equal short children.xml"]())
    run = read_by(store, f"{store.base}/feed.xml")
    assert run.result != "success"
    assert "more than 5000 values" in f"{run.failure_reason} {store.log(run)}"


def test_fault_53_a_run_of_a_catalogue_says_what_its_page_unpacks_to(store: OwnStore) -> None:
    packed = gzip.compress(b'{"products":[' + b"[]," * (20 * 2**20) + b"0]}")
    assert len(packed) < 2**17
    store.answers["/products.json"] = Answer(packed, headers=(("Content-Encoding", "gzip"),))
    run = read_by(store, store.base, "catalogue")
    assert run.result == "failed"
    assert "larger than 50 MB" in (run.failure_reason or "")


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ([b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"], "takes longer than 5 s to come"),
        ([], "its robots.txt takes longer than 2 s"),
    ],
)
def test_fault_53_a_run_says_which_server_it_did_not_wait_for(
    first: list[bytes], reason: str, store: OwnStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A feed has half of a run's time."""
    store.settings = store.settings.but(job_timeout_s=10)
    for_this_process(store.settings, monkeypatch)
    if not first:
        monkeypatch.setattr(manners, "ROBOTS_TIMEOUT_S", 1.5)
    with hostile(ENDLESS["headers in drips"], first=first) as base:
        run = read_by(store, f"{base}/feed.xml")
    assert run.result == "failed"
    assert reason in (run.failure_reason or "")
