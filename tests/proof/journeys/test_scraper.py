"""The operator's page (spec §2.8, §4, §7): a real store, a real worker, a real browser.

The states of its parts are component tests, in `frontend/src/features/scraper`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from dev.stores.server import DemoStores
from tests.e2e.conftest import clean_page
from tests.proof.journeys.operated import (
    Operated,
    history_row,
    operated,
    running,
    scraper,
    start,
    toast,
)
from tests.support.browser import Browser, Page
from tests.support.catalogue import add_to_log
from tests.support.site import served

__all__ = ["operated", "scraper"]  # fixtures

TOKEN = "let-me-in"


def press(row: WebElement, name: str) -> None:
    """Press a row's button by how its words begin."""
    row.find_element(By.XPATH, f".//button[starts-with(normalize-space(.), '{name}')]").click()


def test_2_8_a_run_is_started_watched_and_stopped(scraper: Page, operated: Operated) -> None:
    store = operated.store
    store.control.hold()
    try:
        start(scraper, store.brand_id)
        assert "started" in toast(scraper)
        assert scraper.find("tr[data-pid] [data-state]").text in {"queued", "running"}
        header = [cell.text for cell in scraper.all("thead th")]
        assert {"pid", "cmd", "actions"} <= set(header)
        (run,) = running(store)
        scraper.button("View logs").click()
        scraper.wait(lambda _: "20" in scraper.find("pre[role=log]").text, "the log")
        scraper.button("Stop process").click()
        said = "[role=status] button"
        scraper.wait(lambda _: any("stopped" in one.text for one in scraper.all(said)), "a toast")
        # The store still holds its page back: stopping ends the browser, nothing else could.
        assert store.finished(run).result == "stopped"
    finally:
        store.control.release()
        for run in running(store):
            store.finished(run)


def test_2_8_what_a_run_left_is_looked_at_saved_and_compared(
    scraper: Page, operated: Operated, tmp_path: Path
) -> None:
    run = operated.runs[0]
    lines = "".join(f"line {number}\r\n" for number in range(2000))
    add_to_log(operated.store.settings, run.id, lines)
    scraper.download_to(tmp_path)
    press(history_row(scraper, run), "View logs")
    log = scraper.find("[role=log]")
    assert log.size["height"] == 500
    lines = "[role=log] > div > div"
    assert {line.size["height"] for line in scraper.all(lines)} == {50}
    scraper.script("arguments[0].scrollTop = arguments[0].scrollHeight", log)
    scraper.wait(lambda _: scraper.all(lines)[-1].text.endswith("line 1999"), "the last line")
    assert len(scraper.all(lines)) <= 20
    scraper.button("Images").click()
    scraper.find("li a img")
    scraper.button("CSV").click()
    items = tmp_path / f"run-{run.id}.csv"
    scraper.wait(lambda _: items.exists(), items.name)
    with items.open(newline="", encoding="utf-8") as found:
        assert len(list(csv.DictReader(found))) == run.found_count
    press(history_row(scraper, run), "Download")
    name = run.logfile_name.rsplit("/", 1)[-1]
    scraper.wait(lambda _: (tmp_path / name).exists(), name)
    for one in operated.runs:
        history_row(scraper, one).find_element(By.CSS_SELECTOR, "input").click()
    scraper.button("Compare").click()
    assert "→" in scraper.find("dialog section:first-of-type li").text


@pytest.fixture
def listing() -> Iterator[str]:
    """The address of a demo store's page that lists dresses, over several pages."""
    with DemoStores(["karoo-cotton"]) as stores:
        yield f"{stores.base['karoo-cotton']}/women/dresses"


def test_a_new_store_is_suggested_tried_pointed_at_saved_and_scraped(
    scraper: Page, operated: Operated, listing: str
) -> None:
    scraper.open("/scraper?brand=new").find("#suggest-url").send_keys(listing)
    scraper.button("Suggest a configuration").click()
    assert scraper.text("The form was filled. Look it over, try it, then save.")
    scraper.script("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert scraper.find("[aria-label='Address of page 1']").get_attribute("value") == listing
    scraper.button("Preview").click()
    view = scraper.find("[aria-label=Screenshot]")
    outline = scraper.find("[aria-label=Screenshot] span[style]")
    frame, first = view.rect, outline.rect
    assert frame["y"] <= first["y"] <= frame["y"] + frame["height"]
    names = [item.text for item in scraper.all("section ol > li strong")]
    scraper.button("Next page").click()
    scraper.wait(lambda _: names != [e.text for e in scraper.all("section ol > li strong")], "more")
    scraper.button("First page").click()
    scraper.button("Point at an element").click()
    outline = scraper.find("[aria-label=Screenshot] span[style]")
    ActionChains(scraper.driver).move_to_element(outline).click().perform()
    assert scraper.find("[data-part=picked] code").text
    # The same by the keyboard, by its words.
    scraper.find("[aria-label='Find an element by its words']").send_keys(names[0])
    scraper.find("[aria-label=Elements] button").click()
    Select(scraper.find("[aria-label='Use it for']")).select_by_visible_text("Product's name")
    selector = scraper.find("[data-part=picked] code").text
    scraper.button("Use this selector").click()
    assert scraper.find("[id^=brand-productNameXPath-]").get_attribute("value") == selector
    name = scraper.find("[id^=brand-name-]")
    scraper.script("arguments[0].select()", name)
    name.send_keys("Fynbos Felt")
    scraper.press("Save")
    scraper.wait(lambda _: "brand=new" not in scraper.path(), "an address of its own")
    brand_id = int(scraper.path().partition("brand=")[2])
    scraper.driver.refresh()
    assert scraper.text("Fynbos Felt")
    scraper.open("/scraper?tab=brands")
    press(scraper.find(f"tr[data-brand='{brand_id}']"), "Start")
    assert "started" in toast(scraper)
    run = operated.store.finished(operated.store.all_runs()[-1])
    assert (run.brand_id, run.result) == (brand_id, "success"), run.failure_reason
    assert run.found_count > len(names)
    # The list follows without being asked.
    scraper.find(f"tr[data-brand='{brand_id}'] [data-state=success]")


def test_the_token_is_asked_once_for_all_pages_and_kept_in_the_tab(
    operated: Operated, session_browser: Browser
) -> None:
    closed = operated.store.settings.but(operator_open=False, operator_token=TOKEN)
    with served(closed) as address:
        page = clean_page(session_browser, address)
        page.open("/scraper").find("input[name=token]").send_keys("wrong")
        page.button("Continue").click()
        assert page.text("The server did not accept that token.")
        page.find("input[name=token]").send_keys(TOKEN)
        page.button("Continue").click()
        page.button("Start all")
        page.open("/insights").find("[data-panel]")
        assert page.script("return localStorage.length") == 0
