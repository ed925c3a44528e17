"""What the driver's errors say about the browser: gone, or only late."""

from __future__ import annotations

import pytest
from selenium.common.exceptions import (
    InvalidSessionIdException,
    NoSuchElementException,
    NoSuchWindowException,
    TimeoutException,
    WebDriverException,
)
from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection
from urllib3.exceptions import MaxRetryError, NewConnectionError, ProtocolError, ReadTimeoutError

from scrapers.browsing.browser import is_death

POOL = HTTPConnectionPool("localhost", 1)
REFUSED = NewConnectionError(HTTPConnection("localhost", 1), "[Errno 111] Connection refused")


@pytest.mark.parametrize(
    "error",
    [
        MaxRetryError(POOL, "/session/1/frame", REFUSED),
        ProtocolError("Connection aborted.", ConnectionResetError(104, "Connection reset by peer")),
        ProtocolError("Connection aborted.", BrokenPipeError(32, "Broken pipe")),
        ProtocolError("Connection broken: IncompleteRead(10 bytes read, 90 more expected)"),
        InvalidSessionIdException("invalid session id"),
        NoSuchWindowException("no such window: target window already closed"),
        WebDriverException("disconnected: not connected to DevTools"),
        WebDriverException("tab crashed"),
    ],
    ids=lambda error: str(error)[-40:],
)
def test_a_browser_or_driver_that_is_gone_is_told_apart(error: Exception) -> None:
    assert is_death(error)


@pytest.mark.parametrize(
    "error",
    [
        ReadTimeoutError(POOL, "/session/1/url", "Read timed out. (read timeout=3)"),
        TimeoutException("timeout: Timed out receiving message from renderer: 3.000"),
        NoSuchElementException("no such element: Unable to locate element"),
        WebDriverException("unknown error: net::ERR_NAME_NOT_RESOLVED"),
    ],
    ids=lambda error: str(error)[-40:],
)
def test_one_that_is_late_or_cannot_do_as_told_lives(error: Exception) -> None:
    assert not is_death(error)
