"""axe 0 on every route and state, on every screen (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.search.steps import BOX, filters_button, only_suggests
from tests.support.browser import Page
from tests.support.screens import problems, screens_of, seen_on

Act = Callable[[Page], object]


def as_it_is(page: Page) -> None:
    """Wait for what every page ends with."""
    page.find("footer")


def open_panel(page: Page) -> None:
    """Open the filters, a type's options on phones."""
    filters_button(page).click()
    page.find("#filter-panel li button")


def type_text(page: Page) -> None:
    """Have suggestions of every kind shown."""
    only_suggests(page)
    page.find(BOX).send_keys("dre")
    page.find("[role=option] img")


def search_twice(page: Page) -> None:
    """Have the last searches shown."""
    page.find(BOX).send_keys("dress\n")
    page.find("article")
    page.open("/").find(BOX).click()
    page.find("[role=option]")


def open_menu(page: Page) -> None:
    """Open the drawer, or a world's menu where there is room for one."""
    burger = page.all("header button[aria-label=Menu]")
    (burger[0] if burger else page.button("Women")).click()
    page.find("dialog[open] a" if burger else "[popover] li:nth-child(4) a")


def open_dialog(page: Page) -> None:
    """Open the footer's dialog, and have it refuse an address."""
    button = page.find("footer").find_element("xpath", ".//button[.='Suggest a store']")
    page.script("arguments[0].click()", button)
    page.find("dialog[open] input").send_keys("nowhere\t")
    page.text("Please enter a valid URL")


def lose_the_server(page: Page) -> None:
    """Have a search fail."""
    page.block("*/api/search*")
    page.find(BOX).send_keys("boot\n")
    page.find("[role=alert]")
    page.block()


def show_all(page: Page) -> None:
    """Have what stands below the carousels drawn, too."""
    page.script("arguments[0].scrollIntoView()", page.find("section[aria-label=Men]"))
    page.find("section[aria-label=Stores]")


STATES: dict[str, tuple[str, str, Act]] = {
    "landing": ("/", "article", show_all),
    "world menu or drawer": ("/about", "h1", open_menu),
    "suggestions": ("/", "article", type_text),
    "last searches": ("/", "article", search_twice),
    "category": ("/?category=women", "article", as_it_is),
    "chosen order": ("/?category=women&sort=price_asc&colour=red", "article", as_it_is),
    "what was understood": ("/?q=red+dress+under+R500", "article", as_it_is),
    "panel over results": ("/?category=women", "article", open_panel),
    "panel over the landing screen": ("/", "article", open_panel),
    "no results": ("/?q=zzqqzz", "h2", as_it_is),
    "past the last page": ("/?category=women&page=9", "h1", as_it_is),
    "outage": ("/?category=women", "article", lose_the_server),
    "style select": ("/style-select", "[data-part=collage]", lambda page: page.find("main h1")),
    "style": ("/style/2", "article", as_it_is),
    "no such style": ("/style/abc", "h1", as_it_is),
    "dialog": ("/about", "h1", open_dialog),
    "operators' gate": ("/scraper", "main h1", as_it_is),
    **{
        path: (path, "h1", as_it_is)
        for path in (
            "/about",
            "/privacy",
            "/terms",
            "/proxies",
            "/blog/blog-list",
            "/blog/blog-page-1",
            "/blog/blog-page-2",
            "/nothing-here",
        )
    },
}


@pytest.mark.parametrize(("place", "state"), list(enumerate(STATES)), ids=list(STATES))
def test_nobody_meets_a_fault_of_accessibility(page: Page, place: int, state: str) -> None:
    path, there, act = STATES[state]
    found = []
    for screen in screens_of(place):
        with seen_on(page, screen):
            page.open("/robots.txt").script("localStorage.clear()")
            page.open(path).find(there)
            act(page)
            found += problems(page, screen)
    assert found == []
