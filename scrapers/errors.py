"""What can be wrong with a page or a feed; the messages are log lines for the operator."""

UNREADABLE, EMPTY = "feed unreadable", "empty"  # codes of the reason of a run


class PageError(Exception):
    """A page cannot be read. `retry`: another attempt may succeed."""

    retry = True
    leave_alone = False  # the store does not want to be read now: its host gets no more requests
    code = "page unread"  # of the reason of a run that ends so
    answer = "unread"  # counted for the host; of `scrapers.web.rate_limiter.ANSWERS`


class FinalPageError(PageError):
    """A page that no further attempt in this run can read."""

    retry = False


class RefusedAddressError(FinalPageError):
    """The address is not http(s), or resolves to one that is not public (faults, row 21)."""

    code = "address refused"
    answer = ""


class DisallowedError(FinalPageError):
    """robots.txt disallows the address, or could not be read and so counts as disallowing."""

    code = "robots.txt"
    answer = ""  # it got no request


class BadPageError(PageError):
    """The store answered, but not with its page: a 5xx, a captcha, nothing at all."""

    code = "store in trouble"


class ChallengeError(BadPageError):
    """The store answered with a captcha, or a page that refuses access."""

    code = answer = "challenge"
    leave_alone = True


class RestlessPageError(BadPageError):
    """The page keeps replacing the element before it is clicked."""

    code = "layout changed"


class LayoutError(BadPageError):
    """The page lacks what the configuration names, or did so after a step."""

    code = "layout changed"


class SlowPageError(BadPageError):
    """The page did not load in the time that it has."""

    code = "too slow"


class ForbiddenError(FinalPageError):
    """The store refuses the address, with a 4xx of no other meaning."""

    code = "page refused"
    answer = "refused"


class LockedStoreError(FinalPageError):
    """The store shows nothing before a password is given."""

    code = "locked"
    answer = "refused"


class MissingPageError(FinalPageError):
    """The store answered 404 or 410, or with something that is not a page."""

    code = "page gone"
    answer = "missing"


class BusyStoreError(BadPageError):
    """The store answered 503, 429 or 430; `wait_s` is its Retry-After in s, where it gave one."""

    code = "asked too often"
    answer = "busy"

    def __init__(self, message: str, wait_s: float | None) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class TooManyRequestsError(BusyStoreError):
    """The store answered 429, or 430."""

    leave_alone = True
    answer = "too many"


class UnreachableError(BadPageError):
    """The store's host is unknown, closed, silent, or has no valid certificate."""

    code = "store not reached"
    answer = "unreached"


class DownloadError(FinalPageError):
    """The address is a download and not a page."""

    code = "page gone"


class MovedStoreError(FinalPageError):
    """The address leads to another site."""

    code = "shop moved"

    def __init__(self, site: str) -> None:
        super().__init__(f"It leads to another site, {site[:100]}.")


class IncompleteListError(FinalPageError):
    """The list was read, but seems to continue (faults, row 38)."""

    code = "list not ended"


class WaitTooLongError(FinalPageError):
    """The store is to be left alone for longer than a run waits; a later run tries again."""

    code = "asked too often"
    answer = ""


class OutOfTimeError(FinalPageError):
    """The time that a run has for reading is over."""

    code = "too slow"
    answer = ""


class SelectorError(FinalPageError):
    """A selector of the configuration is no valid CSS or XPath; the message names the field."""

    code = "layout changed"


class StoppedError(Exception):
    """The operator, or the worker's end, stopped the crawl."""


class FeedError(Exception):
    """The feed as a whole cannot be imported; the message has the reason and what is expected.

    `code`: of what it is, where no file was there at all.
    """

    def __init__(self, message: str, code: str = UNREADABLE) -> None:
        super().__init__(message)
        self.code = code


class RowRefusedError(ValueError):
    """One row is not imported; the message is its reason in the report."""


class NotUnderstoodError(RowRefusedError):
    """A field of the row has an unknown value; a default would be a guess."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"its {field} {text[:80]!r} is not understood")
        self.field, self.text = field, text
