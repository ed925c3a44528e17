"""The operator's page (spec §2.8, §4, §7): a real store, a real worker, a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from dev.stores.server import DemoStores
from indexer.runs.log import log_path
from tests.e2e.conftest import clean_page
from tests.e2e.operated import (
    Operated,
    history_row,
    operated,
    running,
    scraper,
    start,
    toast,
)
from tests.support.browser import Browser, Page
from tests.support.site import served

__all__ = ["operated", "scraper"]  # fixtures

TOKEN = "let-me-in"


@pytest.fixture
def held(operated: Operated, scraper: Page) -> Iterator[Page]:
    """The operator's page with a run that waits for the store's first page."""
    operated.store.control.hold()
    start(scraper, operated.store.brand_id)
    yield scraper
    operated.store.control.release()
    for run in running(operated.store):
        operated.store.finished(run)


def await_polls(page: Page, count: int) -> None:
    """Wait until the page has asked for the status this often."""
    polled = re.compile(r'Network\.requestWillBeSent"(?=.*getStatus)')
    seen = 0

    def enough(_: object) -> bool:
        nonlocal seen
        seen += len(polled.findall(page.network()))
        return seen >= count

    page.wait(enough, f"{count} polls")


def test_7_a_start_answers_with_a_toast_and_the_process_appears(held: Page) -> None:
    assert "started" in toast(held)
    assert held.find("tr[data-pid] [data-state]").text in {"queued", "running"}
    header = [cell.text for cell in held.all("thead th")]
    assert {"pid", "cmd", "actions"} <= set(header)


def test_4_an_expanded_process_is_polled_each_second_until_stop_poll(held: Page) -> None:
    held.button("View logs").click()
    held.wait(lambda _: "20" in held.find("pre[role=log]").text, "the log")
    assert len(held.find("pre[role=log]").text) <= 5000
    held.network()
    await_polls(held, 2)
    held.button("Stop poll").click()
    assert not held.button("Stop poll").is_enabled()


def test_2_8_a_process_can_be_stopped(held: Page, operated: Operated) -> None:
    (run,) = running(operated.store)
    held.button("Stop process").click()
    held.wait(lambda _: any("stopped" in one.text for one in held.all("[role=status] button")))
    # The store still holds its page back: stopping ends the browser, nothing else could.
    assert operated.store.finished(run).result == "stopped"


def test_2_8_a_log_is_a_virtual_list_of_50_px_lines(scraper: Page, operated: Operated) -> None:
    path = log_path(operated.store.settings.log_dir, operated.runs[0].logfile_name)
    with path.open("a", newline="") as file:
        file.writelines(f"line {number}\r\n" for number in range(2000))
    row = history_row(scraper, operated.runs[0])
    row.find_element(By.XPATH, ".//button[.='View logs']").click()
    log = scraper.find("[role=log]")
    assert log.size["height"] == 500
    lines = scraper.all("[role=log] > div > div")
    assert {line.size["height"] for line in lines} == {50}
    assert len(lines) <= 20
    scraper.script("arguments[0].scrollTop = arguments[0].scrollHeight", log)
    scraper.wait(lambda _: scraper.all("[role=log] > div > div")[-1].text.endswith("line 1999"))
    assert len(scraper.all("[role=log] > div > div")) <= 20


def test_2_8_the_images_are_four_grids_of_links(scraper: Page, operated: Operated) -> None:
    row = history_row(scraper, operated.runs[0])
    row.find_element(By.XPATH, ".//button[.='View logs']").click()
    scraper.button("Images").click()
    scraper.find("tr img")
    titles = [heading.text.rsplit(" ", 1)[0] for heading in scraper.all("[role=tabpanel] h2")]
    assert titles == ["New images", "Deleted images", "Found images", "Found groups"]
    link = scraper.find("li a:has(img)")
    assert str(link.get_attribute("href")).startswith("http")


def test_two_runs_are_compared_with_their_price_changes(scraper: Page, operated: Operated) -> None:
    for run in operated.runs:
        history_row(scraper, run).find_element(By.CSS_SELECTOR, "input").click()
    scraper.button("Compare").click()
    changed = scraper.find("dialog section:first-child li")
    assert "→" in changed.text
    assert "77.00" in changed.text


def test_1_4_4_the_operators_letters_follow_the_browsers_own_size(
    scraper: Page, operated: Operated
) -> None:
    set_size = "Page.setFontSizes"
    scraper.driver.execute_cdp_cmd(set_size, {"fontSizes": {"standard": 32}})
    try:
        scraper.driver.refresh()
        assert scraper.find("main h1").value_of_css_property("font-size") == "56px"
        row = history_row(scraper, operated.runs[0])
        assert row.value_of_css_property("font-size") == "28px"
        assert scraper.width() <= 1440
    finally:
        scraper.driver.execute_cdp_cmd(set_size, {"fontSizes": {"standard": 16}})


def test_7_a_download_is_named_by_the_server(
    scraper: Page, operated: Operated, tmp_path: Path
) -> None:
    scraper.download_to(tmp_path)
    row = history_row(scraper, operated.runs[0])
    row.find_element(By.XPATH, ".//button[.='Download']").click()
    name = operated.runs[0].logfile_name.rsplit("/", 1)[-1]
    scraper.wait(lambda _: (tmp_path / name).exists(), name)


def test_the_token_is_asked_once_and_kept_in_the_tab(
    operated: Operated, session_browser: Browser
) -> None:
    closed = operated.store.settings.but(operator_open=False, operator_token=TOKEN)
    with served(closed) as address:
        page = clean_page(session_browser, address, 1440, 900)
        page.open("/scraper").find("#operator-token").send_keys("wrong")
        page.button("Continue").click()
        assert page.text("The server did not accept that token.")
        page.find("#operator-token").send_keys(TOKEN)
        page.button("Continue").click()
        page.button("Start all")
        page.open("/scraper").button("Start all")
        assert page.script("return localStorage.length") == 0


def test_2_8_on_a_phone_a_run_is_a_card_whose_figures_are_named(
    scraper: Page, operated: Operated
) -> None:
    scraper.resize(390, 844, mobile=True)
    scraper.open("/scraper").button("Start all")
    row = history_row(scraper, operated.runs[0])
    for cell in row.find_elements(By.TAG_NAME, "td"):
        assert cell.location["x"] >= 0
        assert cell.location["x"] + cell.size["width"] <= 390
    shown = "return getComputedStyle(arguments[0], '::before').content"
    for name in ("new", "deleted", "found img", "found grp", "start time", "end time"):
        cell = row.find_element(By.CSS_SELECTOR, f"td[data-label='{name}']")
        assert scraper.script(shown, cell) == f'"{name}"'


def test_2_8_a_suspect_run_is_accepted_after_its_effect_was_told(
    scraper: Page, operated: Operated
) -> None:
    store = operated.store
    offered = store.control.products()
    # Some of each page stay: the run is complete, and finds too little to be trusted.
    gone = [product.number for place, product in enumerate(offered) if place % 3]
    store.control.remove(*gone)
    suspect = store.finished(store.start())
    assert (suspect.result, suspect.complete) == ("suspect", True)
    history_row(scraper, suspect).find_element(By.XPATH, ".//button[.='Accept…']").click()
    scraper.button(f"Accept and hide {len(gone)}")
    words = scraper.find("dialog").text
    assert f"{len(gone)} products that it did not see will be hidden at once" in words
    assert f"{suspect.found_count} products were found" in words
    scraper.button("Cancel").click()
    assert store.read(suspect).result == "suspect"
    history_row(scraper, suspect).find_element(By.XPATH, ".//button[.='Accept…']").click()
    scraper.button(f"Accept and hide {len(gone)}").click()
    said = f"Run {suspect.id} accepted: {len(gone)} products hidden, 0 added or back"
    assert toast(scraper).startswith(said)
    state = f"tr[data-run='{suspect.id}'] [data-state=success]"
    assert scraper.find(state)
    assert store.read(suspect).gone_count == len(gone)
    store.control.bring_back(*gone)
    assert store.finished(store.start()).result == "success"


def test_2_8_what_an_accept_takes_from_products_is_named_before_it_and_after(
    scraper: Page, operated: Operated
) -> None:
    store = operated.store
    priced = sum(product.price is not None for product in store.control.products())
    store.control.drop_prices(1)
    suspect = store.finished(store.start())
    row = history_row(scraper, suspect)
    row.find_element(By.XPATH, ".//button[.='Accept…']").click()
    known = suspect.found_count
    shown = f"their price ({priced} of {known} → 0 of {known})"
    loss = scraper.find("dialog [data-loss]")
    assert loss.text == f"{priced} products will lose {shown}"
    assert f"{priced} in price" in scraper.find("dialog").text
    scraper.button("Accept").click()
    assert f"{priced} products lost {shown}" in toast(scraper)
    scraper.find(f"tr[data-run='{suspect.id}'] [data-state=success]")
    history_row(scraper, suspect).find_element(By.XPATH, ".//button[.='View logs']").click()
    named = scraper.find("[aria-label='What known products lost']")
    assert f"{priced} products lost {shown}" in named.text
    store.control.drop_prices(0)
    assert store.finished(store.start()).result == "success"


@pytest.fixture
def editor(scraper: Page, operated: Operated) -> Page:
    """The store's configuration, open."""
    scraper.open(f"/scraper?brand={operated.store.brand_id}").find("main details input")
    open_all(scraper)
    return scraper


def open_all(page: Page) -> None:
    """Open all parts of the configuration's form."""
    page.script("document.querySelectorAll('details').forEach(d => { d.open = true })")


@contextmanager
def suggested(page: Page, slug: str, path: str) -> Iterator[str]:
    """Fill the form of a new brand from a demo store's page; yield its address."""
    with DemoStores([slug]) as stores:
        address = f"{stores.base[slug]}{path}"
        page.open("/scraper?brand=new").find("#suggest-url").send_keys(address)
        page.button("Suggest a configuration").click()
        assert page.text("The form was filled. Look it over, try it, then save.")
        yield address


def preview(page: Page) -> None:
    """Try the configuration and wait for its picture."""
    page.button("Preview").click()
    page.find("img[alt*='matched nodes']")


def field(page: Page, label: str) -> str:
    """Return the value of the configuration's field of this label."""
    path = f"//label[normalize-space(.)='{label}']/following-sibling::input"
    return str(page.driver.find_element(By.XPATH, path).get_attribute("value"))


def test_the_editor_shows_the_stored_configuration(editor: Page, operated: Operated) -> None:
    pages = editor.all("ol input[type=url]")
    assert len(pages) == operated.store.pages
    assert field(editor, "Image node")


def test_a_preview_outlines_what_matched_beside_the_items(editor: Page) -> None:
    preview(editor)
    outlines = editor.all("[aria-label=Screenshot] span[style]")
    items = editor.all("section ol > li:has(strong)")
    assert len(outlines) == len(items) > 3


def test_a_preview_opens_at_the_first_match_and_shows_the_next_page(scraper: Page) -> None:
    with suggested(scraper, "karoo-cotton", "/women/dresses"):
        preview(scraper)
    view = scraper.find("[aria-label=Screenshot]")
    outline = scraper.all("[aria-label=Screenshot] span[style]")[0]
    frame, first = view.rect, outline.rect
    assert frame["y"] <= first["y"] <= frame["y"] + frame["height"]
    status = scraper.find("[aria-labelledby=trial-title] > [role=status]").text
    assert "Next page: " in status
    names = [item.text for item in scraper.all("section ol > li strong")]
    scraper.button("Next page").click()
    scraper.find("img[alt*='matched nodes']")
    further = [item.text for item in scraper.all("section ol > li strong")]
    assert further
    assert further != names


def test_an_element_of_the_picture_is_pointed_at_and_taken_into_the_form(editor: Page) -> None:
    preview(editor)
    editor.button("Point at an element").click()
    price = editor.find("section ol > li span").text.split(" ·")[0]
    glass = editor.find("[data-part=glass]")
    outline = editor.all("[aria-label=Screenshot] span[style]")[0]
    ActionChains(editor.driver).move_to_element(outline).click().perform()
    picked = editor.find("[data-part=picked]")
    assert picked.find_element(By.TAG_NAME, "code").text
    assert glass.find_elements(By.CSS_SELECTOR, "span")  # what is pointed at is outlined
    assert price
    # The same by the keyboard, by its words.
    editor.find("[aria-label='Find an element by its words']").send_keys("$")
    editor.find("[aria-label=Elements] button").click()
    Select(editor.find("[aria-label='Use it for']")).select_by_visible_text("Price")
    selector = editor.find("[data-part=picked] code").text
    editor.button("Use this selector").click()
    assert field(editor, "Price") == selector
    editor.button("Preview").click()
    editor.wait(lambda _: "items from" in editor.find("[aria-labelledby=trial-title]").text)


def test_a_wrong_selector_shows_in_the_preview(editor: Page) -> None:
    path = "//label[normalize-space(.)='Price']/following-sibling::input"
    price = editor.driver.find_element(By.XPATH, path)
    price.clear()
    price.send_keys(".no-such-price")
    editor.button("Preview").click()
    assert editor.text("Missing: price")


def test_a_preview_makes_the_pages_own_click_and_shows_a_page_it_cannot_read(editor: Page) -> None:
    click = editor.find("[aria-label='Custom click selector of page 1']")
    click.clear()
    click.send_keys("#no-such-button")
    editor.button("Preview").click()
    assert editor.text("No visible element matches the custom click '#no-such-button'.")
    assert editor.find("[aria-label=Screenshot] img").size["width"] > 100


def test_a_suggestion_for_a_store_with_prices_on_detail_pages(scraper: Page) -> None:
    with suggested(scraper, "oranje-atelier", "/pieces/jewellery"):
        preview(scraper)
    open_all(scraper)
    assert field(scraper, "Detail link") == "a.see-piece"
    assert (
        "detail pages were opened for the first 3"
        in scraper.find("[aria-labelledby=trial-title] > [role=status]").text
    )


def test_a_suggestion_fills_the_form_for_review(scraper: Page) -> None:
    with suggested(scraper, "karoo-cotton", "/women/dresses") as address:
        open_all(scraper)
        assert field(scraper, "Image node")
        assert field(scraper, "Price")
        assert scraper.all("ol input[type=url]")[0].get_attribute("value") == address
    found = {
        row.find_element(By.TAG_NAME, "strong").text: row.text
        for row in scraper.all("[aria-label='What was found'] li")
    }
    assert {"Image node", "Product's name", "Price"} <= found.keys()
    assert field(scraper, "Price") in found["Price"]
    assert "% sure" in found["Price"]
