"""`GET /metrics`, in Prometheus's words: for who watches over the site, and never for visitors."""

import hmac

from flask import Flask, Response
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from app.access import bearer_token, is_of_this_machine
from app.context import context
from app.errors import OperatorOnly


class MetricsRefused(OperatorOnly):
    """Somebody asks for metrics who is not this machine and has no token."""

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


def register_metrics(app: Flask) -> None:
    """Serve the metrics."""
    app.add_url_rule("/metrics", "metrics", metrics)
