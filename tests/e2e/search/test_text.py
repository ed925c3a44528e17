"""From a text to a store: pause, Enter, suggestions, how it was read (spec §4, §7, §9)."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import (
    BOX,
    BRAND,
    HOLD,
    NOTE,
    clicks,
    forget_searches,
    only_suggests,
    results,
    searches,
    searches_again,
    tile,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page
from tests.support.data import beside

# The page's own clock: the moments of keystrokes and of navigations, in ms.
CLOCK = beside(__file__, "clock.js")


def test_4_a_text_is_searched_2000_ms_after_the_last_key_and_leads_to_the_store(page: Page) -> None:
    results(page, "/?category=women&colour=red")
    page.script(CLOCK)
    only_suggests(page)
    write(page, "boo")
    wait_for_chips(page)  # the first keystroke clears them
    searches_again(page)
    write(page, "t")
    wait_for(page, "/?q=boot")
    assert page.script("return moments.went - moments.typed") >= 1999
    wait_for_range(page, "1 - 20 of 20")
    wait_for_chips(page, "Text: boot")
    page.wait(lambda driver: driver.title == "boot – Winkel", "the title")
    page.script("addEventListener('click', e => e.target.closest('a') && e.preventDefault())")
    boot = tile(page, "Leather boot 005")
    store, details = boot.find_elements(By.CSS_SELECTOR, "a[href*='veld.example']")
    for link in (store, details):
        assert link.get_attribute("target") == "_blank"
        address = urlsplit(str(link.get_attribute("href")))
        assert address.hostname == "veld.example"
        assert parse_qs(address.query)["ref"] == [urlsplit(page.address).netloc]
    page.script(NOTE)
    page.script("arguments[0].click()", details)
    page.wait(lambda _: [c["groupKey"] for c in clicks(page)] == ["veld-5"], "the click's record")
    boot.find_element(By.CSS_SELECTOR, BRAND).click()
    wait_for(page, "/?q=boot&brand=O'Reilly")
    page.open("/")
    box = page.find(BOX)
    box.send_keys("vase")
    wait_for(page, "/?q=vase")
    box.send_keys(" blue")
    assert page.find(BOX).get_attribute("value") == "vase blue"
    assert page.driver.switch_to.active_element == page.find(BOX)


def test_bar_enter_is_one_request_and_a_late_answer_never_replaces_a_newer_one(page: Page) -> None:
    results(page, "/?category=women")
    forget_searches(page)
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
    before = searches(page)
    page.button("Search").click()  # the same search: loaded again
    page.wait(lambda _: searches(page) == before + 1, "one request")
