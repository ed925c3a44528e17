"""Extra headers for a store's own hosts alone: each request of a tab is paused and checked.

The driver's own command for extra headers adds them to every request, also to those for other
hosts that a page loads from. So a second DevTools session of the tab pauses requests (Fetch
domain) and continues them, with the headers where they are for the store.
"""

import json
import threading
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.webdriver import WebDriver
from websocket import WebSocket, WebSocketException, create_connection

from scrapers.web.hosts import site_of

CONNECT_WITHIN_S = 10.0
Headers = tuple[tuple[str, str], ...]


class OwnHeaders:
    """Adds headers to requests of tabs for hosts of these sites (`scrapers.web.hosts.site_of`)."""

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
