"""The whole site: a store that was scraped, a wardrobe beside it, visitors' events, edits."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from dev.run.demo.events import add
from dev.stores.server import DemoStores
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.models import (
    Brand,
    BrandSubmission,
    Country,
    FailedPage,
    PriceAlert,
    PriceAlertAddress,
    Product,
    Style,
)
from indexer.settings import Settings
from tests.e2e.operated import Operated, operated, running
from tests.e2e.window.wardrobe import drawings, fill
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


def _embellished(settings: Settings, operated: Operated) -> dict[str, object]:
    """Add what only some states show; return the ids and addresses that paths need."""
    with session_scope(settings.database_url) as session:
        brands = {brand.slug: brand for brand in session.scalars(select(Brand))}
        brands["aloe"].pin_board_url = "https://www.pinterest.com/winkel/linen/"
        brands["disa"].need_external_translate = True
        portugal = session.scalars(select(Country).where(Country.iso == "PT")).one()
        brands["disa"].country = portugal
        session.add(BrandSubmission(website="https://suggested.example"))
        pages = session.get_one(Brand, operated.store.brand_id).pages
        failed = FailedPage(
            run_id=operated.runs[1].id, page_url=pages[0].page_url, reason="It timed out"
        )
        session.add(failed)
        shown = select(Product.id).where(Product.gone_at.is_(None)).order_by(Product.id)
        product_id = session.scalars(shown).first()
        reader = PriceAlertAddress(email="thandi@example.org", token="of-a-mail")
        session.add(reader)
        session.flush()
        for kind, amount in (("below", 450), ("stock", None)):
            wish = {"kind": kind, "amount": amount, "currency": "ZAR", "product_id": product_id}
            session.add(PriceAlert(address_id=reader.id, **wish))
        return {
            "boho": session.scalars(select(Style.id).where(Style.slug == "boho")).one(),
            "brand": operated.store.brand_id,
            "product": product_id,
            "alerts": reader.token,
        }
