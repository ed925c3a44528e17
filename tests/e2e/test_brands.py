"""The operator's brands: the list, a new one, edits with the way back, runs from the history."""

from __future__ import annotations

import csv
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from sqlalchemy import delete, func, select, update

from indexer.alerts.watch import LOCK
from indexer.db import session_scope
from indexer.mail import new_message, send
from indexer.models import Alert, Brand, FailedPage, ScrapeRun
from tests.e2e.operated import Operated, history_row, operated, running, scraper, start, toast
from tests.support.browser import Page

__all__ = ["operated", "scraper"]  # fixtures


def brand_row(page: Page, operated: Operated) -> WebElement:
    """Open the list of brands and return the store's row."""
    page.button("Brands").click()
    return page.find(f"tr[data-brand='{operated.store.brand_id}']")


def press(row: WebElement, name: str) -> None:
    """Press a row's button, or follow its link, by how its words begin."""
    row.find_element(
        By.XPATH, f".//*[self::button or self::a][starts-with(normalize-space(.), '{name}')]"
    ).click()


def read_brand(operated: Operated, brand_id: int | None = None) -> Brand:
    with session_scope(operated.store.settings.database_url) as session:
        brand = session.get_one(Brand, brand_id or operated.store.brand_id)
        _ = brand.pages
        return brand


def type_into(page: Page, label: str, words: str) -> None:
    """Replace what stands in the field of a label."""
    page.script("document.querySelectorAll('details').forEach(d => { d.open = true })")
    starts = f"//label[starts-with(normalize-space(.), '{label}')]/following-sibling::input"
    found = page.wait(lambda driver: driver.find_element(By.XPATH, starts), label)
    page.script("arguments[0].select()", found)
    found.send_keys(words)


def free_name(operated: Operated, name: str) -> None:
    """Rename the brand of this name that an earlier attempt of a test has left."""
    with session_scope(operated.store.settings.database_url) as session:
        left = update(Brand).where(Brand.name == name)
        session.execute(left.values(name=Brand.name.concat(f" {uuid.uuid4().hex}")))


def test_a_brand_is_started_from_the_list(scraper: Page, operated: Operated) -> None:
    press(brand_row(scraper, operated), "Start")
    assert "started" in toast(scraper)
    (run,) = running(operated.store) or operated.store.all_runs()[-1:]
    assert operated.store.finished(run).result == "success"
    # The list follows without being asked.
    last = f"tr[data-brand='{operated.store.brand_id}'] svg[aria-label*=' of 3 runs']"
    assert scraper.find(last)


def test_a_new_brand_keeps_its_own_address_and_a_second_save_edits_it(
    scraper: Page, operated: Operated
) -> None:
    free_name(operated, "Fynbos Felt")
    scraper.open("/scraper?brand=new").find("main details input")
    type_into(scraper, "Name", "Fynbos Felt")
    type_into(scraper, "Website", "https://fynbos-felt.example")
    scraper.find("[aria-label='Address of page 1']").send_keys("https://fynbos-felt.example/all")
    scraper.press("Save")
    scraper.wait(lambda _: "brand=new" not in scraper.path(), "an address of its own")
    brand_id = int(scraper.path().partition("brand=")[2])
    assert scraper.text(f"Brand id {brand_id}")
    before = [page.page_id for page in read_brand(operated, brand_id).pages]
    type_into(scraper, "Price", ".price")
    scraper.press("Save")
    scraper.wait(lambda _: read_brand(operated, brand_id).price_xpath == ".price", "saved again")
    assert [page.page_id for page in read_brand(operated, brand_id).pages] == before
    assert not scraper.all("[role=status] [data-kind=error]")
    scraper.driver.refresh()
    assert scraper.text("Fynbos Felt")


@pytest.fixture
def editor(scraper: Page, operated: Operated) -> Page:
    """The store's configuration, open."""
    scraper.open(f"/scraper?brand={operated.store.brand_id}").find("main details input")
    scraper.script("document.querySelectorAll('details').forEach(d => { d.open = true })")
    return scraper


def reached(button: WebElement) -> bool:
    try:
        button.click()
    except ElementClickInterceptedException:
        return False
    return True


def test_an_edit_is_listed_with_old_and_new_values_and_taken_back(
    editor: Page, operated: Operated
) -> None:
    before = read_brand(operated).price_xpath
    type_into(editor, "Price", ".another-price")
    editor.press("Save")
    editor.wait(lambda _: read_brand(operated).price_xpath == ".another-price", "saved")
    editor.wait(lambda _: reached(editor.button("Edits…")), "no message lies over the button")
    newest = editor.find("dialog [data-version]")
    assert "Edited by operator" in newest.text
    assert newest.find_element(By.TAG_NAME, "del").text == before
    assert newest.find_element(By.TAG_NAME, "ins").text == ".another-price"
    editor.all("dialog [data-version]")[1].find_element(By.TAG_NAME, "button").click()
    editor.button("Restore this version").click()
    editor.wait(lambda _: read_brand(operated).price_xpath == before, "restored")
    editor.wait(lambda _: not editor.all("dialog"), "closed")
    starts = "//label[starts-with(normalize-space(.), 'Price')]/following-sibling::input"
    price = editor.driver.find_element(By.XPATH, starts)
    editor.wait(lambda _: price.get_attribute("value") == before, "the form follows")


@pytest.fixture
def partly_failed(operated: Operated) -> Iterator[ScrapeRun]:
    """A run with one page that could not be read."""
    run = operated.runs[0]
    with session_scope(operated.store.settings.database_url) as session:
        page = session.get_one(Brand, operated.store.brand_id).pages[0]
        failed = FailedPage(run_id=run.id, page_url=page.page_url, reason="It timed out")
        session.add(failed)
        session.flush()
        failed_id = failed.id
    yield run
    with session_scope(operated.store.settings.database_url) as session:
        session.delete(session.get_one(FailedPage, failed_id))


def test_only_the_failed_pages_are_read_again_and_nothing_is_hidden(
    scraper: Page, operated: Operated, partly_failed: ScrapeRun
) -> None:
    row = history_row(scraper, partly_failed)
    row.find_element(By.XPATH, ".//button[.='Failed pages only']").click()
    assert toast(scraper).startswith("Scrape of 1 page of ")
    done = operated.store.finished(operated.store.all_runs()[-1])
    assert (done.result, done.complete, done.gone_count) == ("success", False, 0)
    assert 0 < done.found_count < partly_failed.found_count
    assert "1 page only" in history_row(scraper, done).text


def test_a_runs_items_are_taken_away_as_csv(
    scraper: Page, operated: Operated, tmp_path: Path
) -> None:
    scraper.download_to(tmp_path)
    row = history_row(scraper, operated.runs[0])
    row.find_element(By.XPATH, ".//button[.='View logs']").click()
    scraper.button("CSV").click()
    file = tmp_path / f"run-{operated.runs[0].id}.csv"
    scraper.wait(lambda _: file.exists(), file.name)
    with file.open(newline="", encoding="utf-8") as lines:
        assert len(list(csv.DictReader(lines))) == operated.runs[0].found_count


def test_everything_that_runs_is_stopped_once_that_is_confirmed(
    scraper: Page, operated: Operated
) -> None:
    operated.store.control.hold()
    try:
        start(scraper, operated.store.brand_id)
        (run,) = running(operated.store)
        scraper.button("Stop all…").click()
        scraper.button("Stop the process").click()
        assert operated.store.finished(run).result == "stopped"
    finally:
        operated.store.control.release()


def test_on_a_phone_a_brand_is_a_card(scraper: Page, operated: Operated) -> None:
    scraper.resize(390, 844, mobile=True)
    scraper.open("/scraper?tab=brands")
    row = scraper.find(f"tr[data-brand='{operated.store.brand_id}']")
    for cell in row.find_elements(By.TAG_NAME, "td"):
        assert cell.location["x"] >= 0
        assert cell.location["x"] + cell.size["width"] <= 390
    for button in row.find_elements(By.CSS_SELECTOR, "button, a"):
        if button.find_elements(By.XPATH, "ancestor::*[@data-cell='actions']"):
            assert button.size["height"] >= 44
    assert scraper.width() == 390


@pytest.fixture
def unwatched(operated: Operated) -> Iterator[None]:
    """Nobody looks whether what is wrong has ended: the store's worker would, after each run."""
    with session_scope(operated.store.settings.database_url) as session:
        session.execute(select(func.pg_advisory_xact_lock(LOCK)))
        yield


@pytest.mark.usefixtures("unwatched")
def test_what_is_wrong_is_listed_and_that_nobody_is_told(scraper: Page, operated: Operated) -> None:
    settings = operated.store.settings
    brand = read_brand(operated)
    with session_scope(settings.database_url) as session:
        session.add(Alert(brand_id=brand.id, kind="shrinking", words="12 products were found"))
    assert send(new_message(), settings)
    scraper.open("/scraper?tab=alerts")
    assert "SMTP_URL is not set" in scraper.find("[data-part=mails-waiting]").text
    alert = scraper.find("[data-alert=shrinking]")
    assert brand.name in alert.text
    assert "12 products were found" in alert.text
    assert "ALERT_MAIL" in scraper.find("[data-part=alerts-off]").text
    brand_row(scraper, operated)
    row = f"tr[data-brand='{brand.id}']"
    scraper.wait(lambda _: "shrinking" in scraper.find(row).text, "the brand's own mark")
    scraper.resize(390, 844, mobile=True)
    scraper.open("/scraper?tab=alerts").find("[data-alert=shrinking]")
    assert scraper.width() == 390
    with session_scope(settings.database_url) as session:
        session.execute(delete(Alert))
