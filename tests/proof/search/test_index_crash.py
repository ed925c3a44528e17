"""Fault 28: Elasticsearch is killed with SIGKILL right after it was told that all is done.

What it takes to outlive that is asked of each new index; the kill itself is for a full run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.database import database_from_template
from tests.support.index import execute, refreshed_count, rename, with_catalogue
from tests.support.own_services import kill, own_services
from tests.support.services import TestServices
from tests.support.worker import eventually

PRODUCTS = 1_500
START_S = 300.0


@dataclass(frozen=True, slots=True)
class Crashed:
    """Three catalogues whose Elasticsearch was killed and has come back."""

    fast: Settings
    default: Settings
    written: Settings


@pytest.fixture(scope="module")
def crashed(services: TestServices, settings: Settings) -> Iterator[Crashed]:
    with (
        own_services("elasticsearch") as (urls, (running,)),
        database_from_template(services.database_url) as database_url,
    ):
        url = urls["ELASTICSEARCH_URL"]
        fast = with_catalogue(settings.but(elasticsearch_url=url), database_url, "fast", PRODUCTS)
        default, written = fast.but(index_prefix="default"), fast.but(index_prefix="bulk")
        build(fast, default, written)
        kill(running)
        running.start_again()
        eventually(running.answers, "Elasticsearch is back", START_S)
        yield Crashed(fast, default, written)


def build(fast: Settings, default: Settings, written: Settings) -> None:
    """Fill the three indices, the last one by a bulk write after its rebuild."""
    for own in (default, written):
        rebuild(own, fast=True)
    execute(written, "UPDATE product SET name = 'Written ' || id, revision = revision + 1")
    execute(written, "INSERT INTO outbox (product_id, revision) SELECT id, revision FROM product")
    assert write_pending(written).written == PRODUCTS
    rebuild(default)
    rebuild(fast, fast=True)


def test_fault_28_rebuilds_and_an_acknowledged_write_outlive_a_kill_and_are_written_to(
    crashed: Crashed,
) -> None:
    assert refreshed_count(crashed.fast) == PRODUCTS
    assert refreshed_count(crashed.default) == PRODUCTS
    assert refreshed_count(crashed.written, {"match": {"name": "written"}}) == PRODUCTS
    rename(crashed.fast, 1, "Written after the crash")
    assert write_pending(crashed.fast, refresh=True).success
    assert refreshed_count(crashed.fast, {"match": {"name": "crash"}}) == 1
