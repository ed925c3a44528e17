"""An HTTP connection to an address that was checked, under the name of the host.

The name is resolved once and the connection goes to the checked address, so that a second answer
of the name server cannot lead inside a network.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from urllib.parse import SplitResult

from scrapers.web.addresses import Loopback, public_addresses
from scrapers.web.turns import PORTS


class CheckedConnection(http.client.HTTPConnection):
    """Connects to where an http(s) address leads, if that is public.

    Raises RefusedAddressError where it is not, and OSError for a name that cannot be resolved.
    """

    def __init__(self, parts: SplitResult, timeout_s: float, allow_loopback: Loopback) -> None:
        host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 80)
        super().__init__(host, port, timeout=timeout_s)
        self._checked_address = public_addresses(host, port, allow_loopback)[0]
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None

    def connect(self) -> None:
        """Connect, with TLS for the host's name where the address says https."""
        connected = socket.create_connection((self._checked_address, self.port), self.timeout)
        self.sock = (
            self._tls.wrap_socket(connected, server_hostname=self.host) if self._tls else connected
        )


def host_header(parts: SplitResult) -> str:
    """Return what the Host header says: the address's host and port, without a user."""
    return parts.netloc.rpartition("@")[2]


def target_of(parts: SplitResult) -> str:
    """Return the path and query that a request asks for."""
    path = parts.path or "/"
    return f"{path}?{parts.query}" if parts.query else path
