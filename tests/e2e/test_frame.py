"""The global frame (spec §2.2, §5, §7, §9) in a real browser."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import Page

# Width, height, and whether the menu is a hamburger.
MENUS = (
    (390, 844, True),
    (600, 900, True),
    (844, 390, True),
    (959, 500, True),
    (601, 900, False),
    (960, 500, False),
    (1440, 900, False),
)


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


def test_7_the_newsletter_answers_and_the_pickers_go_with_requests(
    page: Page,
) -> None:
    page.open("/about")
    field = page.find("#newsletter-email")
    field.send_keys("reader@example.co.za", Keys.ENTER)
    toast = page.find("[role=status] button")
    assert toast.text.endswith("Ok")
    assert field.get_attribute("value") == ""
    toast.click()
    page.wait(lambda _: not page.all("[role=status] button"))
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
    assert '"country-code":"na"' in page.network().lower()
    page.wait_for_path("/")


def test_2_9_each_static_page_has_its_title_and_the_blog_leads_there_and_back(page: Page) -> None:
    seen = set()
    for path in ("/about", "/privacy", "/terms", "/proxies", "/blog", "/style-select"):
        page.open(path).find("h1")
        seen.add((page.driver.title, page.find_meta("description")))
    assert len(seen) == 6
    page.open("/blog").wait_for_path("/blog/blog-list")
    page.find("main li a").click()
    page.wait_for_path("/blog/blog-page-1")
    page.find("article a").click()
    page.wait_for_path("/blog/blog-list")
    page.open("/blog/blog-page-2").find("article a").click()
    page.wait_for_path("/blog/blog-list")
    page.open("/no-such-page")
    page.wait(lambda _: page.driver.title.startswith("Not found"), "its title")
