"""The global frame (spec §2.2, §5, §7, §9) in a real browser."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import Page
from tests.support.data import rows

# Width, height, and whether the menu is a hamburger.
MENUS = [tuple(row) for row in rows("menus")]


def test_2_2_the_menu_is_a_hamburger_on_phones_and_handsets_whose_panel_closes(page: Page) -> None:
    page.open("/about").find("footer")
    menu = "header button[aria-label=Menu]"
    for width, height, hidden in MENUS:
        page.resize(width, height, mobile=hidden)
        page.wait(lambda _, h=hidden: bool(page.all(menu)) == h, f"{width} {height}")  # type: ignore[misc]
        shown = [link.text for link in page.all("header nav a")]
        assert hidden or shown == ["Home", "About"]
    page.resize(390, 844, mobile=True)
    page.open("/about")
    beside = (
        "document.elementFromPoint(10, 400).dispatchEvent(new PointerEvent('pointerdown', "
        "{bubbles: true, clientX: 10, clientY: 400}))"
    )
    for way in ("item", "beside", "escape"):
        page.button("Menu").click()
        panel = page.find("dialog[open]")
        dimmed = "return getComputedStyle(arguments[0], '::backdrop').backgroundColor"
        assert "0.5" in page.script(dimmed, panel)
        if way == "item":
            page.driver.find_element(By.CSS_SELECTOR, "dialog[open] a[href='/about']").click()
        elif way == "beside":
            page.script(beside)
        else:
            page.find("dialog[open] button").send_keys(Keys.ESCAPE)
        page.wait(lambda _: not page.all("dialog[open]"), "a closed panel")


def test_2_1_home_and_the_logo_reset_and_the_same_address_loads_its_data_again(page: Page) -> None:
    for name in ("Home", "Winkel, home"):
        page.open("/?q=dress&colour=red")
        page.link(name).click()
        page.wait_for_path("/")
        assert page.script("return localStorage.getItem('manualFiltered')") == "true"
    page.script("window.sameApp = true; performance.clearResourceTimings()")
    page.link("Home").click()
    called = "return performance.getEntriesByType('resource').some(e => e.name.includes('/api/'))"
    page.wait(lambda _: page.script(called), "a call")
    assert page.script("return window.sameApp") is True


def test_7_the_way_to_the_top_and_the_chosen_country_goes_with_requests(page: Page) -> None:
    page.open("/terms").find("footer")
    page.script("window.scrollTo(0, 100)")
    assert not page.all("[aria-label='Scroll to top']")
    page.script("window.scrollTo(0, 140)")
    page.button("Scroll to top").click()
    page.wait(lambda _: page.script("return scrollY") == 0)
    page.choose("Deliver to", "Namibia")
    currencies = page.all("footer select")[1].find_elements(By.TAG_NAME, "option")
    assert [option.text for option in currencies] == ["(€) EUR", "($) USD", "(R) ZAR"]
    page.network()
    page.link("Pick your styles").click()
    page.link("See what there is").click()
    page.wait(lambda _: '"country-code":"na"' in page.network().lower(), "the country")
    page.wait_for_path("/")
