"""Two minutes of a visitor, an operator and an analyst, after which nothing may be wrong."""

from __future__ import annotations

import logging

import pytest
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from app import create_app
from indexer.core.queues import ALL, NamedJob, queue, redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.jobs.periodic_jobs import PLAN
from indexer.jobs.tasks import do_periodic
from tests.support.day import Answered, Day, day_store, troubles
from tests.support.worker import for_this_process


def test_a_day_leaves_no_error_no_failed_job_and_every_stream_grown(
    own_settings: Settings,
    own_database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    own_settings = own_settings.but(database_url=own_database_url)
    for_this_process(own_settings, monkeypatch)
    redis = redis_connection(own_settings.redis_url)
    app = create_app(own_settings)
    client = app.test_client()

    def call(method: str, path: str, body: object) -> Answered:
        answer = client.open(path, method=method, json=body)
        return Answered(answer.status_code, answer.get_json(silent=True))

    def work() -> None:
        app.extensions["winkel"].recorder.flush()
        worker = SimpleWorker(
            [queue(name, redis) for name in ALL],
            connection=redis,
            job_class=NamedJob,
            serializer=JSONSerializer,
        )
        worker.work(burst=True, logging_level="WARNING")
        for name in PLAN:
            do_periodic(name)

    rebuild(own_settings, fast=True)
    with caplog.at_level(logging.WARNING), day_store() as (base, serve):
        Day(own_settings, call, work, base, serve).live()
        work()
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []
    assert troubles(own_settings, elasticsearch(own_settings.elasticsearch_url)) == []
    health = call("GET", "/api/health", None).body
    # No process of a worker lives here: that alone is told.
    assert health["index"]["state"] == health["outbox"]["state"] == "ok", health
