"""A local Redis: loopback only, with an append-only file."""

from __future__ import annotations

import shutil
import signal
import socket

from dev.services.errors import ServiceError
from dev.services.service import Place, Service


def prepare(_place: Place) -> None:
    """Check that the server is installed."""
    if not shutil.which("redis-server"):
        raise ServiceError("Redis is not installed. Run: apt-get install -y redis-server")


def command(place: Place, port: int) -> list[str]:
    """Return the server's command line."""
    options = {
        "port": str(port),
        "bind": "127.0.0.1",
        "dir": str(place.folder),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "maxmemory-policy": "noeviction",  # queues must not be evicted
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return [str(shutil.which("redis-server")), *words]


def ready(port: int) -> bool:
    """Return True if it has loaded its file and answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def url(port: int) -> str:
    """Return REDIS_URL."""
    return f"redis://127.0.0.1:{port}/0"


REDIS = Service("redis", signal.SIGTERM, prepare, command, ready, url)
