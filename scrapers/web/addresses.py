"""The network addresses that a crawl may reach: public ones, and loopback where allowed."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from ada_url import URL

from scrapers.errors import RefusedAddressError

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# Which loopback ports may be reached: False none, a set these, True all.
Loopback = bool | frozenset[int]
PORTS = {"http": 80, "https": 443}

# Not globally reachable by IANA's special-purpose registries, and multicast. Python's own
# `is_global` differs from version to version (192.0.0.0/24, 3fff::/20, fec0::/10).
_INSIDE_V4 = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12"
            " 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15"
            " 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
        ).split(),
    )
)
# Of IPv6 only global unicast is public; inside it: protocol assignments (Teredo among them),
# documentation, 6to4.
_PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
_INSIDE_V6 = tuple(
    map(ipaddress.IPv6Network, "2001::/23 2001:db8::/32 2002::/16 3fff::/20".split())
)
NO_ADDRESS = "is not an http address"
WITH_USER = "has a user or a password in it"  # or only looks like another store's
INSIDE = "is no address that visitors can reach"
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # an IPv4 address stands in its last 32 bits
_LOCAL_NAMES = (".local", ".internal", ".lan", ".intranet", ".corp", ".home", ".home.arpa")


def public_addresses(host: str, port: int, allow_loopback: Loopback) -> list[str]:
    """Resolve the host and return the addresses to connect to.

    Raises RefusedAddressError when any of its addresses is private, loopback (unless this port of
    it is allowed), link-local, multicast or reserved, and OSError when the name cannot be resolved.
    The caller connects to a returned address and not to the name: DNS rebinding has no effect.
    """
    allowed = _is_allowed(port, allow_loopback)
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in entries]
    for address in addresses:
        if not is_reachable(ipaddress.ip_address(address.split("%", 1)[0]), allowed):
            raise RefusedAddressError(f"{host} leads to {address}, which is not a public address.")
    return addresses


def _is_allowed(port: int, loopback: Loopback) -> bool:
    return loopback if isinstance(loopback, bool) else port in loopback


def is_reachable(address: IPAddress, allow_loopback: bool) -> bool:
    """Return True if the address is public; IPv4 inside IPv6 is judged by the IPv4 address."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_reachable(address.ipv4_mapped, allow_loopback)
        if address in _NAT64:
            return is_reachable(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF), False)
        if address.is_loopback:
            return allow_loopback
        return address in _PUBLIC_V6 and not any(address in network for network in _INSIDE_V6)
    if address.is_loopback:
        return allow_loopback
    return not any(address in network for network in _INSIDE_V4)


@lru_cache(maxsize=1024)
def is_inside(netloc: str, allow_loopback: bool = False) -> bool:
    """Return True if browsers read a host inside a private network, or none. No DNS look-up.

    They read it by the URL standard: UTS 46 (dots of other scripts, signs that are ignored) and
    numbers in every form.
    """
    try:
        name = URL(f"http://{netloc}/").hostname.rstrip(".")
    except ValueError:
        return True
    if name == "localhost" or name.endswith(".localhost"):
        return not allow_loopback
    try:
        return not is_reachable(ipaddress.ip_address(name.strip("[]")), allow_loopback)
    except ValueError:
        return not name or name.endswith(_LOCAL_NAMES)


def is_loopback(netloc: str) -> bool:
    """Return True if a host is this machine, where the demo stores run."""
    return is_inside(netloc) and not is_inside(netloc, allow_loopback=True)


def leads_inside(address: str, allow_loopback: Loopback = False) -> bool:
    """Return True if an http(s) address has a host inside a private network, or no host."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return True
    return is_inside(parts.netloc, _is_allowed(port, allow_loopback))


def refusal(address: str, allow_loopback: Loopback = False) -> str | None:
    """Return why an address from outside is not taken, in words that follow it; None: it is.

    Visitors' browsers and crawls open what is taken: http(s) addresses without a user, outside
    private networks, and those of the demo stores where loopback is allowed.
    """
    try:
        address.encode()  # half a sign, as JSON may have, is in no address
        parts = urlsplit(address)
    except ValueError:
        return NO_ADDRESS
    # Browsers read a backslash as the end of the host.
    if parts.scheme not in PORTS or not parts.hostname or "\\" in parts.netloc:
        return NO_ADDRESS
    if "@" in parts.netloc:
        return WITH_USER
    return INSIDE if leads_inside(address, allow_loopback) else None
