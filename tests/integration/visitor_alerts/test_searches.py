"""What is new in a visitor's search, by the search itself: real PostgreSQL and Elasticsearch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from lxml import etree
from sqlalchemy import select, text

from app.live.context import context
from app.visitor_alerts import look_at_searches
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.models import Product, VisitorAlert, VisitorAlertReading
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from scrapers.events import PageFailed
from scrapers.product import Product as Found
from tests.support.catalogue import make_item, make_items
from tests.support.world import SITE, VISITOR, World, plain, world


class Shop(World):
    """A store of twenty linen dresses, indexed, and its visitors' searches."""

    def ask(self, search: str, **changes: Any) -> None:
        body = {"email": VISITOR, "kind": "search", "search": search, "name": search}
        answer = self.client.post("/api/priceAlerts", json=body | changes)
        assert answer.status_code == 200, answer.text
        with session_scope(self.settings.database_url) as session:
            session.execute(text("UPDATE price_alert SET confirmed_at = now()"))

    def add(self, *items: Found, **how: object) -> None:
        self.scrape([*make_items(20), *items], **how)

    def look(self) -> dict[str, list[str]]:
        """Look at the runs; return the names of what is new by search."""
        with self.app.app_context():
            look_at_searches(context())
        return self.told()

    def told(self) -> dict[str, list[str]]:
        """Return the names of what was new by search."""
        with session_scope(self.settings.database_url) as session:
            names = dict(session.execute(select(Product.id, Product.name)).all())
            told = select(
                VisitorAlert.search, VisitorAlertReading.product_ids, VisitorAlertReading.found
            )
            joined = told.join(VisitorAlert, VisitorAlert.id == VisitorAlertReading.alert_id)
            rows = session.execute(joined.order_by(VisitorAlertReading.id)).all()
        return {
            row.search: sorted(names[id_] for id_ in row.product_ids)
            for row in rows
            if row.found == len(row.product_ids)
        }


@pytest.fixture
def shop(settings: Settings, clean_database: str, own_index_prefix: str) -> Iterator[Shop]:
    with world(settings, Shop, indexed=True, index_prefix=own_index_prefix) as made:
        yield made


def named(key: str, name: str, **changes: object) -> Found:
    return replace(make_item(key), name=name, **changes)  # type: ignore[arg-type]


def test_what_a_run_adds_is_told_to_the_searches_that_have_all_of_it(shop: Shop) -> None:
    for search in ("?q=linen+dress", "?q=red+linen+dress", "?q=leather+boots", "?stock=sold-out"):
        shop.ask(search)
    shop.ask("?q=dress+under+R550", currency="ZAR")
    assert shop.look() == {}, "nothing is new that was there when it was set"
    shop.add(
        named("k90", "Linen dress red"),
        named("k91", "Cotton dress"),
        named("k92", "Leather boots", sold_out=True),
    )
    assert shop.look() == {
        "?q=linen+dress": ["Linen dress red"],
        "?q=red+linen+dress": ["Linen dress red"],
        "?q=leather+boots": ["Leather boots"],
        "?stock=sold-out": ["Leather boots"],
    }
    with session_scope(shop.settings.database_url) as session:
        told = session.scalars(select(VisitorAlertReading.alert_id)).all()
    assert len(told) == 4
    shop.look()
    with session_scope(shop.settings.database_url) as session:
        assert session.scalars(select(VisitorAlertReading.alert_id)).all() == told


def test_what_comes_below_an_amount_is_told_once_with_all_that_the_search_asks(shop: Shop) -> None:
    shop.ask("?q=linen+dress", kind="under", amount=480)
    shop.ask("?q=leather", kind="under", amount=480)
    cheap, *others = make_items(20)
    shop.scrape([replace(cheap, price=Decimal(400)), *others])
    assert shop.look() == {"?q=linen+dress": ["Linen dress k0"]}
    shop.add()  # dear again
    shop.scrape([replace(cheap, price=Decimal(300)), *others])
    assert shop.look() == {"?q=linen+dress": ["Linen dress k0"]}
    send_due(shop.settings)
    before = len(shop.box.mails)
    assert mail_crossings(shop.settings) == 1
    send_due(shop.settings)
    assert "1 below R\u00a0480: Linen dress k0\n" in plain(shop.box.read(before))
    shop.add(named("k90", "Linen dress red", price=Decimal(479)))
    shop.look()
    assert mail_crossings(shop.settings) == 1


ATOM = {"a": "http://www.w3.org/2005/Atom"}


def test_what_is_new_in_a_search_or_a_store_is_a_feed(shop: Shop) -> None:
    hostile = named("k90", "Linen dress, A&B < C", price=Decimal("1299.50"))
    shop.add(hostile, named("k91", "Boots"))
    older = "UPDATE product SET created_at = created_at - interval '1 day' WHERE group_key < 'k90'"
    with session_scope(shop.settings.database_url) as session:
        session.execute(text(older))
    rebuild(shop.settings, fast=True)

    def entries(query: str) -> list[tuple[str, str]]:
        answer = shop.client.get(f"/feed.atom{query}")
        assert answer.content_type == "application/atom+xml; charset=utf-8", answer.text
        feed = etree.fromstring(answer.data)
        assert feed.findtext("a:id", namespaces=ATOM) == f"{SITE}/feed.atom{query}"
        return [
            (one.findtext("a:title", "", ATOM), one.findtext("a:summary", "", ATOM))
            for one in feed.findall("a:entry", ATOM)
        ]

    found = entries("?q=linen+dress")
    assert found[0] == ("Linen dress, A&B < C", "Karoo, R\u00a01,299.50")
    assert len(found) == 21
    assert {name for name, _ in entries("?store=karoo")[:2]} == {found[0][0], "Boots"}
    assert entries("?q=leather+zebra") == []
    assert shop.client.get("/feed.atom").status_code == 400
    again = shop.client.get("/feed.atom?q=dress")
    headers = {"If-None-Match": again.headers["ETag"]}
    assert shop.client.get("/feed.atom?q=dress", headers=headers).status_code == 304


def test_what_is_new_is_mailed_with_its_names_once(shop: Shop) -> None:
    shop.ask("?q=dress")
    shop.add(named("k90", 'Dress "<b>A'), named("k91", "Dress B"))
    shop.look()
    send_due(shop.settings)  # what asks for the confirmation
    before = len(shop.box.mails)
    assert mail_crossings(shop.settings) == 1
    send_due(shop.settings)
    said = plain(shop.box.read(before))
    assert "2 new: " in said
    assert f"{SITE}/?q=dress\n" in said
    shop.look()
    assert mail_crossings(shop.settings) == 0


def test_nothing_is_new_of_a_run_that_is_not_trusted_or_not_indexed(shop: Shop) -> None:
    shop.ask("?q=dress")
    failed = [PageFailed("https://karoo.example/all", "HTTP 500")]
    shop.add(named("k90", "Dress A"), events=failed)
    assert shop.look() == {}
    shop.add(named("k90", "Dress A"), named("k91", "Dress B"))
    with session_scope(shop.settings.database_url) as session:
        waits = text("UPDATE outbox SET written_at = NULL WHERE product_id = :id")
        last = session.scalars(select(Product.id).where(Product.group_key == "k91")).one()
        session.execute(waits, {"id": last})
    assert shop.look() == {}
    with session_scope(shop.settings.database_url) as session:
        session.execute(text("UPDATE outbox SET written_at = now()"))
    assert shop.look() == {"?q=dress": ["Dress B"]}
