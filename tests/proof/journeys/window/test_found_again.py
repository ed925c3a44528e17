"""Found again: what was saved, another store's product like one that was come to directly."""

from __future__ import annotations

from tests.e2e.search.steps import only_suggests
from tests.support.browser import Page

SIMILAR = "section[aria-label='Similar products'] article"


def test_a_product_opened_directly_leads_on_to_another_stores_and_to_a_search(page: Page) -> None:
    page.open("/product/x-1")
    store = page.find("[data-part=buy] a").text
    first = page.find(f"{SIMILAR} a[href^='/product/']")
    page.script("arguments[0].click()", first)
    page.wait(lambda _: page.path() != "/product/x-1", "another product")
    page.wait(lambda _: page.find("[data-part=buy] a").text != store, "another store")
    crumbs = page.find("nav[aria-label=Breadcrumb]")
    assert crumbs.find_elements("css selector", "a")[-1].get_attribute("href")
    box = page.find("header input[role=combobox]")
    only_suggests(page)
    box.send_keys("dress")
    page.find("[role=option]")
    box.send_keys("\n")
    page.wait(lambda _: "q=dress" in page.path(), "the results")
    assert page.find("main input[role=combobox]").get_attribute("value") == "dress"
