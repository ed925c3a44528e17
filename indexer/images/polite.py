"""Pictures and icons, asked for as politely as pages: robots.txt, and turns shared with crawls."""

from __future__ import annotations

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
from scrapers.errors import DisallowedError
from scrapers.options import USER_AGENT
from scrapers.polite.robots import Robots
from scrapers.web.addresses import Loopback, is_loopback
from scrapers.web.turns import OwnTurns, Turns, host_of, wait_unless_stopped

DELAY_S = 0.2  # between two files of one host, which cost a store less than a page
LONGEST_WAIT_S = 60.0  # for a host that asked to be left alone; then it is for another job
ALLOWS_ALL = ""


class DisallowedFileError(DownloadError):
    """robots.txt disallows the file, or could not be read and so counts as disallowing."""


class PoliteFiles:
    """Fetches files for one job; its threads may share it."""

    def __init__(self, allow_loopback: Loopback, turns: Turns | None = None) -> None:
        self._allow_loopback = allow_loopback
        self._turns = turns or OwnTurns()
        self._robots = Robots(USER_AGENT, self._read)

    def get(self, url: str, accept: str = "image/*") -> bytes:
        """Return the bytes behind an http(s) address, when it is its host's turn.

        Raises DownloadError and its kinds; a redirect is followed by the same rules.
        """
        return download(url, allow_loopback=self._allow_loopback, accept=accept, admit=self._admit)

    def _admit(self, url: str) -> None:
        try:
            self._robots.permit(url)
        except DisallowedError as error:
            raise DisallowedFileError(str(error)) from error
        if self._is_own(url):
            return
        host = host_of(url)
        if self._turns.wait_of(host) > LONGEST_WAIT_S:
            raise HostAwayError(f"{host} asked to be left alone")
        wait = self._turns.take(host, self._robots.delay_s(url, DELAY_S))
        if not wait_unless_stopped(wait, SHUTDOWN.is_set):
            raise HostAwayError("the worker ends")

    def _is_own(self, url: str) -> bool:
        """Return True if it is a demo store of this machine, which needs no politeness."""
        return bool(self._allow_loopback) and is_loopback(urlsplit(url).hostname or "")

    def _read(self, origin: str) -> Protego | None:
        """Return a host's rules (RFC 9309, 2.3.1); an inner address raises the file's own error."""
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
