"""The global frame (spec §2.2, §5, §7, §9) in a real browser."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import Page


def test_2_2_the_menu_is_wide_on_a_desktop_without_the_scraper(page: Page) -> None:
    page.open("/about").link("Home")
    assert [link.text for link in page.all("header nav a")] == ["Home", "About"]
    assert not page.all("header button[aria-label=Menu]")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (600, 900), (844, 390), (959, 500)])
def test_2_2_the_menu_is_a_hamburger_on_phones_and_handsets(
    page: Page, width: int, height: int
) -> None:
    page.resize(width, height, mobile=True)
    page.open("/about")
    page.button("Menu").click()
    main = "dialog[open] nav[aria-label=Main] a"
    page.wait(lambda _: [a.text for a in page.all(main)] == ["Home", "About"])


@pytest.mark.parametrize(("width", "height"), [(601, 900), (960, 500), (768, 1024)])
def test_2_2_the_menu_is_wide_above_the_breakpoints(page: Page, width: int, height: int) -> None:
    page.resize(width, height)
    page.open("/about")
    assert page.link("Home").is_displayed()
    assert not page.all("header button[aria-label=Menu]")


def test_2_2_the_panel_dims_the_page_and_closes_on_an_item(phone: Page) -> None:
    phone.open("/about")
    phone.button("Menu").click()
    panel = phone.find("dialog[open]")
    dimmed = "return getComputedStyle(arguments[0], '::backdrop').backgroundColor"
    assert "0.5" in phone.script(dimmed, panel)
    phone.driver.find_element(By.CSS_SELECTOR, "dialog[open] a[href='/about']").click()
    phone.wait(lambda _: not phone.all("dialog[open]"))


def test_2_2_the_panel_closes_beside_it_and_on_escape(phone: Page) -> None:
    phone.open("/about")
    phone.button("Menu").click()
    phone.script(
        "document.elementFromPoint(10, 400).dispatchEvent(new PointerEvent('pointerdown', "
        "{bubbles: true, clientX: 10, clientY: 400}))"
    )
    phone.wait(lambda _: not phone.all("dialog[open]"))
    phone.button("Menu").click()
    phone.find("dialog[open] button").send_keys(Keys.ESCAPE)
    phone.wait(lambda _: not phone.all("dialog[open]"))


@pytest.mark.parametrize("name", ["Home", "Winkel, home"])
def test_2_2_home_and_the_logo_reset_the_filters_and_end_at_home(page: Page, name: str) -> None:
    page.open("/?q=dress&colour=red")
    page.link(name).click()
    page.wait_for_path("/")
    assert page.script("return localStorage.getItem('manualFiltered')") == "true"


def test_2_1_the_same_url_loads_its_data_again_without_leaving_the_app(page: Page) -> None:
    page.open("/style-select")
    page.find("main h1")
    page.script("window.sameApp = true; performance.clearResourceTimings()")
    page.script("document.querySelector('header a[href=\"/\"]').click()")
    page.wait_for_path("/")
    page.script("performance.clearResourceTimings()")
    page.link("Home").click()
    called = "return performance.getEntriesByType('resource').some(e => e.name.includes('/api/'))"
    page.wait(lambda _: page.script(called), "a call")
    assert page.script("return window.sameApp") is True


def test_2_2_the_footer_has_both_pickers(page: Page) -> None:
    page.open("/about")
    countries = page.find("footer select").find_elements(By.TAG_NAME, "option")
    assert (countries[0].text, countries[0].get_attribute("value")) == ("(All)", "")
    assert "South Africa" in [option.text for option in countries]
    currencies = page.all("footer select")[1].find_elements(By.TAG_NAME, "option")
    assert [option.text for option in currencies] == ["(€) EUR", "($) USD", "(R) ZAR"]


def test_7_requests_carry_the_chosen_country(page: Page) -> None:
    page.open("/about")
    page.choose("Deliver to", "Namibia")
    page.network()
    page.link("Pick your styles").click()
    page.link("See what there is")
    assert '"country-code":"na"' in page.network().lower()


def test_2_2_a_failed_country_list_leaves_a_footer_without_the_picker(page: Page) -> None:
    page.block("*/api/countries*")
    page.open("/about")
    page.find("footer")
    assert len(page.all("footer select")) == 1


def test_2_2_no_footer_on_style_select(page: Page) -> None:
    page.open("/style-select")
    page.find("main h1")
    assert not page.all("footer")


def test_2_7_where_no_product_has_a_style_none_is_offered(page: Page) -> None:
    page.open("/style-select").link("See what there is").click()
    page.wait_for_path("/")


def test_2_2_a_social_profile_is_linked_by_an_image(page: Page) -> None:
    page.open("/about")
    link = page.find("footer a[target=_blank]")
    assert link.find_elements(By.CSS_SELECTOR, "svg, img")
    assert link.get_attribute("aria-label")


def test_9_scroll_to_top_appears_after_100_px(page: Page) -> None:
    page.open("/terms")
    page.find("footer")
    page.script("window.scrollTo(0, 100)")
    assert not page.all("[aria-label='Scroll to top']")
    page.script("window.scrollTo(0, 140)")
    page.button("Scroll to top").click()
    page.wait(lambda _: page.script("return scrollY") == 0)


def test_5_an_empty_newsletter_field_does_nothing(page: Page) -> None:
    page.open("/about")
    button = page.button("Sign up")
    page.script("performance.clearResourceTimings()")
    button.click()
    called = "return performance.getEntriesByType('resource').length"
    assert page.script(called) == 0
    assert not page.all("[role=status] button")


def test_7_the_newsletter_shows_the_answer_with_ok_and_clears(page: Page) -> None:
    page.open("/about")
    field = page.find("#newsletter-email")
    field.send_keys("reader@example.co.za", Keys.ENTER)
    toast = page.find("[role=status] button")
    assert toast.text.endswith("Ok")
    assert field.get_attribute("value") == ""
    toast.click()
    page.wait(lambda _: not page.all("[role=status] button"))


def test_every_route_has_its_own_title_and_description(page: Page) -> None:
    seen = set()
    for path in ("/about", "/privacy", "/terms", "/proxies", "/blog/blog-list", "/style-select"):
        page.open(path).find("h1")
        seen.add((page.driver.title, page.find_meta("description")))
    assert len(seen) == 6


def test_2_2_development_mode_links_the_scraper_and_the_full_form(dev_page: Page) -> None:
    dev_page.open("/about").link("Scraper")
    assert [link.text for link in dev_page.all("header nav a")] == ["Home", "About", "Scraper"]
    assert dev_page.button("Submit site").is_displayed()
    assert dev_page.find("footer a[href='/scraper']").text == "Scraper"


def test_the_phones_menu_and_footer_have_no_accessibility_fault(phone: Page) -> None:
    phone.open("/about").find("footer")
    phone.button("Menu").click()
    phone.wait(lambda _: len(phone.all("dialog[open] nav[aria-label=Main] a")) == 2)
    assert phone.violations() == []
