"""How a text was read: what was understood, corrected and left out, each to be taken back."""

from __future__ import annotations

from tests.e2e.search.steps import (
    BOX,
    results,
    search_path,
    searches,
    wait_for,
    wait_for_range,
    write,
)
from tests.support.browser import Page

PARTS = "[aria-label='Understood from your text'] button"
CHEAP = "/?q=dress under R1000"


def parts(page: Page) -> list[str]:
    """Return what the row says was understood."""
    return [part.text for part in page.all(PARTS)]


def said(page: Page) -> str:
    """Return what screen readers were told."""
    code = "return document.querySelector(arguments[0]).textContent"
    return str(page.script(code, "[data-testid=live-count]"))


def test_9_what_was_understood_stands_above_the_results_and_the_text_stays(page: Page) -> None:
    results(page, CHEAP)
    wait_for_range(page, "1 - 19 of 19")
    assert "Up to R 1,000" in parts(page)
    assert page.find(BOX).get_attribute("value") == "dress under R1000"


def test_9_a_part_is_taken_away_and_a_shared_link_shows_the_same(page: Page) -> None:
    results(page, CHEAP)
    before = parts(page)
    page.button("Up to R 1,000, understood from your text: remove").click()
    wait_for(page, "/?q=dress+under+R1000&nu=price:under+r1000")
    wait_for_range(page, "1 - 100 of 130")
    assert set(parts(page)) == {*before, "Put back what I removed"} - {"Up to R 1,000"}
    focused = page.driver.switch_to.active_element
    assert "understood from your text" in str(focused.get_attribute("aria-label"))
    results(page, search_path(page))
    wait_for_range(page, "1 - 100 of 130")
    assert searches(page) == 0
    page.button("Put back what I removed").click()
    wait_for(page, "/?q=dress+under+R1000")
    wait_for_range(page, "1 - 19 of 19")


def test_9_another_text_is_read_anew(page: Page) -> None:
    results(page, "/?q=dress under R1000&nu=price:under r1000&typed=1")
    write(page, " red", enter=True)
    page.wait(lambda _: "nu=" not in page.path() and "typed=" not in page.path(), page.path())


def test_9_a_correction_is_told_and_undone(page: Page) -> None:
    results(page, "/?q=linnen dress")
    page.find("[data-part=notices]")
    assert "Showing results for “linen dress”." in notices(page)
    wait_for_range(page, "1 - 100 of 130")
    page.button("Search instead for “linnen dress”").click()
    wait_for(page, "/?q=linnen+dress&typed=1")
    page.wait(lambda _: "Searched for exactly “linnen dress”." in notices(page), notices(page))
    page.button("Correct and complete it").click()
    wait_for(page, "/?q=linnen+dress")


def notices(page: Page) -> str:
    return " ".join(part.text for part in page.all("[data-part=notices]"))


def test_9_what_nothing_mentions_is_told_once_to_everybody(page: Page) -> None:
    results(page, "/?q=linen dress zzqqzz")
    told = "Results for “linen dress”; nothing mentions “zzqqzz”."
    assert notices(page) == told
    page.wait(lambda _: said(page) == f"130 products. {told}", said(page))


def test_9_what_is_only_wished_for_is_told(page: Page) -> None:
    results(page, "/?q=canvas dress")
    assert notices(page) == "No product has “canvas”; these come closest."


def test_9_reading_has_no_violations_and_fits_a_phone(phone: Page) -> None:
    phone.open("/?q=linnen dress zzqqzz not blue under R1000")
    phone.find("article")
    assert len(parts(phone)) >= 3
    assert phone.violations() == []
    assert phone.width() <= 390
