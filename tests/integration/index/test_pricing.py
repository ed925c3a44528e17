"""New exchange rates in the live index: all documents that need them, and a job that dies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest

from indexer.catalogue.document import ProductRow
from indexer.catalogue.rows import Connection, products_by_id
from indexer.core.settings import Settings
from indexer.index import pricing, writer
from indexer.index.building.rebuild import rebuild
from indexer.index.pricing import price_documents
from indexer.index.status import index_status
from indexer.index.writer import write_pending
from tests.support.index import documents, execute, rename, store_rates

OLD = {"EUR": Decimal(1), "USD": Decimal("1.1"), "ZAR": Decimal(20), "GBP": Decimal("0.85")}
NEW = OLD | {"ZAR": Decimal(21)}


class Killed(BaseException):
    """The job's process dies while it rests."""


def die(_duration_s: float) -> None:
    raise Killed


@pytest.fixture
def priced(shop: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A catalogue whose index is priced with OLD, while NEW are in force; 100 products a step."""
    monkeypatch.setattr(pricing, "SLICE", 100)
    store_rates(shop, date(2026, 1, 1), OLD)
    rebuild(shop, fast=True)
    store_rates(shop, date(2026, 1, 2), NEW)
    return shop


def revisions(own: Settings) -> dict[int, int]:
    return dict(execute(own, "SELECT id, revision FROM product"))


def test_a_killed_job_goes_on_where_it_stopped_and_ends_as_a_new_index_would(
    priced: Settings,
) -> None:
    execute(priced, "UPDATE product SET sibling_key = NULL")  # which would be enqueued with others
    before = revisions(priced)
    with pytest.raises(Killed):
        price_documents(priced, rest=die)
    first = sorted(before)[:100]
    once = revisions(priced)
    assert {id_ for id_ in once if once[id_] > before[id_]} == set(first)
    assert index_status(priced).to_price == tuple(sorted(OLD))
    left = price_documents(priced, rest=lambda _: None)
    assert left == len(before) - len(first)
    assert revisions(priced) == {id_: revision + 1 for id_, revision in before.items()}
    assert index_status(priced).to_price == ()
    found = documents(priced)
    rebuild(priced, fast=True)
    assert found == documents(priced)


def test_amounts_in_the_stores_own_currency_stay_exactly(priced: Settings) -> None:
    before = documents(priced)
    price_documents(priced, rest=lambda _: None)
    rands = [id_ for (id_,) in execute(priced, "SELECT id FROM product WHERE currency = 'ZAR'")]
    for old, new in ((before[id_].source, documents(priced)[id_].source) for id_ in rands[:20]):
        assert new["price"]["zar"] == old["price"]["zar"]
        assert new["price"]["eur"] == pytest.approx(old["price"]["eur"] * 20 / 21, abs=0.01)
        assert f"priceBand.eur:{new['priceBand']['eur']}" in new["facets"]


def test_what_changes_meanwhile_is_priced_with_the_new_rates(priced: Settings) -> None:
    with pytest.raises(Killed):
        price_documents(priced, rest=die)
    last = max(revisions(priced))
    old = documents(priced)[last].source
    rename(priced, last, "Renamed meanwhile")
    write_pending(priced)
    new = documents(priced)[last].source
    (currency,) = execute(priced, "SELECT currency FROM product WHERE id = %s", last)[0]
    moved = "eur" if currency == "ZAR" else "zar"
    assert new["name"] == "Renamed meanwhile"
    assert new["price"][moved] != old["price"][moved]


def test_rates_that_come_while_documents_are_priced_are_those_that_all_get(
    priced: Settings,
) -> None:
    with pytest.raises(Killed):
        price_documents(priced, rest=die)
    store_rates(priced, date(2026, 1, 3), NEW | {"USD": Decimal("1.2")})
    price_documents(priced, rest=lambda _: None)
    found = documents(priced)
    rebuild(priced, fast=True)
    assert found == documents(priced)


def test_a_writer_that_began_before_the_new_rates_leaves_no_amounts_of_those_before(
    priced: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, began = products_by_id, list[int]()

    def price_meanwhile(connection: Connection, ids: Sequence[int]) -> list[ProductRow]:
        found = read(connection, ids)
        if not began:
            began.append(0)
            began[0] = price_documents(priced, rest=lambda _: None)
        return found

    monkeypatch.setattr(writer, "products_by_id", price_meanwhile)
    rename(priced, 1, "Renamed")
    write_pending(priced)
    assert began == [300]
    found = documents(priced)
    rebuild(priced, fast=True)
    assert found == documents(priced)
