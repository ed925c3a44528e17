"""A visitor's alert from its product's view to its last mail, in a real browser over real SMTP."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

import pytest

from indexer.index.building.rebuild import rebuild
from indexer.notify.sender import send_due
from indexer.price_alerts.looking import look_at_runs
from indexer.price_alerts.mailing import mail_crossings
from indexer.settings import Settings
from tests.e2e.conftest import clean_page
from tests.support.browser import Browser, Page
from tests.support.catalogue import make_brand, make_items, read_products, scrape_items
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.own_shop import own_shop
from tests.support.services import TestServices
from tests.support.site import served


@dataclass(frozen=True)
class Shop:
    """A store of twenty dresses from R 499 on, its site in a browser, and a mailbox."""

    settings: Settings
    page: Page
    box: Mailbox
    brand_id: int

    def link(self) -> str:
        """Return the path of the newest mail's page."""
        body = self.box.newest().get_body(("plain",))
        assert body is not None
        found = re.search(r"https?://[^/\s]+(/favourites#\S+)", body.get_content())
        assert found is not None
        return found[1]


@pytest.fixture
def shop(
    services: TestServices,
    settings: Settings,
    frontend_dir: Path,
    session_browser: Browser,
    tmp_path: Path,
) -> Iterator[Shop]:
    with own_shop(services, settings) as empty, smtp_server() as (box, url):
        own = empty.but(frontend_dir=frontend_dir, smtp_url=url)
        brand_id = make_brand(own)
        scrape_items(own, brand_id, make_items(20))
        rebuild(own, fast=True)
        with served(own) as address:
            urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
            page = clean_page(session_browser, address)
            yield Shop(own, page, box, brand_id)


def test_7_an_alert_is_set_confirmed_crossed_by_a_run_mailed_and_deleted(shop: Shop) -> None:
    page, name = shop.page, "Linen dress k0"
    product_id = read_products(shop.settings)["k0"].id
    page.open("/?q=dress").find(f"main a[href^='/product/'][href$='-{product_id}']").click()
    page.button(f"Alert by mail: {name}").click()
    amount = page.find("#alert-amount")
    assert amount.get_attribute("value") == "449"
    page.find("#alert-email").send_keys("thandi@example.org")
    page.button("Set alert").click()
    page.says("dialog[open] [role=status]", "Please confirm")
    assert send_due(shop.settings) == 1
    page.button("Ok").click()
    page.wait(lambda _: not page.all("dialog dialog"), "a closed form")
    assert page.find("[data-part=product-dialog] h2").text == name
    page.open("/robots.txt").open(shop.link())
    page.button("Yes, send me these").click()
    page.wait(
        lambda _: "waits for" not in page.find("[data-part=alerts]").text, "a confirmed alert"
    )
    first, *others = make_items(20)
    scrape_items(shop.settings, shop.brand_id, [replace(first, price=Decimal(430)), *others])
    assert (look_at_runs(shop.settings), mail_crossings(shop.settings)) == (1, 1)
    assert send_due(shop.settings) == 1
    mail = shop.box.newest()
    assert mail["Subject"] == f"Winkel: {name}"
    page.open("/robots.txt").open(shop.link())
    page.says("[data-part=alert]", "below it now")
    page.button(f"Delete {name}").click()
    page.text("There are none.")
    page.open("/favourites").find("main h1")
    assert not page.all("[data-part=alerts]")
