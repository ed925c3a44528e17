"""From a text to a store: pause, Enter, suggestions, how it was read (spec §4, §7, §9)."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import (
    BOX,
    BRAND,
    HOLD,
    NOTE,
    clicks,
    forget_searches,
    only_suggests,
    results,
    search_path,
    searches,
    tile,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page

# The page's own clock: the moments of keystrokes and of navigations, in ms.
CLOCK = """
window.moments = {};
addEventListener('input', () => { moments.typed = performance.now(); }, true);
const push = history.pushState;
history.pushState = function (...a) { moments.went = performance.now(); push.apply(this, a); };
"""
PARTS = "[aria-label='Understood from your text'] button"


def suggestion(page: Page, label: str) -> WebElement:
    """Return the suggestion whose first line is this."""

    def named(_: object) -> WebElement | None:
        rows = page.all("[role=option]")
        return next((row for row in rows if row.text.split("\n")[0] == label), None)

    return page.wait(named, label)


def headings(page: Page) -> list[str]:
    return [heading.text for heading in page.all("main h2")]


def test_4_a_text_is_searched_2000_ms_after_the_last_key_and_leads_to_the_store(page: Page) -> None:
    results(page, "/?category=women&colour=red")
    page.script(CLOCK)
    write(page, "boo")
    wait_for_chips(page)  # the first keystroke clears them
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


def test_7_suggestions_lead_to_brands_categories_searches_and_stores(page: Page) -> None:
    for text, label, path in (
        ("lisb", "Lisboa", "/?brand=Lisboa"),
        ("dresse", "Dresses in Women", "/?category=women/dresses"),
        ("red te", "red tent", "/?q=red+tent"),
    ):
        only_suggests(page.open("/"))
        forget_searches(page)
        write(page, text)
        line = suggestion(page, label)
        assert (searches(page), search_path(page)) == (0, "/")
        line.click()
        wait_for(page, path)
    # Three are just that; what is nearest follows, and the page says so.
    page.wait(lambda _: "Only 3 " in page.find("main").text, "how many are just that")
    expected = ["Knysna Camp", "Similar products", "Knysna Camp"]
    page.wait(lambda _: headings(page)[-3:] == expected, "the similar ones by themselves")
    for label, tiles in (("Knysna Camp", 3), ("Knysna Camp, similar", 8)):  # two rows
        section = page.find(f"main section[aria-label='{label}']")
        assert len(section.find_elements(By.TAG_NAME, "article")) == tiles
    only_suggests(page.open("/"))
    page.script("window.open = (address) => { window.opened = address; }")
    write(page, "canvas tent")
    page.find("[role=option] img").click()
    opened = page.wait(lambda _: page.script("return window.opened"), "the store's page")
    assert str(opened).startswith("https://knysna.example/p/")
    page.find(BOX).send_keys(Keys.ENTER)
    wait_for(page, "/?q=canvas+tent")
    page.open("/").find(BOX).click()
    suggestion(page, "canvas tent")  # a recent search


def notices(page: Page) -> str:
    return " ".join(part.text for part in page.all("[data-part=notices]"))


def test_9_how_a_text_was_read_is_told_taken_away_shared_and_put_back(page: Page) -> None:
    results(page, "/?q=dress under R1000")
    wait_for_range(page, "1 - 19 of 19")
    before = [part.text for part in page.all(PARTS)]
    assert "Up to R 1,000" in before
    page.button("Up to R 1,000, understood from your text: remove").click()
    wait_for(page, "/?q=dress+under+R1000&nu=price:under+r1000")
    wait_for_range(page, "1 - 100 of 130")
    focused = page.driver.switch_to.active_element
    assert "understood from your text" in str(focused.get_attribute("aria-label"))
    results(page, search_path(page))
    wait_for_range(page, "1 - 100 of 130")
    assert searches(page) == 0
    page.button("Put back what I removed").click()
    wait_for(page, "/?q=dress+under+R1000")
    wait_for_range(page, "1 - 19 of 19")
    results(page, "/?q=linnen dress")
    page.wait(lambda _: "Showing results for “linen dress”." in notices(page), "the correction")
    page.button("Search instead for “linnen dress”").click()
    wait_for(page, "/?q=linnen+dress&typed=1")
    page.wait(lambda _: "Searched for exactly “linnen dress”." in notices(page), notices(page))
    write(page, " zzqqzz", enter=True)  # another text is read anew
    page.wait(lambda _: "nothing mentions “zzqqzz”" in notices(page), notices(page))
    assert "typed=" not in page.path()
