"""A visitor's actions on a page: close pop-ups, click, hover, wait for a change."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    JavascriptException,
    MoveTargetOutOfBoundsException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from scrapers.browsing.dom import run_script
from scrapers.errors import LayoutError, RestlessPageError

POLL_S = 0.05
STALE_RETRIES = 5  # of clicks on an element that the page replaces before the click
XPATH_STARTS = ("/", "./", "(")


def close_popups(driver: WebDriver, selector: str) -> int:
    """Click every visible close button; return how many were clicked."""
    if not selector:
        return 0
    clicked = 0
    for button in run_script(driver, "buttons", {"selector": selector}):
        try:
            driver.execute_script("arguments[0].click()", button)
            clicked += 1
        except StaleElementReferenceException:
            continue  # closing one pop-up may take another with it
    return clicked


def click(driver: WebDriver, element: WebElement, popup_selector: str) -> None:
    """Click with the pointer; where another element covers it, close pop-ups first."""
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    for _ in range(2):
        try:
            element.click()
            return
        except (ElementClickInterceptedException, ElementNotInteractableException):
            if not close_popups(driver, popup_selector):
                break
    driver.execute_script("arguments[0].click()", element)


def click_first(
    driver: WebDriver, find: Callable[[], WebElement | None], popup_selector: str
) -> bool:
    """Click the element that `find` returns, looking it up again while the page replaces it.

    Returns False where there is none; raises RestlessPageError when it is replaced every time.
    """
    for _ in range(STALE_RETRIES):
        element = find()
        if element is None:
            return False
        try:
            click(driver, element, popup_selector)
        except StaleElementReferenceException:
            continue
        return True
    raise RestlessPageError("The page keeps replacing what is to be clicked.")


def wait_until(driver: WebDriver, state: Callable[[], Any], timeout_s: float) -> bool:
    """Wait until the state is true; return False after the time-out."""

    def holds(_: WebDriver) -> bool:
        try:
            return bool(state())
        except (StaleElementReferenceException, JavascriptException):
            return False  # the document is being replaced

    try:
        return bool(WebDriverWait(driver, timeout_s, POLL_S).until(holds))
    except TimeoutException:
        return False


def hover(driver: WebDriver, element: WebElement) -> None:
    """Move the pointer onto the element; nothing happens where it cannot be reached."""
    unreachable = (
        MoveTargetOutOfBoundsException,
        ElementNotInteractableException,
        StaleElementReferenceException,
    )
    with suppress(*unreachable):
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(driver, duration=0).move_to_element(element).perform()


def enter_frame(driver: WebDriver, selector: str, timeout_s: float) -> None:
    """Enter the frame; raises LayoutError when it does not appear in time."""
    by = By.XPATH if selector.startswith(XPATH_STARTS) else By.CSS_SELECTOR

    def entered() -> bool:
        driver.switch_to.default_content()
        try:
            driver.switch_to.frame(driver.find_element(by, selector))
        except (NoSuchElementException, WebDriverException):
            return False
        return bool(driver.execute_script("return document.readyState !== 'loading'"))

    if not wait_until(driver, entered, timeout_s):
        driver.switch_to.default_content()
        raise LayoutError(f"The frame {selector} did not appear.")
