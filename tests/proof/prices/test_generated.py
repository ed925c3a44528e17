"""What is measured and said of 10,000 generated histories, beside an SQL that counts days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any, Self
from xml.etree import ElementTree

import psycopg
import pytest

from app import create_app
from app.product.related import load_product
from app.product.view import sentences
from indexer.catalogue import prices as measuring
from indexer.catalogue.deals import Found, find_deals, measure_all
from indexer.catalogue.prices import measure_of, today_at
from indexer.catalogue.tables import load_reference
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.integration.app.fixtures import search
from tests.support.database import database_from_template, psycopg_url
from tests.support.histories import fill
from tests.support.index import execute
from tests.support.services import TestServices

PRODUCTS = 10_000
NOW = datetime.now(UTC)
SQL = (Path(__file__).parent / "measure.sql").read_text(encoding="utf-8")
Rows = list[tuple[Any, ...]]


class Noon(datetime):
    """A clock that stands."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(NOW.timestamp(), tz)


class Shop:
    """The histories, what the SQL says of them, and what was found."""

    def __init__(self, settings: Settings, truth: psycopg.Connection[Any], found: Found) -> None:
        self.settings, self._truth, self.found = settings, truth, found

    def rows(self, statement: str) -> Rows:
        return self._truth.execute(statement.encode()).fetchall()


@pytest.fixture(scope="module", autouse=True)
def noon() -> Iterator[None]:
    """It stays the day on which the tests began, also for what asks the clock itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "datetime", Noon)
        yield


@pytest.fixture(scope="module")
def shop(services: TestServices, settings: Settings) -> Iterator[Shop]:
    with database_from_template(services.database_url) as url:
        own = settings.but(database_url=url, index_prefix=f"{settings.index_prefix}-deals")
        with session_scope(url) as session:
            load_reference(session)
        with psycopg.connect(psycopg_url(url)) as connection:
            fill(connection, PRODUCTS, at=NOW)
        found = measure_all(own, NOW)
        with psycopg.connect(psycopg_url(url)) as connection:
            connection.execute(SQL.replace("{today}", f"'{today_at(NOW)}'").encode())
            yield Shop(own, connection, found)


def money(amount: Decimal) -> str:
    return f"R {amount}"


def test_each_sentence_and_measure_is_the_sqls(shop: Shop) -> None:
    told = {
        id_: (before, raised, lowest, words)
        for id_, before, raised, lowest, words in shop.rows(
            "SELECT id, before, raised, lowest, words FROM truth"
        )
    }
    assert len(told) > PRODUCTS / 3
    wrong = {}
    with session_scope(shop.settings.database_url) as session:
        for id_ in range(1, PRODUCTS + 1):
            stored = load_product(session, id_, today_at(NOW))
            assert stored is not None
            measure = measure_of(stored.days, today_at(NOW), stored.row.price)
            words = sentences(
                measure, today_at(NOW), stored.row.price, stored.row.ordinary_price, money
            )
            own = (measure.before, measure.raised, measure.lowest, words) if measure else None
            if own != told.get(id_):
                wrong[id_] = (own, told.get(id_))
    assert [*wrong.items()][:3] == []
    kinds = [sum(row[at] is not None for row in told.values()) for at in (0, 1)]
    assert min(kinds) > PRODUCTS / 50  # drops, and what was raised before


def test_what_documents_say_is_kept_where_there_is_something_to_say(shop: Shop) -> None:
    kept = shop.rows("SELECT product_id, price_before FROM price_measure ORDER BY 1")
    assert kept == shop.rows(
        "SELECT t.id, before FROM truth t JOIN product p USING (id) WHERE p.gone_at IS NULL"
        " AND NOT p.blocked AND (before IS NOT NULL OR ordinary_price IS NOT NULL) ORDER BY 1"
    )


def test_the_table_of_claims_is_the_sqls(shop: Shop) -> None:
    counts = (
        "count(was), count(was) FILTER (WHERE known),"
        " count(*) FILTER (WHERE was IS NOT NULL AND denied), count(*) FILTER (WHERE deal),"
        " round(avg(claimed) FILTER (WHERE known), 1)::float,"
        " round(avg(off) FILTER (WHERE known AND was IS NOT NULL), 1)::float"
    )
    names = ("claims", "known", "denied", "deals", "claimed", "measured")
    for key, column, rows in (
        ("brandId", "brand_id", shop.found["stores"]),
        ("slug", "root", shop.found["categories"]),
    ):
        own = [(row[key], *(row[name] for name in names)) for row in rows]
        wanted = shop.rows(
            f"SELECT {column}, {counts} FROM offers GROUP BY 1"  # noqa: S608
            " HAVING count(was) + count(*) FILTER (WHERE deal) > 0 ORDER BY 1"
        )
        assert own == wanted


def test_the_deals_are_the_sqls(shop: Shop) -> None:
    listed = [(root, one["id"]) for root, row in sorted(shop.found["deals"].items()) for one in row]
    wanted = shop.rows(
        "SELECT root, id FROM (SELECT *, row_number() OVER (PARTITION BY root ORDER BY off DESC,"
        " id) AS place FROM (SELECT *, row_number() OVER (PARTITION BY root, brand_id"
        " ORDER BY off DESC, id) AS own FROM offers WHERE deal) o WHERE own <= 4) o"
        " WHERE place <= 10 ORDER BY root, place"
    )
    assert listed == wanted
    assert len(listed) > 20
    raised = shop.rows(
        "SELECT id FROM (SELECT *, row_number() OVER (PARTITION BY brand_id"
        " ORDER BY claimed DESC, id) AS own FROM offers WHERE claimed > 0 AND denied"
        " AND raised IS NOT NULL) o WHERE own <= 4 ORDER BY claimed DESC, id LIMIT 20"
    )
    assert [(one["id"],) for one in shop.found["raised"]] == raised
    assert len(raised) == 20


def test_sort_facet_and_tiles_say_the_same(shop: Shop) -> None:
    """What the history knows counts, otherwise what the store says."""
    rebuild(shop.settings, fast=True)
    api = create_app(shop.settings).test_client()
    wanted = shop.rows(
        "SELECT id, off FROM (SELECT id, CASE WHEN known THEN off ELSE coalesce(claimed, 0) END AS"
        " off FROM (SELECT o.* FROM offers o UNION ALL"
        " SELECT p.id, p.brand_id, p.price, p.ordinary_price, t.before, t.raised, t.lowest,"
        " coalesce(t.off, 0), t.id IS NOT NULL, CASE WHEN p.price IS NOT NULL THEN"
        " round((p.ordinary_price - p.price) * 100 / p.ordinary_price)::int END, '', false, false"
        " FROM product p JOIN brand b ON b.id = p.brand_id AND b.is_active LEFT JOIN truth t"
        " ON t.id = p.id WHERE p.gone_at IS NULL AND (p.sold_out OR coalesce(p.price, 0) = 0)) a) o"
        " WHERE off > 0 ORDER BY id"
    )
    found: dict[int, int] = {}
    for least, page in product(range(1, 100), range(4)):
        exactly = [f"discount>={least}", f"discount<={least}"]
        answer = search(api, "", numericFilters=exactly, hitsPerPage=500, page=page)
        found |= {int(hit["objectID"]): least for hit in answer["hits"]}
    assert sorted(found.items()) == wanted
    answer = search(api, "", index="products_discount_desc", facets=["onSale"])
    assert answer["facets"]["onSale"]["true"] == len(wanted)
    first = [found[int(hit["objectID"])] for hit in answer["hits"]]
    assert first == sorted(found.values(), reverse=True)[: len(first)]


def test_the_pages_and_the_feed_have_what_can_be_bought(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search engines have Black Friday's page in November alone."""
    (tmp_path / "index.html").write_text("<html><head><title></title></head><body></body></html>")
    api = create_app(shop.settings.but(frontend_dir=tmp_path)).test_client()
    found: Any = api.get("/api/deals?currency=EUR").json
    shown = [
        (row["slug"], deal["hit"]["productId"])
        for row in found["sections"]
        for deal in row["deals"]
    ]
    kept = {(slug, one["id"]) for slug, many in shop.found["deals"].items() for one in many}
    assert set(shown) == kept
    assert len(found["raised"]) == len(shop.found["raised"])
    assert all(
        deal["off"] >= 5 and deal["line"] for row in found["sections"] for deal in row["deals"]
    )
    feed = ElementTree.fromstring(api.get("/deals.atom").data)  # noqa: S314 - our own
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == len(shown)
    for month, is_listed in ((11, True), (10, False)):
        monkeypatch.setattr("app.product.view.today", lambda month=month: date(2026, month, 3))
        pages = {
            path: api.get(path).text for path in ("/deals", "/black-friday", "/sitemap/pages.xml")
        }
        assert f'"numberOfItems":{len(shown)}' in pages["/deals"]
        assert "application/atom+xml" in pages["/deals"]
        assert ("noindex" not in pages["/black-friday"]) == is_listed
        assert ("/black-friday" in pages["/sitemap/pages.xml"]) == is_listed
        assert f'"isSeason":{str(is_listed).lower()}' in pages["/black-friday"]


def test_what_moves_with_the_days_goes_to_the_index_by_itself(shop: Shop) -> None:
    """And a measure that stays writes nothing."""
    settings = shop.settings
    assert write_pending(settings).success
    before = execute(settings, "SELECT count(*) FROM outbox")
    assert not find_deals(settings, NOW)
    measure_all(settings, NOW)
    assert execute(settings, "SELECT count(*) FROM outbox") == before
    assert find_deals(settings, NOW + timedelta(days=3))
    moved = [
        id_
        for (id_,) in execute(settings, "SELECT product_id FROM outbox WHERE written_at IS NULL")
    ]
    assert 0 < len(moved) < PRODUCTS / 4
