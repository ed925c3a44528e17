"""Brings the dashboards to a Kibana; a second time replaces them and adds nothing."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import urlsplit

import urllib3
from urllib3.exceptions import HTTPError
from urllib3.util import Retry, Timeout, make_headers

PATH = "/api/saved_objects/_import?overwrite=true"
TIMEOUT_S = 60.0


class KibanaError(RuntimeError):
    """Kibana did not take the dashboards; the message says why and what to do."""


def install(url: str, objects: str) -> int:
    """Import saved objects, serialized as lines of JSON; return how many. Raises KibanaError.

    A user and password stand in the address; an API key in KIBANA_API_KEY.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise KibanaError("Name Kibana's address: make dashboards KIBANA_URL=http://127.0.0.1:5601")
    host = parts.hostname + (f":{parts.port}" if parts.port else "")
    address = f"{parts.scheme}://{host}{parts.path.rstrip('/')}{PATH}"
    answer = _post(address, objects, _headers(parts.username, parts.password))
    if not answer.get("success"):
        raise KibanaError(f"Kibana refused: {json.dumps(answer.get('errors', answer))[:1000]}")
    return int(answer["successCount"])


def _headers(user: str | None, password: str | None) -> dict[str, str]:
    headers = {"kbn-xsrf": "true"}
    if key := os.environ.get("KIBANA_API_KEY"):
        return headers | {"Authorization": f"ApiKey {key}"}
    if user:
        return headers | make_headers(basic_auth=f"{user}:{password or ''}")
    return headers


def _post(address: str, objects: str, headers: dict[str, str]) -> dict[str, Any]:
    file = ("winkel.ndjson", objects.encode(), "application/ndjson")
    pool = urllib3.PoolManager(retries=Retry(0), timeout=Timeout(TIMEOUT_S))
    try:
        answer = pool.request("POST", address, fields={"file": file}, headers=headers)
        result = json.loads(answer.data)
    except (HTTPError, ValueError) as error:
        raise KibanaError(f"Kibana does not answer at {address}: {error}") from error
    if answer.status != 200 or not isinstance(result, dict):
        raise KibanaError(f"Kibana answers {answer.status}: {str(result)[:1000]}")
    return result
