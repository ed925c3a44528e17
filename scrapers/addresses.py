"""Which network addresses may be reached: public ones, and loopback where a setting allows it."""

from __future__ import annotations

import ipaddress
import socket

from scrapers.errors import RefusedAddressError

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def public_addresses(host: str, port: int, allow_loopback: bool) -> list[str]:
    """Resolve the host and return the addresses to connect to.

    Raises RefusedAddressError when any of its addresses is private, loopback (unless allowed),
    link-local, multicast or reserved, and OSError when the name cannot be resolved. The caller
    connects to a returned address and not to the name, so a second resolution cannot differ.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        if not is_reachable(ipaddress.ip_address(address.split("%", 1)[0]), allow_loopback):
            raise RefusedAddressError(f"{host} leads to {address}, which is not a public address.")
    return addresses


def is_reachable(address: IPAddress, allow_loopback: bool) -> bool:
    """Tell whether the address is public; IPv4 inside IPv6 is judged by the IPv4 address."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_reachable(inner, allow_loopback)
    if address.is_loopback:
        return allow_loopback
    return address.is_global and not address.is_multicast and not address.is_reserved
