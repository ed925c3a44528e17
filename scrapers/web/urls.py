"""Addresses and their canonical forms: the identity of products and images."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from w3lib.url import canonicalize_url, url_query_cleaner

from scrapers.web.addresses import refusal

# Parameters for tracking, which do not change the page.
TRACKING = (
    "utm_source utm_medium utm_campaign utm_term utm_content utm_id gclid gbraid wbraid dclid"
    " fbclid msclkid yclid ttclid igshid mc_cid mc_eid _ga _gl _pos _sid _ss _psq _fid ref ref_"
    " referrer affid aff_id aff pr_prod_strat pr_rec_id pr_rec_pid pr_ref_pid pr_seq srsltid spm"
    " scm".split()
)
# Sessions: PHPSESSID, osCsid, jsessionid, zenid, sid, each with a value that no person chose.
SESSION = re.compile(r"\w{0,20}sess(?:ion)?_?(?:id)?|\w{0,8}sid|zenid|cfid|cftoken", re.I)
SESSION_VALUE = re.compile(r"(?=[^\d]{0,40}\d)(?=\d{0,40}[^\d])[\w.!-]{12,}|\d{12,}")
SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[\w.!-]{1,200}", re.I)
ROUTE = re.compile(r"!?/.")
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


@lru_cache(maxsize=REMEMBERED)
def canonical_href(address: str) -> str:
    """Return a product link without tracking, session and fragment; what chooses it stays.

    A fragment that is a path, "#/product/1", is what a page without paths of its own goes by.
    """
    address = SESSION_PATH.sub("", address)
    names = [name for name, value in parse_qsl(urlsplit(address).query) if _is_session(name, value)]
    cleaned = url_query_cleaner(address, (*TRACKING, *names), remove=True, unique=False)
    route = ROUTE.match(urlsplit(address).fragment)
    if route and "#" not in cleaned:
        cleaned = f"{cleaned}#{urlsplit(address).fragment}"
    return str(canonicalize_url(cleaned, keep_fragments=route is not None))


def _is_session(name: str, value: str) -> bool:
    return bool(SESSION.fullmatch(name) and SESSION_VALUE.fullmatch(value))


def canonical_image_url(address: str) -> str:
    """Return an image's identity: its address without scheme differences, version and size."""
    cleaned = url_query_cleaner(address, IMAGE_VERSION, remove=True, unique=False)
    parts = urlsplit(str(canonicalize_url(cleaned, keep_fragments=False)))
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
