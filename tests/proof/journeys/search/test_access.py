"""Everybody: the keyboard's way, motion, letters, and what a page weighs (WCAG 2.2, issue bars)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import BOX, results
from tests.support.browser import Page


def test_7_the_keyboard_reaches_panel_and_tiles_in_reading_order(page: Page) -> None:
    results(page, "/?category=women")
    motion = "return getComputedStyle(document.documentElement).getPropertyValue('--motion')"
    assert page.script(motion).strip() in {"0ms", "0s"}
    page.find(BOX).click()
    names = []
    for _ in range(12):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        element = page.driver.switch_to.active_element
        outline = element.value_of_css_property("outline")
        assert "solid" in outline, outline
        names.append(str(element.get_attribute("aria-label") or element.text).split("\n")[0])
    assert names[:5] == ["Filters", "Search", "Skip to results", "All categories", "Dresses"]
    assert names[-5:-1] == ["Remove Category: Women", "Clear all", "Save search", "Switch view"]


def test_a_size_is_kept_once_and_offered_wherever_there_is_some(page: Page) -> None:
    results(page, "/?category=men&size=M")
    page.button("Keep M as mine").click()
    results(page, "/?category=men")
    page.button("My sizes: M").click()
    page.wait(lambda _: "size=M" in page.path(), "the search follows")
    page.button("Forget M").click()
    results(page, "/?category=men")
    assert not [button for button in page.all("button") if button.text.startswith("My sizes")]


def scripts_of(manifest: dict[str, dict[str, Any]], *entries: str) -> set[str]:
    """Return the files of the entries and of all they import at once."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        chunk = manifest[waiting.pop()]
        if chunk["file"] not in found:
            found.add(str(chunk["file"]))
            waiting += chunk.get("imports", [])
    return {name for name in found if name.endswith(".js")}


def test_bar_javascript_stays_within_its_budget(frontend_dir: Path) -> None:
    manifest = json.loads((frontend_dir / ".vite" / "manifest.json").read_text())

    def size(*entries: str) -> int:
        names = scripts_of(manifest, *entries)
        return sum(len(gzip.compress((frontend_dir / name).read_bytes(), 9)) for name in names)

    # The entry fetches the application itself as its first import, so both are a first load.
    first = ("index.html", "src/app/boot.tsx")
    landing = (*first, "src/app/home/HomePage.tsx")
    assert 60_000 < size(*landing) <= 118_000
    assert size(*first, "src/features/product/ProductScreen.tsx") <= 118_000
    assert size(*landing, "src/features/search/SearchScreen.tsx") <= 166_000
    assert not [name for name in manifest if "devmode" in name]
