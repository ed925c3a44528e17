"""A request to a site of a test, as a browser makes it: on a connection of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, whatever its status."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Return what its JSON says."""
        return json.loads(self.body)


def call(
    port: int, path: str, body: Any = None, timeout: float = PATIENCE_S, /, **headers: str
) -> Reply:
    """Ask 127.0.0.1, posting what is not None: a text as it is, all else as JSON.

    An answer that takes longer than `timeout` raises TimeoutError.
    """
    return answered(HTTPConnection("127.0.0.1", port, timeout=timeout), path, body, **headers)


def answered(connection: HTTPConnection, path: str, body: Any = None, /, **headers: str) -> Reply:
    """Ask on a new connection, and end it."""
    if body is not None:
        headers = {"Content-Type": "application/json"} | headers
        body = body if isinstance(body, str) else json.dumps(body)
    try:
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        return Reply(answer.status, dict(answer.getheaders()), answer.read())
    finally:
        connection.close()
