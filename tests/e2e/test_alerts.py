"""A visitor's alert from its product's view to its last mail, in a real browser over real SMTP."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from indexer.notify.triggers import look_at_runs
from tests.e2e.conftest import clean_page
from tests.support.browser import Browser, Page
from tests.support.services import TestServices
from tests.support.site import served
from tests.support.stock import own_shop
from tests.support.world import VISITOR, World, plain, world


def link(shop: World) -> str:
    """Return the path of the newest mail's page."""
    found = re.search(r"https?://[^/\s]+(/favourites#\S+)", plain(shop.box.newest()))
    assert found is not None
    return found[1]


@pytest.fixture
def site(
    services: TestServices, settings: Settings, frontend_dir: Path, session_browser: Browser
) -> Iterator[tuple[World, Page]]:
    own = {"frontend_dir": frontend_dir, "public_url": ""}
    with (
        own_shop(services, settings) as empty,
        world(empty, World, indexed=True, **own) as made,
        served(made.settings) as address,
    ):
        urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
        yield made, clean_page(session_browser, address)


def test_7_an_alert_is_set_confirmed_crossed_by_a_run_mailed_and_deleted(
    site: tuple[World, Page],
) -> None:
    (shop, page), name = site, "Linen dress k0"
    product_id = shop.product_id()
    page.open("/?q=dress").find(f"main a[href^='/product/'][href$='-{product_id}']").click()
    page.find("[data-part=product-dialog] [data-part=heart]").click()
    page.button(f"Alert by mail: {name}").click()
    amount = page.find("#alert-amount")
    assert amount.get_attribute("value") == "449"
    page.find("#alert-email").send_keys(VISITOR)
    page.press("Set alert")
    page.says("dialog[open] [role=status]", "Please confirm")
    page.says("dialog[open] [role=status]", f"R 449, to {VISITOR}")
    assert send_due(shop.settings) == 1
    page.button("Ok").click()
    page.wait(lambda _: not page.all("dialog dialog"), "a closed form")
    assert page.find("[data-part=product-dialog] h2").text == name
    page.open("/robots.txt").open(link(shop))
    page.button("Yes, send me these").click()
    page.wait(
        lambda _: "waits for" not in page.find("[data-part=alerts]").text, "a confirmed alert"
    )
    shop.scrape(shop.priced("430"))
    assert (look_at_runs(shop.settings), mail_crossings(shop.settings)) == (1, 1)
    assert send_due(shop.settings) == 1
    mail = shop.box.newest()
    assert mail["Subject"] == f"Winkel: {name}"
    led = re.search(r"https?://[^/\s]+(/product/\d+#alert)", plain(mail))
    assert led is not None
    page.open("/robots.txt").open(led[1]).says("main h1", name)
    page.open("/robots.txt").open(link(shop))
    page.says("[data-part=alert]", "below it now")
    page.button(f"Delete {name}").click()
    page.text("There are none.")
    page.open("/favourites").find("main h1")
    assert not page.all("[data-part=alerts]")
