"""The static pages and the blog (spec §2.9)."""

from __future__ import annotations

import pytest

from tests.support.browser import Page

TITLES = {
    "/about": "About Winkel",
    "/privacy": "Privacy policy",
    "/terms": "Terms and disclaimer",
    "/proxies": "Shipping proxies",
    "/blog/blog-list": "Blog",
    "/blog/blog-page-1": "Fast stuff vs Slow stuff",
    "/blog/blog-page-2": "What the Colour You Wear Says About You",
}


@pytest.mark.parametrize(("path", "title"), TITLES.items())
def test_2_9_each_page_has_its_heading_and_no_accessibility_fault(
    page: Page, path: str, title: str
) -> None:
    page.open(path)
    assert page.find("h1").text == title
    page.find("footer")
    assert page.violations() == []


@pytest.mark.parametrize("path", TITLES)
def test_2_9_each_page_fits_320_px_and_the_dark(page: Page, path: str) -> None:
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": dark})
    page.resize(320, 640, mobile=True)
    page.open(path).find("h1")
    page.find("footer")
    assert page.width() == 320
    assert page.violations() == []


def test_2_9_the_proxies_table_links_one_service(page: Page) -> None:
    page.open("/proxies")
    assert page.find("tbody tr td").text == "US & UK"
    link = page.find("tbody a")
    assert link.get_attribute("target") == "_blank"
    assert page.address not in str(link.get_attribute("href"))


def test_2_1_the_blog_leads_to_its_list(page: Page) -> None:
    page.open("/blog").wait_for_path("/blog/blog-list")
    page.find("main li")
    assert len(page.all("main li")) == 1
    assert page.all("main li svg, main li img")


def test_2_9_the_article_leads_back_to_the_list(page: Page) -> None:
    page.open("/blog/blog-list").find("main li a").click()
    page.wait_for_path("/blog/blog-page-1")
    page.find("article a").click()
    page.wait_for_path("/blog/blog-list")


def test_2_9_the_second_article_also_leads_back(page: Page) -> None:
    page.open("/blog/blog-page-2").find("article a").click()
    page.wait_for_path("/blog/blog-list")


def test_an_unknown_address_says_so(page: Page) -> None:
    page.open("/no-such-page")
    assert page.find("h1").is_displayed()
    assert page.driver.title.startswith("Not found")
