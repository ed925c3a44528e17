"""Evidence of a page that failed, for the operator: its screenshot and its HTML."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from scrapers.browsing.browser import BROWSER_ERRORS, Browser

HTML_LIMIT = 5_000_000  # characters


def keep_evidence(
    browser: Browser, page_id: int | None, folder: Path | None
) -> tuple[Path | None, Path | None]:
    """Write screenshot and HTML into the folder; None for a file that could not be written."""
    if folder is None:
        return None, None
    folder.mkdir(parents=True, exist_ok=True)
    count = sum(1 for _ in folder.glob("*.html")) + 1
    stem = f"page-{page_id or 0}-{count}"
    screenshot: Path | None = None
    html: Path | None = None
    with suppress(*BROWSER_ERRORS, OSError):
        browser.driver.switch_to.default_content()
        source = browser.driver.page_source[:HTML_LIMIT]
        (folder / f"{stem}.html").write_text(source, encoding="utf-8", errors="replace")
        html = folder / f"{stem}.html"
        (folder / f"{stem}.png").write_bytes(browser.driver.get_screenshot_as_png())
        screenshot = folder / f"{stem}.png"
    return screenshot, html
