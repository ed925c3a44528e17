"""What a reader answers: read, absent, or not understood; and where an amount stood.

An origin is one line with source, address, place and text: "product page https://shop.co.za/p/7 ›
$.offers[0] price “349.00”". A reader quotes the text; each caller puts the place in front that it
read from, and the border the source with its address.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from scrapers.wording import one_line

LIMIT = 300  # characters
TEXT_LIMIT = 120
SOURCE_END = " › "
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value with the text that it was read from.

    Without a text the value is absent; with a text and no value it is not understood, which is
    never taken for a default: it is counted and reported.
    """

    value: T | None = None
    text: str = ""

    @property
    def not_understood(self) -> bool:
        """Return True if there was something to read without a known meaning."""
        return self.value is None and bool(self.text)


def quote(text: str, digits: int = 0) -> str:
    """Return the text in quotes; `digits`: how many of a whole number's are behind the point."""
    minor = f" (the last {digits} digits are behind the point)" if digits else ""
    return f"“{one_line(text)[:TEXT_LIMIT]}”{minor}"


def with_place(origin: str, place: str) -> str:
    """Return the origin with a place in front of the one that it has."""
    return f"{place} {origin}" if origin and place else origin


def with_address(origin: str, source: str, address: str) -> str:
    """Return the origin with its source and address, where it has none yet."""
    if not origin or SOURCE_END in place_of(origin):
        return origin
    return f"{source} {address}".strip() + SOURCE_END + origin


def place_of(origin: str) -> str:
    """Return what stands before the quoted text."""
    return origin.partition("“")[0]


def limit_length(origin: str) -> str:
    """Return the origin on one line of at most LIMIT characters; the text at its end stays."""
    line = one_line(origin)
    return line if len(line) <= LIMIT else f"{line[: LIMIT // 2 - 1]}…{line[-LIMIT // 2 :]}"
