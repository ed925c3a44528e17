"""`GET /api/health`, and what a load balancer reads: `/live` and `/ready`."""

import hmac
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import fields
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from app.api.declare import Answer, Area
from app.api.declare.caching import private
from app.api.declare.fields import With, about, one_of
from app.live.context import context
from app.live.health import Report
from app.web.access import bearer_token, is_of_this_machine, is_operator
from app.web.errors import OperatorOnly
from indexer.catalogue.outbox import Refusals
from indexer.models import IndexCheck as Finding

AREA = Area("health", "health", "The state of the service")
RETRY_AFTER = {"Retry-After": "5"}  # s


class IndexCheck(Answer):
    """The result of a comparison of the index with PostgreSQL."""

    state: str = one_of("whole", "repaired", "incomplete", "fell back", "rebuilt", "failed")
    message: str = about("What was found and done; for operators")
    since: datetime = about(attribute="first_at")
    at: datetime = about(attribute="last_at")


class IndexHealth(Answer):
    """Whether the index holds what it should, and takes what changes."""

    state: str = one_of("ok", "short", "waiting", "unknown")
    waiting: int = about("Changed products that it does not take now")
    refused: int = about("Products that it refuses for good")
    message: str = about("Why it does not; for operators")
    checked: IndexCheck | None
    incident: IndexCheck | None


class WorkerHealth(Answer):
    """Whether somebody does the jobs: scrapes, what is periodic, the index's upkeep."""

    state: str = one_of("ok", "silent", "failing", "unknown")
    failing: list[str] = about("What fails again and again, or has not ended well for long")
    pulse: float | None = about("s since the most silent part spoke; null: one is gone")
    message: str = about("Which jobs nobody does; for operators")
    browsers_held: bool | None = about(
        "Whether Linux holds the workers' browsers to their guard (since 6.7);"
        " null: unknown, and for visitors"
    )


class OutboxHealth(Answer):
    """Whether what changes in the catalogue is written to the index."""

    state: str = one_of("ok", "late", "unknown")
    pending: int = about("Changed products that are not written yet")
    oldest: float = about("s since the first of them changed; 0: none")


class Health(Answer):
    """The state of the service's parts."""

    status: str = one_of("ok", "degraded")
    parts: Any = fields.Dict(values=one_of("ok", "down"))
    documents: int | None
    index: IndexHealth
    worker: WorkerHealth
    outbox: OutboxHealth


class Ready(Answer):
    """Whether a search is answered here."""

    status: str = one_of("ok", "unavailable")


class Live(Answer):
    """The process answers."""

    status: str = one_of("ok")


@AREA.get("")
@private
@AREA.response(Health)
def health() -> With:
    """Report whether search, the catalogue and the job queue answer, the jobs are done, and the
    index is whole

    Always 200: `status` is `degraded` while a part is down, nobody does the jobs, what changes is
    not written, or documents are missing from the index or it does not take what changes; `parts`,
    `worker`, `outbox` and `index` show which.
    """
    return _health_view(context().health.look())


@AREA.get("/live")
@private
@AREA.response(Live)
def live() -> dict[str, str]:
    """Report that the process answers; no other part is called

    For what starts a process again when it hangs.
    """
    return {"status": "ok"}


@AREA.get("/ready")
@private
@AREA.response(Ready)
@AREA.alt_response(int(HTTPStatus.SERVICE_UNAVAILABLE), schema=Ready)
def ready() -> dict[str, str] | tuple[dict[str, str], int, dict[str, str]]:
    """Report whether searches are answered here: 503 while they are not

    For a load balancer. What is wrong with the site as a whole (a short index, a silent worker) is
    no reason to send visitors elsewhere: `/api/health` and the alerts report it.
    """
    if context().health.is_ready():
        return {"status": "ok"}
    return {"status": "unavailable"}, HTTPStatus.SERVICE_UNAVAILABLE, RETRY_AFTER


def _health_view(report: Report) -> With:
    refusals = report.refusals or Refusals()
    index: dict[str, Any] = {
        "state": report.index,
        "waiting": refusals.pending if refusals.deferred else 0,
        "refused": refusals.refused,
        "message": str(refusals) if is_operator() else "",
        "checked": _check(report.check),
        "incident": _check(report.incident),
    }
    working = report.pulses
    worker = {
        "state": report.worker,
        "failing": [one.name for one in working.failing] if working else [],
        "pulse": working.pulse_s if working else None,
        "message": working.trouble if working and is_operator() else "",
        "browsers_held": working.browsers_held if working and is_operator() else None,
    }
    waits = (datetime.now(UTC) - refusals.oldest).total_seconds() if refusals.oldest else 0.0
    outbox = {"state": report.outbox, "pending": refusals.pending, "oldest": max(0.0, waits)}
    status = "ok" if report.is_well else "degraded"
    return With(report, status=status, index=index, worker=worker, outbox=outbox)


def _check(row: Finding | None) -> With | None:
    """Return a finding; its words are for operators."""
    if row is None:
        return None
    return With(row, message=row.message if is_operator() else "")


class MetricsRefused(OperatorOnly):
    """A request for metrics from another machine without the token."""

    message = "Metrics are read on the server's own machine, or with the token of METRICS_TOKEN"


def metrics() -> Response:
    """Answer with what all processes counted, and the state of the parts now."""
    if not _may_read():
        raise MetricsRefused()
    services = context()
    state = CollectorRegistry()
    state.register(services.reader)
    body = generate_latest(services.counted.registry()) + generate_latest(state)
    answer = Response(body, headers={"Content-Type": CONTENT_TYPE_LATEST})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _may_read() -> bool:
    token = context().settings.metrics_token
    sent = bearer_token()
    if token and sent is not None and hmac.compare_digest(sent, token.encode()):
        return True
    return is_of_this_machine()
