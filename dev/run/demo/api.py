"""A client of the running API."""

from __future__ import annotations

import json
from typing import Any

import urllib3

from dev.services.errors import StepError

TIMEOUT_S = 30


class Api:
    """Calls API routes of operators and visitors; every failure is a StepError."""

    def __init__(self, base_url: str, operator_token: str = "") -> None:
        self._base_url = base_url
        self._headers = {"Accept": "application/json, text/plain"}
        if operator_token:
            self._headers["Authorization"] = f"Bearer {operator_token}"

    def get(self, path: str) -> Any:
        """GET `/api/<path>`; returns the decoded answer."""
        return self._call("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        """POST to `/api/<path>`; returns the decoded answer."""
        return self._call("POST", path, json=body)

    def product_count(self) -> int:
        """Return how many products a visitor can find."""
        query = [{"indexName": "products", "params": {"query": "", "hitsPerPage": 1}}]
        answer = self.post("search", query)
        return int(answer["results"][0]["nbHits"])

    def _call(self, method: str, path: str, **body: Any) -> Any:
        url = f"{self._base_url}/api/{path}"
        try:
            answer = urllib3.request(
                method, url, headers=self._headers, timeout=TIMEOUT_S, retries=False, **body
            )
        except urllib3.exceptions.HTTPError as error:
            raise StepError(f"{method} {url} failed: {error}") from error
        text = answer.data.decode(errors="replace")
        if answer.status >= 400:
            raise StepError(f"{method} {url} answered {answer.status}: {text[:300]}")
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return text
