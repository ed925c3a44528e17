"""The visitor's country from the address, offline; addresses are neither stored nor sent on."""

from __future__ import annotations

import iptocc


def country_of_address(address: str) -> str:
    """Return the ISO code of an IPv4 or IPv6 address, empty where it is unknown or private."""
    return iptocc.country_code(address) or ""
