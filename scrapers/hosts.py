"""Whose a link is: the host check of a store's products (fields.md, "website")."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from scrapers.browsing.addresses import leads_inside
from scrapers.urls import absolute

# Second-level names below a country that anybody registers under: "shop.co.za".
_SECOND = frozenset("ac co com edu gob gov law mil ne net nom or org school sch web".split())
# Hosts below which every store is another one's.
_HOSTED = frozenset(
    "myshopify.com mybigcommerce.com wixsite.com square.site github.io blogspot.com"
    " wordpress.com webflow.io bigcartel.com ecwid.com shopware.store".split()
)
COUNTRY_LETTERS = 2
FEWEST = 3  # links that say where a store sells


def site_of(address: str) -> str:
    """Return what a store's hosts share: "example.co.za" of www. and shop.example.co.za.

    Of a numeric address the port belongs to it: another port is another server.
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

    They are the website's, the page's own, and the one that more than half of the list leads to:
    some stores list on one domain and sell on another. What leads elsewhere is an advertisement.
    """
    addresses = [found for link in links if link and (found := absolute(link, page_url))]
    counts = Counter(site_of(address) for address in addresses)
    own = {site_of(address) for address in (website, page_url) if address}
    for site, count in counts.most_common(1):
        if count >= FEWEST and 2 * count > len(addresses):
            own.add(site)
    return frozenset(own)


def is_refused(address: str | None, page_url: str) -> bool:
    """Tell whether a written address was passed over because it leads inside a network."""
    if not address or absolute(address, page_url) is not None:
        return False
    return address.strip().lower().startswith(("http:", "https:", "//")) and leads_inside(
        address if ":" in address.split("/", 1)[0] else f"http:{address.strip()}"
    )
