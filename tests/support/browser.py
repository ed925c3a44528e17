"""A real Chromium for tests, and a page object for them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil
from selenium import webdriver
from selenium.common.exceptions import (
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from dev.packages import BROWSERS, HEADLESS_SHELL

T = TypeVar("T")
WAIT_S = 60
QUIT_S = 5  # for a browser that was told to end
AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
# The details of rules that pass are not read, and take more than half of the time.
AXE_RUN = """
const options = {runOnly: arguments[0], resultTypes: ["violations"], selectors: false};
axe.run(document.querySelector(arguments[1]), options).then(arguments[2]);
"""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    """Start a headless Chromium; it is quit at the end of the block.

    Its headless shell where there is one: a start takes a third of the time, and the pages' tests
    take two thirds of the processor time.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = _program(HEADLESS_SHELL, *BROWSERS)
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("perfLoggingPrefs", {"enablePage": False})  # requests only
    driver = webdriver.Chrome(options=options, service=Service(_program("chromedriver")))
    driver.set_script_timeout(WAIT_S)
    try:
        yield driver
    finally:
        _quit(driver)


def _quit(driver: webdriver.Chrome) -> None:
    """Quit a browser, and end what is left of it: one that no longer draws outlives its driver."""
    processes = psutil.Process(driver.service.process.pid).children(recursive=True)
    try:
        driver.quit()
    finally:
        for process in psutil.wait_procs(processes, timeout=QUIT_S)[1]:
            with suppress(psutil.NoSuchProcess):
                process.kill()


FRAMES = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
FRAMES_S = 10
# A toast goes after five seconds, in which a machine that stands still shows it to nobody.
LASTING_TOASTS = """{
  const later = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => later(run, ms === 5000 ? 60000 : ms, ...rest);
}"""


class Browser:
    """A Chromium for many tests, replaced where it no longer draws.

    A headless browser may stop drawing on a busy machine: then everything that waits for a frame
    (a changed media query, a transition) would wait forever in all later tests.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._driver = self._stack.enter_context(chromium())
        self._tabs: set[str] = set()  # whose toasts last

    def drawing(self) -> webdriver.Chrome:
        """Return the browser with a blank tab that draws."""
        self._driver.get("about:blank")
        self._driver.set_script_timeout(FRAMES_S)
        try:
            self._driver.execute_async_script(FRAMES)
        except TimeoutException:
            self.close()
            self._driver = self._stack.enter_context(chromium())
        self._driver.set_script_timeout(WAIT_S)
        if (tab := self._driver.current_window_handle) not in self._tabs:
            script = {"source": LASTING_TOASTS}
            self._driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
            self._tabs.add(tab)
        return self._driver

    def close(self) -> None:
        """Quit the browser."""
        self._stack.close()


# React may replace an element between finding and using it: look it up again.
REPLACED = (NoSuchElementException, StaleElementReferenceException)


class Page:
    """A browser's tab on the site; every finder waits until there is a match."""

    def __init__(self, driver: webdriver.Chrome, address: str) -> None:
        self.driver, self.address = driver, address

    def resize(self, width: int, height: int, mobile: bool = False) -> None:
        """Set the viewport in CSS px."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, path: str) -> Page:
        """Load a path of the site, and wait until its scripts have drawn it or have failed."""
        self.driver.get(self.address + path)
        return self._started()

    def reload(self) -> Page:
        """Load the page once more."""
        self.driver.refresh()
        return self._started()

    def _started(self) -> Page:
        over = "return document.querySelector('[data-first]') === null || "
        over += "document.querySelector('body > main [role=alert]') !== null"
        self.wait(lambda driver: driver.execute_script(over), "the page's scripts")
        return self

    def wait(self, condition: Callable[[webdriver.Chrome], T | None], what: str = "") -> T:
        """Wait until the condition's result is true, and return it."""
        result = WebDriverWait(self.driver, WAIT_S, 0.05, REPLACED).until(condition, what)
        assert result is not None
        return result

    def find(self, css: str) -> WebElement:
        """Return the first visible element of a CSS selector."""
        return self.wait(lambda d: _first_visible(d.find_elements(By.CSS_SELECTOR, css)), css)

    def all(self, css: str) -> list[WebElement]:
        """Return the visible elements of a CSS selector, perhaps none."""
        # In a tuple, which is true, so that an empty list does not wait; a replaced element does.
        (visible,) = self.wait(lambda d: (_visible(d.find_elements(By.CSS_SELECTOR, css)),), css)
        return visible

    def has(self, css: str) -> bool:
        """Return True if an element of a CSS selector is visible."""
        (first,) = self.wait(lambda d: (_first_visible(d.find_elements(By.CSS_SELECTOR, css)),))
        return first is not None

    def says(self, css: str, words: str) -> None:
        """Wait until the first visible element of a CSS selector has these words in its text."""
        self.wait(lambda _: words in self.find(css).text, f"{css} says {words}")

    def button(self, name: str) -> WebElement:
        """Return the visible button whose text or accessible name is `name`."""
        return self._by_name("button", name)

    def press(self, name: str) -> None:
        """Click the button of this name once it can be pressed: a form may still be checked."""
        self.wait(lambda _: self.button(name).is_enabled(), f"{name} can be pressed")
        self.button(name).click()

    def link(self, name: str) -> WebElement:
        """Return the visible link whose text or accessible name is `name`."""
        return self._by_name("a", name)

    def text(self, content: str) -> WebElement:
        """Return the visible element whose text is exactly this."""
        path = f"//*[normalize-space(.)={json.dumps(content, ensure_ascii=False)}]"
        return self.wait(lambda d: _last_visible(d.find_elements(By.XPATH, path)), content)

    def choose(self, label: str, option: str) -> None:
        """Choose an option, by its text, in the select of a label."""
        self.select(label).select_by_visible_text(option)

    def select(self, label: str) -> Select:
        path = f"//label[contains(., {json.dumps(label)})]//select"
        return Select(self.wait(lambda d: d.find_element(By.XPATH, path), label))

    def path(self) -> str:
        """Return the address after the host."""
        return str(self.driver.execute_script("return location.pathname + location.search"))

    def wait_for_path(self, path: str) -> None:
        """Wait until the address after the host is `path`."""
        self.wait(lambda _: self.path() == path, f"path {path}")

    def network(self) -> str:
        """Return the browser's log of requests since the last call, as JSON lines."""
        entries = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        return "\n".join(entry["message"] for entry in entries)

    def download_to(self, folder: Path) -> None:
        """Keep what is downloaded from now on in this folder."""
        self.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
        )

    def block(self, *patterns: str) -> None:
        """Let requests to these addresses fail, as an unreachable server would."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": list(patterns)})

    def width(self) -> int:
        """Return the document's width in px; more than the viewport's means it scrolls sideways."""
        return int(self.script("return document.documentElement.scrollWidth"))

    def script(self, code: str, *arguments: Any) -> Any:
        """Run JavaScript in the page and return its answer."""
        return self.driver.execute_script(code, *arguments)

    def violations(self, part: str = "") -> list[str]:
        """Return axe-core's violations on the present page, or in a part; one line per rule."""
        if not self.script("return 'axe' in window"):
            self.script(AXE.read_text())
        result = self.driver.execute_async_script(AXE_RUN, AXE_TAGS, part or ":root")
        return [
            f"{rule['id']}: {[node['html'][:160] for node in rule['nodes'][:3]]}"
            for rule in result["violations"]
        ]

    def errors(self) -> list[str]:
        """Return what the console has said of errors since the last call."""
        entries = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(entry["message"]) for entry in entries if entry["level"] == "SEVERE"]

    def _by_name(self, tag: str, name: str) -> WebElement:
        word = json.dumps(name, ensure_ascii=False)
        path = f"//{tag}[normalize-space(.)={word} or @aria-label={word}]"
        return self.wait(lambda d: _last_visible(d.find_elements(By.XPATH, path)), name)


def _program(*names: str) -> str:
    paths = [path for path in map(shutil.which, names) if path]
    if not paths:
        raise FileNotFoundError(f"none of {', '.join(names)} is installed")
    return paths[0]


def _visible(elements: list[WebElement]) -> list[WebElement]:
    return [element for element in elements if element.is_displayed()]


def _first_visible(elements: Iterable[WebElement]) -> WebElement | None:
    """Ask no further than to the first: each is a question to the browser, and tiles are many."""
    return next((element for element in elements if element.is_displayed()), None)


def _last_visible(elements: list[WebElement]) -> WebElement | None:
    return _first_visible(reversed(elements))
