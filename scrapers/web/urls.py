"""Addresses: resolved, and of images in their canonical form."""

import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

from ada_url import URL
from w3lib.url import canonicalize_url, url_query_cleaner

from scrapers.web.addresses import refusal

# Parameters of an image's version or size, which do not change the picture.
IMAGE_VERSION = (
    "v ver version t ts timestamp _ cb cachebuster w width h height q quality dpr".split()
)
# Each of a card's addresses is resolved several times, and a page has some hundreds.
REMEMBERED = 4096
LONGEST = 8_000  # characters of an address; no row holds a longer one
CSS_URL = re.compile(r"""url\(\s*(?:"(.*?)"|'(.*?)'|([^\s"'()]+))\s*\)""", re.S)
SIZED = re.compile(r"(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})[wx]")


def absolute(address: str, base: str) -> str | None:
    """Return the http(s) address, resolved against the page's; None for any other or malformed.

    None too for private addresses and local names: visitors' browsers open a store's addresses. A
    page on loopback, as of a demo store, may use its own server.
    """
    return _absolute(address, base) if len(address) <= LONGEST else None


@lru_cache(maxsize=REMEMBERED)
def _absolute(address: str, base: str) -> str | None:
    try:
        joined = urljoin(base, address.strip())
        is_own = urlsplit(joined).netloc == urlsplit(base).netloc
    except ValueError:
        return None
    return None if refusal(joined, allow_loopback=is_own) else joined


def as_uri(address: str) -> str:
    """Return an address as browsers request it (the URL standard); what is none, as it is."""
    try:
        return URL(address).href
    except ValueError:
        return address


def canonical_image_url(address: str) -> str:
    """Return an image's identity: its address without scheme differences, version and size.

    What is no address is its own.
    """
    try:
        cleaned = url_query_cleaner(address, IMAGE_VERSION, remove=True, unique=False)
        parts = urlsplit(str(canonicalize_url(cleaned, keep_fragments=False)))
    except ValueError:
        return address
    return urlunsplit(("https", parts.netloc, parts.path, parts.query, ""))


def css_url(value: str) -> str | None:
    """Return the first address of a computed `background-image`."""
    match = CSS_URL.match(value, value.find("url("))
    return match.group(match.lastindex or 0) if match else None


def largest_of_srcset(value: str) -> str | None:
    """Return the candidate with the largest width or density; None for an empty set."""
    best: tuple[float, str] | None = None
    for candidate in re.split(r"(?<=\d[wx]),\s*|,\s+", value.strip()):
        address, _, descriptor = candidate.strip().partition(" ")
        size = SIZED.match(descriptor.lstrip())
        rank = float(size.group(1)) if size else 1.0
        if address and (best is None or rank > best[0]):
            best = (rank, address)
    return best[1] if best else None
