"""A client of the running API."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from dev.services.errors import StepError

TIMEOUT_S = 30


class Api:
    """Calls API routes of operators and visitors; every failure is a StepError."""

    def __init__(self, base_url: str, operator_token: str = "") -> None:
        self._base_url, self._token = base_url, operator_token

    def get(self, path: str) -> Any:
        """GET `/api/<path>`; returns the decoded answer."""
        return self._call("GET", path, None)

    def post(self, path: str, body: Any = None) -> Any:
        """POST to `/api/<path>`; returns the decoded answer."""
        return self._call("POST", path, json.dumps(body).encode())

    def product_count(self) -> int:
        """Return how many products a visitor can find."""
        query = [{"indexName": "products", "params": {"query": "", "hitsPerPage": 1}}]
        answer = self.post("search", query)
        return int(answer["results"][0]["nbHits"])

    def _call(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/plain"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        url = f"{self._base_url}/api/{path}"
        request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
                return _decoded(answer.read())
        except urllib.error.HTTPError as error:
            body_text = error.read().decode(errors="replace")[:300]
            raise StepError(f"{method} {url} answered {error.code}: {body_text}") from error
        except OSError as error:
            raise StepError(f"{method} {url} failed: {error}") from error


def _decoded(body: bytes) -> Any:
    text = body.decode()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
