"""The filters of the panel, beside a real catalogue's counts (spec §2.3, §3, §4, §9)."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import (
    BOX,
    PANEL,
    PRICE,
    entry,
    forget_searches,
    open_panel,
    pick,
    results,
    search_path,
    searches,
    wait_for,
    wait_for_chips,
    wait_for_range,
)
from tests.support.browser import Page
from tests.support.data import rows

TYPES = ["Colour", "Price", "Brand", "Size", "Material", "Style", "Store"]
TYPES += ["Ships from", "Type", "Stock", "Gender"]
# One type of each drawing (swatches, bands, sizes in order, names of slugs), an option to choose
# and how many products it leaves: by hand from catalogue.py. Counts: test_facets.py.
CHOICES: dict[str, tuple[list[str], str, int]] = {
    key: tuple(value) for key, value in rows("panel_choices")
}
SWITCHES = {"On sale": "onSale=true", "South Africa only": "saOnly=true"}


def options(page: Page) -> list[str]:
    """Return the labels of the options that show."""
    labels = "return [...document.querySelectorAll('#filter-panel [data-part=option-label]')]"
    return list(page.script(f"{labels}.map(e => e.textContent)"))


def closed(page: Page) -> None:
    """Wait until the panel is closed."""
    page.wait(lambda _: not page.all(PANEL), "a closed panel")


def test_2_3_a_filter_leaves_as_many_products_as_it_says(page: Page) -> None:
    results(page, "/?type=new")
    panel = open_panel(page)
    labels = panel.find_elements(By.CSS_SELECTOR, "[data-part=type-label]")
    assert [label.text for label in labels] == ["(All)", "Category", *TYPES, *SWITCHES]
    for kind, (names, condition, left) in CHOICES.items():
        results(page, "/?type=new")
        open_panel(page)
        pick(page, kind, *names)
        page.wait(lambda _, c=condition: c in search_path(page), condition)  # type: ignore[misc]
        wait_for_range(page, f"1 - {min(left, 100)} of {left}")
        chosen = entry(page, names[-1])
        assert chosen.get_attribute("aria-pressed") == "true"
        assert kind == "Price" or f"{left}" in chosen.text
        if kind == "Size":
            assert options(page) == ["M", "XL", "8", "10", "One size"]
    results(page, "/?type=new")
    open_panel(page)
    for name, condition in SWITCHES.items():
        pick(page, name)
        page.wait(lambda _, c=condition: c in page.path(), name)  # type: ignore[misc]
        assert entry(page, name).get_attribute("aria-checked") == "true"
    wait_for_range(page, "1 - 1 of 1")


def test_bar_brands_are_searched_on_the_server(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Brand")
    field = page.find(f"{PANEL} input[type=search]")
    field.send_keys("o'rei")
    page.wait(lambda _: options(page) == ["O'Reilly"], "the answer")
    field.send_keys(Keys.ENTER)
    wait_for(page, "/?type=new&brand=O'Reilly")
    wait_for_range(page, "1 - 20 of 20")


def test_4_the_panel_closes_in_four_ways_two_of_which_lead_back_to_its_button(page: Page) -> None:
    results(page, "/?q=tent")
    for way in ("Apply", "Enter", "outside", "Escape"):
        open_panel(page)
        pick(page, "Colour")
        if way == "Apply":
            page.button(way).click()
        elif way == "outside":
            page.find("footer:not(#filter-panel footer)").click()
        elif way == "Enter":
            page.find(BOX).send_keys(Keys.ENTER)
        else:
            page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        closed(page)
        if way in {"Apply", "Escape"}:
            assert page.driver.switch_to.active_element.text.startswith("Filters")


def test_9_bands_follow_the_currency_and_a_link_sets_it(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Price")
    assert len(options(page)) == 5  # dearer ones have no products
    pick(page, "Under R 500")
    wait_for(page, "/?type=new&price=0-500")
    wait_for_range(page, "1 - 40 of 40")
    forget_searches(page)
    page.choose("Currency", "(€) EUR")
    wait_for(page, "/?type=new&price=0-35&currency=EUR")
    closed(page)
    page.wait(lambda _: searches(page) == 1, "one request for currency and converted band")
    page.network()
    page.choose("Deliver to", "Portugal")
    page.wait(lambda _: '"Country-Code":"PT"' in page.network(), "the header")
    results(page, "/?price=0-35&currency=EUR")
    assert page.find(PRICE).text.startswith("≈ €")
    wait_for_chips(page, "Price: Under €35", "Delivers to: Portugal")
