"""The elements in a page's picture, with selectors, for an operator to select one."""

from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.config import BrandConfig

SCRIPT = (Path(__file__).parent / "pick.js").read_text(encoding="utf-8")
MOST = 1500  # elements; those further down cannot be selected


# An element of the page as the operator's screen takes it: `box`, its place and size in px, `tag`,
# `text` and selectors. `alone` matches only it. `card` matches it in its card, and exactly one
# element in `hits` of the `of` cards it was tried on. `likes` matches an image and those of other
# cards, `count` in all; their cards are `depth` levels up.
Element = dict[str, Any]


def elements(driver: WebDriver, brand: BrandConfig, top: int, bottom: int) -> tuple[Element, ...]:
    """Return the visible elements between two heights of the page (px), placed from the first.

    Returns none where the script fails: a preview is useful without them.
    """
    request = {
        "nodePath": brand.node_path,
        "parentDepth": brand.parent_depth,
        "top": top,
        "bottom": bottom,
        "most": MOST,
    }
    try:
        return tuple(driver.execute_script(SCRIPT, request) or ())
    except WebDriverException:
        return ()
