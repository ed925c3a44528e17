"""A client of the running API."""

from __future__ import annotations

from typing import Any

import urllib3

from dev.services.errors import ServiceError

TIMEOUT_S = 30


class Api:
    """Calls API routes of operators and visitors; every failure is a ServiceError."""

    def __init__(self, base_url: str, operator_token: str = "") -> None:
        self._base_url = base_url
        self._headers = {"Authorization": f"Bearer {operator_token}"} if operator_token else {}

    def post(self, path: str, body: Any = None) -> Any:
        """POST to `/api/<path>`; returns the decoded answer."""
        status, answer = self.call("POST", f"/api/{path}", json=body)
        if not 200 <= status < 400:
            where = f"{self._base_url}/api/{path}"
            raise ServiceError(f"{where} answered {status or 'nothing'}: {str(answer)[:300]}")
        return answer

    def product_count(self) -> int:
        """Return how many products a visitor can find."""
        query = [{"indexName": "products", "params": {"query": "", "hitsPerPage": 1}}]
        return int(self.post("search", query)["results"][0]["nbHits"])

    def call(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Return status and decoded answer; 0 and the reason where none came."""
        url, rest = self._base_url + path, {"timeout": TIMEOUT_S, "retries": False, **body}
        try:
            answer = urllib3.request(method, url, headers=self._headers, **rest)
            is_json = "json" in answer.headers.get("Content-Type", "")
            return answer.status, answer.json() if is_json else answer.data.decode(errors="replace")
        except (urllib3.exceptions.HTTPError, ValueError) as error:
            return 0, repr(error)
