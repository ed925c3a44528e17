"""Runs the suggestion's script in a listing page or (`own`) a product's page."""

from pathlib import Path
from typing import Any

from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.values.price.currencies import SIGNS as KNOWN
from scrapers.values.price.currencies import is_sure

SCRIPT = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
# The signs that make a number a price; those that are words as well would match sizes.
SIGNS = sorted((sign for sign in KNOWN if is_sure(sign)), key=len, reverse=True)


def ask_page(driver: WebDriver, mode: str = "list") -> dict[str, Any]:
    """Return the script's answer; its fields are in page.js."""
    page: dict[str, Any] = driver.execute_script(SCRIPT, mode, SIGNS)
    return page
