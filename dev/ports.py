"""Free loopback ports."""

from __future__ import annotations

import random
import socket

LOOPBACK = "127.0.0.1"
ATTEMPTS = 100
# Below those that Linux gives to connections: one that is free stays so until a server has started.
OURS = range(15_000, 32_768)


def listen_from(first: int) -> socket.socket:
    """Return a listening loopback socket on `first` or the next free port.

    The socket itself is passed to the server, so that no other process can take the port.
    """
    for port in range(first, first + ATTEMPTS):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, port))
            listener.listen(512)
        except OSError:
            listener.close()
        else:
            return listener
    raise OSError(f"no port from {first} to {first + ATTEMPTS - 1} is free")


def free_port() -> int:
    """Return a free port; no two calls are likely to return the same."""
    return next(port for port in random.sample(OURS, ATTEMPTS) if is_free(port))


def is_free(port: int) -> bool:
    """Return True if this loopback port is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True
