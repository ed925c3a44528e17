"""The browser of one crawl: Chromium behind the guard, with a temporary profile."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import psutil
import undetected_chromedriver
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError
from websocket import WebSocket, WebSocketException, create_connection

from scrapers.browsing.guard import Guard
from scrapers.options import USER_AGENT, CrawlOptions
from scrapers.web.urls import site_of

CONNECT_WITHIN_S = 10.0
Headers = tuple[tuple[str, str], ...]


class OwnHeaders:
    """Adds headers to requests of tabs for hosts of these sites (`scrapers.web.urls.site_of`)."""

    def __init__(self, headers: Headers, sites: Collection[str]) -> None:
        self._headers = headers
        self._sites = frozenset(sites)
        self._sockets: list[WebSocket] = []

    def watch(self, driver: WebDriver) -> None:
        """Intercept the current tab's requests from now on; raises WebDriverException."""
        if not self._headers:
            return
        host = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        address = f"ws://{host}/devtools/page/{driver.current_window_handle}"
        try:
            socket = create_connection(address, CONNECT_WITHIN_S, suppress_origin=True)
            socket.send(_command(1, "Fetch.enable", {"patterns": [{"urlPattern": "*"}]}))
            socket.recv()  # nothing is paused before the answer
            socket.settimeout(None)
        except (OSError, WebSocketException) as error:
            raise WebDriverException(f"A tab's requests cannot be looked at: {error}") from error
        self._sockets.append(socket)
        threading.Thread(target=self._continue_requests, args=(socket,), daemon=True).start()

    def close(self) -> None:
        """Stop intercepting; paused requests continue unchanged."""
        for socket in self._sockets:
            with suppress(OSError, WebSocketException):
                socket.shutdown()  # type: ignore[no-untyped-call]
        self._sockets = []

    def _continue_requests(self, socket: WebSocket) -> None:
        with suppress(OSError, ValueError, WebSocketException):  # the tab or the browser is gone
            for number in range(2, 2**31):
                message = json.loads(socket.recv())
                while message.get("method") != "Fetch.requestPaused":
                    message = json.loads(socket.recv())
                socket.send(_command(number, "Fetch.continueRequest", self._answer(message)))

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return how a paused request continues; a redirect is paused again."""
        request = message["params"]["request"]
        unchanged = {"requestId": message["params"]["requestId"]}
        if site_of(request["url"]) not in self._sites:
            return unchanged
        names = {name.lower() for name, _ in self._headers}
        kept = [header for header in request["headers"].items() if header[0].lower() not in names]
        headers = [{"name": name, "value": value} for name, value in (*kept, *self._headers)]
        return unchanged | {"headers": headers}


def _command(number: int, method: str, parameters: dict[str, Any]) -> str:
    return json.dumps({"id": number, "method": method, "params": parameters})


CONFINE = Path(__file__).parent / "confine.py"
WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
QUIT_WITHIN_S = 8.0
ANSWER_WITHIN_S = 5  # for a script that takes a millisecond
DRIVER_GRACE_S = 10  # beyond the page's own time-outs, which the driver enforces
MOST_RESTARTS = 3
# The errors of a command: the driver's own report, or no answer of the driver.
BROWSER_ERRORS = (WebDriverException, HTTPError)
WINDOW = "1366,1200"
HTML_LIMIT = 5_000_000  # characters of a failed page
FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    # Without it WebRTC sends its own packets past the proxy: a store's page reached 127.0.0.1
    # (older Chromiums have it under the second name).
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-component-update",
    "--disable-background-networking",
    # Tabs in the background load pages at full speed.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-first-run",
    "--no-default-browser-check",
    "--lang=en-ZA",
)


class Browser:
    """Chromium with its driver and guard; use it as a context manager.

    Raises WebDriverException when Chromium cannot be started. Closing ends every process that was
    started, even where the driver hangs, and removes the profile.
    """

    def __init__(self, options: CrawlOptions, stealth: bool = False) -> None:
        self.options = options
        self.guard = Guard(options.allow_loopback, options.proxy)
        self._stealth = stealth
        self._own_headers = OwnHeaders(options.headers, options.header_sites)
        self._profile = Path()
        self._driver: WebDriver | None = None
        # The last documents' time origins, ms: they distinguish a new document from the one before.
        self.recent_documents: deque[float] = deque(maxlen=16)
        self._restarts = 0
        self.bounded_to_s = 0.0

    @property
    def driver(self) -> WebDriver:
        if self._driver is None:
            raise RuntimeError("the browser is not open")
        return self._driver

    def __enter__(self) -> Browser:
        self.guard.__enter__()
        try:
            self._open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the browser, kill its remaining processes and remove the profile."""
        self._end()
        self.guard.__exit__()

    def answers(self) -> bool:
        """Return True if the browser responds; a page's script may hang it."""
        config = _client_config(self.driver)
        usual, config.timeout = config.timeout, ANSWER_WITHIN_S
        try:
            self.driver.switch_to.default_content()
            return bool(self.driver.execute_script("return true"))
        except BROWSER_ERRORS:
            return False
        finally:
            config.timeout = usual

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Bound each command of the block to this time, and to a page's time-out."""
        limit = max(1.0, min(seconds, self.options.page_timeout_s))
        self._limit_time(limit)
        try:
            yield
        finally:
            if self._driver is not None and limit < self.options.page_timeout_s:
                with suppress(*BROWSER_ERRORS):  # the browser may have died
                    self._limit_time(self.options.page_timeout_s)

    def _limit_time(self, seconds: float) -> None:
        if seconds == self.bounded_to_s:
            return
        self.bounded_to_s = seconds
        # Selenium's default of 120 s, with retries, would cost minutes at each hung page.
        _client_config(self.driver).timeout = seconds + DRIVER_GRACE_S
        self.driver.set_page_load_timeout(seconds)
        self.driver.set_script_timeout(seconds)

    def new_tab(self) -> str:
        """Open a tab, prepare it as the first one, switch to it and return its handle."""
        self.driver.switch_to.new_window("tab")
        self._prepare()
        return self.driver.current_window_handle

    def dialog_message(self, kind: str, text: str) -> str:
        """Return the log line for a dialog that a page opened and how it was answered."""
        answers = {
            "alert": "it was closed",
            "confirm": "it was accepted" if self.options.accept_confirms else "it was dismissed",
            "prompt": "it was dismissed",
        }
        return f"The page shows a {kind}: {text!r}; {answers.get(kind, 'nothing was done')}."

    def keep_evidence(self, page_id: int | None) -> tuple[Path | None, Path | None]:
        """Write a failed page's screenshot and HTML; None for a file that could not be written."""
        folder = self.options.evidence_dir
        if folder is None:
            return None, None
        folder.mkdir(parents=True, exist_ok=True)
        count = sum(1 for _ in folder.glob("*.html")) + 1
        stem = f"page-{page_id or 0}-{count}"
        screenshot: Path | None = None
        html: Path | None = None
        with suppress(*BROWSER_ERRORS, OSError):
            self.driver.switch_to.default_content()
            source = self.driver.page_source[:HTML_LIMIT]
            (folder / f"{stem}.html").write_text(source, encoding="utf-8", errors="replace")
            html = folder / f"{stem}.html"
            (folder / f"{stem}.png").write_bytes(self.driver.get_screenshot_as_png())
            screenshot = folder / f"{stem}.png"
        return screenshot, html

    def restart(self) -> None:
        """Replace a browser that died or hangs; raises WebDriverException after MOST_RESTARTS."""
        self._restarts += 1
        if self._restarts > MOST_RESTARTS:
            raise WebDriverException(f"The browser died {self._restarts} times.")
        self._end()
        self._open()

    def _open(self) -> None:
        self._profile = Path(tempfile.mkdtemp(prefix="winkel-browser-"))
        self._driver = self._start_stealth() if self._stealth else self._start_chromedriver()
        self._prepare()  # before the bounds for pages, which a browser's start may exceed
        self.bounded_to_s = 0.0
        self._limit_time(self.options.page_timeout_s)
        for name, value, url in self.options.cookies:
            self._driver.execute_cdp_cmd(
                "Network.setCookie", {"name": name, "value": value, "url": url}
            )

    def _prepare(self) -> None:
        """Prepare the current tab: inject watch.js into its documents, and deny downloads."""
        driver = self.driver
        accepts = "true" if self.options.accept_confirms else "false"
        source = f"(function () {{ {WATCH} }})({accepts});"
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "deny"})
        self._own_headers.watch(driver)

    def _end(self) -> None:
        self._own_headers.close()
        if self._driver is not None:
            driver_process = self._driver.service.process
            _within(QUIT_WITHIN_S, self._driver.quit)
            if driver_process is not None and driver_process.poll() is None:
                driver_process.kill()
                driver_process.wait()
            self._driver = None
        _end_processes_of(self._profile)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _confined_program(self) -> str:
        """Return a program that starts the browser so that it connects to the guard alone."""
        words = [sys.executable, "-IS", CONFINE, str(self.guard.port), self.options.chromium]
        program = self._profile / "chromium"
        program.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, words))} "$@"\n')
        program.chmod(0o700)
        return str(program)

    def _start_chromedriver(self) -> WebDriver:
        options = Options()
        self._configure(options)
        options.binary_location = self._confined_program()
        options.add_experimental_option(
            "perfLoggingPrefs", {"enableNetwork": True, "enablePage": False}
        )
        service = Service(self.options.chromedriver, log_output=subprocess.DEVNULL)
        return webdriver.Chrome(options=options, service=service)

    def _start_stealth(self) -> WebDriver:
        driver = Path(shutil.copy(self.options.chromedriver, self._profile / "chromedriver"))
        options = undetected_chromedriver.ChromeOptions()
        self._configure(options)
        started: WebDriver = undetected_chromedriver.Chrome(
            options=options,
            user_data_dir=str(self._profile / "user"),
            driver_executable_path=str(driver),
            browser_executable_path=self._confined_program(),
            version_main=chromium_major(self.options.chromium),
            headless=True,
            use_subprocess=True,
        )
        return started

    def _configure(self, options: Options) -> None:
        options.page_load_strategy = "eager"
        # Network events have the document's status and headers (Retry-After).
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
        # For dialogs that watch.js does not answer: before it is injected, and the browser's own.
        confirm = "accept" if self.options.accept_confirms else "dismiss"
        options.set_capability(
            "unhandledPromptBehavior",
            {
                "alert": "accept",
                "beforeUnload": "accept",
                "confirm": confirm,
                "prompt": "dismiss",
                "default": "dismiss",
            },
        )
        if not self._stealth:
            options.add_argument(f"--user-data-dir={self._profile / 'user'}")
        if not self._stealth or self.options.user_agent != USER_AGENT:
            options.add_argument(f"--user-agent={self.options.user_agent}")
        for flag in (*FLAGS, f"--window-size={WINDOW}", f"--proxy-server={self.guard.url}"):
            options.add_argument(flag)
        options.add_argument("--proxy-bypass-list=<-loopback>")
        if os.geteuid() == 0:  # Chromium's sandbox refuses to run as root
            options.add_argument("--no-sandbox")
        if not self.options.load_images:
            options.add_argument("--blink-settings=imagesEnabled=false")


def _client_config(driver: WebDriver) -> ClientConfig:
    config: ClientConfig = cast(RemoteConnection, driver.command_executor).client_config
    return config


def message_of(error: BaseException) -> str:
    """Return the first line of a browser's error: the driver appends its own stack."""
    if isinstance(error, HTTPError):
        return "it does not answer"
    return (getattr(error, "msg", None) or type(error).__name__).splitlines()[0]


DEATH = re.compile(
    r"disconnected|not reachable|invalid session|session deleted|crash|not connected|refused"
    r"|without response|no such window|target window already closed"
    # The driver itself ended during a command.
    r"|connection aborted|connection broken|reset by peer|broken pipe",
    re.IGNORECASE,
)


def is_death(error: BaseException) -> bool:
    """Return True if the browser, its tab or its driver is gone; one that hangs is not."""
    text = f"{type(error).__name__} {getattr(error, 'msg', None) or error}"
    return "timed out" not in text.lower() and DEATH.search(text) is not None


def chromium_major(chromium: str) -> int:
    """Return the browser's major version, "156" of "Chromium 156.0.8078.73"."""
    answer = subprocess.run(
        [chromium, "--version"], capture_output=True, text=True, check=True, timeout=20
    )
    return int(answer.stdout.split()[1].split(".")[0])


def _within(seconds: float, action: Callable[[], Any]) -> None:
    """Run the action with a time-out: a hung driver never answers."""

    def without_errors() -> None:
        with suppress(*BROWSER_ERRORS, OSError, ValueError):
            action()

    thread = threading.Thread(target=without_errors, daemon=True)
    thread.start()
    thread.join(seconds)


def _end_processes_of(profile: Path) -> None:
    if not profile.name:
        return
    mark, own, killed = str(profile), os.getpid(), list[psutil.Process]()
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.pid != own and any(mark in argument for argument in process.cmdline()):
                process.kill()
                killed.append(process)
    psutil.wait_procs(killed, timeout=QUIT_WITHIN_S)  # on a busy machine they die late
