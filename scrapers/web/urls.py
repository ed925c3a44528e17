"""Addresses: resolved, and of images in their canonical form."""

import ipaddress
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

from ada_url import URL
from w3lib.url import canonicalize_url, url_query_cleaner

from scrapers.web.addresses import leads_inside, refusal

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


# Second-level domains of countries with public registration: "shop.co.za".
_SECOND = frozenset("ac co com edu gob gov law mil ne net nom or org school sch web".split())
# Hosting platforms: each subdomain is another store.
_HOSTED = frozenset(
    "myshopify.com mybigcommerce.com wixsite.com square.site github.io blogspot.com"
    " wordpress.com webflow.io bigcartel.com ecwid.com shopware.store".split()
)
COUNTRY_LETTERS = 2
FEWEST = 3  # links that are enough to recognise the site that a store sells on


def home_of(address: str) -> str:
    """Return the root of an address's host, without a slash at its end."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def site_of(address: str) -> str:
    """Return the registrable domain: "example.co.za" of www. and shop.example.co.za.

    For an IP address it includes the port: another port is another server.
    """
    parts = urlsplit(address)
    host = (parts.hostname or "").rstrip(".").lower()
    try:
        ipaddress.ip_address(host)
    except ValueError:
        labels = host.split(".")
    else:
        return parts.netloc.lower()
    country = len(labels[-1]) == COUNTRY_LETTERS
    kept = 2
    if len(labels) > kept and country and labels[-2] in _SECOND:
        kept = 3
    if ".".join(labels[-2:]) in _HOSTED:
        kept = 3
    return ".".join(labels[-kept:])


def sites_of(website: str, page_url: str, links: Iterable[str | None]) -> frozenset[str]:
    """Return the sites that a list's products may lead to.

    They are the website's, the page's own, and the one that more than half of the links lead to:
    some stores list on one domain and sell on another. Links elsewhere are advertisements.
    """
    addresses = [address for link in links if link and (address := absolute(link, page_url))]
    counts = Counter(site_of(address) for address in addresses)
    own = {site_of(address) for address in (website, page_url) if address}
    for site, count in counts.most_common(1):
        if count >= FEWEST and 2 * count > len(addresses):
            own.add(site)
    return frozenset(own)


def is_refused(address: str | None, page_url: str) -> bool:
    """Return True if an address was skipped because it leads inside a private network."""
    if not address or len(address) > LONGEST or absolute(address, page_url) is not None:
        return False
    return address.strip().lower().startswith(("http:", "https:", "//")) and leads_inside(
        address if ":" in address.split("/", 1)[0] else f"http:{address.strip()}"
    )
