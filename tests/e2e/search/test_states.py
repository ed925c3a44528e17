"""Nothing found, search down, late answers, reload (spec §8; ui.md, states)."""

from __future__ import annotations

from tests.e2e.search.steps import (
    HOLD,
    chips,
    forget_searches,
    results,
    searches,
    sort_select,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page

OUTAGE = "Search is unavailable, try again"


def test_8_no_results_proposes_to_drop_each_filter_with_its_count(page: Page) -> None:
    page.open("/?category=outdoor&brand=Lisboa&colour=red")
    assert page.text("No results found").is_displayed()
    remove = page.find("[aria-label='Ways on'] button")
    page.wait(lambda _: remove.text.split("\n")[-1] == "6 products", remove.text)
    remove.click()
    wait_for(page, "/?brand=Lisboa&colour=red")
    wait_for_range(page, "1 - 6 of 6")


def test_8_an_outage_is_an_alert_with_retry_that_keeps_the_filters(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('currency', 'EUR')")  # the answer in the page is in rands
    page.block("*/api/search")
    page.open("/?category=women&colour=red")
    assert OUTAGE in page.find("[role=alert]").text
    wait_for_chips(page, "Category: Women", "Colour: Red")
    page.block()
    page.button("Retry").click()
    wait_for_range(page, "1 - 38 of 38")
    assert not page.all("[role=alert]")


def test_8_an_outage_leaves_the_old_results_standing(page: Page) -> None:
    results(page, "/?category=women")
    page.block("*/api/search")
    sort_select(page).select_by_visible_text("Price: low to high")
    assert OUTAGE in page.find("[role=alert]").text
    assert page.all("article")
    page.block()
    page.button("Retry").click()
    page.wait(lambda _: not page.all("[role=alert]"), "no alert")


def test_8_an_outage_on_the_way_to_the_filters_is_said_too(page: Page) -> None:
    page.open("/")
    page.block("*/api/filters")
    page.button("View all Women").click()
    assert OUTAGE in page.find("[role=alert]").text
    page.block()
    page.button("Retry").click()
    wait_for_range(page, "1 - 100 of 150")


def test_bar_a_late_answer_never_replaces_a_newer_one(page: Page) -> None:
    results(page, "/?category=women")
    page.script(HOLD, '"query":"vase"')
    write(page, "vase", enter=True)
    page.wait(lambda _: page.script("return held.length") == 1, "a held answer")
    page.find("[aria-label='Clear the text']").click()
    write(page, "tent", enter=True)
    wait_for_range(page, "1 - 12 of 12")
    page.script("held.forEach(go => go())")
    page.script("return fetch('/api/filters').then(r => r.text())")
    wait_for_range(page, "1 - 12 of 12")
    assert "Ceramic" not in page.find("main").text


def test_ui_old_results_stay_dimmed_and_busy_while_new_ones_are_on_their_way(page: Page) -> None:
    results(page, "/?category=women")
    page.script(HOLD, "price_asc")
    sort_select(page).select_by_visible_text("Price: low to high")
    body = page.find("[data-stalled=true]")
    assert body.get_attribute("aria-busy") == "true"
    page.wait(lambda _: body.value_of_css_property("opacity") == "0.6", "60 %")
    page.script("held.forEach(go => go())")
    page.wait(lambda _: not page.all("[data-stalled=true]"), "new results")


def test_2_1_enter_on_the_same_search_loads_it_again(page: Page) -> None:
    results(page, "/?q=vase")
    forget_searches(page)
    page.button("Search").click()
    page.wait(lambda _: searches(page) == 1, "one request")
    assert chips(page) == ["Text: vase"]


def test_4_changing_the_country_asks_for_that_country(page: Page) -> None:
    results(page, "/?brand=Lisboa&page=1")
    wait_for_range(page, "1 - 24 of 24")
    page.network()
    page.choose("Deliver to", "Portugal")
    page.wait(lambda _: '"Country-Code":"PT"' in page.network(), "the header")


def test_7_an_unknown_filter_in_an_old_link_is_left_out(page: Page) -> None:
    results(page, "/?category=women&flavour=sweet")
    wait_for_range(page, "1 - 100 of 150")
    wait_for_chips(page, "Category: Women")


def test_8_no_results_proposes_shorter_texts_that_lead_to_products(page: Page) -> None:
    page.open("/?q=tent under R50&colour=red")
    assert page.text("No results found").is_displayed()
    way = next(b for b in page.all("[aria-label='Ways on'] button") if "“tent”" in b.text)
    assert way.text.split("\n")[-1] == "3 products"
    way.click()
    wait_for(page, "/?q=tent&colour=red")
    wait_for_range(page, "1 - 3 of 3")


def test_8_where_nothing_is_like_it_nothing_is_proposed(page: Page) -> None:
    page.open("/?q=zzqqzz")
    assert page.text("No results found").is_displayed()
    assert page.text("Nothing mentions “zzqqzz”.").is_displayed()
    assert not page.all("[aria-label='Ways on']")


def test_8_with_three_filters_every_way_on_leads_to_products(page: Page) -> None:
    page.open("/?category=outdoor&brand=Lisboa&colour=red&price=20000-")
    assert page.text("No results found").is_displayed()
    ways = page.all("[aria-label='Ways on'] button")
    assert ways
    for way in ways:
        assert not way.text.split("\n")[-1].startswith("0 "), way.text
    ways[0].click()
    page.find("article")
    assert page.all("[data-part=range]")


def test_8_an_empty_page_offers_nothing_to_order_and_the_nearest_products(page: Page) -> None:
    page.open("/?category=outdoor&q=zzqqzz")
    assert page.find("main h2").text == "No results found"
    page.find("section[aria-label=Outdoor] article")
    assert not page.all("main select")
    assert not page.all("[aria-label='Switch view']")
    assert not page.all("aside")
