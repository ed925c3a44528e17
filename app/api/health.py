"""`GET /api/health`, and what a load balancer reads: `/live` and `/ready`."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import fields

from app.access.operators import is_operator
from app.api.declare import Answer, Area
from app.api.declare.cached import private
from app.api.declare.schema import With, one_of
from app.context import context
from app.health import Report
from indexer.catalogue.refusals import Refusals
from indexer.models import IndexCheck as Finding

AREA = Area("health", "health", "The state of the service")
RETRY_AFTER = {"Retry-After": "5"}  # s


class IndexCheck(Answer):
    """The result of a comparison of the index with PostgreSQL."""

    state = one_of("whole", "repaired", "incomplete", "fell back", "rebuilt", "failed")
    message = fields.String(metadata={"description": "What was found and done; for operators"})
    since = fields.DateTime(attribute="first_at")
    at = fields.DateTime(attribute="last_at")


class IndexHealth(Answer):
    """Whether the index holds what it should, and takes what changes."""

    state = one_of("ok", "short", "waiting", "unknown")
    waiting = fields.Integer(metadata={"description": "Changed products that it does not take now"})
    refused = fields.Integer(metadata={"description": "Products that it refuses for good"})
    message = fields.String(metadata={"description": "Why it does not; for operators"})
    checked = fields.Nested(IndexCheck, allow_none=True)
    incident = fields.Nested(IndexCheck, allow_none=True)


class Health(Answer):
    """The state of the service's parts."""

    status = one_of("ok", "degraded")
    parts = fields.Dict(values=one_of("ok", "down"))
    documents = fields.Integer(allow_none=True)
    index = fields.Nested(IndexHealth)


class Live(Answer):
    """The process answers."""

    status = one_of("ok")


@AREA.get("")
@private
@AREA.response(Health)
def health() -> With:
    """Tell whether search, the catalogue and the job queue answer, and whether the index is whole

    Always 200: `status` is `degraded` while a part is down or documents are missing from the
    index or it does not take what changes; `parts` and `index` say which.
    """
    return _shown(context().health.look())


@AREA.get("/live")
@private
@AREA.response(Live)
def live() -> dict[str, str]:
    """Tell that the process answers; nothing else is asked

    For what starts a process again when it hangs.
    """
    return {"status": "ok"}


@AREA.get("/ready")
@private
@AREA.response(Health)
@AREA.alt_response(int(HTTPStatus.SERVICE_UNAVAILABLE), schema=Health)
def ready() -> With | tuple[With, int, dict[str, str]]:
    """Tell whether visitors can be served: 503 while a part is down or the index is short

    For a load balancer; the body is that of `/api/health`.
    """
    report = context().health.look()
    shown = _shown(report)
    return shown if report.is_ready else (shown, HTTPStatus.SERVICE_UNAVAILABLE, RETRY_AFTER)


def _shown(report: Report) -> With:
    catalogue = report.catalogue
    refusals = catalogue.refusals if catalogue else Refusals()
    index: dict[str, Any] = {
        "state": report.index,
        "waiting": refusals.pending if refusals.deferred else 0,
        "refused": refusals.refused,
        "message": str(refusals) if is_operator() else "",
        "checked": _check(catalogue.check if catalogue else None),
        "incident": _check(catalogue.incident if catalogue else None),
    }
    return With(report, status="ok" if report.is_well else "degraded", index=index)


def _check(row: Finding | None) -> With | None:
    """Return a finding; its words are for operators."""
    if row is None:
        return None
    return With(row, message=row.message if is_operator() else "")
