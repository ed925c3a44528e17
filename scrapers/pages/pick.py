"""The elements in a page's picture, with selectors, for an operator to select one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.config import BrandConfig

SCRIPT = (Path(__file__).parent / "pick.js").read_text(encoding="utf-8")
MOST = 1500  # elements; those further down cannot be selected


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the page: its box in px, its text and its selectors.

    `alone` matches only it. `in_card` matches it in its card, and exactly one element in `hits` of
    the `of` cards it was tried on. `likes` matches an image and those of other cards, `count` in
    all; their cards are `depth` levels up.
    """

    x: float
    y: float
    width: float
    height: float
    tag: str
    text: str
    alone: str
    in_card: str | None = None
    hits: int = 0
    of: int = 0
    likes: str | None = None
    count: int = 0
    depth: int = 0


def elements(driver: WebDriver, brand: BrandConfig, top: int, bottom: int) -> tuple[Element, ...]:
    """Return the visible elements between two heights of the page (px).

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
        answer: list[dict[str, Any]] = driver.execute_script(SCRIPT, request)
    except WebDriverException:
        return ()
    return tuple(Element(**fields) for fields in answer or ())
