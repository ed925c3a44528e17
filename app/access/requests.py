"""Each request has an id, the front's: it stands in the answer, logs, jobs and runs."""

from __future__ import annotations

from flask import Flask, Response, request

from indexer.logs import REQUEST, request_id
from indexer.settings import Settings

HEADER = "X-Request-ID"


def register_request_ids(app: Flask, settings: Settings) -> None:
    """Name every request; what a client says is taken only where a front says it in its place."""

    def begin() -> None:
        sent = request.headers.get(HEADER, "") if settings.trusted_proxies else ""
        REQUEST.set(request_id(sent))

    def end(response: Response) -> Response:
        response.headers[HEADER] = REQUEST.get()
        return response

    app.before_request(begin)
    app.after_request(end)
