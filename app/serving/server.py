"""How gunicorn serves the application everywhere: `gunicorn --config=python:app.serving.server`.

`make run`, the image, the tests and the benchmark start it with this one configuration.
"""

import gc
import logging
import os
import re
import shutil

from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker
from prometheus_client.multiprocess import mark_process_dead

import app.web.visitors  # noqa: F401 - its secret is made before the processes are forked
from app.live.context import context
from app.live.metrics import share_counts
from app.search.understand.spelling import bases_of_adjective
from app.serving.process import Watchdog, keep_warm, send_in_one_write
from indexer.core.background import start
from indexer.core.logs import JsonLines
from indexer.core.settings import Settings
from indexer.language import current

_SECRETS = re.compile(r"(/api/subscriptions/(?:confirm|leave)/)[^\s/?\"]+")


class RedactingLogger(Logger):  # type: ignore[misc]
    """Gunicorn's logs as JSON, without newsletter links' tokens: whoever has one can use it."""

    def setup(self, cfg: Config) -> None:
        """Set the logs up; a line of the access log is redacted when it is whole."""
        super().setup(cfg)
        self.access_log.addFilter(_redact)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(JsonLines())


def _redact(record: logging.LogRecord) -> bool:
    record.msg, record.args = _SECRETS.sub(r"\1…", record.getMessage()), ()
    return True


logger_class = RedactingLogger
wsgi_app = "app.serving.wsgi:app"
worker_class = "gthread"
# What is not set here is missed by `app.serving.wsgi`, which reports it.
_settings = Settings.from_env(
    {
        "DATABASE_URL": "postgresql://unset",
        "ELASTICSEARCH_URL": "http://unset:9200",
        "REDIS_URL": "redis://unset",
        **os.environ,
    }
)
workers = _settings.processes
threads = _settings.threads  # of a process (`indexer.core.settings`)
keepalive = 75  # s: longer than the front keeps its connections (60 s), so that it closes them
timeout = 60  # s
graceful_timeout = 10  # s
control_socket_disable = True
# gunicorn believes loopback peers by default: a client there could set the application's path
# and scheme. Where a front is, the application itself reads its headers (`app.factory`).
forwarder_headers = ""
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}


def on_starting(server: Arbiter) -> None:
    """Have the processes, none of which is forked yet, count together, answer whole, and share what
    is the same in all of them.
    """
    send_in_one_write()
    server.counts = share_counts()
    server.app.wsgi()
    current()
    bases_of_adjective("")  # reads all English words, for which no visitor waits


def child_exit(_server: Arbiter, worker: Worker) -> None:
    """Forget the gauges of a process that has ended."""
    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    """Remove what the processes counted."""
    shutil.rmtree(server.counts, ignore_errors=True)


def settle() -> None:
    """Collect garbage, and exclude all objects that remain from later collections.

    A full collection traverses every object of the process and blocks all requests meanwhile: with
    hundreds of thousands of code, words and tables that is the slowest search of an hour. Called
    again it includes them first, so that what was released meanwhile is collected.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Worker) -> None:
    """Warm a process before it takes connections: while it does, others answer.

    Where what searches need is away, it begins without. The arbiter kills who does not notify.
    """
    warming = start("warm-up", lambda: keep_warm(worker.wsgi, then=settle))
    while worker.alive and warming.is_alive():
        worker.notify()
        warming.join(1.0)
    with worker.wsgi.app_context():
        Watchdog(context().settings).watch()
