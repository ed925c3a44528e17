"""Addresses that nobody means: names that every object has, characters nobody types."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import results, wait_for_chips, wait_for_range
from tests.support.browser import Page


@pytest.mark.parametrize("query", ["constructor=1", "__proto__=1", "valueOf=x", "hasOwnProperty=1"])
def test_2_a_filter_that_is_none_is_left_out_whatever_its_name(page: Page, query: str) -> None:
    page.open(f"/?{query}")
    assert page.text("Shop from South African stores.")
    page.find("section[aria-label=Women] article")


def test_2_an_objects_own_name_beside_a_search_changes_nothing(page: Page) -> None:
    results(page, "/?toString=1&q=tent&constructor=2")
    wait_for_range(page, "1 - 12 of 12")
    wait_for_chips(page, "Text: tent")


@pytest.mark.parametrize("query", ["q=%00", "q=%00%0a", "q=%07%20"])
def test_2_a_text_of_control_characters_is_none(page: Page, query: str) -> None:
    page.open(f"/?{query}")
    assert page.text("Shop from South African stores.")
    page.find("section[aria-label=Women] article")


def test_2_control_characters_inside_a_text_are_blanks(page: Page) -> None:
    results(page, "/?q=canvas%00tent")
    wait_for_chips(page, "Text: canvas tent")
    wait_for_range(page, "1 - 12 of 12")


def test_8_a_start_that_fails_says_so_and_offers_another(page: Page) -> None:
    page.block("*/assets/boot*")
    page.open("/")
    alert = page.find("[role=alert]")
    assert "Winkel could not start" in alert.text
    page.block()
    page.button("Load again").click()
    page.find("section[aria-label=Women] article")
