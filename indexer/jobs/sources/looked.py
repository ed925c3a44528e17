"""A place that was looked at and gave no source, with the reason. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from scrapers.errors import (
    BusyStoreError,
    DisallowedError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    OutOfTimeError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.feeds.catalogues import OtherPlatformError

# Why there is no source: there is none, the store refuses it, it asks for a password, what came
# could not be read, or the time ended before it was looked at.
ABSENT, REFUSED, LOCKED, UNREAD, LEFT = "absent", "refused", "locked", "unread", "left"
STATES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((MissingPageError, OtherPlatformError), ABSENT),
    ((LockedStoreError,), LOCKED),
    ((ForbiddenError, DisallowedError, BusyStoreError), REFUSED),
    ((RefusedAddressError, WaitTooLongError), REFUSED),
)
TIME_OVER = "the time for looking at the store was over"
LISTS = "Listing pages"


@dataclass(frozen=True, slots=True)
class Unfound:
    """A place without a source. `kind`: feed, catalogue, pages, or home, as `Source.kind`."""

    kind: str
    label: str
    address: str
    state: str
    reason: str


def unfound(kind: str, label: str, address: str, error: Exception) -> Unfound:
    """Return what an error says of a place."""
    if isinstance(error, StoppedError | OutOfTimeError):
        return left(kind, label, address, TIME_OVER)
    state = next((state for kinds, state in STATES if isinstance(error, kinds)), UNREAD)
    return Unfound(kind, label, address, state, str(error).rstrip("."))


def left(kind: str, label: str, address: str, why: str) -> Unfound:
    """Return a place that was not looked at, or not to its end."""
    return Unfound(kind, label, address, LEFT, f"not looked at to the end: {why}")
