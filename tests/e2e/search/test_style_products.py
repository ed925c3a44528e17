"""The style page with the shop's products beside the pin board (spec §2.6)."""

from __future__ import annotations

from dev.run.demo.api import Api
from tests.e2e.search.steps import wait_for
from tests.support.browser import Page


def test_2_6_the_current_brands_products_stand_below_its_board(page: Page, site: str) -> None:
    boho = next(style for style in Api(site).get("styles") if style["slug"] == "boho")
    page.open(f"/style/{boho['id']}")
    rail = page.find("section[aria-label='New at Karoo Cotton']")
    page.wait(lambda _: len(page.all("article")) == 10, "ten products")
    assert page.violations() == []
    rail.find_element("css selector", "button").click()
    wait_for(page, "/?store=karoo")
