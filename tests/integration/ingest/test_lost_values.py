"""Fault 19, what follows it: a value is never replaced by nothing without being named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.accept import accept_run, effect_of_accepting
from indexer.ingest.gates.fields import FieldChange
from indexer.ingest.importing import ImportResult, import_feed
from indexer.models import ScrapeRun
from scrapers.product import Product as Found
from tests.support.catalogue import (
    log_of,
    make_brand,
    make_items,
    read_products,
    read_run,
    scrape_items,
)

LOST = "40 products lost their price (40 of 40 → 0 of 40)"


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def changes_of(run: ScrapeRun) -> dict[str, FieldChange]:
    """Return what the run's row says of each field."""
    return {row["field"]: FieldChange(**row) for row in run.field_changes}


def unpriced(items: Sequence[Found], count: int) -> list[Found]:
    return [replace(item, price=None) for item in items[:count]] + list(items[count:])


def prices(settings: Settings) -> int:
    return sum(product.price is not None for product in read_products(settings).values())


def test_fault_19_an_accept_that_takes_all_prices_says_so_before_and_after(
    settings: Settings, brand_id: int
) -> None:
    items = make_items(40)
    scrape_items(settings, brand_id, items)
    held = scrape_items(settings, brand_id, unpriced(items, 40))
    assert (held.result, held.field_changes, prices(settings)) == ("suspect", [], 40)
    with session_scope(settings.database_url) as session:
        told = effect_of_accepting(session, held.id)
    assert (told.hides, told.adds, told.changes) == (0, 0, 40)
    assert told.field_changes == (FieldChange("price", 40, 40, 40, 0, 0),)
    assert prices(settings) == 40, "telling it changes nothing"
    done = accept_run(settings.but(index_prefix=f"{settings.index_prefix}-none"), held.id)
    assert replace(done, note="", prices=told.prices) == told
    assert "No index stands behind" in done.note
    assert LOST in str(done)
    assert prices(settings) == 0
    assert changes_of(read_run(settings, held.id)) == {"price": told.field_changes[0]}


@pytest.mark.parametrize("kind", ["scrape", "scrape+classify"])
def test_fault_19_a_run_below_the_gates_names_what_it_took_in_its_log_and_history(
    settings: Settings, brand_id: int, kind: str
) -> None:
    items = make_items(40)
    scrape_items(settings, brand_id, items)
    seen = unpriced([replace(item, images=()) for item in items[:1]] + items[1:], 4)
    run = scrape_items(settings, brand_id, seen, kind=kind)
    assert run.result == "success"
    assert changes_of(run) == {
        "price": FieldChange("price", 40, 40, 4, 0, 0),
        "image": FieldChange("image", 40, 40, 1, 0, 0),
    }
    log = log_of(settings, run)
    assert "4 products lost their price (40 of 40 → 36 of 40)" in log
    assert "1 product lost its pictures (40 of 40 → 39 of 40)" in log
    back = scrape_items(settings, brand_id, items, kind=kind)
    assert changes_of(back)["price"] == FieldChange("price", 40, 36, 0, 4, 0)
    assert "lost" not in log_of(settings, back)


def load(
    settings: Settings, path: Path, rows: Sequence[dict[str, str]], accept: bool = False
) -> tuple[ImportResult, ScrapeRun]:
    """Import the rows as a feed."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    done = import_feed(settings, "karoo", path, accept=accept)
    return done, read_run(settings, done.run.id)


def rows(count: int) -> list[dict[str, str]]:
    return [
        {"id": f"f{n}", "title": f"Summer dress {n}", "price": f"{499 + n} ZAR", "color": "navy"}
        for n in range(count)
    ]


def without(given: Sequence[dict[str, str]], name: str, count: int) -> list[dict[str, str]]:
    short = [{key: value for key, value in row.items() if key != name} for row in given[:count]]
    return [*short, *given[count:]]


@pytest.mark.parametrize(("name", "label"), [("price", "price"), ("color", "colour")])
def test_fault_19_a_feed_that_lacks_what_products_have_is_held_until_it_is_accepted(
    settings: Settings, brand_id: int, tmp_path: Path, name: str, label: str
) -> None:
    full, path = rows(40), tmp_path / "feed.jsonl"
    load(settings, path, full)
    before = read_products(settings)
    poor = without(full, name, 10)
    done, run = load(settings, path, poor)
    held = f"10 products would lose their {label} (40 of 40 → 30 of 40); at most 20% may"
    assert (run.result, run.found_count, run.complete) == ("suspect", 40, False)
    for words in (done.run.failure_reason, run.failure_reason, log_of(settings, run)):
        assert held in (words or "")
    assert (done.held, run.changed_count, run.field_changes) == (True, 0, [])
    after = read_products(settings)
    assert {key: row.revision for key, row in after.items()} == {
        key: row.revision for key, row in before.items()
    }
    done, run = load(settings, path, poor, accept=True)
    lost = f"10 products lost their {label} (40 of 40 → 30 of 40)"
    assert (run.result, changes_of(run)[label].lost) == ("success", 10)
    assert lost in "; ".join(done.losses)
    assert lost in log_of(settings, run)
