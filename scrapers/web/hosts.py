"""The host check of products' links (fields.md, "website")."""

import ipaddress
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from scrapers.web.addresses import leads_inside
from scrapers.web.urls import LONGEST, absolute

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
