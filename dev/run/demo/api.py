"""A client of the running API. Standard library only: the test of the composes needs no more."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from dev.services.errors import ServiceError

TIMEOUT_S = 30


class Api:
    """Calls API routes of operators and visitors; every failure is a ServiceError."""

    def __init__(self, base_url: str, operator_token: str = "") -> None:
        self._base_url = base_url
        self._headers = {"Authorization": f"Bearer {operator_token}"} if operator_token else {}

    def post(self, path: str, body: Any = None) -> Any:
        """POST to `/api/<path>`; returns the decoded answer."""
        status, answer = self.call("POST", f"/api/{path}", body)
        if not 200 <= status < 400:
            where = f"{self._base_url}/api/{path}"
            raise ServiceError(f"{where} answered {status or 'nothing'}: {str(answer)[:300]}")
        return answer

    def product_count(self) -> int:
        """Return how many products a visitor can find."""
        query = [{"indexName": "products", "params": {"query": "", "hitsPerPage": 1}}]
        return int(self.post("search", query)["results"][0]["nbHits"])

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and decoded answer; 0 and the reason where none came."""
        content = json.dumps(body).encode() if body is not None else None
        headers = {**self._headers, "Content-Type": "application/json"}
        url = self._base_url + path
        try:
            request = urllib.request.Request(url, content, headers, method=method)  # noqa: S310
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
                text = answer.read().decode(errors="replace")
                is_json = "json" in answer.headers.get("Content-Type", "")
                return answer.status, json.loads(text) if is_json else text
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except (OSError, http.client.HTTPException, ValueError) as error:
            return 0, repr(error)
