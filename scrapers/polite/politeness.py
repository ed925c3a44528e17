"""Politeness towards a store: its robots.txt, a delay between requests, its Retry-After."""

from __future__ import annotations

import http.client
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlsplit

from protego import Protego

from scrapers.browsing.answers import retry_after
from scrapers.browsing.guard import REFUSED_STATUS, UNREACHABLE_STATUS
from scrapers.errors import (
    PageError,
    RefusedAddressError,
    StoppedError,
    TooManyRequestsError,
    UnreachableError,
    WaitTooLongError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.robots import Robots, parse
from scrapers.web.addresses import PORTS, is_loopback
from scrapers.web.turns import OwnTurns, Turns, host_of, wait_unless_stopped

ROBOTS_LIMIT = 512_000  # bytes; RFC 9309 asks for at least 500 KiB
ROBOTS_TIMEOUT_S = 15
REDIRECT, TOO_MANY, SERVER_ERROR = 300, 429, 500
# The message of http.client where the guard refuses a tunnel.
TUNNEL = re.compile(rf"Tunnel connection failed: ({REFUSED_STATUS}|{UNREACHABLE_STATUS}) (.+)")


class Politeness:
    """Reads a host's robots.txt once per crawl, and waits for the turns that all crawls share."""

    def __init__(
        self, options: CrawlOptions, guard_url: str, should_stop: Callable[[], bool]
    ) -> None:
        self._options = options
        self._should_stop = should_stop
        proxies = {"http": guard_url, "https": guard_url}
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler(proxies)).open
        self._robots = Robots(options.user_agent, self._read_robots)
        self._turns = options.turns or OwnTurns()
        self._own_turns = OwnTurns()  # for demo stores of this machine, which are not shared

    def admit(self, url: str) -> None:
        """Wait until the address may be fetched.

        Raises as `permit` does, WaitTooLongError where the host asked for a longer wait than the
        limit, and StoppedError when the crawl is stopped meanwhile.
        """
        self.permit(url)
        self._wait_for(url)

    def turn(self, url: str) -> None:
        """Wait until a page of this address may send requests itself, as after a click."""
        if self._robots.knows(url):
            self._wait_for(url)

    def permit(self, url: str) -> None:
        """Return if the host's rules allow the address.

        Raises RefusedAddressError for another scheme than http(s), and DisallowedError where
        robots.txt disallows it.
        """
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise RefusedAddressError(f"{url[:200]} is no http(s) address.")
        self._robots.permit(url)

    def hold(self, url: str, seconds: float) -> None:
        """Send no request to this host for so long, as it asked (Retry-After)."""
        self._turns_of(url).hold(host_of(url), seconds)

    def pause(self, seconds: float) -> None:
        """Wait; raises StoppedError as soon as the crawl is stopped."""
        if not wait_unless_stopped(seconds, self._should_stop):
            raise StoppedError

    def is_stopped(self) -> bool:
        """Return True if the crawl was asked to stop."""
        return self._should_stop()

    def _wait_for(self, url: str) -> None:
        turns, host = self._turns_of(url), host_of(url)
        left = turns.wait_of(host)
        if left > self._options.retry_after_limit_s:
            raise WaitTooLongError(f"The store asks to wait {left:.0f} s, more than a run waits.")
        delay = self._robots.delay_s(url, self._options.request_delay_ms / 1000)
        self.pause(turns.take(host, 0.0 if self._is_own(url) else delay))

    def _turns_of(self, url: str) -> Turns:
        return self._own_turns if self._is_own(url) else self._turns

    def _is_own(self, url: str) -> bool:
        """Return True if it is a demo store of this machine, which needs no delay."""
        if self._options.delay_is_asked or not self._options.allow_loopback:
            return False
        return is_loopback(urlsplit(url).hostname or "")

    def _read_robots(self, origin: str) -> Protego | None:
        """Return the host's rules; None (disallow all) where it answers 5xx or not at all."""
        request = urllib.request.Request(  # noqa: S310 - admit() lets http(s) pass only
            f"{origin}/robots.txt", headers={"User-Agent": self._options.user_agent}
        )
        try:
            with self._open(request, timeout=ROBOTS_TIMEOUT_S) as answer:
                text = answer.read(ROBOTS_LIMIT).decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            return _rules_of_error(error)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise unread(error, urlsplit(origin).netloc) from error
        return parse(text, self._options.user_agent)


def _rules_of_error(error: urllib.error.HTTPError) -> Protego | None:
    """Return the rules for an error status (RFC 9309, 2.3.1); raises PageError."""
    if error.code in {REFUSED_STATUS, UNREACHABLE_STATUS}:
        refused = error.code == REFUSED_STATUS
        message = error.read(500).decode("utf-8", "replace")
        raise RefusedAddressError(message) if refused else UnreachableError(message)
    if error.code == TOO_MANY:
        raise TooManyRequestsError(
            "The store answers 429, too many requests, when asked for its robots.txt.",
            retry_after({name.lower(): value for name, value in error.headers.items()}),
        )
    # A redirect loop, which urllib reports by its status, counts as a missing file.
    missing = REDIRECT <= error.code < SERVER_ERROR
    return Protego.parse("") if missing else None


def unread(error: Exception, host: str) -> PageError:
    """Return the error for a file of a host that could not be read."""
    refusal = TUNNEL.search(str(getattr(error, "reason", error)))
    if refusal is None:
        return UnreachableError(_message_of(error, host))
    is_refused = refusal.group(1) == str(REFUSED_STATUS)
    return (RefusedAddressError if is_refused else UnreachableError)(refusal.group(2))


def _message_of(error: Exception, host: str) -> str:
    """Return the message for a host that could not be asked."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"The TLS certificate of {host} is not to be trusted: {reason.verify_message}."
    if isinstance(reason, ssl.SSLError):
        return f"{host} does not speak TLS as it should."
    if isinstance(reason, TimeoutError):
        return f"{host} does not answer: nothing came in {ROBOTS_TIMEOUT_S} s."
    if isinstance(reason, http.client.RemoteDisconnected):
        return f"{host} closed the connection without an answer."
    if isinstance(reason, ConnectionResetError):
        return f"{host} broke off the connection."
    return f"{host} cannot be reached: {reason}."
