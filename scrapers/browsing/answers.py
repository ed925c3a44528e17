"""Which error a store's answer stands for where it is not its page. Pure, no browser."""

import math
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scrapers.browsing.dom import PageState
from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    ChallengeError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    PageError,
    TooManyRequestsError,
)
from scrapers.structured.html_tree import tree_of
from scrapers.structured.lock import BELOW, LOCK, LOCKED
from scrapers.wording import plain_text

# 430 is Shopify's, for what it takes for a program: https://shopify.dev/docs/api/usage/response-codes
TOO_MANY, BUSY = (429, 430), 503
GONE = (404, 410)
OK_UP_TO, UNAUTHORIZED, BROKEN_FROM = 400, 401, 500
# Texts of challenge pages by the service that shows them. They are looked for on short pages only,
# because a product may be called Captcha.
CHALLENGES: dict[str, str] = {
    "Cloudflare": r"just a moment\.\.\.|attention required! \| cloudflare|checking your browser"
    r"|checking if the site connection is secure|enable javascript and cookies to continue"
    r"|ddos protection by|needs to review the security of your connection|cf-turnstile|ray id",
    "DataDome": r"captcha-delivery\.com|please enable js and disable any ad blocker|datadome",
    "HUMAN (PerimeterX)": r"press (?:&|and) hold|px-captcha|perimeterx|robot or human"
    r"|access to this page has been denied|before we continue",
    "Imperva": r"incapsula incident|pardon our interruption|_incapsula_resource",
    "AWS WAF": r"let'?s confirm you are human|awswaf",
    "hCaptcha": r"h-?captcha",
    "reCAPTCHA": r"recaptcha|unusual traffic",
    "": r"captcha|(?:are|that|if) you(?:'re| are)? (?:a |not a )?(?:human|robot|bot)\b"
    r"|verif\w{0,8} (?:that )?you(?:'re| are)|human verification|security (?:check|verification)"
    r"|complete the (?:action|challenge|check|puzzle)|slide (?:right )?to (?:verify|complete)"
    r"|i'?m not a robot|one more step|access denied|request (?:was )?blocked|unusual activity"
    r"|automated (?:access|queries|requests)|bot (?:detection|protection)|you have been blocked"
    r"|ein mensch sind|kein roboter|sicherheitsüberprüfung|pas un robot|no eres un robot"
    r"|geen robot",
}
_CHALLENGE = {who: re.compile(pattern, re.IGNORECASE) for who, pattern in CHALLENGES.items()}
CHALLENGE_BELOW = 1500  # characters of text
SHORT = 64 * 1024  # bytes of a page that may be a challenge
BEGINNING = 64  # bytes, in which a page has its first tag
_PASSWORD = re.compile(rb"type\s{0,9}=\s{0,9}[\"']?password", re.IGNORECASE)
_UNSEEN = "//script | //style | //noscript | //template"
PAGE_TYPES = ("text/html", "application/xhtml+xml", "")
SECONDS = re.compile(r"\d{1,9}(?:\.\d{1,6})?")

# Chromium's network errors (net/base/net_error_list.h).
NET_ERROR = re.compile(r"ERR_[A-Z0-9_]+")
NETWORK_ERRORS = (
    ("ERR_TOO_MANY_REDIRECTS", "The store redirects in a circle."),
    ("ERR_NAME_NOT_RESOLVED", "There is no host of that name."),
    ("ERR_CONNECTION_REFUSED", "The store's host takes no connection (the port is closed)."),
    ("ERR_EMPTY_RESPONSE", "The store closed the connection without an answer."),
    ("ERR_CONNECTION_CLOSED", "The store closed the connection without an answer."),
    ("ERR_CONNECTION_RESET", "The store broke off the connection."),
    ("ERR_TIMED_OUT", "The store does not answer."),
    ("ERR_CONNECTION_TIMED_OUT", "The store does not answer."),
    ("ERR_INCOMPLETE_CHUNKED", "The store broke off in the middle of its answer."),
    ("ERR_CONTENT_LENGTH_MISMATCH", "The store broke off in the middle of its answer."),
    ("ERR_CERT_DATE", "The store's TLS certificate has expired, or is not valid yet."),
    ("ERR_CERT_COMMON_NAME", "The store's TLS certificate is for another host."),
    ("ERR_CERT_", "The store's TLS certificate is not to be trusted"),
    ("ERR_SSL", "The store's host does not speak TLS as it should"),
    ("ERR_HTTP_RESPONSE_CODE_FAILURE", "The store answers with an error and an empty page."),
    ("ERR_INVALID_", "The store's answer is broken"),
)


def network_error_message(text: str) -> str | None:
    """Return the message for a browser's network error in the text; None where there is none."""
    match = NET_ERROR.search(text)
    if match is None:
        return None
    code = match.group()
    for prefix, message in NETWORK_ERRORS:
        if code.startswith(prefix):
            return message if message.endswith(".") else f"{message} ({code})."
    return f"The page cannot be reached ({code})."


def check(state: PageState, wait_s: Callable[[], float | None]) -> None:
    """Raise the PageError for the document's status or text; return if it is the store's page.

    `wait_s` reads the answer's Retry-After; it is called only where that counts.
    """
    if state.status in TOO_MANY:
        raise TooManyRequestsError(
            f"The store answers {state.status}, too many requests.", wait_s()
        )
    # A 5xx is temporary, whatever its page contains.
    if state.locked and state.status < BROKEN_FROM and len(state.text.strip()) < BELOW:
        raise LockedStoreError(LOCKED)
    if state.status in GONE:
        raise MissingPageError(f"The store answers {state.status}, there is no such page.")
    if (error := challenge(state)) is not None:
        raise error
    if state.status == BUSY:
        raise BusyStoreError("The store answers 503.", wait_s())
    if state.status >= OK_UP_TO:
        raise refusal_of(state.status)
    if state.content_type not in PAGE_TYPES:
        raise MissingPageError(f"The store answers with {state.content_type[:80]}, not a page.")
    if state.empty:
        raise BadPageError(f"The store answers {state.status or 200} with an empty page.")


def refusal_of(status: int, words: str = "") -> PageError:
    """Return the error for a status of no meaning of its own: a lock, a refusal, or trouble."""
    if status == UNAUTHORIZED:
        return LockedStoreError(f"The store answers {status}, it requires a password.{words}")
    known = BadPageError if status >= BROKEN_FROM else ForbiddenError
    return known(f"The store answers {status}.{words}")


def challenge(state: PageState) -> PageError | None:
    """Return the error for a captcha, a bot check or a page that refuses access."""
    text = state.text.strip()
    if len(text) >= CHALLENGE_BELOW:
        return None
    for who, pattern in _CHALLENGE.items():
        if match := pattern.search(f"{state.title} {text} {state.marks}"):
            by = f" ({who})" if who else ""
            return ChallengeError(
                "The store answers with a captcha or a refusal instead of its page."
                f" Its words: {match.group()!r}{by}."
            )
    return None


def page_error(body: bytes, status: int = 200) -> PageError | None:
    """Return the error for a page without a browser: it wants a password alone, or is a challenge.

    None for everything that is not short, or no page.
    """
    is_long = len(body) > SHORT and not _PASSWORD.search(body)
    if is_long or b"<" not in body[:BEGINNING]:
        return None
    try:
        root = tree_of(body)
    except ValueError:
        return None
    is_locked, title = bool(root.xpath(LOCK)), root.findtext(".//title") or ""
    for unseen in root.xpath(_UNSEEN):
        unseen.drop_tree()
    text = plain_text(root.text_content())
    if is_locked and status < BROKEN_FROM and len(text) < BELOW:
        return LockedStoreError(LOCKED)
    return challenge(PageState(status, text, title, ""))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a Retry-After header, as a number or as a date.

    None where it is neither: stores send any text ("soon", "-1").
    """
    value = headers.get("retry-after", "").strip().split("\n")[0].strip()
    if SECONDS.fullmatch(value):
        return float(value)
    try:
        at = parsedate_to_datetime(value)
        if at.tzinfo is None:  # "-0000": a time of an unknown zone, which is UTC (RFC 5322, 3.3)
            at = at.replace(tzinfo=UTC)
        wait = (at - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return max(0.0, wait) if math.isfinite(wait) else None
