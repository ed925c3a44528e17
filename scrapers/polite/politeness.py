"""Politeness towards a store: its robots.txt, a delay between requests, its Retry-After.

A host's robots.txt is read once (RFC 9309). Thread-safe.
"""

import io
import re
import threading
from collections.abc import Callable
from contextlib import nullcontext
from urllib.parse import urlsplit

from protego import Protego

from scrapers.browsing.answers import TOO_MANY, retry_after
from scrapers.errors import (
    DisallowedError,
    PageError,
    RefusedAddressError,
    StoppedError,
    TooManyRequestsError,
    UnreachableError,
    WaitTooLongError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.exchange import (
    Answer,
    Deadline,
    Limits,
    RedirectLoopError,
    TooLargeError,
    TooLateError,
    copy_body,
    get_following_redirects,
    send_request,
)
from scrapers.web.addresses import PORTS, is_loopback
from scrapers.web.rate_limiter import LocalRateLimiter, host_of, wait_unless_stopped

LONGEST_DELAY_S = 30.0  # the most of a robots.txt's crawl delay that is respected
MOST_NAMES = 100  # that may be ours
_AGENT = re.compile(r"\s*(?:user-?agent|user agent)(?:\s*:|\s)([^#]*)", re.IGNORECASE)
_OTHER = "User-agent: ¬"  # no user agent has such a sign

ROBOTS_LIMIT = 512_000  # bytes; RFC 9309 requires at least 500 KiB
ROBOTS_TIMEOUT_S = 15
REDIRECT, SERVER_ERROR = 300, 500


def parse(text: str, user_agent: str) -> Protego:
    """Return the rules of a robots.txt for this user agent.

    All other agents get one name: Protego keeps a group's rules for each of its names. 2,000 names
    before 2,000 rules took 5 s and 260 MB; a robots.txt may have eight times as many of each.
    """
    agent, names, lines = user_agent.lower(), {""}, []
    for line in text.splitlines():
        match = _AGENT.match(line)
        name = match[1].strip().lower().replace("*", "") if match else ""
        if name in agent and len(names) < MOST_NAMES:
            names.add(name)
        lines.append(line if name in names else _OTHER)
    return Protego.parse("\n".join(lines))


class Robots:
    """The rules of hosts for one user agent.

    `read` fetches the robots.txt of an origin, within a deadline where there is one; None stands
    for one that cannot be read, which counts as disallow (2.3.1.4).
    """

    def __init__(
        self, user_agent: str, read: Callable[[str, Deadline | None], Protego | None]
    ) -> None:
        self._user_agent = user_agent
        self._read = read
        self._rules: dict[str, Protego | None] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def permit(self, url: str, within: Deadline | None = None) -> None:
        """Return if the address may be fetched; raises DisallowedError, and what `read` raises."""
        origin = _origin(url)
        rules = self._rules_of(origin, within)
        if rules is None:
            raise DisallowedError(f"{origin}/robots.txt cannot be read, which counts as disallow.")
        if not rules.can_fetch(url, self._user_agent):
            raise DisallowedError(f"robots.txt of {origin} disallows {url}.")

    def has_rules(self, url: str) -> bool:
        """Return True if the host's rules were read."""
        return self._rules.get(_origin(url)) is not None

    def delay_s(self, url: str, least_s: float) -> float:
        """Return the delay between two requests: `least_s`, or a known robots.txt's crawl delay."""
        rules = self._rules.get(_origin(url))
        required = (rules.crawl_delay(self._user_agent) if rules else None) or 0.0
        return max(least_s, min(required, LONGEST_DELAY_S))

    def _rules_of(self, origin: str, within: Deadline | None) -> Protego | None:
        with self._lock:
            lock = self._locks.setdefault(origin, threading.Lock())
        with lock:  # one thread reads it, others wait
            if origin not in self._rules:
                self._rules[origin] = self._read(origin, within)
        return self._rules[origin]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


class Politeness:
    """Reads a host's robots.txt once per crawl, and waits for the turns that all crawls share."""

    def __init__(
        self, options: CrawlOptions, guard_url: str, should_stop: Callable[[], bool]
    ) -> None:
        self._options = options
        self._should_stop = should_stop
        self._guard_url = guard_url
        self._robots = Robots(options.user_agent, self._read_robots)
        self._turns = options.turns or LocalRateLimiter()
        # For demo stores of this machine, which are not shared.
        self._own_turns = LocalRateLimiter()

    def admit(self, url: str, within: Deadline | None = None) -> None:
        """Wait until the address may be fetched; the wait is no part of the deadline.

        Raises as `permit` does, WaitTooLongError where the host requested a longer wait than the
        limit, and StoppedError when the crawl is stopped meanwhile.
        """
        self.permit(url, within)
        with within.pause() if within else nullcontext():
            self._wait_for(url)

    def turn(self, url: str) -> None:
        """Wait until a page of this address may send requests itself, as after a click."""
        if self._robots.has_rules(url):
            self._wait_for(url)

    def permit(self, url: str, within: Deadline | None = None) -> None:
        """Return if the host's rules allow the address, which are read within the deadline.

        Raises RefusedAddressError for another scheme than http(s), and DisallowedError where
        robots.txt disallows it.
        """
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise RefusedAddressError(f"{url[:200]} is no http(s) address.")
        self._robots.permit(url, within)

    def hold(self, url: str, seconds: float) -> None:
        """Send no request to this host for so long, by its Retry-After."""
        self._turns_of(url).hold(host_of(url), seconds)

    def note_answer(self, url: str, error: PageError | None = None) -> None:
        """Count how the host answered an attempt."""
        if answer := error.answer if error else "ok":
            self._turns_of(url).note(host_of(url), answer)

    def back_off(self, url: str, error: PageError) -> None:
        """Call the host no more where no attempt was answered, and it refuses calls."""
        if error.leave_alone and self._options.leave_alone_s:
            self.hold(url, self._options.leave_alone_s)

    def pause(self, seconds: float) -> None:
        """Wait; raises StoppedError as soon as the crawl is stopped."""
        if not wait_unless_stopped(seconds, self._should_stop):
            raise StoppedError

    def is_stopped(self) -> bool:
        """Return True if the crawl must stop."""
        return self._should_stop()

    def _wait_for(self, url: str) -> None:
        turns, host = self._turns_of(url), host_of(url)
        left = turns.wait_of(host)
        if left > self._options.retry_after_limit_s:
            raise WaitTooLongError(
                f"The store requires a wait of {left:.0f} s, more than a run waits."
            )
        delay = self._robots.delay_s(url, self._options.request_delay_ms / 1000)
        self.pause(turns.take(host, 0.0 if self._is_own(url) else delay))

    def _turns_of(self, url: str) -> LocalRateLimiter:
        return self._own_turns if self._is_own(url) else self._turns

    def _is_own(self, url: str) -> bool:
        if self._options.delay_is_asked or not self._options.allow_loopback:
            return False
        return is_loopback(urlsplit(url).netloc)

    def _read_robots(self, origin: str, within: Deadline | None) -> Protego | None:
        """Return the host's rules (RFC 9309, 2.3.1); None (disallow all) where it answers 5xx.

        Raises PageError where it does not answer, StoppedError.
        """
        left = within.remaining() if within else ROBOTS_TIMEOUT_S
        limits = Limits(
            Deadline(min(ROBOTS_TIMEOUT_S, left)), ROBOTS_TIMEOUT_S, should_stop=self._should_stop
        )
        headers = {"User-Agent": self._options.user_agent, "Accept-Encoding": "gzip"}
        try:
            with get_following_redirects(
                f"{origin}/robots.txt",
                lambda url: send_request(url, self._guard_url, limits, headers),
            ) as answer:
                return self._rules_of(answer)
        except RedirectLoopError:
            return Protego.parse("")  # counts as a missing file
        except TooLateError as error:
            host = urlsplit(origin).netloc
            raise UnreachableError(
                f"{host} does not answer: its robots.txt takes longer than"
                f" {limits.deadline.seconds:.0f} s to come."
            ) from error

    def _rules_of(self, answer: Answer) -> Protego | None:
        if answer.status in TOO_MANY:
            raise TooManyRequestsError(
                f"The store answers {answer.status}, too many requests, to a request for its"
                " robots.txt.",
                retry_after(answer.headers),
            )
        if answer.status >= SERVER_ERROR:
            return None
        if answer.status >= REDIRECT:
            return Protego.parse("")
        body = io.BytesIO()
        try:
            copy_body(answer, body, ROBOTS_LIMIT, ROBOTS_LIMIT)
        except TooLateError:
            raise
        except TooLargeError:
            pass  # what has come counts
        text = body.getvalue()[:ROBOTS_LIMIT].decode("utf-8", "replace")
        return parse(text, self._options.user_agent)
