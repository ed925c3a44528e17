"""Pictures and icons, asked for as politely as pages: robots.txt, and turns shared with crawls."""

from __future__ import annotations

import threading
import time
from urllib.parse import urljoin, urlsplit

from protego import Protego

from indexer.images.download import (
    DownloadError,
    HostAwayError,
    InsideError,
    NotThereError,
    download,
)
from indexer.runs.stopflag import SHUTDOWN
from scrapers.addresses import Loopback, is_inside
from scrapers.options import USER_AGENT
from scrapers.turns import OwnTurns, Turns, host_of

DELAY_S = 0.2  # between two files of one host, which cost a store less than a page
LONGEST_DELAY_S = 30.0  # of what a robots.txt asks for
LONGEST_WAIT_S = 60.0  # for a host that asked to be left alone; then it is for another job
SLICE_S = 0.2
ALLOWS_ALL = ""


class DisallowedFileError(DownloadError):
    """robots.txt disallows the file, or could not be read and so counts as disallowing."""


class PoliteFiles:
    """Fetches files for one job; its threads may share it."""

    def __init__(self, allow_loopback: Loopback = False, turns: Turns | None = None) -> None:
        self._allow_loopback = allow_loopback
        self._turns = turns or OwnTurns()
        self._rules: dict[str, Protego | None] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, url: str, accept: str = "image/*") -> bytes:
        """Return the bytes behind an http(s) address, when it is its host's turn.

        Raises DownloadError and its kinds; a redirect is followed by the same rules.
        """
        return download(url, allow_loopback=self._allow_loopback, accept=accept, admit=self._admit)

    def _admit(self, url: str) -> None:
        rules = self._rules_of(url)
        if rules is None:
            raise DisallowedFileError("its robots.txt cannot be read, which counts as disallow")
        if not rules.can_fetch(url, USER_AGENT):
            raise DisallowedFileError("its robots.txt disallows it")
        if self._is_own(url):
            return
        host = host_of(url)
        if self._turns.wait_of(host) > LONGEST_WAIT_S:
            raise HostAwayError(f"{host} asked to be left alone")
        delay = max(DELAY_S, min(rules.crawl_delay(USER_AGENT) or 0.0, LONGEST_DELAY_S))
        until = time.monotonic() + self._turns.take(host, delay)
        while (left := until - time.monotonic()) > 0:
            if SHUTDOWN.is_set():
                raise HostAwayError("the worker ends")
            time.sleep(min(left, SLICE_S))

    def _is_own(self, url: str) -> bool:
        """Tell whether it is a demo store of this machine, which needs no politeness."""
        host = urlsplit(url).hostname or ""
        return bool(self._allow_loopback) and is_inside(host) and not is_inside(host, True)

    def _rules_of(self, url: str) -> Protego | None:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        with self._lock:
            lock = self._locks.setdefault(origin, threading.Lock())
        with lock:  # one of the threads asks
            if origin not in self._rules:
                self._rules[origin] = self._read(origin)
        return self._rules[origin]

    def _read(self, origin: str) -> Protego | None:
        """Return a host's rules (RFC 9309, 2.3.1); an address inside is told as the file's own."""
        address = urljoin(origin, "/robots.txt")
        try:
            text = download(address, allow_loopback=self._allow_loopback, accept="text/plain")
        except NotThereError:
            return Protego.parse(ALLOWS_ALL)
        except (InsideError, HostAwayError):
            raise
        except DownloadError:
            return None
        return Protego.parse(text.decode("utf-8", "replace"))
