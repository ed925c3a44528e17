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

from app.visitor_alerts.rows import change_amount
from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import SCHEDULE_ZONE, Settings
from indexer.ingest.history.accept import accept_run, effect_of_accepting
from indexer.ingest.purge import purge
from indexer.ingest.repricing import change_planned_prices
from indexer.ingest.writing.moving import unite
from indexer.models import (
    Product,
    ScrapeRun,
    SizeHistory,
    VisitorAlert,
    VisitorAlertAddress,
    VisitorAlertReading,
)
from indexer.notify.crossing import begin, first_readings, look_at_runs
from indexer.notify.messages import DAILY_HOUR, mail_crossings
from indexer.notify.sender import CLAIM, LEASE_S, send_due
from scrapers.events import PageFailed
from scrapers.product import Product as Product_
from scrapers.values.sizes import SizeOffer
from tests.support.catalogue import make_item, make_items
from tests.support.world import SITE, VISITOR, World, plain, world

LONG_AGO = text("UPDATE price_alert_reading SET created_at = now() - interval '1 year'")
MARKED = '"Dress" & co'
MORNING = datetime.now(ZoneInfo(SCHEDULE_ZONE)).replace(hour=DAILY_HOUR, minute=1)


class Shop(World):
    """A store of twenty products with alerts."""

    def ask(
        self,
        kind: str = "below",
        amount: int | None = 450,
        key: str = "k0",
        size: str | None = None,
        percent: int | None = None,
        **more: Any,
    ) -> bool:
        """Set an alert for the first product; return whether it is met already."""
        address = {"email": VISITOR, "daily": False} | more
        with session_scope(self.settings.database_url) as session:
            known = VisitorAlertAddress.email == address["email"]
            row = session.scalars(select(VisitorAlertAddress).where(known)).first()
            if row is None:
                row = VisitorAlertAddress(**address, token=f"token-of-{address['email']}")
                session.add(row)
                session.flush()
            alert = VisitorAlert(
                address_id=row.id,
                kind=kind,
                amount=amount if kind == "below" else None,
                product_id=self.product_id(key),
                currency="ZAR",
                size=size,
                percent=percent,
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
        kept = session.execute(select(VisitorAlert.product_id, VisitorAlert.amount)).all()
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


def test_an_address_may_have_one_mail_a_week(shop: Shop) -> None:
    shop.ask("drop", daily=True, weekly=True)
    prices = iter(("498", "497", "496"))
    monday = MORNING + timedelta(days=7 - MORNING.weekday())
    told = []
    for now in (monday - timedelta(hours=2), monday, *(monday + timedelta(days=n) for n in (1, 7))):
        if (price := next(prices, None)) is not None:
            shop.scrape(shop.priced(price))
        told.append([plain(mail).count("/product/") for mail in shop.tell(now)])
    assert told == [[], [2], [], [1]]


def test_a_size_that_is_back_is_told_by_its_name_and_no_other_is(shop: Shop) -> None:
    def sized(*sizes: SizeOffer) -> list[Product_]:
        return shop.priced("499", sizes=sizes)

    small, large = SizeOffer("34", False), SizeOffer("36", False, Decimal(450))
    gone = [replace(one, sold_out=True) for one in (small, large)]
    shop.scrape(sized(*gone))
    for size in ("34", "36"):
        assert not shop.ask("stock", size=size, email=f"{size}@example.org")
    shop.scrape(sized(small, gone[1]))
    (mail,) = shop.tell()
    assert (mail["To"], mail["Subject"]) == ("34@example.org", "Winkel: Linen dress k0, size 34")
    assert "Back in stock at Karoo for R\u00a0499\n" in plain(mail)
    shop.scrape(sized(small))  # 36 is no longer named, and then is again
    assert shop.tell() == []
    shop.scrape(sized(small, large))
    (mail,) = shop.tell()
    assert "Back in stock at Karoo for R\u00a0450\n" in plain(mail)
    shop.scrape(shop.priced("499"))  # a page that tells none this time
    shop.scrape(sized(small, large))
    assert shop.tell() == []


def test_a_rise_and_a_fall_by_per_cent_are_counted_from_the_price_that_was_there(
    shop: Shop,
) -> None:
    shop.ask("drop", percent=20)
    shop.ask("rise", percent=20)
    shop.ask("rise", email="any@example.org")
    told = []
    for price in ("420", "399.21", "399.20", "499", "598.80"):
        shop.scrape(shop.priced(price))
        told += [(mail["To"], *_sentences(mail)) for mail in shop.tell()]
    by = "you asked for 20 % {} than that"
    assert told == [
        (VISITOR, f"R 399.20 at Karoo, was R 499; {by.format('less')}"),
        ("any@example.org", "R 499 at Karoo, was R 399.20"),
        (VISITOR, f"R 598.80 at Karoo, was R 499; {by.format('more')}"),
        ("any@example.org", "R 598.80 at Karoo, was R 499"),
    ]


def _sentences(mail: EmailMessage) -> list[str]:
    return [line for line in plain(mail).replace("\u00a0", " ").splitlines() if line[:2] == "R "]


def test_two_workers_at_once_tell_it_once(shop: Shop) -> None:
    for number in range(5):
        shop.ask(email=f"a{number}@example.org")
    shop.scrape(shop.priced("300"))
    with ThreadPoolExecutor(4) as pool:
        crossed = list(pool.map(look_at_runs, [shop.settings] * 4))
        made = list(pool.map(mail_crossings, [shop.settings] * 4))
        sent = list(pool.map(send_due, [shop.settings] * 4))
    assert (sum(crossed), sum(made), sum(sent), len(shop.box.mails)) == (5, 5, 5, 5)


def test_a_lease_that_is_younger_than_a_transaction_is_no_clock_that_was_ahead(shop: Shop) -> None:
    """Its mail was sent twice."""
    shop.ask()
    shop.scrape(shop.priced("300"))
    look_at_runs(shop.settings)
    mail_crossings(shop.settings)
    claim = {"channel": "mail", "kinds": None, "most": 8, "lease": LEASE_S}
    with session_scope(shop.settings.database_url) as early:
        early.execute(text("SELECT now()"))
        with session_scope(shop.settings.database_url) as late:
            assert len(late.execute(CLAIM, claim | {"me": "late"}).all()) == 1
        assert early.execute(CLAIM, claim | {"me": "early"}).all() == []


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
        alert = session.scalars(select(VisitorAlert)).one()
        address = session.get_one(VisitorAlertAddress, alert.address_id)
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


def test_of_sizes_long_ago_the_last_ones_are_kept_and_of_a_list_below_an_amount_all(
    shop: Shop,
) -> None:
    for sold_out in (True, False, True, False):
        shop.scrape(shop.priced("499", sizes=(SizeOffer("34", sold_out),)))
    with session_scope(shop.settings.database_url) as session:
        old = "UPDATE size_history SET seen_at = seen_at - interval '1 year'"
        newest = "SELECT max(seen_at) FROM size_history"
        session.execute(text(f"{old} WHERE seen_at < ({newest})"))
        asked = {"kind": "under", "search": "?q=dress", "amount": 500, "currency": "ZAR"}
        address = VisitorAlertAddress(email=VISITOR, token="own")
        session.add(address)
        session.flush()
        alert = VisitorAlert(address_id=address.id, confirmed_at=datetime.now(UTC), **asked)
        session.add(alert)
        session.flush()
        reading = {"alert_id": alert.id, "read_at": datetime.now(UTC), "met": True, "crossed": True}
        session.add_all(VisitorAlertReading(**reading, product_ids=[n]) for n in (1, 2))
        session.execute(LONG_AGO)
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        kept = session.scalars(select(SizeHistory.sizes).order_by(SizeHistory.seen_at)).all()
        assert [one["sold_out"] for (one,) in kept] == [True, False]
        assert len(session.scalars(select(VisitorAlertReading.id)).all()) == 2


def test_old_readings_and_addresses_without_alerts_are_forgotten(shop: Shop) -> None:
    shop.ask("drop")
    for price in ("498", "497"):
        shop.scrape(shop.priced(price))
        shop.tell()
    with session_scope(shop.settings.database_url) as session:
        session.execute(LONG_AGO)
        session.add(VisitorAlertAddress(email="none@example.org", token="none"))
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        assert session.scalars(select(VisitorAlertReading.price)).all() == [Decimal(497)]
        assert session.scalars(select(VisitorAlertAddress.email)).all() == ["thandi@example.org"]
        session.execute(
            update(VisitorAlert).values(
                confirmed_at=None, created_at=datetime(2020, 1, 1, tzinfo=UTC)
            )
        )
    purge(shop.settings)
    with session_scope(shop.settings.database_url) as session:
        assert session.scalars(select(VisitorAlertAddress.id)).all() == []


def test_what_an_accept_would_mail_is_what_it_mails_also_of_sizes(shop: Shop) -> None:
    def sized(price: int, *, sold_out: bool) -> list[Product_]:
        first, *others = [replace(item, price=Decimal(price)) for item in make_items(20)]
        return [replace(first, sizes=(SizeOffer("34", sold_out),)), *others]

    shop.scrape([replace(make_items(20)[0], sizes=(SizeOffer("34", True),)), *make_items(20)[1:]])
    shop.ask("stock", size="34")
    shop.ask("drop", key="k1", percent=90)
    shop.ask("rise", key="k2")
    held = shop.scrape(sized(4, sold_out=False))
    assert (held.result, shop.tell()) == ("suspect", [])
    with session_scope(shop.settings.database_url) as session:
        assert effect_of_accepting(session, held.id).alerts == 2
    accept_run(shop.settings, held.id)
    (mail,) = shop.tell()
    assert plain(mail).count("/product/") == 2
