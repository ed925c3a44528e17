"""Development mode's form of a brand (spec §2.10)."""

from __future__ import annotations

from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.models import Brand
from tests.support.browser import Page


def test_2_10_development_modes_form_adds_a_brand(dev_page: Page, clean_database: str) -> None:
    dev_page.open("/about").button("Submit site").click()
    dev_page.find("dialog[open] form")
    dev_page.script("document.querySelectorAll('dialog details').forEach(d => { d.open = true })")
    labels = {label.text.removesuffix(" (required)") for label in dev_page.all("dialog label")}
    assert {"Name", "Website", "Image node", "Price", "Href selector", "Ships from"} <= labels
    assert not dev_page.button("SUBMIT").is_enabled()
    fields = dev_page.all("dialog input")
    fields[0].send_keys("Karoo Cotton")
    fields[1].send_keys("https://karoo-cotton.example")
    dev_page.press("SUBMIT")
    assert dev_page.text("Thank you for your submission!")
    dev_page.button("OK").click()
    dev_page.wait(lambda _: not dev_page.all("dialog[open]"))
    with session_scope(clean_database) as session:
        assert session.scalars(select(Brand.name)).all() == ["Karoo Cotton"]
    dev_page.open("/about").link("Scraper")
    assert [link.text for link in dev_page.all("header nav a")] == ["Home", "About", "Scraper"]
    assert dev_page.button("Submit site").is_displayed()
    assert dev_page.find("footer a[href='/scraper']").text == "Scraper"
