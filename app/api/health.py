"""`GET /api/health`, and what a load balancer reads: `/live` and `/ready`."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, jsonify

from app.api.route import answer, blueprint, route
from app.api.schemas.parts import ref
from app.context import context
from app.health import Report
from app.operators import is_operator
from indexer.models import IndexCheck

AREA = blueprint("health", "health", "The state of the service")
RETRY_AFTER_S = 5


@route(AREA, "GET", "", response=answer(ref("Health")))
def health() -> Response:
    """Tell whether search, the catalogue and the job queue answer, and whether the index is whole

    Always 200: `status` is `degraded` while a part is down or documents are missing from the
    index; `parts` and `index` say which.
    """
    return _answer(context().health.look())


@route(AREA, "GET", "/live", response=answer(ref("Live")))
def live() -> Response:
    """Tell that the process answers; nothing else is asked

    For what starts a process again when it hangs.
    """
    return _uncached(jsonify({"status": "ok"}))


@route(
    AREA,
    "GET",
    "/ready",
    response=answer(ref("Health")),
    also={str(int(HTTPStatus.SERVICE_UNAVAILABLE)): answer(ref("Health"))},
)
def ready() -> Response:
    """Tell whether visitors can be served: 503 while a part is down or the index is short

    For a load balancer; the body is that of `/api/health`.
    """
    report = context().health.look()
    made = _answer(report)
    if not report.ready:
        made.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        made.headers["Retry-After"] = str(RETRY_AFTER_S)
    return made


def _answer(report: Report) -> Response:
    known = report.catalogue
    return _uncached(
        jsonify(
            {
                "status": "ok" if report.ready else "degraded",
                "parts": report.parts,
                "documents": report.documents,
                "index": {
                    "state": report.index,
                    "checked": _check(known.check if known else None),
                    "incident": _check(known.incident if known else None),
                },
            }
        )
    )


def _check(row: IndexCheck | None) -> dict[str, Any] | None:
    """Return a finding; its words are for operators."""
    if row is None:
        return None
    return {
        "state": row.state,
        "message": row.message if is_operator() else "",
        "since": row.first_at.isoformat(),
        "at": row.last_at.isoformat(),
    }


def _uncached(made: Response) -> Response:
    made.headers["Cache-Control"] = "no-store"
    return made
