"""`make screenshots`: updates the documentation's pictures from this folder's `make run`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from selenium.common.exceptions import WebDriverException

from dev.services.errors import StepError
from tests.support.browser import Page, chromium

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ADDRESS = ROOT / ".local" / "url"  # written by `make run`
WIDE, PHONE = (1440, 900), (390, 844)

# Visible pictures are loaded or failed, fonts are loaded, and no request is pending.
SETTLED = """
const inSight = (e) => {
  const {top, bottom, left, right} = e.getBoundingClientRect();
  return right > Math.max(left, 0) && left < innerWidth && bottom > 0 && top < innerHeight;
};
return document.fonts.status === 'loaded' && !document.querySelector('main [aria-busy=true]')
  && [...document.images].filter(inSight).every(image => image.complete);
"""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file's name, the path, the element to wait for, and an action."""

    name: str
    path: str
    element: str
    act: Callable[[Page], object] = lambda _: None
    size: tuple[int, int] = WIDE
    dark: bool = False


def _type(page: Page) -> None:
    page.find("main input[role=combobox]").send_keys("dres")
    page.find("[role=option] img")


def _open_women(page: Page) -> None:
    page.button("Women").click()
    page.find("nav[aria-label=Shop] [popover] li:nth-child(4)")


def _open_panel(page: Page) -> None:
    toggles = page.all("button[aria-expanded]")
    next(toggle for toggle in toggles if toggle.text.startswith("Filters")).click()
    page.find("#filter-panel")


def _open_history(page: Page) -> None:
    page.button("History").click()
    page.find("tr[data-run]")


def _open_images(page: Page) -> None:
    _open_history(page)
    page.button("View logs").click()
    page.button("Images").click()
    picture = page.find("[role=tabpanel] [role=tabpanel] img")
    page.script("arguments[0].closest('tr').previousElementSibling.scrollIntoView()", picture)


def _open_preview(page: Page) -> None:
    page.button("Brands").click()
    page.find("tr[data-brand] td[data-cell=brand] a").click()
    page.button("Preview").click()
    page.find("img[alt*='matched nodes']")


SHOTS = (
    Shot("home-1440", "/", "main article"),
    Shot("home-390", "/", "main article", size=PHONE),
    Shot("menu-1440", "/", "main article", _open_women),
    Shot("suggestions-1440", "/", "main article", _type),
    Shot("results-1440", "/?category=women", "main article"),
    Shot("results-dark-1440", "/?category=women", "main article", dark=True),
    Shot("results-390", "/?category=women", "main article", size=PHONE),
    Shot("panel-1440", "/?category=women", "main article", _open_panel),
    Shot("panel-390", "/?category=women", "main article", _open_panel, PHONE),
    Shot("style-select-1440", "/style-select", "[data-part=collage] img"),
    Shot("style-select-390", "/style-select", "[data-part=collage] img", size=PHONE),
    Shot("operator-history-1440", "/scraper", "main [role=tab]", _open_history),
    Shot("operator-images-1440", "/scraper", "main [role=tab]", _open_images),
    Shot("operator-preview-1440", "/scraper", "main [role=tab]", _open_preview),
)


def main(names: list[str]) -> int:
    """Take the pictures of these names, or all; returns the exit code."""
    unknown = set(names) - {shot.name for shot in SHOTS}
    if unknown or not ADDRESS.exists():
        known = ", ".join(shot.name for shot in SHOTS)
        print(
            f"There is no picture {', '.join(sorted(unknown))}; there are: {known}"
            if unknown
            else "Start the site in this folder first: make run",
            file=sys.stderr,
        )
        return 1
    with chromium() as driver:
        page = Page(driver, ADDRESS.read_text().strip())
        for shot in (shot for shot in SHOTS if not names or shot.name in names):
            take(page, shot)
            print(f"docs/{shot.name}.png")
    return 0


def take(page: Page, shot: Shot, folder: Path = DOCS) -> None:
    """Open the page in a clean tab and write its picture; raises StepError on a time-out."""
    driver, (width, height) = page.driver, shot.size
    features = [
        {"name": "prefers-color-scheme", "value": "dark" if shot.dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    driver.get("about:blank")
    driver.execute_cdp_cmd(
        "Storage.clearDataForOrigin", {"origin": page.address, "storageTypes": "all"}
    )
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    page.resize(width, height, mobile=width < 600)
    try:
        page.open(shot.path).find(shot.element)
        shot.act(page)
        page.wait(lambda _: page.script(SETTLED), "pictures and letters")
    except WebDriverException as error:
        raise StepError(f"{shot.name}: {error.msg}") from error
    driver.save_screenshot(str(folder / f"{shot.name}.png"))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except StepError as failed:
        sys.exit(f"Failed: {failed}")
