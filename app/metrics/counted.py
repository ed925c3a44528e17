"""What each web process counts; all of them are added up when Prometheus asks.

The processes of a server share a folder of files (`prometheus_client.multiprocess`), which
`app.serving.server` makes. Without one a process counts for itself, as in tests.
"""

import os
import shutil
import tempfile
import time
from pathlib import Path

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess, values

from app.breaker import Breaker
from app.metrics import declared

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # s
NO_CALL = "none"  # of an address that is none of ours


def share_counts() -> Path:
    """Have all processes that are forked from this one count together; return their folder."""
    folder = Path(tempfile.mkdtemp(prefix="winkel-metrics-"))
    os.environ[FOLDER] = str(folder)
    # Chosen when it was imported, which was before.
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]
    return folder


def forget_process(pid: int) -> None:
    """Forget what a process that has ended said of its present; what it counted stays."""
    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def end_sharing(folder: Path) -> None:
    """Remove the folder of `share_counts`."""
    shutil.rmtree(folder, ignore_errors=True)


class Counted:
    """The counters of one application."""

    def __init__(self) -> None:
        self._own = CollectorRegistry()
        self._requests = self._counter(declared.REQUESTS)
        self._kept = self._counter(declared.KEPT)
        self._incomplete = self._counter(declared.INCOMPLETE)
        self._seconds = Histogram(
            declared.SECONDS.name,
            declared.SECONDS.help,
            declared.SECONDS.labels,
            registry=self._own,
            buckets=BUCKETS,
        )
        self._breaker = Gauge(
            declared.BREAKER.name,
            declared.BREAKER.help,
            registry=self._own,
            multiprocess_mode="livemax",
        )

    def _counter(self, metric: declared.Metric) -> Counter:
        return Counter(metric.name, metric.help, metric.labels, registry=self._own)

    def answered(self, call: str, code: int, seconds: float, breaker_open: bool) -> None:
        """Count a request."""
        self._requests.labels(call, str(code)).inc()
        self._seconds.labels(call).observe(seconds)
        self._breaker.set(breaker_open)

    def cached(self, was_cached: bool) -> None:
        """Count an answer of those that may be kept."""
        self._kept.labels("yes" if was_cached else "no").inc()

    def incomplete(self, part: str) -> None:
        """Count a page that came without a part."""
        self._incomplete.labels(part).inc()

    def registry(self) -> CollectorRegistry:
        """Return what all processes of this server have counted."""
        if FOLDER not in os.environ:
            return self._own
        shared = CollectorRegistry()
        multiprocess.MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return shared


def count_requests(app: Flask, counted: Counted, breaker: Breaker) -> None:
    """Count every request of an application; call it before other things are registered."""

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        call = request.endpoint or NO_CALL
        counted.answered(call, response.status_code, seconds, breaker.is_open)
        return response

    app.before_request(begin)
    app.after_request(end)
