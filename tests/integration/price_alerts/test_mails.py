"""Visitors' alerts from real runs to a real SMTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.message import EmailMessage
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import delete, select, text, update

from app.alerts.rows import change_amount
from indexer.catalogue.rates import rates_in_force
from indexer.db import session_scope
from indexer.history.accept import accept_run
from indexer.models import PriceAlert, PriceAlertAddress, PriceAlertReading, Product, ScrapeRun
from indexer.notify.sender import send_due
from indexer.pipeline.purge import purge
from indexer.pipeline.repricing import change_planned_prices
from indexer.pipeline.writing.moving import unite
from indexer.price_alerts.looking import begin, first_readings, look_at_runs
from indexer.price_alerts.mailing import DAILY_HOUR, mail_crossings
from indexer.settings import SCHEDULE_ZONE, Settings
from scrapers.events import PageFailed
from tests.support.catalogue import make_item, make_items
from tests.support.world import SITE, VISITOR, World, plain, world

LONG_AGO = text("UPDATE price_alert_reading SET created_at = now() - interval '1 year'")
MARKED = '"Dress" & co'
MORNING = datetime.now(ZoneInfo(SCHEDULE_ZONE)).replace(hour=DAILY_HOUR, minute=1)


class Shop(World):
    """A store of twenty products with alerts."""

    def ask(
        self, kind: str = "below", amount: int | None = 450, key: str = "k0", **more: Any
    ) -> bool:
        """Set an alert for the first product; return whether it is met already."""
        address = {"email": VISITOR, "daily": False} | more
        with session_scope(self.settings.database_url) as session:
            known = PriceAlertAddress.email == address["email"]
            row = session.scalars(select(PriceAlertAddress).where(known)).first()
            if row is None:
                row = PriceAlertAddress(**address, token=f"token-of-{address['email']}")
                session.add(row)
                session.flush()
            alert = PriceAlert(
                address_id=row.id,
                kind=kind,
                amount=amount if kind == "below" else None,
                product_id=self.product_id(key),
                currency="ZAR",
                confirmed_at=datetime.now(UTC),
            )
            session.add(alert)
            session.flush()
            rates = rates_in_force(session)
            begin(session, [alert.id], rates)
            return any(read.met for read in first_readings(session, [alert.id], rates).values())

    def tell(self, now: datetime | None = None) -> list[EmailMessage]:
        """Do what the job does; return the mails that came of it."""
        before = len(self.box.mails)
        look_at_runs(self.settings)
        mail_crossings(self.settings, now)
        send_due(self.settings)
        return [self.box.read(place) for place in range(before, len(self.box.mails))]


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> Iterator[Shop]:
    with world(settings, Shop) as made:
        yield made


def test_a_run_that_lowers_a_price_below_the_amount_is_mailed_once(shop: Shop) -> None:
    assert not shop.ask()
    assert shop.tell() == []
    shop.scrape(shop.priced("449.99", name=MARKED))
    (mail,) = shop.tell()
    assert mail["To"] == "thandi@example.org"
    said = plain(mail)
    assert "R\u00a0449.99 at Karoo, was R\u00a0499; you asked for less than R\u00a0450" in said
    assert f"{SITE}/product/{shop.product_id()}#alert\n" in said
    assert f"{SITE}/favourites#alerts=token-of-thandi%40example.org\n" in said
    html = mail.get_body(("html",))
    assert html is not None
    assert "&#34;Dress&#34; &amp; co" in html.get_content()
    # It leaves with one click, as RFC 8058 says.
    raw = shop.box.mails[-1].decode("ascii").split("\r\n")
    (header,) = [line for line in raw if line.startswith("List-Unsubscribe:")]
    path = r"/api/subscriptions/leave/[^/]+/alerts/\d+"
    assert re.fullmatch(rf"List-Unsubscribe: <{SITE}{path}>", header)
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in raw
    assert shop.tell() == []
    shop.scrape(shop.priced("449.99"))
    assert shop.tell() == []


def test_any_drop_and_a_return_to_stock_are_mailed_together(shop: Shop) -> None:
    shop.ask("drop")
    shop.ask("stock", key="k1")
    low, _, *others = shop.priced("498")
    shop.scrape([low, make_item("k1", sold_out=True), *others])
    (mail,) = shop.tell()
    assert "R\u00a0498 at Karoo, was R\u00a0499" in plain(mail)
    shop.scrape(shop.priced("497"))
    (mail,) = shop.tell()
    assert mail["Subject"] == "Winkel: Linen dress k0 and 1 more"
    assert "Back in stock at Karoo for R\u00a0500" in plain(mail)
    (header,) = mail.get_all("List-Unsubscribe", [])
    assert header.endswith("/alerts>")
    shop.scrape(shop.priced("497")[:1] + make_items(20)[2:])  # k1 is gone
    assert shop.tell() == []
    shop.scrape(shop.priced("497"))
    assert len(shop.tell()) == 1


def test_a_suspect_run_is_not_believed_until_one_is_trusted_or_it_is_accepted(shop: Shop) -> None:
    shop.ask()
    failed = [PageFailed(None, "https://karoo.example/all", "HTTP 500")]
    suspect = shop.scrape(shop.priced("400"), events=failed)
    assert suspect.result == "suspect"
    assert shop.tell() == []
    shop.scrape(shop.priced("400"))
    assert len(shop.tell()) == 1
    shop.ask("drop", key="k1")
    held = shop.scrape([replace(item, price=Decimal(4)) for item in make_items(20)])
    assert held.result == "suspect"
    assert shop.tell() == []
    accept_run(shop.settings, held.id)
    assert len(shop.tell()) == 1


def test_a_sale_that_begins_by_itself_is_told(shop: Shop) -> None:
    shop.ask()
    later = datetime.now(UTC) + timedelta(minutes=5)
    planned = [{"at": later.isoformat(), "price": "399.00", "ordinary_price": "499.00"}]
    with session_scope(shop.settings.database_url) as session:
        due = {"planned_prices": planned, "price_changes_at": later}
        session.execute(update(Product).where(Product.group_key == "k0").values(due))
    assert shop.tell() == []
    assert change_planned_prices(shop.settings, later) == 1
    (mail,) = shop.tell()
    assert "R\u00a0399 at Karoo, was R\u00a0499" in plain(mail)


def test_a_product_known_by_two_links_keeps_the_alerts_of_both(shop: Shop) -> None:
    shop.ask(amount=450)
    shop.ask(amount=450, key="k1")
    shop.ask(amount=480, key="k1")
    with session_scope(shop.settings.database_url) as session:
        unite(session, shop.brand_id, [(shop.product_id("k1"), shop.product_id())])
    with session_scope(shop.settings.database_url) as session:
        kept = session.execute(select(PriceAlert.product_id, PriceAlert.amount)).all()
    assert sorted(kept) == [(shop.product_id(), 450), (shop.product_id(), 480)]


def test_an_address_may_have_one_mail_a_day(shop: Shop) -> None:
    shop.ask("drop", daily=True)
    prices = iter(("498", "497", "496"))
    night = MORNING - timedelta(hours=2)
    tomorrow = MORNING + timedelta(days=1)
    told = []
    for now in (night, MORNING, MORNING + timedelta(hours=5), tomorrow):
        if (price := next(prices, None)) is not None:
            shop.scrape(shop.priced(price))
        told.append([plain(mail).count("/product/") for mail in shop.tell(now)])
    assert told == [[], [2], [], [1]]


def test_two_workers_at_once_tell_it_once(shop: Shop) -> None:
    for number in range(5):
        shop.ask(email=f"a{number}@example.org")
    shop.scrape(shop.priced("300"))
    with ThreadPoolExecutor(4) as pool:
        crossed = list(pool.map(look_at_runs, [shop.settings] * 4))
        made = list(pool.map(mail_crossings, [shop.settings] * 4))
        sent = list(pool.map(send_due, [shop.settings] * 4))
    assert (sum(crossed), sum(made), sum(sent), len(shop.box.mails)) == (5, 5, 5, 5)


def test_nothing_is_told_of_what_was_taken_down(shop: Shop) -> None:
    shop.ask()
    shop.scrape(shop.priced("300"))
    with session_scope(shop.settings.database_url) as session:
        session.execute(update(Product).where(Product.group_key == "k0").values(blocked=True))
    assert shop.tell() == []


def test_what_crossed_an_amount_that_was_changed_since_is_not_told(shop: Shop) -> None:
    shop.ask("below", daily=True)
    shop.scrape(shop.priced("440"))
    assert shop.tell(MORNING - timedelta(hours=2)) == []
    with session_scope(shop.settings.database_url) as session:
        alert = session.scalars(select(PriceAlert)).one()
        address = session.get_one(PriceAlertAddress, alert.address_id)
        change_amount(session, address, alert.id, Decimal(400), rates_in_force(session))
    assert shop.tell(MORNING) == []
    shop.scrape(shop.priced("390"))
    (mail,) = shop.tell(MORNING)
    assert "R\u00a0390 at Karoo, was R\u00a0440; you asked for less than R\u00a0400" in plain(mail)


def test_an_alert_outlives_a_run_that_was_taken_back(shop: Shop) -> None:
    shop.ask()
    taken_back = shop.scrape(shop.priced("400"))
    look_at_runs(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        session.get_one(ScrapeRun, taken_back.id).result = "suspect"
        session.execute(LONG_AGO)
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        session.execute(delete(ScrapeRun).where(ScrapeRun.id == taken_back.id))
    assert shop.tell() == [], "it counts as little when its run is forgotten"
    shop.scrape(shop.priced("390"))
    assert len(shop.tell()) == 1


def test_old_readings_and_addresses_without_alerts_are_forgotten(shop: Shop) -> None:
    shop.ask("drop")
    for price in ("498", "497"):
        shop.scrape(shop.priced(price))
        shop.tell()
    with session_scope(shop.settings.database_url) as session:
        session.execute(LONG_AGO)
        session.add(PriceAlertAddress(email="none@example.org", token="none"))
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        assert session.scalars(select(PriceAlertReading.price)).all() == [Decimal(497)]
        assert session.scalars(select(PriceAlertAddress.email)).all() == ["thandi@example.org"]
        session.execute(
            update(PriceAlert).values(
                confirmed_at=None, created_at=datetime(2020, 1, 1, tzinfo=UTC)
            )
        )
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        assert session.scalars(select(PriceAlertAddress.id)).all() == []
