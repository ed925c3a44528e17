"""Errors of pages; their messages are log lines for the operator."""

from __future__ import annotations


class PageError(Exception):
    """A page cannot be read. `retry`: another attempt may succeed."""

    retry = True


class RefusedAddressError(PageError):
    """The address is not http(s), or resolves to one that is not public (faults, row 21)."""

    retry = False


class DisallowedError(PageError):
    """robots.txt disallows the address, or could not be read and so counts as disallowing."""

    retry = False


class BadPageError(PageError):
    """The store answered, but not with its page: a 5xx, a captcha, nothing at all."""


class RestlessPageError(BadPageError):
    """The page keeps replacing the element before it is clicked."""


class MissingPageError(PageError):
    """The store answered 404 or 410, or with something that is not a page."""

    retry = False


class BusyStoreError(BadPageError):
    """The store answered 503 or 429; `wait_s` is its Retry-After in seconds, where it gave one."""

    def __init__(self, message: str, wait_s: float | None) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class TooManyRequestsError(BusyStoreError):
    """The store answered 429."""


class UnreachableError(BadPageError):
    """The store's host is unknown, closed, silent, or has no valid certificate."""


class DownloadError(PageError):
    """The address is a download and not a page."""

    retry = False


class IncompleteListError(PageError):
    """The list was read, but seems to continue (faults, row 38)."""

    retry = False


class WaitTooLongError(PageError):
    """The store asks to wait longer than a run waits; the next run tries again."""

    retry = False


class SelectorError(PageError):
    """A selector of the configuration is no valid CSS or XPath; the message names the field."""

    retry = False


class StoppedError(Exception):
    """The operator, or the worker's end, asked the crawl to stop."""
