"""Visitors' alerts from real runs to a real SMTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.message import EmailMessage
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, text, update

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import SCHEDULE_ZONE, Settings
from indexer.ingest.accept import accept_run, effect_of_accepting
from indexer.ingest.purge import purge
from indexer.models import Product, VisitorAlert, VisitorAlertAddress, VisitorAlertReading
from indexer.notify.messages import DAILY_HOUR, mail_crossings
from indexer.notify.sender import CLAIM, LEASE_S, send_due
from indexer.notify.triggers import first_readings, initialise, look_at_runs
from scrapers.events import PageFailed
from scrapers.product import Product as Product_
from scrapers.values.sizes import SizeOffer
from tests.support.catalogue import make_brand, make_item, make_items
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
        address: Mapping[str, object] = {},
        **more: Any,
    ) -> bool:
        """Set an alert for the first product; return whether it is met already."""
        given = {"email": VISITOR, "daily": False, **address}
        with session_scope(self.settings.database_url) as session:
            known = VisitorAlertAddress.email == given["email"]
            row = session.scalars(select(VisitorAlertAddress).where(known)).first()
            if row is None:
                row = VisitorAlertAddress(**given, token=f"token-of-{given['email']}")
                session.add(row)
                session.flush()
            alert = VisitorAlert(
                address_id=row.id,
                kind=kind,
                amount=amount if kind == "below" else None,
                product_id=self.product_id(key),
                currency="ZAR",
                confirmed_at=datetime.now(UTC),
                **more,
            )
            session.add(alert)
            session.flush()
            rates = rates_in_force(session)
            initialise(session, [alert.id], rates)
            return any(read["met"] for read in first_readings(session, [alert.id], rates).values())

    def seller(self, slug: str, **columns: object) -> Shop:
        """Add a store that sells the first product for R 480."""
        made = replace(self, brand_id=make_brand(self.settings, slug, **columns))
        made.scrape(made.priced("480"))
        return made

    def is_sold_at(self, *others: Shop) -> None:
        """Have the first products of these stores be one thing."""
        ids = [one.product_id() for one in (self, *others)]
        change = text("UPDATE product SET thing_id = :thing WHERE id = ANY(:ids)")
        with session_scope(self.settings.database_url) as session:
            session.execute(change, {"thing": min(ids), "ids": ids})

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


def test_a_snoozed_alert_is_mailed_when_that_is_over(shop: Shop) -> None:
    until = datetime.now(UTC) + timedelta(days=30)
    shop.ask(snoozed_until=until)
    shop.scrape(shop.priced("449.99"))
    assert shop.tell() == []
    assert shop.tell(until - timedelta(minutes=1)) == []
    (mail,) = shop.tell(until + timedelta(minutes=1))
    assert "R\u00a0449.99 at Karoo" in plain(mail)


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
    failed = [PageFailed("https://karoo.example/all", "HTTP 500")]
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


MONDAY = MORNING + timedelta(days=7 - MORNING.weekday())


@pytest.mark.parametrize(
    ("weekly", "first", "later"),
    [(False, MORNING, timedelta(hours=5)), (True, MONDAY, timedelta(days=1))],
)
def test_an_address_may_have_one_mail_a_day_or_a_week(
    shop: Shop, weekly: bool, first: datetime, later: timedelta
) -> None:
    shop.ask("drop", address={"daily": True, "weekly": weekly})
    prices = iter(("498", "497", "496"))
    again = first + timedelta(days=7 if weekly else 1)
    told = []
    for now in (first - timedelta(hours=2), first, first + later, again):
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
        assert not shop.ask("stock", size=size, address={"email": f"{size}@example.org"})
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
    shop.ask("rise", address={"email": "any@example.org"})
    told = []
    for price in ("420", "399.21", "399.20", "499", "598.80"):
        shop.scrape(shop.priced(price))
        told += sorted((mail["To"], *_sentences(mail)) for mail in shop.tell())
    by = "you asked for 20 % {} than that"
    assert told == [
        (VISITOR, f"R 399.20 at Karoo, was R 499; {by.format('less')}"),
        ("any@example.org", "R 499 at Karoo, was R 399.20"),
        ("any@example.org", "R 598.80 at Karoo, was R 499"),
        (VISITOR, f"R 598.80 at Karoo, was R 499; {by.format('more')}"),
    ]


def _sentences(mail: EmailMessage) -> list[str]:
    return [line for line in plain(mail).replace("\u00a0", " ").splitlines() if line[:2] == "R "]


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


def test_whichever_store_sells_it_below_the_amount_is_named_once_until_it_was_higher(
    shop: Shop,
) -> None:
    fynbos = shop.seller("fynbos")
    shop.is_sold_at(fynbos)
    shop.ask(anywhere=True)
    assert shop.tell() == []
    fynbos.scrape(fynbos.priced("440"))
    (mail,) = shop.tell()
    said = plain(mail)
    assert "R\u00a0440 at Fynbos, was R\u00a0480; you asked for less than R\u00a0450" in said
    assert f"{SITE}/product/{fynbos.product_id()}#alert\n" in said
    for at, price in ((shop, "430"), (shop, "499"), (fynbos, "470")):
        at.scrape(at.priced(price))
        assert shop.tell() == []
    shop.scrape(shop.priced("420"))
    (mail,) = shop.tell()
    assert "R\u00a0420 at Karoo" in plain(mail)


def test_what_is_sold_out_or_not_delivered_is_no_offer(shop: Shop) -> None:
    abroad, fynbos = shop.seller("abroad", shipping_countries_list="GB"), shop.seller("fynbos")
    shop.is_sold_at(fynbos, abroad)
    shop.ask(anywhere=True, country="ZA")
    abroad.scrape(abroad.priced("300"))
    fynbos.scrape(fynbos.priced("300", sold_out=True))
    assert shop.tell() == []
    fynbos.scrape(fynbos.priced("299"))
    (mail,) = shop.tell()
    assert "R\u00a0299 at Fynbos" in plain(mail)
