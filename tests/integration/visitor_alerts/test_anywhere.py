"""Alerts of a thing: the mail names the store that sells it for less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from email.message import EmailMessage

import pytest
from sqlalchemy import select, text

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Product, ScrapeRun, VisitorAlert, VisitorAlertAddress
from indexer.notify.crossing import Offered, begin, look_at_runs, would_cross
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from scrapers.product import Product as Found
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.world import SITE, VISITOR, World, plain, world


class Shops(World):
    """Karoo sells k0 for R 499; Fynbos and Abroad sell the same thing for what a run says."""

    def sell(self, brand_id: int, price: str, **changes: object) -> ScrapeRun:
        first, *others = make_items(20)
        items: list[Found] = [replace(first, price=Decimal(price), **changes), *others]  # type: ignore[arg-type]
        return scrape_items(self.settings, brand_id, items)

    def id_at(self, brand_id: int) -> int:
        with session_scope(self.settings.database_url) as session:
            asked = select(Product.id).filter_by(brand_id=brand_id, group_key="k0")
            return session.scalars(asked).one()

    def join(self, *brand_ids: int) -> None:
        """Have the first products of these stores be one thing; of none: part all."""
        ids = [self.id_at(brand_id) for brand_id in brand_ids]
        with session_scope(self.settings.database_url) as session:
            session.execute(text("UPDATE product SET thing_id = NULL"))
            change = text("UPDATE product SET thing_id = :thing WHERE id = ANY(:ids)")
            session.execute(change, {"thing": min(ids, default=0), "ids": ids})

    def ask(self, amount: int, country: str = "") -> None:
        with session_scope(self.settings.database_url) as session:
            address = VisitorAlertAddress(email=VISITOR, token="token")
            session.add(address)
            session.flush()
            alert = VisitorAlert(
                address_id=address.id,
                kind="below",
                amount=amount,
                anywhere=True,
                product_id=self.id_at(self.brand_id),
                currency="ZAR",
                country=country,
                confirmed_at=datetime.now(UTC),
            )
            session.add(alert)
            session.flush()
            begin(session, [alert.id], rates_in_force(session))

    def tell(self) -> list[EmailMessage]:
        before = len(self.box.mails)
        look_at_runs(self.settings)
        mail_crossings(self.settings)
        send_due(self.settings)
        return [self.box.read(place) for place in range(before, len(self.box.mails))]


@pytest.fixture
def shops(settings: Settings, clean_database: str) -> Iterator[Shops]:
    with world(settings, Shops) as made:
        yield made


def test_whichever_store_sells_it_below_the_amount_is_named_once_until_it_was_higher(
    shops: Shops,
) -> None:
    fynbos = make_brand(shops.settings, "fynbos")
    shops.sell(fynbos, "480")
    shops.join(shops.brand_id, fynbos)
    shops.ask(450)
    assert shops.tell() == []
    shops.sell(fynbos, "440")
    (mail,) = shops.tell()
    said = plain(mail)
    assert "R\u00a0440 at Fynbos, was R\u00a0480; you asked for less than R\u00a0450" in said
    assert f"{SITE}/product/{shops.id_at(fynbos)}#alert\n" in said
    shops.scrape(shops.priced("430"))  # it is below already
    assert shops.tell() == []
    shops.scrape(shops.priced("499"))
    shops.sell(fynbos, "470")
    assert shops.tell() == []
    shops.scrape(shops.priced("420"))
    (mail,) = shops.tell()
    assert "R\u00a0420 at Karoo" in plain(mail)


def test_what_is_sold_out_gone_or_not_delivered_is_no_offer(shops: Shops) -> None:
    abroad = make_brand(shops.settings, "abroad", shipping_countries_list="GB")
    fynbos = make_brand(shops.settings, "fynbos")
    shops.sell(fynbos, "480")
    shops.sell(abroad, "480")
    shops.join(shops.brand_id, fynbos, abroad)
    shops.ask(450, "ZA")
    shops.sell(abroad, "300")
    shops.sell(fynbos, "300", sold_out=True)
    assert shops.tell() == []
    shops.sell(fynbos, "299")
    (mail,) = shops.tell()
    assert "R\u00a0299 at Fynbos" in plain(mail)


def test_a_thing_that_is_parted_leaves_the_alert_with_its_product(shops: Shops) -> None:
    fynbos = make_brand(shops.settings, "fynbos")
    shops.sell(fynbos, "480")
    shops.join(shops.brand_id, fynbos)
    shops.ask(450)
    shops.join()
    shops.sell(fynbos, "300")
    assert shops.tell() == []
    shops.scrape(shops.priced("440"))
    (mail,) = shops.tell()
    assert "R\u00a0440 at Karoo" in plain(mail)


def test_what_an_accept_would_mail_counts_alerts_at_any_store(shops: Shops) -> None:
    fynbos = make_brand(shops.settings, "fynbos")
    shops.sell(fynbos, "480")
    shops.join(shops.brand_id, fynbos)
    shops.ask(450)
    now = datetime.now(UTC)
    with session_scope(shops.settings.database_url) as session:
        for price, crossing in ((440, 1), (460, 0)):
            offer = Offered(shops.id_at(fynbos), now, Decimal(price), "ZAR", sold_out=False)
            assert would_cross(session, [offer], now) == crossing
