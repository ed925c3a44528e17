"""The whole site: a store that was scraped, a wardrobe beside it, visitors' events, edits."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from dev.stores.demo import add
from dev.stores.server import DemoStores
from indexer.catalogue.audit import Subject, record
from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.models import (
    BoughtMark,
    Brand,
    BrandSubmission,
    Color,
    Country,
    FailedPage,
    ListedStore,
    Product,
    ProductImage,
    Style,
    Synonym,
    TakeDown,
    VisitorAlert,
    VisitorAlertAddress,
)
from indexer.models.message import ALERTS_REQUESTED
from indexer.notify.messages import new_mail, queue_mail
from tests.proof.journeys.operated import Operated, operated, running
from tests.proof.journeys.window.wardrobe import drawings, fill
from tests.support.site import served

__all__ = ["operated"]  # a fixture

SUGGESTED = "karoo-cotton"  # a store whose configuration is to be suggested


@dataclass(frozen=True)
class Whole:
    """The sites of the walk by name, what addresses need, and the store."""

    sites: Mapping[str, str]
    names: Mapping[str, object]
    operated: Operated

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have a run that waits for the store's first page; it is stopped after."""
        store = self.operated.store
        store.control.hold()
        run = store.start()
        try:
            yield
        finally:
            store.control.release()
            store.finished(run)


@pytest.fixture(scope="module")
def whole(operated: Operated, frontend_dir: Path, dev_frontend_dir: Path) -> Iterator[Whole]:
    """One shop with something for every page, served as each kind sees it."""
    settings, store = operated.store.settings, operated.store
    fill(settings, drawings(operated.address))
    names = _embellished(settings, operated)
    rebuild(settings, fast=True)
    store.control.drop_prices(1)
    ended = store.finished(store.start())
    assert ended.result == "suspect", ended.failure_reason
    store.control.drop_prices(0)
    add(settings)
    turns = SharedRateLimiter(settings.database_url)
    for answer in ("ok", "ok", "challenge"):
        turns.note("shy.example", answer)
    turns.hold("shy.example", 86_400)
    urllib.request.urlopen(f"{operated.address}/api/health", timeout=30).close()
    guarded = settings.but(frontend_dir=frontend_dir, operator_open=False, operator_token="let-in")
    with ExitStack() as stack:
        dev = stack.enter_context(served(settings.but(frontend_dir=dev_frontend_dir)))
        sites = {"visitors": operated.address, "held": operated.address, "dev": dev}
        sites["guarded"] = stack.enter_context(served(guarded))
        stores = stack.enter_context(DemoStores([SUGGESTED]))
        names["listing"] = f"{stores.base[SUGGESTED]}/women/dresses"
        yield Whole(sites, names, operated)
    for run in running(store):
        store.finished(run)


LIST = "0123456789abcdef"
SIZES = [
    {"size": size, "price": price, "sold_out": sold_out}
    for size, price, sold_out in (("34", None, True), ("36", None, False), ("38", "999.00", False))
]


def _doubted(session: Session) -> None:
    red = session.scalars(select(Color.id).where(Color.slug == "red")).one()
    pictured = select(ProductImage.product_id).where(ProductImage.gone_at.is_(None))
    ids = session.scalars(select(Product.id).where(Product.id.in_(pictured)).limit(5)).all()
    said: dict[str, Any] = {"classified_color_ids": None, "classified_color_id": None}
    said |= {"pictured_color_ids": [red], "pictured_confidence": 0.4}
    session.execute(update(Product).where(Product.id.in_(ids)).values(said))
    evidence = {"chances": {"red": 0.4, "pink": 0.3}, "shares": {"red": 0.5}, "plainGround": False}
    looked = update(ProductImage).where(ProductImage.product_id.in_(ids))
    session.execute(looked.values(annotation=evidence, annotated_by="pixels 1"))


def _embellished(settings: Settings, operated: Operated) -> dict[str, object]:
    """Add what only some states show; return the ids and addresses that paths need."""
    with session_scope(settings.database_url) as session:
        brands = {brand.slug: brand for brand in session.scalars(select(Brand))}
        brands["aloe"].pin_board_url = "https://www.pinterest.com/winkel/linen/"
        brands["disa"].need_external_translate = True
        portugal = session.scalars(select(Country).where(Country.iso == "PT")).one()
        brands["disa"].country = portugal
        session.add(BrandSubmission(website="https://suggested.example"))
        session.add(Synonym(words="smockie", means="dress", added_by="anna"))
        session.add(TakeDown(domain="fakes.example", reason="Order 12/26"))
        of = Subject("synonym", "smockie", "“smockie”")
        record(session, "anna", "edited", of, {"means": "skirt"}, {"means": "dress"})
        for state, why in (("needs", "The store answers 403"), ("waiting", "")):
            site = f"{state}.example"
            listed = {"site": site, "website": f"https://{site}", "state": state, "reason": why}
            session.add(ListedStore(**listed, added_by="anna"))
        asked = new_mail("Confirm your alerts", "Open https://winkel.example/favourites#secret")
        queue_mail(session, settings, ALERTS_REQUESTED, "one", "thandi@example.org", asked)
        pages = session.get_one(Brand, operated.store.brand_id).pages
        failed = FailedPage(
            run_id=operated.runs[1].id, page_url=pages[0].page_url, reason="It timed out"
        )
        session.add(failed)
        shown = select(Product.id).where(Product.gone_at.is_(None)).order_by(Product.id)
        product_id = session.scalars(shown).first()
        _doubted(session)
        reader = VisitorAlertAddress(email="thandi@example.org", token="of-a-mail")
        session.add(reader)
        session.flush()
        for kind, amount, size in (("below", 450, None), ("stock", None, "34")):
            wish = {"kind": kind, "amount": amount, "size": size, "product_id": product_id}
            session.add(VisitorAlert(address_id=reader.id, currency="ZAR", **wish))
        session.add(BoughtMark(list=LIST, product_id=product_id))
        session.execute(update(Product).where(Product.id == product_id).values(sizes=SIZES))
        return {
            "boho": session.scalars(select(Style.id).where(Style.slug == "boho")).one(),
            "brand": operated.store.brand_id,
            "product": product_id,
            "alerts": reader.token,
            "list": LIST,
        }
