"""Everybody: axe, keyboard, dark, small and enlarged screens (issue bars; WCAG 2.2 AA)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import BOX, results, write
from tests.support.browser import Page

KB = 1024


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/?category=women", "/?q=nothingatall", "/?brand=Lisboa"])
def test_7_search_screens_have_no_violations(page: Page, path: str, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page.open(path)
    page.find("article")
    page.find("footer")
    assert page.violations() == []


def test_7_suggestions_have_no_violations(page: Page) -> None:
    page.open("/")
    write(page, "cera")
    page.find("[role=option]")
    page.find(BOX).send_keys(Keys.ARROW_DOWN)
    assert page.violations() == []


def test_7_the_keyboard_reaches_panel_and_tiles_in_reading_order(page: Page) -> None:
    results(page, "/?category=women")
    page.find(BOX).click()
    names = []
    for _ in range(10):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        element = page.driver.switch_to.active_element
        names.append(str(element.get_attribute("aria-label") or element.text).split("\n")[0])
    assert names[:4] == ["Filters", "Search", "All categories", "Dresses"]
    assert names[-4:-1] == ["Remove Category: Women", "Clear all", "Switch view"]


def test_7_the_focus_ring_shows_on_what_has_the_focus(page: Page) -> None:
    results(page, "/?category=women")
    page.find(BOX).send_keys(Keys.TAB)
    style = page.driver.switch_to.active_element.value_of_css_property("outline")
    assert "2px" in style
    assert "solid" in style


@pytest.mark.parametrize("path", ["/", "/?category=women"])
@pytest.mark.parametrize("width", [320, 390, 720, 1440])
def test_7_nothing_scrolls_sideways(page: Page, path: str, width: int) -> None:
    page.resize(width, 700, mobile=width < 600)
    page.open(path)
    page.find("article")
    assert page.width() <= width


def test_7_reduced_motion_turns_motion_off(page: Page) -> None:
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    results(page, "/?category=women")
    motion = page.script(
        "return getComputedStyle(document.documentElement).getPropertyValue('--motion')"
    )
    assert motion.strip() in {"0ms", "0s"}


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
    landing = ("index.html", "src/app/boot.tsx")
    assert 60 * KB < size(*landing) <= 110 * KB
    assert size(*landing, "src/features/search/SearchScreen.tsx") <= 160 * KB
    assert not [name for name in manifest if "devmode" in name]
