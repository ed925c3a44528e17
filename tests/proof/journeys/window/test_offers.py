"""One thing at several stores: from a search to another store's offer."""

from __future__ import annotations

from urllib.parse import urlsplit

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import results
from tests.support.browser import Page

OFFERS = "[data-part=offers] li"


def test_a_tile_leads_to_the_stores_that_sell_it_and_on_to_the_cheapest(page: Page) -> None:
    results(page, "/?q=aloe+tent+d+green")
    tile = page.find("[data-part=sold-by] a")
    assert tile.text.replace("\u00a0", " ").startswith("From R 480 in 3 stores")
    tile.click()
    page.says("[data-part=offers] h2", "Sold by 3 stores")
    rows = page.all(OFFERS)
    assert [row.text.split("\n")[0] for row in rows] == ["Baobab", "Aloe shown here", "Cedar"]
    way = rows[0].find_element(By.CSS_SELECTOR, "a[target=_blank]")
    assert urlsplit(way.get_attribute("href") or "").hostname == "baobab.example"
    rows[0].find_element(By.LINK_TEXT, "Baobab").click()
    page.says("#product-name", "Baobab Tent D - Green")
    page.wait(lambda _: page.all(f"{OFFERS}[aria-current=true]"), "the offer that is shown")
    assert page.find(f"{OFFERS}[aria-current=true]").text.startswith("Baobab shown here")
