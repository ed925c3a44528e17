"""The submit-site dialogs (spec §2.10, §5, §8)."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from sqlalchemy import select

from indexer.db import session_scope
from indexer.models import Brand, BrandSubmission
from tests.support.browser import Page


@pytest.fixture
def dialog(page: Page) -> Page:
    """The visitor's dialog, open."""
    page.open("/about").button("Suggest a store").click()
    page.find("dialog[open]")
    return page


def test_2_10_the_dialog_asks_for_one_website(dialog: Page) -> None:
    assert dialog.find("dialog h2").text == "Add brand"
    assert dialog.text(
        "Each site is reviewed in a couple of days, "
        "and if it is approved you will see it added shortly."
    )
    assert len(dialog.all("dialog input")) == 1
    assert not dialog.button("Submit").is_enabled()
    assert dialog.violations() == []


def test_9_the_dialog_is_at_most_600_px_wide(dialog: Page) -> None:
    assert dialog.find("dialog").size["width"] == 600


def test_2_10_the_dialog_fills_a_phone(phone: Page) -> None:
    phone.open("/about").button("Suggest a store").click()
    assert phone.find("dialog[open]").size == {"width": 390, "height": 844}


def test_5_a_wrong_address_is_told_and_cannot_be_sent(dialog: Page) -> None:
    dialog.find("#website").send_keys("www.karoo.example", Keys.TAB)
    assert dialog.text("Please enter a valid URL")
    assert not dialog.button("Submit").is_enabled()


def test_2_10_a_success_thanks_and_ok_closes(dialog: Page, clean_database: str) -> None:
    dialog.find("#website").send_keys("https://karoo.example")
    dialog.press("Submit")
    assert dialog.text("Thanks for your submission!")
    assert dialog.text("We will provide feedback as soon as possible.")
    dialog.button("Ok").click()
    dialog.wait(lambda _: not dialog.all("dialog[open]"))
    with session_scope(clean_database) as session:
        assert session.scalars(select(BrandSubmission.website)).all() == ["https://karoo.example"]


def test_8_a_failure_is_told_in_the_dialog_and_the_form_stays(dialog: Page) -> None:
    dialog.block("*/api/brands/submit*")
    dialog.find("#website").send_keys("https://karoo.example")
    dialog.press("Submit")
    assert dialog.find("dialog [role=alert]").text
    assert dialog.find("#website").get_attribute("value") == "https://karoo.example"


def test_2_10_cancel_closes_and_gives_the_focus_back(dialog: Page) -> None:
    dialog.button("Cancel").click()
    dialog.wait(lambda _: not dialog.all("dialog[open]"))
    assert dialog.script("return document.activeElement.textContent") == "Suggest a store"


@pytest.fixture
def site_form(dev_page: Page) -> Page:
    """Development mode's dialog, open."""
    dev_page.open("/about").button("Submit site").click()
    dev_page.find("dialog[open] form")
    return dev_page


def test_2_10_the_full_form_has_every_field_with_help(site_form: Page) -> None:
    site_form.script("document.querySelectorAll('dialog details').forEach(d => { d.open = true })")
    labels = {label.text.removesuffix(" (required)") for label in site_form.all("dialog label")}
    assert {"Name", "Website", "Image node", "Price", "Href selector", "Ships from"} <= labels
    assert not site_form.button("SUBMIT").is_enabled()
    assert site_form.violations() == []


def test_2_10_the_full_form_adds_a_brand(site_form: Page, clean_database: str) -> None:
    fields = site_form.all("dialog input")
    fields[0].send_keys("Karoo Cotton")
    fields[1].send_keys("https://karoo-cotton.example")
    site_form.button("SUBMIT").click()
    assert site_form.text("Thank you for your submission!")
    assert site_form.text("We will provide feedback as soon as possible!")
    site_form.button("OK").click()
    site_form.wait(lambda _: not site_form.all("dialog[open]"))
    with session_scope(clean_database) as session:
        assert session.scalars(select(Brand.name)).all() == ["Karoo Cotton"]
