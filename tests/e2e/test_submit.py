"""The submit-site dialogs (spec §2.10, §5, §8)."""

from __future__ import annotations

from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.models import BrandSubmission
from tests.support.browser import Page


def test_2_10_a_visitor_suggests_a_store_and_the_focus_comes_back(
    page: Page, clean_database: str
) -> None:
    page.resize(390, 844, mobile=True)
    page.open("/about").button("Suggest a store").click()
    assert page.find("dialog[open]").size == {"width": 390, "height": 844}
    page.resize(1440, 900)
    page.wait(lambda _: page.find("dialog").size["width"] == 600, "at most 600 px")
    page.button("Cancel").click()
    page.wait(lambda _: not page.all("dialog[open]"))
    assert page.script("return document.activeElement.textContent") == "Suggest a store"
    page.button("Suggest a store").click()
    page.find("#website").send_keys("https://karoo.example")
    page.press("Submit")
    assert page.text("Thanks for your submission!")
    page.button("Ok").click()
    page.wait(lambda _: not page.all("dialog[open]"))
    with session_scope(clean_database) as session:
        assert session.scalars(select(BrandSubmission.website)).all() == ["https://karoo.example"]
